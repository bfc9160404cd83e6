/**
 * The settlement property for any venue: both parties' accounts there contain exactly what Parley reports as traded, once, whatever went wrong on the
 * way.
 */
import { afterAll, describe, expect, it } from 'vitest'
import {
  legLimits,
  listedSpreads,
  QUOTES_END_BEFORE_EXPIRY_MS,
  opposite,
  pricedBand,
  spreadLegPrices,
  type Instant,
  type Instrument,
  type ListedSpread,
  type Price,
  type Quantity,
  type Side,
} from '@parley/core'
import type { Block, BlockLeg, BlockVenue, VenueAnswer, VenueCredentials } from '@parley/venues'
import { done } from '@parley/venues/compliance'
import { createRandom, type Random } from '../src/exchange/random.ts'
import { settleDay, type End } from './settlement-days.ts'

/** A simulated venue for one day, with its storm of faults. */
export interface VenueDay {
  /** An adapter without any memory. */
  adapter(): BlockVenue
  /** The mark of a listed contract. */
  mark(name: string): number
  endStorm(): void
  /** No call is waiting to be carried out. */
  isQuiet(): boolean
  /** The venue's ids for executed blocks. */
  executed(): readonly string[]
  /** Signed, in contracts, for the user of a key. */
  positions(party: VenueCredentials): ReadonlyMap<string, number>
  close(): Promise<void>
}

export type DayPlan = {
  readonly name: string
  readonly blocks: number
  /** The days of a run for this plan, if several plans of one venue share them; all of them by default. */
  readonly share?: number
  /** Contracts to trade. Those with a mark are expensive enough for a price on the grid. */
  readonly isTraded: (name: string) => boolean
  /** Whether the venue can distinguish blocks with the same legs. */
  readonly mayBeAlike: boolean
  /** Accounts and keys, for a venue with its own form of them. */
  readonly keys?: Readonly<Record<'maker' | 'taker', VenueCredentials>>
  open(seed: number, now: () => number, parties: DayParties): Promise<VenueDay>
}

type DayParties = Readonly<Record<'maker' | 'taker', VenueCredentials & { readonly name: string }>>

const partiesOf = ({ keys }: DayPlan): DayParties => ({
  maker: { clientId: 'maker', clientSecret: 'm', name: 'Maker', ...keys?.maker },
  taker: { clientId: 'taker', clientSecret: 't', name: 'Taker', ...keys?.taker },
})

/** The venues' windows and their margins are six minutes; the storm lasts longer. */
const STORM_MS = 8 * 60_000
/** One pause that began in the storm, the window of a block, and a few of the longest retries after it. */
const LONGEST_MS = STORM_MS + 150_000 + 60_000
const START = Date.UTC(2026, 10, 21, 12)
const DAYS = Number(process.env['PARLEY_DAYS'] ?? 4)

const daysOf = ({ share = 1 }: DayPlan): number => Math.ceil(DAYS * share)

export function venueDays(plan: DayPlan): void {
  describe(`7.6 days of settlement at ${plan.name}`, { timeout: 600_000 }, () => {
    const first = Number(process.env['PARLEY_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
    const states: string[] = []
    afterAll(() => {
      const traded = states.filter((state) => state === 'EXECUTED').length
      console.log(
        `${plan.name}: ${daysOf(plan)} days from PARLEY_SEED=${first}: ${traded} blocks traded, ${states.length - traded} rejected.`,
      )
    })
    it.each(Array.from({ length: daysOf(plan) }, (_, index) => first + index))('agree with both accounts: seed %d', async (seed) => {
      states.push(...(await liveDay(plan, seed)).map(({ settlement }) => settlement.state))
    })
  })
}

async function liveDay(plan: DayPlan, seed: number): Promise<readonly End[]> {
  const began = Date.now()
  let moved = 0
  const now = (): number => START + (Date.now() - began) + moved
  const parties = partiesOf(plan)
  const day = await plan.open(seed, now, parties)
  const venues: BlockVenue[] = []
  const adapter = (): BlockVenue => {
    venues.push(day.adapter())
    return venues.at(-1)!
  }
  try {
    const blocks = await drawBlocks(plan, day, adapter(), createRandom(seed, 'blocks'), now())
    const advance = (ms: number): void => void (moved += ms)
    const ends = await settleDay({
      ...{ seed, blocks, parties, now, advance, adapter },
      stormUntil: now() + STORM_MS,
      endStorm: day.endStorm,
    })
    await expect.poll(day.isQuiet, { timeout: 20_000 }).toBe(true)
    compare(ends, day, parties, `seed ${seed}`)
    day.endStorm()
    await compareAccounts(ends, adapter(), { parties, at: now(), message: `seed ${seed}` })
    return ends
  } finally {
    await Promise.all(venues.map((venue) => venue.close()))
    await day.close()
  }
}

type Listed = Awaited<ReturnType<BlockVenue['instruments']>>

async function drawBlocks(plan: DayPlan, day: VenueDay, venue: BlockVenue, random: Random, at: number): Promise<readonly Block[]> {
  const traded = (await venue.instruments()).filter(({ name }) => plan.isTraded(name))
  return Array.from({ length: plan.blocks }, (_, index) => {
    const isAlike = plan.mayBeAlike && index % 3 === 0
    if (isAlike) return { nonce: `t_${index}`, at, legs: traded.slice(0, 2).map((one) => legOf(one, day, 1, 'SELL')) }
    const spreads = index % 3 === 1 ? listedSpreads(traded.filter(isOfProduct), at as Instant, QUOTES_END_BEFORE_EXPIRY_MS) : []
    const legs = spreads.length > 0 ? drawSpread(spreads, day, random, { index, at }) : drawLegs(traded, day, random, index)
    return { nonce: `t_${index}`, at, legs }
  })
}

/** One to three contracts at their marks, in sizes that no two blocks of a day share. */
function drawLegs(traded: Listed, day: VenueDay, random: Random, index: number): readonly BlockLeg[] {
  const count = 1 + Math.floor(random.next() * 3)
  const drawn = Array.from({ length: count }, () => traded[Math.floor(random.next() * traded.length)]!)
  return [...new Set(drawn)].map((one) => legOf(one, day, 2 + index, random.next() < 0.5 ? 'BUY' : 'SELL'))
}

/** Contracts of a venue without products of the unified markets are in no listed spread. */
const isOfProduct = (one: Listed[number]): one is Instrument => 'productCode' in one

/** Limits that every venue has, as a fraction of the mark. */
const NEAR = 0.005

/** A fill of a listed spread: any price that two leg prices within the limits add up to (rulebook 17.6). */
function drawSpread(
  spreads: readonly ListedSpread[],
  day: VenueDay,
  random: Random,
  { index, at }: { readonly index: number; readonly at: number },
): readonly BlockLeg[] {
  const { structure, priceTick } = spreads[Math.floor(random.next() * spreads.length)]!
  const limits = legLimits(structure, (id) => {
    const markPrice = day.mark(structure.legs.find(({ instrument }) => instrument.id === id)!.instrument.name)
    const figures = { markPrice, minPrice: markPrice * (1 - NEAR), maxPrice: markPrice * (1 + NEAR) }
    return { instrumentId: id, underlyingPrice: markPrice, indexPrice: markPrice, at, ...figures }
  })!
  const { least, most } = pricedBand(structure, priceTick, limits)
  const price = (least + Math.floor(random.next() * ((most - least) / priceTick + 1)) * priceTick) as Price
  const prices = spreadLegPrices(structure, price, limits)!
  const makerBuys = random.next() < 0.5
  const quantity = (structure.legs[0]!.instrument.minBlockSize * (2 + index)) as Quantity
  return structure.legs.map(({ instrument, side }, place) => ({
    ...{ instrument, price: prices[place]!, quantity },
    makerSide: makerBuys ? side : opposite(side),
  }))
}

function legOf(instrument: Listed[number], day: VenueDay, blocks: number, makerSide: BlockLeg['makerSide']): BlockLeg {
  const price = (Math.round((day.mark(instrument.name) * 1e8) / instrument.tickSize) * instrument.tickSize) as Price
  return { instrument, makerSide, price, quantity: (instrument.minBlockSize * blocks) as Quantity }
}

type Traded = { readonly block: Block; readonly id: string }

const tradedIn = (ends: readonly End[]): readonly Traded[] =>
  ends.flatMap(({ block, settlement }) => (settlement.state === 'EXECUTED' ? [{ block, id: settlement.venueTradeId }] : []))

/** The maker's sides; the taker's are the opposite. */
function positionsAfter(traded: readonly Traded[]): ReadonlyMap<string, number> {
  const expected = new Map<string, number>()
  for (const { block } of traded)
    for (const { instrument, makerSide, quantity } of block.legs)
      expected.set(instrument.name, (expected.get(instrument.name) ?? 0) + (makerSide === 'BUY' ? quantity : -quantity))
  return expected
}

/** Each party reads its own account over the venue's protocol, and finds there what Parley reports. */
type Compared = { readonly parties: DayParties; readonly at: number; readonly message: string }

async function compareAccounts(ends: readonly End[], venue: BlockVenue, { parties, at, message }: Compared): Promise<void> {
  const traded = tradedIn(ends)
  for (const [role, sign] of [
    ['MAKER', 1],
    ['TAKER', -1],
  ] as const) {
    const party = role === 'MAKER' ? parties.maker : parties.taker
    const { positions } = await answered(() => venue.readHoldings(party))
    const expected = [...positionsAfter(traded)].map(([name, quantity]) => [name, sign * quantity] as const)
    expect(held(new Map(positions.map((one) => [one.instrumentName, one.quantity]))), `${message}, ${role}`).toEqual(
      held(new Map(expected)),
    )
    const shown = await answered(() => venue.readBlocks(party, START, at + 1))
    const legsOf = (legs: readonly { readonly name: string; readonly side: string; readonly price: number; readonly quantity: number }[]) =>
      legs.map((leg) => [leg.name, leg.side, leg.price, leg.quantity].join(' ')).sort()
    const wanted = traded.map(({ block, id }) => ({
      ...{ id, role },
      legs: legsOf(block.legs.map((leg) => ({ ...leg, name: leg.instrument.name, side: sideOf(leg.makerSide, role) }))),
    }))
    const recorded = shown.map((one) => ({
      ...{ id: one.venueTradeId, role: one.role },
      legs: legsOf(one.legs.map((leg) => ({ ...leg, name: leg.instrumentName }))),
    }))
    expect(recorded.sort(byId), `${message}, ${role}`).toEqual(wanted.sort(byId))
  }
}

/** Reads change nothing, so a read with a late response is repeated. */
async function answered<T>(read: () => Promise<VenueAnswer<T>>): Promise<T> {
  let answer = await read()
  for (let turn = 1; turn < 5 && answer.outcome === 'UNKNOWN'; turn++) answer = await read()
  return done(answer)
}

const byId = (one: { readonly id: string }, other: { readonly id: string }): number => (one.id < other.id ? -1 : 1)
const sideOf = (makerSide: Side, role: 'MAKER' | 'TAKER'): Side => (role === 'MAKER' ? makerSide : opposite(makerSide))

function compare(ends: readonly End[], day: VenueDay, { maker, taker }: DayParties, message: string): void {
  const traded = tradedIn(ends)
  expect(traded.map(({ id }) => id).sort(), message).toEqual([...day.executed()].sort())
  const expected = positionsAfter(traded)
  expect(held(day.positions(maker)), message).toEqual(held(expected))
  expect(held(day.positions(taker)), message).toEqual(held(new Map([...expected].map(([name, quantity]) => [name, -quantity]))))
  for (const { tookMs, block } of ends) expect(tookMs, `${message}, ${block.nonce}`).toBeLessThan(LONGEST_MS)
}

/** Without flat positions. */
const held = (positions: ReadonlyMap<string, number>): readonly (readonly [string, number])[] =>
  [...positions].filter(([, quantity]) => quantity !== 0).sort(([one], [other]) => (one < other ? -1 : 1))
