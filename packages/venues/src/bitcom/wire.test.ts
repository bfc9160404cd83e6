import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { price, product, quantity, type Instant, type Instrument } from '@parley/core'
import type { Block } from '../port/venue-answers.ts'
import { blockFailureFromWire, failureFromWire } from './answers.ts'
import { answerFromWire } from './api.ts'
import { recordFromWire } from './block-wire.ts'
import { activeProducts, createFamilies } from './families.ts'
import { frameFromWire } from './frames.ts'
import { instrumentsFromWire, markFromWire } from './wire.ts'

const families = createFamilies(activeProducts())
const family = families.all[0]!
const numbers = new Map<string, number>()
const numberOf = (name: string): number => {
  numbers.set(name, numbers.get(name) ?? numbers.size + 1)
  return numbers.get(name)!
}

const optionRow = {
  instrument_id: 'BTC-USD-25DEC26-90000-C',
  base_currency: 'BTC',
  quote_currency: 'USD',
  strike_price: '90000.000000000000',
  expiration_at: 1_798_185_600_000,
  option_type: 'call',
  category: 'option',
  price_step: '5.000000000000',
  min_size: '0.010000000000',
  size_step: '0.010000000000',
  contract_size: '1.000000000000',
  active: true,
}
const perpetualRow = {
  ...optionRow,
  instrument_id: 'TON-USD-PERPETUAL',
  base_currency: 'TON',
  strike_price: '',
  option_type: '',
  category: 'future',
  expiration_at: 4_102_444_800_000,
  price_step: '0.000100000000',
  size_step: '1.000000000000',
}

const [option, perpetual] = instrumentsFromWire([optionRow, perpetualRow], { families, family, numberOf }) as [Instrument, Instrument]

describe('instruments of bit.com', () => {
  it('trades only the USD-margined family while the catalogue has no other active', () => {
    expect(families.all).toEqual([{ prefix: '/linear/v1', currency: 'USD', margin: 'LINEAR' }])
  })

  it('reads an option exactly, with the minimum block of its product', () => {
    expect(option).toEqual({
      id: 1,
      name: 'BTC-USD-25DEC26-90000-C',
      venue: 'BIT',
      productCode: 'BD',
      kind: 'OPTION',
      baseCurrency: 'BTC',
      quoteCurrency: 'USD',
      clearingCurrency: 'USD',
      marginKind: 'LINEAR',
      optionKind: 'CALL',
      strike: price('90000'),
      expiresAt: 1_798_185_600_000,
      contractSize: quantity('1'),
      tickSize: price('5'),
      tickSizeSteps: [],
      quantityIncrement: quantity('0.01'),
      minBlockSize: quantity('0.01'),
      state: 'ACTIVE',
    })
  })

  it("recognises TON under the venue's own name for it", () => {
    const [read] = instrumentsFromWire([{ ...perpetualRow, base_currency: 'TONCOIN' }], { families, family, numberOf })
    expect(read).toMatchObject({ productCode: 'AU', baseCurrency: 'TON' })
  })

  it('gives a perpetual no expiry', () => {
    expect(perpetual).toMatchObject({ productCode: 'AU', kind: 'FUTURE', minBlockSize: product('AU')!.minBlockSize })
    expect(perpetual).not.toHaveProperty('expiresAt')
  })

  it.each([
    ['another quote', { ...optionRow, quote_currency: 'USDT' }],
    ['another coin', { ...optionRow, base_currency: 'SOL' }],
    ['an option without a strike', { ...optionRow, strike_price: '' }],
    ['no step', { ...optionRow, price_step: '' }],
    ['a step of nothing', { ...optionRow, size_step: '0.000000000000' }],
    ['no expiry', { ...optionRow, expiration_at: undefined }],
    ['no row', null],
  ])('passes over %s', (_, row) => expect(instrumentsFromWire([row], { families, family, numberOf })).toEqual([]))
})

const ticker = {
  time: 1_795_262_400_123,
  instrument_id: option.name,
  best_bid: '1200.00000000',
  best_bid_qty: '0.40000000',
  best_ask: '',
  best_ask_qty: '',
  bid_sigma: '0.41000000',
  ask_sigma: '',
  sigma: '0.42000000',
  mark_price: '1234.50000000',
  underlying_price: '91000.00000000',
  min_sell: '5.00000000',
  max_buy: '3050.00000000',
  delta: '0.51',
  gamma: '0.00002',
  vega: '45.1',
  theta: '-60.2',
}

describe('tickers of bit.com', () => {
  it('become marks: an empty side is absent, and the index of an option is that of its coin', () => {
    expect(markFromWire(ticker, option, 90_950)).toEqual({
      instrumentId: 1,
      markPrice: 1234.5,
      underlyingPrice: 91_000,
      indexPrice: 90_950,
      at: 1_795_262_400_123,
      bidPrice: 1200,
      bidAmount: 0.4,
      minPrice: 5,
      maxPrice: 3050,
      markIv: 0.42,
      bidIv: 0.41,
      greeks: { delta: 0.51, gamma: 0.00002, vega: 45.1, theta: -60.2 },
    })
  })

  it('have the funding of a perpetual, and a dated future has none', () => {
    const { expiresAt: _, ...endless } = option
    const perpetual: Instrument = { ...endless, kind: 'FUTURE' }
    const paid = { ...ticker, funding_rate: '0.00000000', funding_rate8h: '0.00012000' }
    expect(markFromWire(paid, perpetual, 90_950)?.funding).toEqual({ rate: 0.00012, everyMs: 28_800_000 })
    expect(markFromWire(paid, { ...option, kind: 'FUTURE' }, 90_950)?.funding).toBeUndefined()
  })

  it('falls back to the underlying while no index is known', () => {
    expect(markFromWire(ticker, option, undefined)).toMatchObject({ indexPrice: 91_000 })
  })

  it('gives no mark without a mark price or a time', () => {
    expect(markFromWire({ ...ticker, mark_price: '' }, option, 1)).toBeUndefined()
    expect(markFromWire({ ...ticker, time: undefined }, option, 1)).toBeUndefined()
  })
})

const block: Block = {
  nonce: 'label-1',
  at: 1_795_262_400_000,
  legs: [
    { instrument: { ...option, expiresAt: 1 as Instant }, makerSide: 'SELL', price: price('1235'), quantity: quantity('25') },
    { instrument: perpetual, makerSide: 'BUY', price: price('3.2001'), quantity: quantity('10') },
  ],
}
const rows = (role: 'maker' | 'taker', status: string) =>
  block.legs.map(({ instrument, makerSide, price: at, quantity: size }) => ({
    label: 'label-1',
    role,
    status,
    instrument_id: instrument.name,
    side: (makerSide === 'BUY') === (role === 'maker') ? 'buy' : 'sell',
    price: (at / 1e8).toFixed(12),
    qty: (size / 1e6).toFixed(12),
    created_at: 1,
    updated_at: 7,
    index_price: '90000',
  }))

describe("the venue's record of a block", () => {
  it.each(['maker', 'taker'] as const)('is read as the %s sees it, whatever the order of its rows', (role) => {
    expect(recordFromWire(rows(role, 'filled').reverse(), block)).toMatchObject({
      kind: 'SETTLED',
      settled: { venueTradeId: 'label-1', at: 7, legs: [{ price: price('1235') }, { price: price('3.2001'), indexPrice: 90_000 }] },
    })
  })

  it('distinguishes a waiting side from one that has ended', () => {
    expect(recordFromWire([], block)).toEqual({ kind: 'UNTRADED', isWaiting: false })
    expect(recordFromWire(rows('maker', 'pending'), block)).toEqual({ kind: 'UNTRADED', isWaiting: true })
    expect(recordFromWire(rows('maker', 'cancelled'), block)).toEqual({ kind: 'UNTRADED', isWaiting: false })
  })

  it.each([
    ['a state that we do not know', rows('maker', 'matched')],
    ['a leg too few', rows('taker', 'filled').slice(1)],
    ['a leg at another price', rows('taker', 'filled').map((row) => ({ ...row, price: '1' }))],
    ['a leg twice', [...rows('taker', 'filled'), rows('taker', 'filled')[0]]],
    ['the row of another label', [...rows('taker', 'filled'), { ...rows('taker', 'filled')[0], label: 'label-2' }]],
    ['a row that cannot be read', [{ label: 'label-1' }]],
    ['no list', { rows: [] }],
  ])('does not count as absent if it shows %s', (_, data) => expect(recordFromWire(data, block).kind).toBe('UNREADABLE'))
})

describe('answers of bit.com', () => {
  it.each([
    [200, '{"code":0,"message":"","data":{"a":1},"page_info":{"has_more":true}}', { kind: 'RESULT', data: { a: 1 }, hasMore: true }],
    [200, '{"code":18100300,"message":"no","data":null}', { kind: 'ERROR', code: 18_100_300, message: 'no' }],
    [412, '{"code":412,"message":"AkId is invalid"}', { kind: 'ERROR', code: 412, message: 'AkId is invalid' }],
    [429, 'too many requests', { kind: 'ERROR', code: 429, message: 'HTTP 429' }],
    [503, '<html>', { kind: 'LOST', reason: 'the venue answered 503' }],
    [200, '<html>', { kind: 'LOST', reason: 'the venue sent a response in an unknown format' }],
  ])('are read: %d %s', (status, text, answer) => expect(answerFromWire(status, text)).toEqual(answer))

  it('leave the outcome open if the venue is busy or refuses the time', () => {
    const open = (code: number, message: string) => failureFromWire({ kind: 'ERROR', code, message }).outcome
    expect([open(429, 'HTTP 429'), open(412, 'timestamp is invalid'), open(1, 'system maintenance')]).toEqual([
      'UNKNOWN',
      'UNKNOWN',
      'UNKNOWN',
    ])
    expect(failureFromWire({ kind: 'ERROR', code: 18_100_104, message: 'qty is wrong' })).toEqual({
      outcome: 'REJECTED',
      message: 'qty is wrong',
      code: '18100104',
    })
  })

  it('do not treat a possible echo of an earlier post as final', () => {
    const failure = { kind: 'ERROR', code: 18_100_106, message: 'label already exists' } as const
    expect(failureFromWire(failure).outcome).toBe('REJECTED')
    expect(blockFailureFromWire(failure).outcome).toBe('UNKNOWN')
  })
})

describe('broken frames of bit.com', () => {
  const whole = JSON.stringify({ channel: 'ticker', timestamp: 1, data: ticker, module: 'linear' })

  it('are ignored, wherever they are truncated', () => {
    for (let length = 0; length < whole.length; length += 1) expect(frameFromWire(whole.slice(0, length))).toEqual({ kind: 'OTHER' })
    expect(frameFromWire(whole)).toEqual({ kind: 'TICKER', data: ticker })
  })

  it('of any kind are parsed without an error, and every figure of a mark is a number', () => {
    const fields = fc.dictionary(
      fc.constantFrom(...Object.keys(ticker)),
      fc.oneof(fc.string(), fc.double(), fc.constant(null), fc.object()),
    )
    fc.assert(
      fc.property(fields, fc.anything(), (changed, anything) => {
        const mark = markFromWire({ ...ticker, ...changed }, option, 90_000)
        for (const figure of [mark?.markPrice, mark?.indexPrice, mark?.bidPrice, mark?.greeks?.delta])
          expect(figure === undefined || Number.isFinite(figure)).toBe(true)
        expect(Array.isArray(instrumentsFromWire([anything, { ...optionRow, ...changed }], { families, family, numberOf }))).toBe(true)
        expect(recordFromWire([anything], block).kind).toBe('UNREADABLE')
      }),
    )
  })

  it('of a failed subscription carry its reason', () => {
    const text = '{"channel":"subscription","timestamp":1,"data":{"code":18100101,"message":"bad channel"}}'
    expect(frameFromWire(text)).toEqual({ kind: 'REFUSED', message: '18100101 bad channel' })
  })
})
