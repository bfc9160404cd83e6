/**
 * The settlement property with the venue's own makers: the taker's account contains exactly what Parley reports as traded, once, at the reported
 * prices.
 */
import { describe, expect, it, onTestFinished } from 'vitest'
import { opposite, quantity, structurePrice, type Instrument, type Leg, type Price, type Ratio } from '@parley/core'
import { createDeribitVenue, type Block, type Venue } from '@parley/venues'
import { done } from '@parley/venues/compliance'
import { settleDay } from '../../test/settlement-days.ts'
import { createRandom } from '../exchange/random.ts'
import type { FaultOrder } from '../exchange/faults.ts'
import { createDeribitSimulator } from './simulator.ts'

const TAKER = { clientId: 'taker', clientSecret: 't', name: 'Taker' }
const STORM_MS = 6 * 60_000
/** The life of an RFQ, one pause of the storm, and a few of the longest retries. */
const LONGEST_MS = STORM_MS + 150_000 + 60_000
const DAYS = Number(process.env['PARLEY_DAYS'] ?? 3)
const REQUESTS = 6

const storm: readonly FaultOrder[] = ['private/accept_block_rfq', 'private/get_block_rfqs', 'private/get_block_trades'].flatMap(
  (method) => [
    { method, fault: { kind: 'DELAY', delayMs: 900 }, probability: 0.12 },
    { method, fault: { kind: 'DISCONNECT_BEFORE' }, probability: 0.06 },
    { method, fault: { kind: 'DISCONNECT_AFTER' }, probability: 0.08 },
    { method, fault: { kind: 'LOSE_ANSWER' }, probability: 0.08 },
    { method, fault: { kind: 'ANSWER_TWICE' }, probability: 0.08 },
    { method, fault: { kind: 'REJECT', code: 10041, message: 'settlement_in_progress' }, probability: 0.08 },
  ],
)
const refusal: FaultOrder = {
  method: 'private/accept_block_rfq',
  fault: { kind: 'REJECT', code: 10009, message: 'not_enough_funds' },
  probability: 0.1,
}

describe("15.5 days of settlement with Deribit's own makers", { timeout: 300_000 }, () => {
  const first = Number(process.env['PARLEY_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
  it.each(Array.from({ length: DAYS }, (_, index) => first + index))("agree with the taker's account: seed %d", async (seed) => {
    const began = Date.now()
    let moved = Date.UTC(2026, 10, 21, 12) - began
    const now = (): number => Date.now() + moved
    const simulator = await createDeribitSimulator({ seed, now, tickMs: 0, accounts: [TAKER] })
    const venues: Venue[] = []
    const connect = (callTimeoutMs: number): Venue => {
      venues.push(createDeribitVenue({ url: simulator.url, now, callTimeoutMs }))
      return venues.at(-1)!
    }
    // Responses are lost only in the storm; before that, a busy machine may be slow.
    const adapter = (): Venue => connect(250)
    onTestFinished(async () => {
      await Promise.all(venues.map((venue) => venue.close()))
      await simulator.close()
    })
    const advance = (ms: number): void => void (moved += ms)
    const random = createRandom(seed, 'requests')
    const makers = connect(15_000).venueMakers!
    const listed = (await venues[0]!.instruments()).filter(
      ({ name, kind }) => kind === 'OPTION' && simulator.market.value(simulator.market.instrument(name)!).mark > 0.02,
    )
    const asked = new Map<string, { readonly id: string; readonly legs: readonly Leg[] }>()
    for (let index = 0; index < REQUESTS; index += 1) {
      const legs = drawLegs(listed, random.next)
      const terms = legs.map(({ instrument, side, ratio }) => ({ instrument, side, quantity: quantity(String((250 * ratio) / 10_000)) }))
      const { id } = done(await makers.ask({ name: `r_${index}`, legs: terms, taker: 'DISCLOSED' }, TAKER))
      asked.set(`t_${index}`, { id, legs })
    }
    for (let second = 0; second < 15; second += 1) {
      advance(1_000)
      simulator.step(1_000)
    }
    const open = done(await makers.open(TAKER))
    const blocks = [...asked].flatMap(([nonce, { id, legs }]): Block[] => {
      const { asks, bids } = open.find((rfq) => rfq.id === id)!
      const side = random.next() < 0.5 ? 'BUY' : 'SELL'
      const worst = (side === 'BUY' ? asks : bids).at(-1)
      return worst === undefined ? [] : [blockAt(nonce, legs, { side, limit: worst.price, at: now() })]
    })
    for (const order of [...storm, refusal]) simulator.faults.order(order)
    const ends = await settleDay({
      ...{ seed, blocks, parties: { maker: TAKER, taker: TAKER }, now, advance, adapter },
      venueRfqOf: ({ nonce }) => asked.get(nonce)!.id,
      stormUntil: now() + STORM_MS,
      endStorm: simulator.faults.clear,
    })
    await expect.poll(simulator.isQuiet, { timeout: 20_000 }).toBe(true)
    const said = ends.flatMap(({ settlement }) => (settlement.state === 'EXECUTED' ? settlement.venueTradeId.split('+') : []))
    expect(said.sort(), `seed ${seed}`).toEqual(
      simulator
        .blocks()
        .map(({ id }) => id)
        .sort(),
    )
    for (const { block, settlement, tookMs } of ends) {
      expect(tookMs, `seed ${seed}, ${block.nonce}`).toBeLessThan(LONGEST_MS)
      if (settlement.state !== 'EXECUTED') continue
      const { legs } = asked.get(block.nonce)!
      const [agreed, executed] = [block.legs.map(({ price }) => price), settlement.legPrices!].map((prices) =>
        structurePrice(legs, prices)!,
      )
      const isBuy = block.legs[0]!.makerSide === opposite(legs[0]!.side)
      expect(isBuy ? executed! <= agreed! : executed! >= agreed!, `seed ${seed}, ${block.nonce}`).toBe(true)
    }
  })
})

/** One to three options on one coin, in a ratio of one or two. */
function drawLegs(listed: readonly Instrument[], next: () => number): readonly Leg[] {
  const first = listed[Math.floor(next() * listed.length)]!
  const others = listed.filter(({ baseCurrency, id }) => baseCurrency === first.baseCurrency && id !== first.id)
  const more = Array.from({ length: Math.floor(next() * 3) }, () => others[Math.floor(next() * others.length)]!)
  return [...new Set([first, ...more])].map((instrument, place) => ({
    instrument,
    side: next() < 0.5 ? 'BUY' : 'SELL',
    ratio: (place === 0 || next() < 0.7 ? 10_000 : 20_000) as Ratio,
  }))
}

/** Leg prices that add up to the limit: all of it on the first leg, whose ratio is one. */
function blockAt(nonce: string, legs: readonly Leg[], { side, limit, at }: { side: 'BUY' | 'SELL'; limit: Price; at: number }): Block {
  const rest = legs.slice(1).reduce((sum, leg) => sum + (leg.side === 'BUY' ? 1 : -1) * 2_000_000 * (leg.ratio / 10_000), 0)
  const first = (legs[0]!.side === 'BUY' ? limit - rest : rest - limit) as Price
  return {
    nonce,
    at,
    legs: legs.map((leg, place) => ({
      instrument: leg.instrument,
      makerSide: side === 'BUY' ? opposite(leg.side) : leg.side,
      price: place === 0 ? first : (2_000_000 as Price),
      quantity: quantity(String((250 * leg.ratio) / 10_000)),
    })),
  }
}
