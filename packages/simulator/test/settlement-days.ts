/**
 * Days of settlement at a simulated venue: the product's own rules take blocks from agreement to their end, while the venue and the network fail, our
 * process dies between any two steps, and hours pass. Everything is driven by a seed.
 */
import { after, nextStep, type Learned, type Settlement } from '@parley/server'
import type { Block, BlockVenue, Parties, Venue } from '@parley/venues'
import { createRandom } from '../src/exchange/random.ts'

/** Any venue that settles blocks, including blocks with its own makers if it has any. */
type DayVenue = BlockVenue & Pick<Venue, 'venueMakers'>

export type Day = {
  readonly seed: number
  readonly blocks: readonly Block[]
  readonly parties: Parties
  now(): number
  /** Moves the clocks of the venue and of the adapter. */
  advance(ms: number): void
  /** From here on, no more faults. */
  readonly stormUntil: number
  endStorm(): void
  /** The venue's own RFQ in which a block is traded, if its makers were asked. */
  readonly venueRfqOf?: (block: Block) => string
  /** An adapter without any memory, as after a restart. */
  adapter(): DayVenue
}

export type End = { readonly block: Block; readonly settlement: Settlement; readonly tookMs: number }

const CRASHES = 0.06
const PAUSES = 0.2
const LONGEST_PAUSE_MS = 150_000
const MAX_ROUNDS = 3_000

type Open = { readonly block: Block; settlement: Settlement }

/** In each round, everything that is due takes one step at once. When all of them wait, time passes. */
export async function settleDay(day: Day): Promise<readonly End[]> {
  const random = createRandom(day.seed, 'settlement')
  let venue = day.adapter()
  let open = day.blocks.map((block): Open => ({
    block,
    settlement: { state: 'AGREED', blockAt: block.at, attempts: 0, nextAttemptAt: block.at },
  }))
  const ends: End[] = []
  for (let round = 0; open.length > 0; round += 1) {
    if (round === MAX_ROUNDS) throw new Error(`seed ${day.seed}: a settlement did not end`)
    const isStormy = day.now() < day.stormUntil
    if (!isStormy) day.endStorm()
    const due = open.filter(({ settlement }) => settlement.nextAttemptAt <= day.now())
    if (due.length === 0) day.advance(Math.max(1, Math.min(...open.map(({ settlement }) => settlement.nextAttemptAt)) - day.now()))
    const before = new Map(open.map((one) => [one, one.settlement]))
    const claims = [...ends, ...open].flatMap(({ block, settlement }) =>
      settlement.state === 'EXECUTED' ? [{ nonce: block.nonce, id: settlement.venueTradeId }] : [],
    )
    await Promise.all(due.map((one) => takeStep(one, venue, day, claims)))
    if (isStormy && random.next() < CRASHES) {
      // The process may have died before or after it stored each response.
      venue = day.adapter()
      for (const one of open) one.settlement = asReread(random.next() < 0.5 ? before.get(one)! : one.settlement)
    }
    if (isStormy && random.next() < PAUSES) day.advance(Math.floor(random.next() ** 3 * LONGEST_PAUSE_MS))
    const over = open.filter(({ settlement: { state } }) => state === 'EXECUTED' || state === 'REJECTED')
    ends.push(...over.map(({ block, settlement }) => ({ block, settlement, tookMs: day.now() - block.at })))
    open = open.filter((one) => !over.includes(one))
  }
  return ends
}

type Claim = { readonly nonce: string; readonly id: string }

async function takeStep(one: Open, venue: DayVenue, { parties, now, venueRfqOf }: Day, claims: readonly Claim[]): Promise<void> {
  const { block, settlement } = one
  const step = nextStep(settlement, now(), venueRfqOf === undefined ? 'BLOCK' : 'VENUE_RFQ')
  const isClaimed = (id: string): boolean => claims.some((claim) => claim.id === id && claim.nonce !== block.nonce)
  if (step.do === 'REJECT') one.settlement = { state: 'REJECTED', attempts: 0, nextAttemptAt: now(), rejection: step.rejection }
  if (step.do === 'REJECT' || step.do === 'CONFIRM') return
  if (step.do === 'READY') {
    one.settlement = after(settlement, { of: 'READY' }, now())
    return
  }
  if (venueRfqOf !== undefined) {
    const acceptance = { venueRfqId: venueRfqOf(block), block }
    const makers = venue.venueMakers!
    const learned: Learned =
      step.do === 'EXECUTE'
        ? { of: 'EXECUTE', answer: await makers.accept(acceptance, parties.taker) }
        : { of: 'FIND', answer: await makers.findAcceptance(acceptance, parties.taker) }
    one.settlement = after(settlement, learned, now())
    return
  }
  const learned: Learned =
    step.do === 'VERIFY'
      ? { of: 'VERIFY', answer: await venue.verifyBlock(block, parties) }
      : step.do === 'EXECUTE'
        ? { of: 'EXECUTE', answer: await venue.executeBlock(block, step.verification, parties) }
        : { of: 'FIND', answer: await venue.findBlock(block, parties.maker, isClaimed) }
  one.settlement = after(settlement, learned, now())
}

/** As the next process reads its row: it cannot know whether an execution was sent. */
const asReread = (settlement: Settlement): Settlement => (settlement.state === 'VERIFIED' ? { ...settlement, sent: 'MAYBE' } : settlement)
