/**
 * Responses recorded from the venue, and examples from its schemas for calls without a recording, if the environment names a folder of them. We may not
 * keep them in the repository.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { formatPrice, formatQuantity } from '@parley/core'
import { asList, asObject, type WireObject } from '../adapter/wire-object.ts'
import { marginFromWire, paymentFromWire, positionFromWire, tokenBalanceFromWire } from './account-wire.ts'
import { answerFromWire, resultsOf } from './answers.ts'
import { bookFromRest, nextBook } from './book.ts'
import {
  candleFromWire,
  contractFromWire,
  fundingFromWire,
  markFromWire,
  perpetualFromWire,
  summaryFromWire,
  tradeFromWire,
} from './market-wire.ts'
import { fillFromWire, orderFromWire } from './order-wire.ts'

const folder = process.env['PARLEY_RECORDED_DATA']
const root = join(folder ?? '', 'paradex')

if (folder === undefined || !existsSync(root)) {
  const reason = folder === undefined ? 'PARLEY_RECORDED_DATA is not set' : `${folder} has no folder paradex`
  describe('recorded answers of Paradex', () => {
    it(`are not replayed here, because ${reason}`, () => expect(reason).toMatch(/./))
  })
} else {
  const read = (name: string): WireObject => JSON.parse(readFileSync(join(root, name), 'utf8')) as WireObject
  replay(read('ccxt_recorded_responses.json'))
  replaySnapshot(read('market_snapshot_2026-04-22.json'))
  readExamples(read('ws_schemas.json'))
}

/** The only recorded body of a call, or the first of several. */
function resultOf(recorded: WireObject, name: string): unknown {
  const key = Object.keys(recorded).find((each) => each.startsWith(name))!
  const body: unknown = asList(recorded[key])[0] ?? recorded[key]
  const answer = answerFromWire({ status: 200, text: JSON.stringify(body), retryAfter: null })
  if (answer.kind !== 'RESULT') throw new Error(`${name} is not a result`)
  return answer.result
}

function replay(recorded: WireObject): void {
  const rowsOf = (name: string): readonly unknown[] => resultsOf(resultOf(recorded, name))!

  it('recorded markets: the perpetual with its grid, its maximum and its margin', () => {
    const [row] = rowsOf('GET /markets')
    expect(perpetualFromWire(row)).toMatchObject({
      ...{
        name: 'BTC-USD-PERP',
        baseCurrency: 'BTC',
        settlementCurrency: 'USDC',
        largestLeverage: 50,
        leastNotional: 500,
        takes: 'ORDERS',
      },
      fundingPeriodHours: 8,
    })
    const contract = contractFromWire(row, () => 1)!
    expect([formatPrice(contract.tickSize), formatQuantity(contract.quantityIncrement), contract.kind, contract.expiresAt]).toEqual([
      '0.1',
      '0.001',
      'FUTURE',
      undefined,
    ])
  })

  it('recorded summaries: prices, change, funding and open interest', () => {
    const name = Object.keys(recorded).find((each) => each.startsWith('GET /markets/summary'))!
    const summaries = asList(recorded[name]).flatMap((body) => asList(asObject(body)?.['results']))
    expect(summaries).toHaveLength(3)
    expect(summaries.map((row) => summaryFromWire(row)?.openInterest)).toEqual([152.777, 152.777, 152.803])
    expect(summaryFromWire(summaries[0])).toMatchObject({
      fundingRate: 0.00749938923192,
      change24h: -0.036863,
      bidPrice: 66821.1,
      at: 1718377962698,
    })
    expect(markFromWire(summaries[0], { id: 3, kind: 'FUTURE' })).toMatchObject({
      instrumentId: 3,
      markPrice: 67307.7225876,
      askPrice: 67643.2,
    })
  })

  it('a recorded order book, whole and best first', () => {
    const book = bookFromRest(resultOf(recorded, 'GET /orderbook/'))!
    expect([book.sequence, book.bids.length, book.asks.length]).toEqual([14139427, 20, 3])
    expect([formatPrice(book.bids[0]!.price), formatQuantity(book.asks[0]!.quantity)]).toEqual(['66810', '3.734'])
  })

  it('recorded trades and candles', () => {
    expect(tradeFromWire(rowsOf('GET /trades')[0])).toMatchObject({ id: '1718377985380201703994000001', side: 'BUY', kind: 'TRADE' })
    expect(candleFromWire(rowsOf('GET /markets/klines')[0])).toMatchObject({ at: 1719993660000, close: 60823.3, volume: 4561 })
  })

  it('a recorded order that ended, a balance and a position', () => {
    expect(orderFromWire(rowsOf('GET /orders-history')[0])).toMatchObject({
      ...{
        market: 'SOL-USD-PERP',
        state: 'CLOSED',
        reason: 'ORDER_SIZE_BELOW_MIN',
        kind: 'LIMIT',
        clientId: undefined,
        averagePrice: undefined,
      },
    })
    expect(tokenBalanceFromWire(rowsOf('GET /balance')[0])).toEqual({ token: 'USDC', size: 78.544 })
    const position = positionFromWire(rowsOf('GET /positions')[0])!
    expect([position.market, formatQuantity(position.quantity), formatPrice(position.averagePrice)]).toEqual([
      'SOL-USD-PERP',
      '3',
      '183.06499451',
    ])
    expect([position.unrealizedFunding, position.liquidationPrice]).toEqual([-0.00059564, undefined])
  })
}

function replaySnapshot(snapshot: WireObject): void {
  it('an option of April 2026: its terms, and its mark in USD with the volatility as a fraction', () => {
    const name = 'BTC-USD-8MAY26-78000-C'
    const specs = asObject(asObject(snapshot['market_specs'])?.[name])
    const row = {
      ...specs,
      ...{ symbol: name, base_currency: 'BTC', quote_currency: 'USD', settlement_currency: 'USDC', price_tick_size: '0.01' },
      expiry_at: Date.UTC(2026, 4, 8, 8),
    }
    const contract = contractFromWire(row, () => 9)!
    expect([contract.kind, contract.optionKind, formatPrice(contract.strike!), contract.expiresAt]).toEqual([
      'OPTION',
      'CALL',
      '78000',
      row.expiry_at,
    ])
    expect(perpetualFromWire(row)).toBeUndefined()
    const data = asObject(asObject(snapshot['market_data'])?.[name])!
    const texts = Object.fromEntries(Object.entries(data).map(([key, value]) => [key, String(value)]))
    const mark = markFromWire({ ...texts, symbol: name, created_at: 1_776_844_800_000 }, contract)
    expect(mark).toMatchObject({ markPrice: 2455.661, markIv: 0.42746687, underlyingPrice: 77939.768 })
  })
}

/** A body made of the example of each field. Fields without an example are left out. */
function exampleOf(schemas: WireObject, name: string): Record<string, unknown> {
  const properties = asObject(asObject(schemas[name])?.['properties']) ?? {}
  return Object.fromEntries(
    Object.entries(properties).flatMap(([field, about]) => {
      const { example, type, enum: words } = asObject(about) ?? {}
      const value: unknown = example ?? asList(words)[0]
      if (value === undefined) return []
      return [[field, type === 'integer' ? Number(value) : value] as const]
    }),
  )
}

function readExamples(document: WireObject): void {
  const schemas = asObject(asObject(document['components'])?.['schemas'])!
  const at = { created_at: 1_700_000_000_000, last_updated_at: 1_700_000_000_000 }

  it.each<[string, (value: unknown) => object | undefined, object, object]>([
    ['ResponsesMarketSummaryResp', summaryFromWire, at, { market: 'BTC-USD-PERP', markPrice: 29799.70877478, fundingRate: 0.3 }],
    ['ResponsesTradeResult', tradeFromWire, {}, { id: '12345643', kind: 'TRADE' }],
    ['ResponsesFillResult', fillFromWire, {}, { role: 'TAKER', fee: 7.56, feeCurrency: 'USDC', clientId: 'x1234' }],
    [
      'ResponsesOrderResp',
      orderFromWire,
      { status: 'OPEN', type: 'STOP_LIMIT' },
      { state: 'OPEN', kind: 'STOP_LIMIT', reason: 'NOT_ENOUGH_MARGIN' },
    ],
    ['ResponsesPositionResp', positionFromWire, { side: 'SHORT', status: 'OPEN' }, { quantity: -345000, unrealizedProfit: -123.23 }],
    ['ResponsesFundingPayment', paymentFromWire, {}, { market: 'BTC-USD-PERP', amount: 34.4490622 }],
    ['ResponsesAccountSummaryResponse', marginFromWire, {}, { state: 'ACTIVE', freeCollateral: 73276.47229774 }],
    [
      'ResponsesFundingDataResult',
      fundingFromWire,
      { ...at, market: 'BTC-USD-PERP', funding_index: '-1.5', funding_rate: '0.0001', funding_rate_8h: '0.0002', funding_period_hours: 4 },
      { rate: 0.0001, rate8h: 0.0002, periodHours: 4, index: -1.5 },
    ],
  ])('an example of %s is read', (name, read, more, expected) =>
    expect(read({ ...exampleOf(schemas, name), ...more })).toMatchObject(expected),
  )

  it('every kind of update of an order book that the schema names is known', () => {
    const kinds = asList(asObject(asObject(asObject(schemas['ResponsesPriceBookUpdate'])?.['properties'])?.['update_type'])?.['enum'])
    expect(kinds).toEqual(['s', 'd'])
    const empty = { market: 'M', seq_no: 1, last_updated_at: 1, inserts: [], updates: [], deletes: [] }
    expect(nextBook(undefined, { ...empty, update_type: 's' }).kind).toBe('BOOK')
  })
}
