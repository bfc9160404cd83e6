import {
  directRfqCalls,
  leaderboardCalls,
  obCalls,
  perpetualCalls,
  accountCalls,
  protectionCalls,
  spreadCalls,
  vaultCalls,
  wireRates,
  type Call,
} from '@parley/contracts'
import type { DeskId, UserId } from '@parley/core'
import { expect, it } from 'vitest'
import type { Caller } from '../calls/route.ts'
import { createCallLimits, weightOf } from './call-limits.ts'
import type { DeskRateName } from './rate-names.ts'
import { createRollingLimit } from './rolling-window.ts'

const caller = { kind: 'key', desk: 'KEST' as DeskId, user: 'u' as UserId, role: 'trader' } as unknown as Caller
const NOW = 1_800_000_000_000

function limits() {
  const limit = (name: DeskRateName) => createRollingLimit(wireRates[name])
  const made = createCallLimits({
    requests: limit('requestsPerDesk'),
    repetitions: limit('requestsPerDesk'),
    rescues: limit('rescuesPerDesk'),
    rfqs: limit('rfqsPerDesk'),
    quoteSweeps: limit('quoteSweepsPerDesk'),
    spreadReads: limit('spreadReadsPerDesk'),
    spreadWrites: limit('spreadWritesPerDesk'),
    perpetualReads: limit('perpetualReadsPerDesk'),
    chainCalls: limit('chainCallsPerDesk'),
    refusals: limit('requestsPerDesk'),
  })
  const wait = (call: Call, by: Caller, query: string, now: number) => made.take(call, by, query, now).waitMs
  return { ...made, wait }
}

it('a flood of quotes waits, and what cancels or protects goes at the first try', () => {
  const { wait } = limits()
  const ask = (call: Call, query = '', now = NOW) => wait(call, caller, query, now)
  for (let sent = 0; sent < wireRates.requestsPerDesk.most; sent++) expect(ask(directRfqCalls.createOrder)).toBeUndefined()
  expect(ask(directRfqCalls.createOrder)).toBe(1_000)
  expect(ask(directRfqCalls.listRfqs)).toBe(1_000)
  const rescues = [protectionCalls.stopTrading, protectionCalls.cancelAll, protectionCalls.cancelAllAfter, directRfqCalls.cancelOrder]
  for (const call of rescues) expect(ask(call), call.path).toBeUndefined()
  expect(ask(obCalls.cancelQuotes, 'side=BUY')).toBeUndefined()
})

it('what is kept for them has an end too, and comes back', () => {
  const { wait } = limits()
  const cancel = (now = NOW) => wait(directRfqCalls.cancelOrder, caller, '', now)
  const most = wireRates.requestsPerDesk.most + wireRates.rescuesPerDesk.most
  for (let sent = 0; sent < most; sent++) expect(cancel()).toBeUndefined()
  expect(cancel()).toBe(1_000)
  expect(cancel(NOW + 1_000)).toBeUndefined()
})

it('an unfiltered cancel of quotes keeps its own rate in a flood', () => {
  const { wait } = limits()
  for (let sent = 0; sent < wireRates.requestsPerDesk.most; sent++) wait(directRfqCalls.createOrder, caller, '', NOW)
  const sweeps = Array.from({ length: 6 }, () => wait(obCalls.cancelQuotes, caller, '', NOW))
  expect(sweeps).toEqual([...Array.from({ length: 5 }, () => undefined), 10_000])
})

it('a sweep of all quotes counts, whatever name the caller gives, and one with a filter does not', () => {
  const { wait } = limits()
  const sweep = (query: string) => wait(obCalls.cancelQuotes, caller, query, NOW)
  const { most } = wireRates.quoteSweepsPerDesk
  for (let sent = 0; sent < most; sent++) expect(sweep(sent % 2 === 0 ? '' : 'api-key=x&side=')).toBeUndefined()
  expect(sweep('')).toBeGreaterThan(0)
  expect(sweep('api-key=x')).toBeGreaterThan(0)
  expect(sweep('api-key=x&side=BUY')).toBeUndefined()
})

// Proves W 2.9.
it('calls about listed spreads have their published rates, and what cancels there goes on', () => {
  const { wait } = limits()
  const ask = (call: Call, by = caller) => wait(call, by, '', NOW)
  for (let sent = 0; sent < wireRates.spreadWritesPerDesk.most; sent++) expect(ask(spreadCalls.createOrder)).toBeUndefined()
  expect([ask(spreadCalls.createOrder), ask(spreadCalls.replaceOrder)]).toEqual([1_000, 1_000])
  const rescues = [spreadCalls.cancelOrder, spreadCalls.cancelOrders, spreadCalls.resetMmp]
  for (const call of rescues) expect(ask(call), call.path).toBeUndefined()
  const viewer = { ...caller, role: 'viewer' } as Caller
  for (let sent = 0; sent < wireRates.spreadReadsPerDesk.most; sent++) expect(ask(spreadCalls.listOrders, viewer)).toBeUndefined()
  expect(ask(spreadCalls.listStrategies)).toBe(1_000)
  expect([ask(directRfqCalls.createOrder), ask(directRfqCalls.listRfqs)]).toEqual([undefined, undefined])
})

it('a repetition is not counted among the calls, and there are only as many of them as of requests', () => {
  const { take, wait, mayRepeat } = limits()
  const { most } = wireRates.requestsPerDesk
  const create = () => take(directRfqCalls.createRfq, caller, '', NOW)
  expect(create().waitMs).toBeUndefined()
  const again = create()
  expect(again.waitMs).toBe(3_000)
  again.giveBack()
  for (let sent = 1; sent < most; sent++) expect(wait(directRfqCalls.createOrder, caller, '', NOW)).toBeUndefined()
  expect(wait(directRfqCalls.createOrder, caller, '', NOW)).toBe(1_000)
  for (let sent = 0; sent < most; sent++) expect(mayRepeat(caller, NOW)).toBe(true)
  expect(mayRepeat(caller, NOW)).toBe(false)
  expect(mayRepeat(caller, NOW + 1_000)).toBe(true)
})

it.each([
  [directRfqCalls.listRfqs, '', 1],
  [directRfqCalls.listRfqs, 'page_size=100', 1],
  [directRfqCalls.listRfqs, 'page_size=101', 2],
  [directRfqCalls.listRfqs, 'status=OPEN&page_size=1000', 10],
  [directRfqCalls.listRfqs, 'page_size=99999', 10],
  [directRfqCalls.listRfqs, 'page_size=-1', 1],
  [directRfqCalls.listRfqs, 'page_size=many', 1],
  [leaderboardCalls.leaderVolumes, '', 5],
  [perpetualCalls.listPerpetualCandles, 'resolution=1&from=0&to=60000000', 10],
  [perpetualCalls.listPerpetualCandles, 'resolution=60&from=0&to=60000000', 1],
  [perpetualCalls.listPerpetualCandles, 'resolution=x&from=0&to=9', 1],
  [accountCalls.savePreferences, '', 5],
  [directRfqCalls.createOrder, 'page_size=1000', 1],
  [protectionCalls.stopTrading, '', 1],
  [obCalls.cancelQuotes, 'page_size=1000', 1],
] as readonly (readonly [Call, string, number])[])('a call counts by what it costs: %o with "%s" as %i', (call, query, weight) => {
  expect(weightOf(call, query)).toBe(weight)
})

it('pages of a thousand use up the rate after a tenth of the calls', () => {
  const { wait, take } = limits()
  const page = (now = NOW) => wait(directRfqCalls.listRfqs, caller, 'page_size=1000', now)
  for (let sent = 0; sent < wireRates.requestsPerDesk.most / 10; sent++) expect(page()).toBeUndefined()
  expect(page()).toBe(1_000)
  expect(wait(directRfqCalls.listRfqs, caller, '', NOW)).toBe(1_000)
  take(directRfqCalls.listRfqs, caller, 'page_size=1000', NOW + 1_000).giveBack()
  for (let sent = 0; sent < wireRates.requestsPerDesk.most / 10; sent++) expect(page(NOW + 1_000)).toBeUndefined()
})

it('reads at the perpetuals venue and of the chain have rates of their own, which viewers share and cancellations do not use', () => {
  const { wait } = limits()
  const viewer = { ...caller, role: 'viewer' } as Caller
  const { perpetualReadsPerDesk: reads, chainCallsPerDesk: chain } = wireRates
  for (let sent = 0; sent < reads.most; sent++) expect(wait(perpetualCalls.listPerpetualPositions, viewer, '', NOW)).toBeUndefined()
  expect(wait(perpetualCalls.listPerpetualCandles, caller, '', NOW)).toBe(reads.withinMs)
  expect(wait(perpetualCalls.placePerpetualOrder, caller, '', NOW)).toBeUndefined()
  expect(wait(perpetualCalls.cancelPerpetualOrder, caller, '', NOW)).toBeUndefined()
  for (let sent = 0; sent < chain.most; sent++) expect(wait(vaultCalls.priceBid, viewer, '', NOW)).toBeUndefined()
  expect(wait(vaultCalls.createBid, caller, '', NOW)).toBe(chain.withinMs)
  expect(wait(vaultCalls.cancelBid, caller, '', NOW)).toBeUndefined()
})

it('a desk that is refused more often than it may call at all waits for its refusals', () => {
  const { take } = limits()
  const { most } = wireRates.requestsPerDesk
  const turn = (now = NOW) => take(directRfqCalls.listRfqs, caller, '', now)
  for (let sent = 0; sent < most; sent++) expect(turn().waitMs).toBeUndefined()
  for (let sent = 0; sent < most; sent++) expect(turn().slowMs).toBeUndefined()
  expect(turn()).toMatchObject({ waitMs: 1_000, slowMs: 1_000 })
  expect(take(directRfqCalls.listRfqs, { ...caller, desk: 'ORRY' as DeskId }, '', NOW).waitMs).toBeUndefined()
  expect(turn(NOW + 1_000)).toMatchObject({ waitMs: undefined, slowMs: undefined })
})
