/** Both accounts at the venue hold what Parley says was traded, exactly once, whatever went wrong on the way. */
import { afterAll, describe, expect, it } from 'vitest'
import type { Price, Quantity } from '@parley/core'
import { createBybitVenue, type Block, type BlockLeg, type Venue } from '@parley/venues'
import { settleDay, type End } from '../../test/settlement-days.ts'
import type { FaultOrder } from '../exchange/faults.ts'
import { createRandom, type Random } from '../exchange/random.ts'
import type { Contract } from './chain.ts'
import { LEG } from './rfq-desk.ts'
import { createBybitSimulator, type BybitSimulator } from './simulator.ts'

const MAKER = { clientId: 'maker', clientSecret: 'm', name: 'Maker' }
const TAKER = { clientId: 'taker', clientSecret: 't', name: 'Taker' }
const BLOCKS = 6
/** The venue's window and its margin are five and a half minutes; the storm outlasts them. */
const STORM_MS = 8 * 60_000
/** One pause that began in the storm, and a few of the longest retries after it. */
const LONGEST_MS = STORM_MS + 150_000 + 60_000
const DAYS = Number(process.env['PARLEY_DAYS'] ?? 6)
const START = Date.UTC(2026, 10, 21, 12)

const reject = (code: number, message: string) => ({ kind: 'REJECT', code, message }) as const

/** Of the calls that matter, a good third goes wrong in one way or another. */
const storm: readonly FaultOrder[] = [
  // Executions above all are late: the asker has given up, the clock goes on, and then they are carried out.
  { method: '/v5/rfq/execute-quote', fault: { kind: 'DELAY', delayMs: 900 }, probability: 0.2 },
  ...['create-rfq', 'create-quote', 'execute-quote', 'quote-realtime', 'rfq-realtime', 'quote-list', 'trade-list', 'config']
    .map((name) => `/v5/rfq/${name}`)
    .flatMap((method): readonly FaultOrder[] => [
      { method, fault: { kind: 'DISCONNECT_BEFORE' }, probability: 0.06 },
      { method, fault: { kind: 'DISCONNECT_AFTER' }, probability: 0.06 },
      { method, fault: { kind: 'LOSE_ANSWER' }, probability: 0.03 },
      { method, fault: { kind: 'DELAY', delayMs: 400 }, probability: 0.05 },
      { method, fault: { kind: 'ANSWER_TWICE' }, probability: 0.08 },
      { method, fault: reject(10006, 'Too many visits.'), probability: 0.05 },
      { method, fault: reject(10002, 'invalid request, please check your server timestamp'), probability: 0.03 },
    ]),
  { method: LEG, fault: reject(110007, 'ab not enough for new order'), probability: 0.15 },
]

describe('7.6 days of settlement at Bybit', { timeout: 600_000 }, () => {
  const first = Number(process.env['PARLEY_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
  let traded = 0
  let rejected = 0
  afterAll(() => console.log(`${DAYS} days from PARLEY_SEED=${first}: ${traded} blocks traded, ${rejected} rejected.`))

  it.each(Array.from({ length: DAYS }, (_, index) => first + index))('agree with both accounts: seed %d', async (seed) => {
    const ends = await liveDay(seed)
    traded += ends.filter(({ settlement }) => settlement.state === 'EXECUTED').length
    rejected += ends.filter(({ settlement }) => settlement.state === 'REJECTED').length
  })
})

async function liveDay(seed: number): Promise<readonly End[]> {
  const began = Date.now()
  let moved = 0
  const now = (): number => START + (Date.now() - began) + moved
  const simulator = await createBybitSimulator({ seed, now, tickMs: 0, accounts: [MAKER, TAKER], faults: storm })
  const venues: Venue[] = []
  const adapter = (): Venue => {
    const { restUrl, streamUrl } = simulator
    // An answer that takes longer than this counts as lost, on a slow machine too: then there is only more of the storm.
    venues.push(createBybitVenue({ restUrl, streamUrl, now, callTimeoutMs: 250 }))
    return venues.at(-1)!
  }
  try {
    const listed = await adapter().instruments()
    const random = createRandom(seed, 'blocks')
    const blocks = Array.from({ length: BLOCKS }, (_, index) => blockOf(index, { random, simulator, listed, at: now() }))
    const advance = (ms: number): void => void (moved += ms)
    const storming = { stormUntil: now() + STORM_MS, endStorm: () => simulator.faults.clear() }
    const ends = await settleDay({ seed, blocks, parties: { maker: MAKER, taker: TAKER }, now, advance, adapter, ...storming })
    await expect.poll(simulator.isQuiet, { timeout: 20_000 }).toBe(true)
    compare(ends, simulator, `seed ${seed}`)
    return ends
  } finally {
    await Promise.all(venues.map((venue) => venue.close()))
    await simulator.close()
  }
}

type Listed = Awaited<ReturnType<Venue['instruments']>>
type Drawing = { readonly random: Random; readonly simulator: BybitSimulator; readonly listed: Listed; readonly at: number }

/** One to three contracts of a currency at their marks; some blocks are alike but for their nonce. */
function blockOf(index: number, { random, simulator, listed, at }: Drawing): Block {
  const { market } = simulator
  const worth = (name: string): number => market.value(market.contract(name) as Contract).price
  const dear = listed.filter((row) => row.baseCurrency === 'BTC' && worth(row.name) > 1_000 && row.expiresAt! - at > 86_400_000)
  const legs = Array.from({ length: 1 + Math.floor(random.next() * 3) }, (_, place): BlockLeg => {
    const instrument = index % 3 === 0 ? dear[place]! : dear[(Math.floor(random.next() * 1e6) * 3 + place) % dear.length]!
    const price = (Math.round((worth(instrument.name) * 1e8) / instrument.tickSize) * instrument.tickSize) as Price
    const makerSide = random.next() < 0.5 ? 'BUY' : 'SELL'
    return { instrument, makerSide, price, quantity: (instrument.minBlockSize * (1 + Math.floor(random.next() * 50))) as Quantity }
  })
  const named = new Map(legs.map((leg) => [leg.instrument.name, leg]))
  return { nonce: `t_${index}`, at, legs: [...named.values()] }
}

function compare(ends: readonly End[], simulator: BybitSimulator, message: string): void {
  const executed = ends.flatMap(({ block, settlement }) =>
    settlement.state === 'EXECUTED' ? [{ block, id: settlement.venueTradeId }] : [],
  )
  expect(executed.map(({ id }) => id).sort(), message).toEqual(
    simulator
      .blocks()
      .map(({ rfqId }) => rfqId)
      .sort(),
  )
  const expected = new Map<string, number>()
  let worth = 0n
  for (const { block } of executed)
    for (const { instrument, makerSide, price, quantity } of block.legs) {
      const sign = makerSide === 'BUY' ? 1 : -1
      expected.set(instrument.name, (expected.get(instrument.name) ?? 0) + sign * quantity)
      worth -= BigInt(sign) * BigInt(price) * BigInt(quantity)
    }
  const [maker, taker] = [simulator.holding('maker'), simulator.holding('taker')]
  const fees = simulator.blocks().flatMap(({ legs }) => legs.map(({ makerFee }) => BigInt(Math.round(Number(makerFee) * 1e8)) * 1_000_000n))
  const paid = fees.reduce((sum, fee) => sum + fee, 0n)
  expect(sorted(maker.positions), message).toEqual(sorted(expected))
  expect(sorted(taker.positions), message).toEqual(sorted(new Map([...expected].map(([name, quantity]) => [name, -quantity]))))
  expect([maker.cash, taker.cash], message).toEqual([worth - paid, -worth - paid])
  for (const { tookMs, block } of ends) expect(tookMs, `${message}, ${block.nonce}`).toBeLessThan(LONGEST_MS)
}

const sorted = (positions: ReadonlyMap<string, number>): readonly (readonly [string, number])[] =>
  [...positions].map(([name, quantity]) => [name, quantity + 0] as const).sort(([one], [other]) => (one < other ? -1 : 1))
