/** What every venue adapter has to do, whatever venue it speaks to. An adapter's own test gives a harness around a venue (or its simulator) and runs this. */
import { describe, expect, it, vi } from 'vitest'
import { isMultiple, priceFromNumber, type Instrument, type Mark, type Price, type Quantity } from '@parley/core'
import type {
  Block,
  BlockLeg,
  Settled,
  Venue,
  VenueAnswer,
  VenueCredentials,
  VenueHealth,
  VenueListener,
  Verification,
} from './venue-port.ts'

export type Step = 'VERIFY' | 'EXECUTE' | 'FIND'
export type Disruption =
  /** Carried out, never answered. */
  | 'LOSE_ANSWER'
  /** The connection drops before anything is carried out. */
  | 'DISCONNECT_BEFORE'
  /** Carried out, then the connection drops. */
  | 'DISCONNECT_AFTER'
  | 'ANSWER_TWICE'
  /** The venue says to try again later. */
  | 'BUSY'

/** A venue of its own for each test, and a fresh adapter to it. */
export interface VenueHarness {
  readonly venue: Venue
  readonly maker: VenueCredentials
  readonly taker: VenueCredentials
  /** Opens an account, but may not execute blocks. */
  readonly reader: VenueCredentials
  readonly nobody: VenueCredentials
  readonly blockWindowMs: number
  now(): number
  /** Moves the clock of the venue and of the adapter. */
  advance(ms: number): void
  /** The next such step goes wrong in this way. */
  disrupt(step: Step, how: Disruption): void
  /** The next such step is carried out this much later. */
  delay(step: Step, delayMs: number): void
  dropConnections(): void
  /** How many blocks the venue has executed. */
  executed(): number
  /** Another adapter to the same venue, as after a restart: it remembers nothing. */
  restartAdapter(): Promise<Venue>
  close(): Promise<void>
}

const PATIENCE = { timeout: 30_000, interval: 20 }

export type Seen = {
  readonly marks: Map<number, Mark>
  readonly indices: Map<string, number>
  readonly instruments: Map<number, Instrument>
  readonly health: VenueHealth[]
}

/** A listener that remembers. */
export function watch(): VenueListener & { readonly seen: Seen } {
  const seen: Seen = { marks: new Map(), indices: new Map(), instruments: new Map(), health: [] }
  return {
    seen,
    onMarks: (marks) => marks.forEach((mark) => seen.marks.set(mark.instrumentId, mark)),
    onIndex: (currency, price) => seen.indices.set(currency, price),
    onInstruments: (changed) => changed.forEach((instrument) => seen.instruments.set(instrument.id, instrument)),
    onHealth: (health) => seen.health.push(health),
  }
}

export function venueCompliance(name: string, makeHarness: () => Promise<VenueHarness>): void {
  const withVenue = (test: (harness: VenueHarness) => Promise<void>) => async (): Promise<void> => {
    const harness = await makeHarness()
    try {
      await test(harness)
    } finally {
      await harness.close()
    }
  }
  describe(`${name} as a venue`, { timeout: 120_000 }, () => {
    marketData(withVenue)
    accounts(withVenue)
    agreement(withVenue)
    refusals(withVenue)
    lostAnswers(withVenue)
  })
}

type WithVenue = (test: (harness: VenueHarness) => Promise<void>) => () => Promise<void>

function marketData(withVenue: WithVenue): void {
  it(
    'lists instruments whose every figure is exact and whose names are unique',
    withVenue(async ({ venue }) => {
      const listed = await venue.instruments()
      expect(listed.length).toBeGreaterThan(0)
      expect(new Set(listed.map((row) => row.id)).size).toBe(listed.length)
      expect(new Set(listed.map((row) => row.name)).size).toBe(listed.length)
      for (const row of listed) {
        expect(row.venue).toBe(venue.code)
        expect(row.tickSize).toBeGreaterThan(0)
        expect(isMultiple(row.minBlockSize, row.quantityIncrement), row.name).toBe(true)
        expect((row.strike === undefined) === (row.optionKind === undefined)).toBe(true)
        if (row.kind === 'OPTION') expect(row.expiresAt, row.name).toBeGreaterThan(0)
      }
    }),
  )

  it(
    'brings a mark for every instrument and an index for every currency after connecting',
    withVenue(async ({ venue }) => {
      const listed = await venue.instruments()
      const { seen } = await connected(venue)
      await vi.waitFor(() => expect(seen.marks.size).toBe(listed.length), PATIENCE)
      await vi.waitFor(
        () => expect([...seen.indices.keys()].sort()).toEqual([...new Set(listed.map((row) => row.baseCurrency))].sort()),
        PATIENCE,
      )
      for (const row of listed) expectSoundMark(row, seen.marks.get(row.id)!)
    }),
  )

  it(
    'is heard again, with all its marks, after the connection was lost',
    withVenue(async ({ venue, dropConnections }) => {
      const listed = await venue.instruments()
      const { seen } = await connected(venue)
      await vi.waitFor(() => expect(seen.marks.size).toBe(listed.length), PATIENCE)
      dropConnections()
      await vi.waitFor(() => expect(venue.health().state).toBe('CONNECTING'), PATIENCE)
      seen.marks.clear()
      await vi.waitFor(() => expect(seen.marks.size).toBe(listed.length), PATIENCE)
      expect(venue.health().state).toBe('CONNECTED')
      expect(seen.health.map((health) => health.state)).toEqual(['CONNECTED', 'CONNECTING', 'CONNECTED'])
    }),
  )
}

function expectSoundMark(row: Instrument, mark: Mark): void {
  expect(mark.indexPrice, row.name).toBeGreaterThan(0)
  expect(mark.underlyingPrice, row.name).toBeGreaterThan(0)
  if (mark.bidPrice !== undefined && mark.askPrice !== undefined) expect(mark.bidPrice, row.name).toBeLessThan(mark.askPrice)
  if (row.kind === 'FUTURE') return
  expect(mark.markIv, row.name).toBeGreaterThan(0)
  // A fraction: 5 is 500 vol, which no percent figure of a listed option would be below.
  expect(mark.markIv, row.name).toBeLessThan(5)
  expect(Math.abs(mark.greeks!.delta), row.name).toBeLessThanOrEqual(1)
}

function accounts(withVenue: WithVenue): void {
  it(
    'names the account behind good credentials',
    withVenue(async ({ venue, maker }) => {
      expect(await venue.checkAccount(maker)).toMatchObject({ outcome: 'DONE', value: { accountName: expect.stringMatching(/./) } })
    }),
  )

  it(
    'refuses credentials that nobody has, and a key that may not trade blocks',
    withVenue(async ({ venue, nobody, reader }) => {
      expect(await venue.checkAccount(nobody)).toMatchObject({ outcome: 'REJECTED' })
      expect(await venue.checkAccount(reader)).toMatchObject({ outcome: 'REJECTED' })
    }),
  )
}

function agreement(withVenue: WithVenue): void {
  it(
    'executes for the taker what the maker verified, leg by leg at the agreed prices',
    withVenue(async (harness) => {
      const block = await sampleBlock(harness)
      const settled = done(await settle(harness, block))
      expect(settled.legs.map((leg) => [leg.instrumentName, leg.price, leg.quantity])).toEqual(
        block.legs.map((leg) => [leg.instrument.name, leg.price, leg.quantity]),
      )
      expect(harness.executed()).toBe(1)
    }),
  )

  it(
    'executes one block once, however often it is asked to',
    withVenue(async (harness) => {
      const { venue, maker, taker } = harness
      const block = await sampleBlock(harness)
      const verification = done(await venue.verifyBlock(block, maker))
      const first = done(await venue.executeBlock(block, verification, taker))
      await venue.executeBlock(block, verification, taker)
      expect(harness.executed()).toBe(1)
      expect(done(await venue.findBlock(block, taker))).toEqual(first)
    }),
  )

  it(
    'finds a settled block for either party, also after a restart',
    withVenue(async (harness) => {
      const block = await sampleBlock(harness)
      const settled = done(await settle(harness, block))
      const restarted = await harness.restartAdapter()
      expect(done(await restarted.findBlock(block, harness.maker))).toEqual(settled)
      expect(done(await restarted.findBlock(block, harness.taker))).toEqual(settled)
    }),
  )

  it(
    'tells a block that was only verified from one that was executed',
    withVenue(async (harness) => {
      const block = await sampleBlock(harness)
      done(await harness.venue.verifyBlock(block, harness.maker))
      expect(done(await harness.venue.findBlock(block, harness.taker))).toBe('NOT_SO_FAR')
    }),
  )

  it(
    'says that a block never happened only when it can no longer happen',
    withVenue(async (harness) => {
      const { venue, maker, taker } = harness
      const block = await sampleBlock(harness)
      const verification = done(await venue.verifyBlock(block, maker))
      harness.advance(harness.blockWindowMs - 1_000)
      expect(done(await venue.findBlock(block, taker))).toBe('NOT_SO_FAR')
      harness.advance(120_000)
      await vi.waitFor(async () => expect(done(await venue.findBlock(block, taker))).toBe('NEVER_HAPPENED'), PATIENCE)
      expect((await venue.executeBlock(block, verification, taker)).outcome).not.toBe('DONE')
      expect(harness.executed()).toBe(0)
    }),
  )

  it(
    'does not take one block for its twin',
    withVenue(async (harness) => {
      const first = await sampleBlock(harness)
      const twin: Block = { ...first, nonce: `${first.nonce}-twin` }
      const settled = done(await settle(harness, first))
      expect(done(await harness.venue.findBlock(twin, harness.taker))).toBe('NOT_SO_FAR')
      const restarted = await harness.restartAdapter()
      expect(done(await restarted.findBlock(twin, harness.taker, (id) => id === settled.venueTradeId))).toBe('NOT_SO_FAR')
    }),
  )
}

// Each row: what is wrong with the block, and the change that makes it so.
const wrongBlocks: readonly (readonly [what: string, change: (block: Block) => Block])[] = [
  ['an instrument that is not listed', changeLeg((leg) => ({ ...leg, instrument: { ...leg.instrument, name: 'BTC-1JAN20-1-C' } }))],
  ['a price off the block grid', changeLeg((leg) => ({ ...leg, price: (leg.price + 1) as Price }))],
  ['a price above the band', changeLeg((leg) => ({ ...leg, price: (leg.price + 4_000 * leg.instrument.tickSize) as Price }))],
  ['a price below the band', changeLeg((leg) => ({ ...leg, price: 0 as Price }))],
  ['a quantity that is no multiple of the increment', changeLeg((leg) => ({ ...leg, quantity: (leg.quantity + 1) as Quantity }))],
  [
    'less than the minimum block',
    (block) => ({ ...block, legs: block.legs.map((leg) => ({ ...leg, quantity: leg.instrument.quantityIncrement })) }),
  ],
  ['no legs', (block) => ({ ...block, legs: [] })],
  ['a time long past', (block) => ({ ...block, at: block.at - 3_600_000 })],
  ['a time still to come', (block) => ({ ...block, at: block.at + 3_600_000 })],
]

function refusals(withVenue: WithVenue): void {
  it.each(wrongBlocks)('refuses to verify %s, in the words of the venue', (_, change) =>
    withVenue(async (harness) => {
      const answer = await harness.venue.verifyBlock(change(await sampleBlock(harness)), harness.maker)
      expect(answer).toMatchObject({ outcome: 'REJECTED', message: expect.stringMatching(/./), code: expect.stringMatching(/./) })
    })(),
  )

  it(
    'refuses to verify for nobody',
    withVenue(async (harness) => {
      expect(await harness.venue.verifyBlock(await sampleBlock(harness), harness.nobody)).toMatchObject({ outcome: 'REJECTED' })
    }),
  )

  it(
    'refuses to execute for a key that may only read',
    withVenue(async (harness) => {
      const block = await sampleBlock(harness)
      const verification = done(await harness.venue.verifyBlock(block, harness.maker))
      expect(await harness.venue.executeBlock(block, verification, harness.reader)).toMatchObject({ outcome: 'REJECTED' })
    }),
  )

  it.each<readonly [string, (block: Block, verification: Verification) => readonly [Block, Verification]]>([
    [
      'at another price',
      (block, verification) => [
        changeLeg((leg) => ({ ...leg, price: (leg.price + leg.instrument.tickSize) as Price }))(block),
        verification,
      ],
    ],
    [
      'with the sides changed',
      (block, verification) => [changeLeg((leg) => ({ ...leg, makerSide: leg.makerSide === 'BUY' ? 'SELL' : 'BUY' }))(block), verification],
    ],
    ['under another nonce', (block, verification) => [{ ...block, nonce: `${block.nonce}x` }, verification]],
    ['at another time', (block, verification) => [{ ...block, at: block.at + 1 }, verification]],
    ['with an invented signature', (block, verification) => [block, { ...verification, signature: 'invented' }]],
  ])('refuses to execute what was verified %s', (_, change) =>
    withVenue(async (harness) => {
      const block = await sampleBlock(harness)
      const verification = done(await harness.venue.verifyBlock(block, harness.maker))
      expect(await harness.venue.executeBlock(...change(block, verification), harness.taker)).toMatchObject({ outcome: 'REJECTED' })
      expect(harness.executed()).toBe(0)
    })(),
  )

  it(
    'does not let one account be both parties',
    withVenue(async (harness) => {
      const block = await sampleBlock(harness)
      const verification = done(await harness.venue.verifyBlock(block, harness.maker))
      expect(await harness.venue.executeBlock(block, verification, harness.maker)).toMatchObject({ outcome: 'REJECTED' })
    }),
  )
}

function lostAnswers(withVenue: WithVenue): void {
  it.each<Disruption>(['LOSE_ANSWER', 'DISCONNECT_AFTER'])(
    'leaves the outcome open when the answer is lost (%s), and then finds the block',
    (how) =>
      withVenue(async (harness) => {
        const { venue, maker, taker } = harness
        const block = await sampleBlock(harness)
        const verification = done(await venue.verifyBlock(block, maker))
        harness.disrupt('EXECUTE', how)
        expect(await venue.executeBlock(block, verification, taker)).toMatchObject({ outcome: 'UNKNOWN' })
        const found = done(await venue.findBlock(block, taker))
        expect(found).toMatchObject({ legs: block.legs.map((leg) => ({ instrumentName: leg.instrument.name })) })
        expect(harness.executed()).toBe(1)
      })(),
  )

  it.each<Disruption>(['DISCONNECT_BEFORE', 'BUSY'])(
    'leaves the outcome open when nothing was carried out (%s), and executing again is safe',
    (how) =>
      withVenue(async (harness) => {
        const { venue, maker, taker } = harness
        const block = await sampleBlock(harness)
        const verification = done(await venue.verifyBlock(block, maker))
        harness.disrupt('EXECUTE', how)
        expect(await venue.executeBlock(block, verification, taker)).toMatchObject({ outcome: 'UNKNOWN', retryAfterMs: expect.any(Number) })
        expect(done(await venue.findBlock(block, taker))).toBe('NOT_SO_FAR')
        done(await venue.executeBlock(block, verification, taker))
        expect(harness.executed()).toBe(1)
      })(),
  )

  it(
    'does not call off a block whose request is still on its way',
    withVenue(async (harness) => {
      const { venue, maker, taker } = harness
      const block = await sampleBlock(harness)
      const verification = done(await venue.verifyBlock(block, maker))
      harness.delay('EXECUTE', 5_000)
      const late = venue.executeBlock(block, verification, taker)
      expect(done(await venue.findBlock(block, taker))).toBe('NOT_SO_FAR')
      await late
      await vi.waitFor(
        async () => expect(done(await venue.findBlock(block, taker))).toMatchObject({ venueTradeId: expect.anything() }),
        PATIENCE,
      )
      done(await venue.executeBlock(block, verification, taker))
      expect(harness.executed()).toBe(1)
    }),
  )

  it(
    'is not misled by an answer that comes twice',
    withVenue(async (harness) => {
      harness.disrupt('VERIFY', 'ANSWER_TWICE')
      harness.disrupt('EXECUTE', 'ANSWER_TWICE')
      done(await settle(harness, await sampleBlock(harness)))
      expect(harness.executed()).toBe(1)
    }),
  )

  it(
    'answers a lost question with unknown, not with an absence',
    withVenue(async (harness) => {
      const block = await sampleBlock(harness)
      harness.disrupt('FIND', 'DISCONNECT_BEFORE')
      expect(await harness.venue.findBlock(block, harness.taker)).toMatchObject({ outcome: 'UNKNOWN' })
    }),
  )
}

async function connected(venue: Venue): Promise<{ readonly seen: Seen }> {
  const listener = watch()
  await venue.connect(listener)
  await vi.waitFor(() => expect(venue.health().state).toBe('CONNECTED'), PATIENCE)
  return { seen: listener.seen }
}

/** A call spread at its marks, of twice the minimum block. */
async function sampleBlock({ venue, now }: VenueHarness): Promise<Block> {
  const listed = await venue.instruments()
  const { seen } = await connected(venue)
  await vi.waitFor(() => expect(seen.marks.size).toBe(listed.length), PATIENCE)
  const dear = listed.filter((row) => row.optionKind === 'CALL' && seen.marks.get(row.id)!.markPrice >= 40 * (row.tickSize / 1e8))
  const first = dear.find((row) =>
    dear.some((other) => other !== row && other.expiresAt === row.expiresAt && other.baseCurrency === row.baseCurrency),
  )!
  const second = dear.find((row) => row !== first && row.expiresAt === first.expiresAt && row.baseCurrency === first.baseCurrency)!
  const leg = (instrument: Instrument, makerSide: BlockLeg['makerSide']): BlockLeg => {
    const mark = priceFromNumber(seen.marks.get(instrument.id)!.markPrice)!
    return {
      instrument,
      makerSide,
      price: (Math.round(mark / instrument.tickSize) * instrument.tickSize) as Price,
      quantity: instrument.minBlockSize,
    }
  }
  return { nonce: `compliance-${now()}`, at: now(), legs: [leg(first, 'SELL'), leg(second, 'BUY')] }
}

function changeLeg(change: (leg: BlockLeg) => BlockLeg): (block: Block) => Block {
  return (block) => ({ ...block, legs: block.legs.map((leg, index) => (index === 0 ? change(leg) : leg)) })
}

async function settle({ venue, maker, taker }: VenueHarness, block: Block): Promise<VenueAnswer<Settled>> {
  return venue.executeBlock(block, done(await venue.verifyBlock(block, maker)), taker)
}

function done<T>(answer: VenueAnswer<T>): T {
  if (answer.outcome !== 'DONE') throw new Error(`${answer.outcome}: ${answer.message}`)
  return answer.value
}
