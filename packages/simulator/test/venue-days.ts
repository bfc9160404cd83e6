/** The settlement property for any venue: both parties' accounts there hold what Parley says was traded, exactly once, whatever went wrong on the way. */
import { afterAll, describe, expect, it } from 'vitest'
import type { Price, Quantity } from '@parley/core'
import type { Block, BlockLeg, Venue, VenueCredentials } from '@parley/venues'
import { createRandom, type Random } from '../src/exchange/random.ts'
import { settleDay, type End } from './settlement-days.ts'

/** A simulated venue of one day, in its storm. */
export interface VenueDay {
  /** An adapter that remembers nothing. */
  adapter(): Venue
  /** The mark of a listed contract. */
  mark(name: string): number
  endStorm(): void
  /** Nothing that was sent is still to be carried out. */
  isQuiet(): boolean
  /** The venue's own ids of what it executed. */
  executed(): readonly string[]
  /** Signed, in contracts, of the user of a key. */
  positions(party: VenueCredentials): ReadonlyMap<string, number>
  close(): Promise<void>
}

export type DayPlan = {
  readonly name: string
  readonly blocks: number
  /** Contracts that are traded; those with a mark of their own are dear enough for a price on the grid. */
  readonly isTraded: (name: string) => boolean
  /** Whether the venue can tell blocks of the same legs apart. */
  readonly mayBeAlike: boolean
  open(seed: number, now: () => number, parties: typeof PARTIES): Promise<VenueDay>
}

export const PARTIES = {
  maker: { clientId: 'maker', clientSecret: 'm', name: 'Maker' },
  taker: { clientId: 'taker', clientSecret: 't', name: 'Taker' },
} as const

/** The windows of the venues and their margins are six minutes; the storm outlasts them. */
const STORM_MS = 8 * 60_000
/** One pause that began in the storm, the window of a block, and a few of the longest retries after it. */
const LONGEST_MS = STORM_MS + 150_000 + 60_000
const START = Date.UTC(2026, 10, 21, 12)
const DAYS = Number(process.env['PARLEY_DAYS'] ?? 4)

export function venueDays(plan: DayPlan): void {
  describe(`7.6 days of settlement at ${plan.name}`, { timeout: 600_000 }, () => {
    const first = Number(process.env['PARLEY_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
    const states: string[] = []
    afterAll(() => {
      const traded = states.filter((state) => state === 'EXECUTED').length
      console.log(`${plan.name}: ${DAYS} days from PARLEY_SEED=${first}: ${traded} blocks traded, ${states.length - traded} rejected.`)
    })
    it.each(Array.from({ length: DAYS }, (_, index) => first + index))('agree with both accounts: seed %d', async (seed) => {
      states.push(...(await liveDay(plan, seed)).map(({ settlement }) => settlement.state))
    })
  })
}

async function liveDay(plan: DayPlan, seed: number): Promise<readonly End[]> {
  const began = Date.now()
  let moved = 0
  const now = (): number => START + (Date.now() - began) + moved
  const day = await plan.open(seed, now, PARTIES)
  const venues: Venue[] = []
  const adapter = (): Venue => {
    venues.push(day.adapter())
    return venues.at(-1)!
  }
  try {
    const blocks = await drawBlocks(plan, day, adapter(), createRandom(seed, 'blocks'), now())
    const advance = (ms: number): void => void (moved += ms)
    const ends = await settleDay({
      ...{ seed, blocks, parties: PARTIES, now, advance, adapter },
      stormUntil: now() + STORM_MS,
      endStorm: day.endStorm,
    })
    await expect.poll(day.isQuiet, { timeout: 20_000 }).toBe(true)
    compare(ends, day, `seed ${seed}`)
    return ends
  } finally {
    await Promise.all(venues.map((venue) => venue.close()))
    await day.close()
  }
}

type Listed = Awaited<ReturnType<Venue['instruments']>>

async function drawBlocks(plan: DayPlan, day: VenueDay, venue: Venue, random: Random, at: number): Promise<readonly Block[]> {
  const traded = (await venue.instruments()).filter(({ name }) => plan.isTraded(name))
  return Array.from({ length: plan.blocks }, (_, index) => {
    const isAlike = plan.mayBeAlike && index % 3 === 0
    const legs = isAlike ? traded.slice(0, 2).map((one) => legOf(one, day, 1, 'SELL')) : drawLegs(traded, day, random, index)
    return { nonce: `t_${index}`, at, legs }
  })
}

/** One to three contracts at their marks, in sizes that no two blocks of a day share. */
function drawLegs(traded: Listed, day: VenueDay, random: Random, index: number): readonly BlockLeg[] {
  const count = 1 + Math.floor(random.next() * 3)
  const drawn = Array.from({ length: count }, () => traded[Math.floor(random.next() * traded.length)]!)
  return [...new Set(drawn)].map((one) => legOf(one, day, 2 + index, random.next() < 0.5 ? 'BUY' : 'SELL'))
}

function legOf(instrument: Listed[number], day: VenueDay, blocks: number, makerSide: BlockLeg['makerSide']): BlockLeg {
  const price = (Math.round((day.mark(instrument.name) * 1e8) / instrument.tickSize) * instrument.tickSize) as Price
  return { instrument, makerSide, price, quantity: (instrument.minBlockSize * blocks) as Quantity }
}

function compare(ends: readonly End[], day: VenueDay, message: string): void {
  const traded = ends.flatMap(({ block, settlement }) => (settlement.state === 'EXECUTED' ? [{ block, id: settlement.venueTradeId }] : []))
  expect(traded.map(({ id }) => id).sort(), message).toEqual([...day.executed()].sort())
  const expected = new Map<string, number>()
  for (const { block } of traded)
    for (const { instrument, makerSide, quantity } of block.legs)
      expected.set(instrument.name, (expected.get(instrument.name) ?? 0) + (makerSide === 'BUY' ? quantity : -quantity))
  expect(held(day.positions(PARTIES.maker)), message).toEqual(held(expected))
  expect(held(day.positions(PARTIES.taker)), message).toEqual(held(new Map([...expected].map(([name, quantity]) => [name, -quantity]))))
  for (const { tookMs, block } of ends) expect(tookMs, `${message}, ${block.nonce}`).toBeLessThan(LONGEST_MS)
}

/** Without what is flat. */
const held = (positions: ReadonlyMap<string, number>): readonly (readonly [string, number])[] =>
  [...positions].filter(([, quantity]) => quantity !== 0).sort(([one], [other]) => (one < other ? -1 : 1))
