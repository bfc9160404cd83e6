/** Responses and frames of the venue with random damage: every reader returns a value or nothing, and never throws. */
import { describe, expect, it } from 'vitest'
import { marginFromWire, marginSettingFromWire, paymentFromWire, positionFromWire, tokenBalanceFromWire } from './account-wire.ts'
import { answerFromWire } from './answers.ts'
import { blockRowFromWire, recordedFrom } from './block-wire.ts'
import { bookFromRest, nextBook } from './book.ts'
import { frameFromWire } from './frames.ts'
import { readRows } from './lists.ts'
import {
  candleFromWire,
  contractFromWire,
  fundingFromWire,
  markFromWire,
  perpetualFromWire,
  summaryFromWire,
  symbolOf,
  tradeFromWire,
} from './market-wire.ts'
import { fillFromWire, orderFromWire } from './order-wire.ts'

const good: readonly object[] = [
  { symbol: 'BTC-USD-PERP', asset_kind: 'PERP', base_currency: 'BTC', quote_currency: 'USD', settlement_currency: 'USDC', price_tick_size: '0.1', order_size_increment: '0.001' }, // prettier-ignore
  {
    symbol: 'BTC-USD-PERP',
    mark_price: '1',
    underlying_price: '1',
    created_at: 1,
    greeks: { delta: '1', gamma: '0', vega: '1', theta: '1' },
  },
  { id: '1', account: '0x1', market: 'M', side: 'BUY', type: 'LIMIT', size: '1', remaining_size: '1', price: '1', status: 'OPEN', created_at: 1, last_updated_at: 1, flags: [] }, // prettier-ignore
  { id: '1', order_id: '2', market: 'M', side: 'BUY', liquidity: 'MAKER', price: '1', size: '1', fee: '0', fee_currency: 'USDC', created_at: 1, fill_type: 'FILL' }, // prettier-ignore
  { market: 'M', status: 'OPEN', side: 'LONG', size: '1', average_entry_price: '1' },
  { account_value: '1', free_collateral: '1', initial_margin_requirement: '1', maintenance_margin_requirement: '1', status: 'ACTIVE', settlement_asset: 'USDC', updated_at: 1 }, // prettier-ignore
  {
    market: 'M',
    seq_no: 1,
    last_updated_at: 1,
    update_type: 's',
    inserts: [{ side: 'BUY', price: '1', size: '1' }],
    updates: [],
    deletes: [],
  },
  { block_id: 'b', nonce: '1', status: 'COMPLETED', created_at: 1, trades: { M: { market: 'M', maker_account: '0x1', executed_at: 1, price: '1', size: '1', maker_fill: { side: 'BUY', fee: '0', fee_currency: 'USDC' } } } }, // prettier-ignore
  { jsonrpc: '2.0', method: 'subscription', params: { channel: 'trades.ALL', data: {} } },
  { jsonrpc: '2.0', id: 1, error: { code: 1, message: 'x' } },
]

const readers: readonly ((value: unknown) => unknown)[] = [
  ...[perpetualFromWire, summaryFromWire, tradeFromWire, candleFromWire, fundingFromWire, symbolOf, orderFromWire, fillFromWire],
  ...[positionFromWire, tokenBalanceFromWire, marginFromWire, paymentFromWire, bookFromRest],
  (value) => contractFromWire(value, () => 1),
  (value) => markFromWire(value, { id: 1, kind: 'OPTION' }),
  (value) => marginSettingFromWire(value, 'M'),
  (value) => nextBook(undefined, value),
  (value) => readRows(value, orderFromWire),
  (value) => {
    const row = blockRowFromWire(value)
    return row === undefined ? undefined : recordedFrom(row, '0x1')
  },
  (value) => frameFromWire(JSON.stringify(value) ?? ''),
  (value) => answerFromWire({ status: 200, text: JSON.stringify(value) ?? '', retryAfter: null }),
]

const ROUNDS = 4_000

/** mulberry32 */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

const JUNK: readonly unknown[] = [
  ...[null, undefined, true, false, 0, -1, 1e308, NaN, Infinity, '', ' ', '0', '-1', '1e9', '0x10', 'NaN', '9'.repeat(400), 'toString'],
  ...['__proto__', 'constructor', 'é', '\u0000', [], [[]], [null], {}, { a: 1 }, [['1', '2', '3']]],
]

/** Changes or removes one part of the value, at any depth. */
function broken(value: unknown, random: () => number): unknown {
  const draw = <Item>(list: readonly Item[]): Item => list[Math.floor(random() * list.length)]!
  if (typeof value !== 'object' || value === null || random() < 0.1) return draw(JUNK)
  const entries = Object.entries(value)
  if (entries.length === 0) return draw(JUNK)
  const [name] = draw(entries)
  if (Array.isArray(value)) return value.map((item, index) => (String(index) === name ? broken(item, random) : (item as unknown)))
  if (random() < 0.2) return Object.fromEntries(entries.filter(([key]) => key !== name))
  return Object.fromEntries(entries.map(([key, item]) => [key, key === name ? broken(item, random) : (item as unknown)]))
}

describe('what the venue may send', () => {
  const seed = Number(process.env['PARLEY_SEED'] ?? Math.floor(Math.random() * 2 ** 31))

  it(`is parsed or ignored, however broken it is (PARLEY_SEED=${seed})`, () => {
    const random = randomOf(seed)
    const thrown: string[] = []
    const readAll = (value: unknown, round: number): void => {
      for (const [reader, read] of readers.entries())
        try {
          read(value)
        } catch (error) {
          thrown.push(`round ${round}, reader ${reader}: ${String(error)}`)
        }
    }
    for (let round = 0; round < ROUNDS; round += 1) readAll(broken(good[round % good.length], random), round)
    JUNK.forEach(readAll)
    expect(thrown, thrown.join('\n')).toEqual([])
  })

  it('is parsed if complete: each good example by at least one reader', () => {
    for (const value of good.slice(0, 8))
      expect(
        readers.some((read) => read(value) !== undefined),
        JSON.stringify(value),
      ).toBe(true)
  })

  it.each([
    ['', 'OTHER'],
    ['{', 'OTHER'],
    ['[]', 'OTHER'],
    ['{"method":"subscription"}', 'OTHER'],
    ['{"id":"1","result":{}}', 'OTHER'],
    ['{"id":1}', 'OTHER'],
    ['{"id":1,"result":null}', 'RESULT'],
    ['{"id":1,"error":{"code":40111,"message":"invalid"}}', 'ERROR'],
    ['{"method":"subscription","params":{"channel":"trades.ALL","data":1}}', 'EVENT'],
  ])('the frame %s is %s', (text, kind) => expect(frameFromWire(text).kind).toBe(kind))

  it.each([
    [200, '{"a":1}', 'RESULT'],
    [204, '', 'RESULT'],
    [200, 'not json', 'LOST'],
    [400, '{"error":"VALIDATION_ERROR","message":"no"}', 'ERROR'],
    [404, '<html>', 'ERROR'],
    [408, '', 'LOST'],
    [429, '', 'LOST'],
    [500, '{"error":"INTERNAL_ERROR"}', 'LOST'],
    [503, '', 'LOST'],
    [302, '', 'LOST'],
  ])('an answer with status %d and body %s is %s', (status, text, kind) =>
    expect(answerFromWire({ status, text, retryAfter: null }).kind).toBe(kind),
  )

  it('a pause requested by the venue lasts as long as requested, within limits', () => {
    const pause = (retryAfter: string | null) => answerFromWire({ status: 429, text: '', retryAfter })
    expect([pause('3'), pause(null), pause('soon'), pause('99999999')]).toMatchObject(
      [3_000, 5_000, 5_000, 60_000].map((retryAfterMs) => ({ retryAfterMs })),
    )
  })
})
