import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { price, products, quantity, type Instrument } from '@parley/core'
import { accountsFromWire, balancesFromWire, permissionFinding } from './account-wire.ts'
import { familyOfBlock, tradesToWire } from './block-wire.ts'
import { createFamilies } from './families.ts'
import { positionsFromWire } from './holdings.ts'
import { blocksFromRows } from './past-blocks.ts'
import { instrumentsFromWire, markFromWire, pauseFromWire } from './wire.ts'

/** Every product of the venue, as if all of them were active in the catalogue. */
const families = createFamilies(products.filter(({ venue }) => venue === 'BIT'))
const [linear, coins] = ['/linear/v1', '/v1'].map((prefix) => families.all.find((one) => one.prefix === prefix && one.currency !== 'BCH')!)

const unified = {
  user_id: 1001,
  block_trade_permission: true,
  details: [
    { currency: 'USD', equity: '100.50000000', available_balance: '90', cash_balance: '80' },
    { currency: 'BTC', equity: '0.00000000', available_balance: '0.00000000' },
  ],
}
const classic = { user_id: 1001, currency: 'BTC', equity: '1.5', available_balance: '1', block_trade_permission: false }

describe('an account of bit.com', () => {
  it('has its coins in details if it is unified, and is one coin if it is classic', () => {
    expect(balancesFromWire(accountsFromWire(unified))).toEqual([{ currency: 'USD', equity: 100.5, available: 90 }])
    expect(balancesFromWire(accountsFromWire([classic]))).toEqual([{ currency: 'BTC', equity: 1.5, available: 1 }])
    expect(balancesFromWire([{ ...classic, equity: '' }])).toBeUndefined()
  })

  it.each([
    [[unified], 'GOOD'],
    [[classic, unified], 'BAD'],
    [[{ currency: 'BTC' }], 'NOT_SAID'],
    [[], 'NOT_SAID'],
  ])('may trade blocks where none of its parts may not: %j is %s', (accounts, verdict) => {
    expect(permissionFinding(accounts)).toMatchObject({ about: 'BLOCK_TRADE', verdict })
  })

  it('is cancel-only at status 1', () => {
    expect([{ status: 1 }, { status: '1' }, { status: 0 }, {}, null].map(pauseFromWire)).toEqual([
      'MAINTENANCE',
      'MAINTENANCE',
      undefined,
      undefined,
      undefined,
    ])
  })
})

const held = {
  instrument_id: 'BTC-USD-25DEC26-90000-C',
  qty: '-2.50000000',
  avg_price: '1205.12345678900',
  mark_price: '1210.00000000',
  initial_margin: '10.00000000',
  liq_price: '',
}

describe('positions at bit.com', () => {
  it('have a signed quantity, and closed ones are left out', () => {
    expect(positionsFromWire([held, { ...held, instrument_id: 'X', qty: '0.00000000' }])).toEqual([
      {
        instrumentName: 'BTC-USD-25DEC26-90000-C',
        quantity: quantity('-2.5'),
        averagePrice: price('1205.12345679'),
        markPrice: 1210,
        initialMargin: 10,
      },
    ])
  })
})

const row = {
  ...{ label: 'b-1', bt_source: 'parley', user_id: '1001', counterparty: 1002, role: 'maker', status: 'filled' },
  ...{ created_at: 5, updated_at: 7, instrument_id: 'BTC-USD-25DEC26-90000-C', side: 'sell', price: '1205', qty: '2.5', fee: '-0.25' },
}

describe('blocks of the past at bit.com', () => {
  it('are grouped by label, without open or cancelled rows', () => {
    const rows = [
      row,
      { ...row, label: 'b-2', status: 'pending' },
      { ...row, instrument_id: 'BTC-USD-PERPETUAL', side: 'buy', updated_at: 9 },
    ]
    expect(blocksFromRows(rows, linear!)).toEqual([
      {
        ...{ venueTradeId: 'b-1', at: 9, role: 'MAKER', name: 'b-1', counterparty: '1002' },
        legs: [
          { instrumentName: 'BTC-USD-25DEC26-90000-C', side: 'SELL', price: price('1205'), quantity: quantity('2.5'), fee: price('-0.25'), feeCurrency: 'USD' },
          { instrumentName: 'BTC-USD-PERPETUAL', side: 'BUY', price: price('1205'), quantity: quantity('2.5'), fee: price('-0.25'), feeCurrency: 'USD' },
        ],
      },
    ]) // prettier-ignore
  })

  it('pay their fees in the coin if they are margined in it', () => {
    expect(blocksFromRows([row], coins!)![0]!.legs[0]).toMatchObject({ feeCurrency: 'BTC' })
  })

  it.each([
    ['both sides under one label', [row, { ...row, role: 'taker' }]],
    ['no fee', [{ ...row, fee: '' }]],
    ['no label', [{ ...row, label: '' }]],
    ['a state and nothing else', [{ status: 'filled' }]],
  ])('cannot be read with %s', (_what, rows) => expect(blocksFromRows(rows, linear!)).toBeUndefined())
})

const coinOption = {
  ...{ instrument_id: 'BTC-25DEC26-90000-C', base_currency: 'BTC', quote_currency: 'BTC', strike_price: '90000.000000000000' },
  ...{ expiration_at: 1_798_185_600_000, option_type: 'call', category: 'option', price_step: '0.000500000000' },
  ...{ min_size: '0.100000000000', size_step: '0.100000000000', contract_size: '1.000000000000', active: true },
}
const coinPerpetual = {
  ...{ ...coinOption, instrument_id: 'BTC-PERPETUAL', quote_currency: 'USD', strike_price: '', option_type: '', category: 'future' },
  ...{ expiration_at: 4_102_444_800_000, price_step: '0.500000000000', size_step: '10.000000000000', contract_size: '10.000000000000' },
}

describe('coin-margined contracts of bit.com', () => {
  const [option, perpetual] = instrumentsFromWire([coinOption, coinPerpetual], {
    families,
    family: coins!,
    numberOf: (name) => name.length,
  }) as [Instrument, Instrument]

  it('are read as products of their coin, however their quote currency is written', () => {
    expect(option).toMatchObject({ productCode: 'BO', marginKind: 'INVERSE', clearingCurrency: 'BTC', tickSize: price('0.0005') })
    expect(perpetual).toMatchObject({
      productCode: 'BF',
      marginKind: 'INVERSE',
      contractSize: quantity('10'),
      quantityIncrement: quantity('10'),
    })
  })

  it('have marks in the coin, and the index of the coin', () => {
    const ticker = { time: 5, mark_price: '0.01350000', underlying_price: '91000', sigma: '0.42', best_bid: '0.0130', best_bid_qty: '4' }
    expect(markFromWire(ticker, option, 90_950)).toMatchObject({
      markPrice: 0.0135,
      underlyingPrice: 91_000,
      indexPrice: 90_950,
      bidPrice: 0.013,
    })
  })

  it('use the paths of their own coin, and are never in one block with another family', () => {
    const leg = (instrument: Instrument) => ({ instrument, makerSide: 'SELL' as const, price: price('0.0135'), quantity: quantity('1') })
    const block = { nonce: 'b-1', at: 5, legs: [leg(option)] }
    expect(familyOfBlock(block)).toEqual({ prefix: '/v1', currency: 'BTC', margin: 'INVERSE' })
    expect(tradesToWire(block, 'taker')).toEqual([{ instrument_id: 'BTC-25DEC26-90000-C', price: '0.0135', qty: '1', side: 'buy' }])
    const [other] = instrumentsFromWire([{ ...coinOption, instrument_id: 'BTC-USD-25DEC26-90000-C', quote_currency: 'USD' }], { families, family: linear!, numberOf: () => 9 }) // prettier-ignore
    expect(other).toMatchObject({ productCode: 'BD', marginKind: 'LINEAR' })
    expect(familyOfBlock({ ...block, legs: [leg(option), leg(other!)] })).toBeUndefined()
  })
})

describe('broken answers about accounts of bit.com', () => {
  it('of any kind are parsed without an error, and never into an invalid number', () => {
    const change = <T extends object>(whole: T) =>
      fc.dictionary(fc.constantFrom(...Object.keys(whole)), fc.oneof(fc.string(), fc.double(), fc.constant(null), fc.anything())).map((altered) => ({ ...whole, ...altered })) // prettier-ignore
    fc.assert(
      fc.property(change(row), change(held), change(unified), fc.anything(), (block, position, account, anything) => {
        for (const { legs } of blocksFromRows([block], linear!) ?? [])
          expect(Number.isSafeInteger(legs[0]!.fee + legs[0]!.price)).toBe(true)
        for (const one of positionsFromWire([position]) ?? []) expect(Number.isSafeInteger(one.quantity + one.averagePrice)).toBe(true)
        for (const one of balancesFromWire(accountsFromWire(account)) ?? []) expect(Number.isFinite(one.equity + one.available)).toBe(true)
        permissionFinding(accountsFromWire(anything))
        expect(blocksFromRows([anything], linear!)).toBeUndefined()
        expect(positionsFromWire([anything])).toBeUndefined()
        expect(pauseFromWire(anything)).toBeUndefined()
      }),
    )
  })
})
