import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { price, quantity } from '@parley/core'
import { balancesFromWire, positionsFromWire } from './holdings-wire.ts'
import { findingsOfKey, keyFromWire, modeFromWire } from './key-wire.ts'
import { blockFromWire, executionFromWire, settleCoinOf, type Execution } from './past-blocks-wire.ts'
import { pauseFromWire } from './wire.ts'

const NOW = Date.UTC(2026, 10, 24)
const DAY = 86_400_000

const goodKey = {
  ['note']: 'parley',
  readOnly: 0,
  permissions: {
    ContractTrade: ['Order', 'Position'],
    Wallet: ['AccountTransfer'],
    Options: ['OptionsTrade'],
    Derivatives: [],
    BlockTrade: ['BlockTrade'],
  },
  ips: ['203.0.113.7'],
  expiredAt: '1970-01-01T00:00:00Z',
  ...{ unified: 0, uta: 1, userID: 24_617_703, isMaster: true },
}
const permissions = (change: object) => ({ permissions: { ...goodKey.permissions, ...change } })
const findingsOf = (change: object) => findingsOfKey(keyFromWire({ ...goodKey, ...change })!, NOW)

describe('what Bybit says of a key', () => {
  it('is good if it can read, trade options and trade blocks from our addresses and does not expire', () => {
    expect(findingsOf({}).map(({ about, verdict }) => [about, verdict])).toEqual(
      ['KEY', 'READ', 'TRADE', 'BLOCK_TRADE', 'WITHDRAW', 'ADDRESSES', 'KEY_END'].map((about) => [about, 'GOOD']),
    )
    expect(keyFromWire(goodKey)).toMatchObject({ userId: '24617703', label: 'parley', endsAt: undefined })
  })

  it.each([
    ['only reads', { readOnly: 1 }, 'TRADE', 'BAD', 'readOnly: 1'],
    ['has no options', permissions({ Options: [] }), 'TRADE', 'BAD', 'Options: none'],
    ['has no blocks', permissions({ BlockTrade: [] }), 'BLOCK_TRADE', 'BAD', 'BlockTrade: none'],
    ['may withdraw', permissions({ Wallet: ['Withdraw'] }), 'WITHDRAW', 'WARNING', 'Wallet: Withdraw'],
    ['works from everywhere', { ips: ['*'] }, 'ADDRESSES', 'WARNING', 'ips: *'],
    ['may read nothing', permissions({ ContractTrade: [], Options: [] }), 'READ', 'WARNING', 'ContractTrade: none'],
    ['ends in a week', { expiredAt: new Date(NOW + 7 * DAY).toISOString() }, 'KEY_END', 'WARNING', 'expiredAt: 2026-12-01T00:00:00.000Z'],
    ['has ended', { expiredAt: new Date(NOW).toISOString() }, 'KEY_END', 'BAD', 'expiredAt: 2026-11-24T00:00:00.000Z'],
  ])("of one that %s: what to change, with the venue's own value", (_what, change, about, verdict, venueWords) => {
    const finding = findingsOf(change).find((one) => one.about === about)
    expect(finding).toMatchObject({ verdict, venueWords, sentence: expect.stringMatching(/^[A-Z].*\.$/) })
  })

  it('of a sub-account refers to the main account, because no key there can trade blocks', () => {
    const [finding] = findingsOf({ isMaster: false, ...permissions({ BlockTrade: [] }) }).filter(({ about }) => about === 'BLOCK_TRADE')
    expect(finding!.sentence).toContain('main account')
  })

  it.each([
    [{ unifiedMarginStatus: 5, marginMode: 'REGULAR_MARGIN' }, 'unified, cross margin', 'GOOD'],
    [{ unifiedMarginStatus: 6, marginMode: 'PORTFOLIO_MARGIN' }, 'unified, portfolio margin', 'GOOD'],
    [{ unifiedMarginStatus: 6, marginMode: 'ISOLATED_MARGIN' }, 'unified, isolated margin', 'BAD'],
    [{ unifiedMarginStatus: 4, marginMode: 'REGULAR_MARGIN' }, 'unified 1.0, cross margin', 'BAD'],
    [{ unifiedMarginStatus: 1, marginMode: 'REGULAR_MARGIN' }, 'classic', 'BAD'],
  ])('of an account: %j', (info, mode, verdict) => {
    expect(modeFromWire(info)).toMatchObject({ mode, finding: { about: 'MODE', verdict } })
  })
})

const position = {
  symbol: 'BTC-27MAR26-70000-P',
  side: 'Sell',
  size: '2.5',
  avgPrice: '1205.123456789',
  markPrice: '1210',
  positionIM: '10',
  liqPrice: '',
}

describe('what an account holds at Bybit', () => {
  it('is negative for sold positions, and leaves out closed ones', () => {
    const closed = { ...position, symbol: 'SOLUSDT', side: '', size: '0', avgPrice: '0' }
    expect(positionsFromWire([position, closed])).toEqual([
      {
        instrumentName: 'BTC-27MAR26-70000-P',
        quantity: quantity('-2.5'),
        averagePrice: price('1205.12345679'),
        markPrice: 1210,
        initialMargin: 10,
      },
    ])
  })

  it('is the sum of both sides of an account in hedge mode, at the average price of the larger', () => {
    const other = { ...position, side: 'Buy', size: '1', avgPrice: '1000', liqPrice: '5' }
    expect(positionsFromWire([position, other])).toMatchObject([{ quantity: quantity('-1.5'), averagePrice: price('1205.12345679') }])
    expect(positionsFromWire([position, { ...other, size: '2.5' }])).toEqual([])
  })

  it('is available unless it is in use, if the venue does not report the withdrawable amount', () => {
    const coin = { coin: 'USDC', equity: '100', totalPositionIM: '30', totalOrderIM: '5', locked: '1', availableToWithdraw: '' }
    const listed = (...coins: readonly object[]) => balancesFromWire({ list: [{ coin: coins }] })
    expect(listed(coin)).toEqual([{ currency: 'USDC', equity: 100, available: 64 }])
    expect(listed({ ...coin, availableToWithdraw: '50' }, { coin: 'BTC', equity: '0' })).toEqual([
      { currency: 'USDC', equity: 100, available: 50 },
    ])
    expect(listed({ ...coin, equity: 'much' })).toBeUndefined()
  })
})

const CALL = 'BTC-26DEC26-100000-C'
const trade = {
  ...{ rfqId: '1757', rfqLinkId: 'ours', quoteId: '1758', quoteLinkId: 'theirs', rfqDeskCode: 'TAKER', quoteDeskCode: 'MAKER' },
  ...{ status: 'Filled', quoteSide: 'Sell', createdAt: '1757405933130', updatedAt: '1757405933132' },
  legs: [{ category: 'option', symbol: CALL, side: 'Buy', price: '1205', qty: '2.5', execId: 'e1', execFee: '1', resultCode: 0 }],
}
const execution = { symbol: CALL, execId: 'e1', side: 'Sell', execFee: '-0.25', feeCurrency: '', execType: 'BlockTrade' }
const executions = (): Map<string, Execution> => {
  const read = executionFromWire('option', execution)!
  return new Map([[read.key, read]])
}

describe('a block of the past at Bybit', () => {
  it("has the side and the fee of the party's own execution, whatever the trade shows, and a negative fee for a rebate", () => {
    expect(blockFromWire(trade, 'quote', executions())).toEqual({
      ...{ venueTradeId: '1757', at: 1_757_405_933_132, role: 'MAKER', name: 'theirs', counterparty: 'TAKER' },
      legs: [
        { instrumentName: CALL, side: 'SELL', price: price('1205'), quantity: quantity('2.5'), fee: price('-0.25'), feeCurrency: 'USDC' },
      ],
    })
    expect(blockFromWire(trade, 'request', executions())).toMatchObject({ role: 'TAKER', name: 'ours', counterparty: 'MAKER' })
  })

  it('is not returned without the execution of every leg, or if a leg cannot be read', () => {
    expect(blockFromWire(trade, 'quote', new Map())).toBe('NOT_LISTED')
    expect(blockFromWire({ ...trade, legs: [{ ...trade.legs[0], price: '' }] }, 'quote', executions())).toBe('UNREADABLE')
    expect(blockFromWire({ ...trade, legs: [] }, 'quote', executions())).toBe('UNREADABLE')
  })

  it.each([
    ['option', CALL, 'USDC'],
    ['option', `${CALL}-USDT`, 'USDT'],
    ['linear', 'BTCUSDT', 'USDT'],
    ['linear', 'BTCUSDT-21FEB25', 'USDT'],
    ['linear', 'BTCPERP', 'USDC'],
    ['inverse', 'BTCUSDH23', 'BTC'],
  ])('pays its fee in the settlement coin if no currency is given: %s %s in %s', (category, symbol, coin) => {
    expect(settleCoinOf(category, symbol)).toBe(coin)
  })
})

describe('maintenance of Bybit', () => {
  const entry = { state: 'ongoing', begin: String(NOW), end: String(NOW + DAY), serviceTypes: [2], product: [1, 3], env: 1 }
  const at = (change: object, now = NOW) => pauseFromWire({ list: [{ ...entry, ...change }] }, now)

  it('is on while it is in progress, and from its start time if it is only announced', () => {
    expect(at({})).toBe('MAINTENANCE')
    expect(at({ state: 'scheduled' })).toBe('MAINTENANCE')
    for (const [change, now] of [[{ state: 'scheduled' }, NOW - 1], [{ state: 'scheduled' }, NOW + DAY], [{ state: 'completed' }, NOW]] as const) expect(at(change, now)).toBeUndefined() // prettier-ignore
  })

  it.each([
    ['spot alone', { product: [2] }],
    ['market data alone', { serviceTypes: [5] }],
    ['the demo', { env: 2 }],
  ])('of %s is none of ours', (_what, change) => expect(at(change)).toBeUndefined())
})

describe('broken answers about accounts of Bybit', () => {
  /** Any value in place of any field. */
  const altered = <T extends object>(whole: T) =>
    fc.dictionary(fc.constantFrom(...Object.keys(whole)), fc.oneof(fc.string(), fc.double(), fc.constant(null), fc.anything())).map((change) => ({ ...whole, ...change })) // prettier-ignore

  it('are parsed without an error, and never into an invalid number', () => {
    fc.assert(
      fc.property(altered(goodKey), altered(position), altered(trade), altered(execution), (key, row, block, own) => {
        const facts = keyFromWire(key)
        if (facts !== undefined) expect(findingsOfKey(facts, NOW)).toHaveLength(7)
        modeFromWire(key)
        for (const held of positionsFromWire([row]) ?? []) expect(Number.isSafeInteger(held.quantity + held.averagePrice)).toBe(true)
        executionFromWire('option', own)
        const read = blockFromWire(block, 'request', executions())
        if (typeof read === 'object') expect(read.legs.length).toBeGreaterThan(0)
        pauseFromWire(block, NOW)
      }),
    )
  })

  it('of any kind give no holdings, no block and no key', () => {
    fc.assert(
      fc.property(fc.anything(), (anything) => {
        expect(blockFromWire(anything, 'quote', executions())).toBe('UNREADABLE')
        expect(executionFromWire('option', anything)).toBeUndefined()
        expect(keyFromWire(anything)).toBeUndefined()
        expect(positionsFromWire([anything])).toBeUndefined()
        expect(balancesFromWire({ list: [{ coin: [anything] }] })).toBeUndefined()
        expect(balancesFromWire(anything)).toBeUndefined()
      }),
      { numRuns: 50 },
    )
  })
})
