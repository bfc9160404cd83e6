/** Two scenarios of an account in the running product: its results by day after some fills, and its leverage. */
import { perpetualCalls as calls, type Client } from '@parley/client'
import { expect, vi } from 'vitest'
import { MARKET, type watchAccount } from './perpetuals-product.ts'

const DAY_MS = 86_400_000
const sumOf = (texts: readonly (string | null)[]): number => texts.reduce((sum, text) => sum + Number(text ?? 0), 0)

export async function resultsAgreeWithTheFills(trader: Client): Promise<void> {
  const { results: fills } = await trader.call(calls.listPerpetualFills, { query: {} })
  const now = Date.now()
  const { results, earlier } = await trader.call(calls.listPerpetualDailyPnl, { query: { from: now - DAY_MS, to: now } })
  expect(results.every(({ market, day }) => market === MARKET && day % DAY_MS === 0)).toBe(true)
  expect(results.reduce((sum, row) => sum + row.fills, 0)).toBe(fills.length)
  expect(sumOf(results.map(({ fees }) => fees))).toBeCloseTo(sumOf(fills.map(({ fee }) => fee)), 8)
  expect(sumOf(results.map((row) => row.realized_pnl))).toBeCloseTo(sumOf(fills.map((fill) => fill.realized_pnl)), 8)
  expect(earlier).toBeNull()
  // A page that begins after the results leads back to them.
  const later = await trader.call(calls.listPerpetualDailyPnl, { query: { from: fills[0]!.at + 1, to: now + DAY_MS } })
  expect(later).toEqual({ results: [], from: fills[0]!.at + 1, earlier: fills[0]!.at })
  await expect(trader.call(calls.listPerpetualDailyPnl, { query: { from: 0, to: now } })).rejects.toMatchObject({ error: 'InvalidParams' })
}

export async function depositsAreListed(trader: Client): Promise<void> {
  const { results } = await trader.call(calls.listPerpetualTransfers, { query: {} })
  expect(results).toMatchObject([
    { kind: 'DEPOSIT', direction: 'IN', state: 'COMPLETED', currency: 'USDC', chain: 'ETHEREUM', reason: null },
  ])
  const earlier = { from: 0, to: results[0]!.at - 1 }
  expect(await trader.call(calls.listPerpetualTransfers, { query: { ...earlier, from: earlier.to - DAY_MS } })).toEqual({ results: [] })
}

export async function setsLeverage(trader: Client, seen: ReturnType<typeof watchAccount>['seen']): Promise<void> {
  const params = { market: MARKET }
  expect(await trader.call(calls.getPerpetualMargin, { params })).toMatchObject({ mode: 'CROSS', leverage: '50', is_chosen: false })
  expect(await trader.call(calls.setPerpetualMargin, { params, body: { mode: 'ISOLATED', leverage: 10 } })).toEqual({
    ...{ market: MARKET, mode: 'ISOLATED', leverage: '10', is_chosen: true },
  })
  expect(await trader.call(calls.getPerpetualMargin, { params })).toMatchObject({ mode: 'ISOLATED', leverage: '10', is_chosen: true })
  await vi.waitFor(() => expect(seen.margins.at(-1)).toMatchObject({ leverage: '10' }), { timeout: 20_000, interval: 25 })
  await expect(trader.call(calls.setPerpetualMargin, { params, body: { mode: 'CROSS', leverage: 51 } })).rejects.toMatchObject({
    ...{ error: 'PerpetualOrderInvalid', member: 'leverage' },
    message: expect.stringContaining('from 1 to 50'),
  })
  await trader.call(calls.setPerpetualMargin, { params, body: { mode: 'CROSS', leverage: 50 } })
}
