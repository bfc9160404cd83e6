/** Performs one settlement step by step, until it is done or has to wait. Everything that a step depends on is stored before the step. */
import { isRefusal, type ShardCommand, type VenueCode } from '@parley/core'
import type { Venue, VenueAnswer, VenueCredentials } from '@parley/venues'
import type { AccountWatch, UseOutcome } from '../accounts/venue-health/account-watch.ts'
import type { Log } from '../log/log.ts'
import { unmeasured, type Meter, type VenueStep } from '../metrics/meter.ts'
import type { MarketEngine } from '../shards/market-engine.ts'
import { after, later, nextStep, type Settlement, type Step } from './decide.ts'
import type { Job } from './job.ts'
import type { SettlementStore } from './store.ts'
import type { Tracing } from '../tracing/tracing.ts'
import type { VenueKeys } from './venue-keys.ts'

export type SettlementParts = {
  readonly store: SettlementStore
  readonly engine: Pick<MarketEngine, 'submit'>
  readonly venues: ReadonlyMap<VenueCode, Venue>
  readonly venueKeys: VenueKeys
  /** Receives the outcome of each step, for the account whose key was used. */
  readonly accountUsed?: AccountWatch['used'] | undefined
  readonly now: () => number
  readonly log: Log
  readonly meter?: Meter | undefined
  readonly tracing?: Tracing | undefined
}

type FinalSettlement = Extract<Settlement, { state: 'EXECUTED' | 'REJECTED' }>
/** The maker's keys, if the maker is a desk of ours. */
type Desks = { readonly venue: Venue; readonly maker: VenueCredentials | undefined; readonly taker: VenueCredentials }

export async function perform(job: Job, parts: SettlementParts, isStopping: () => boolean): Promise<void> {
  const { store, log, now } = parts
  let { settlement, revision } = job
  while (!isStopping() && settlement.nextAttemptAt <= now()) {
    if (settlement.state === 'EXECUTED' || settlement.state === 'REJECTED') return confirmToMarket({ ...job, revision }, settlement, parts)
    const step = nextStep(settlement, now(), job.route)
    settlement = await take(step, job, settlement, parts)
    // The market itself stores an execution. If that is lost, the row is still VERIFIED, and the venue is asked for the outcome.
    if (settlement.state !== 'EXECUTED') revision = await store.save(job.tradeId, revision, settlement)
    log.info({ tradeId: job.tradeId, step: step.do, state: settlement.state, attempts: settlement.attempts }, 'A settlement changed state')
  }
}

async function take(step: Step, job: Job, settlement: Settlement, parts: SettlementParts): Promise<Settlement> {
  switch (step.do) {
    case 'CONFIRM':
      return settlement
    case 'REJECT':
      // Stored before the shard gets the command. If another worker has continued this settlement in the meantime, the store refuses.
      return rejectedBefore(step.rejection, parts.now())
    case 'READY':
      return after(settlement, { of: 'READY' }, parts.now())
    case 'VERIFY':
    case 'EXECUTE':
    case 'FIND': {
      const desks = desksOf(job, parts)
      return typeof desks === 'string' ? withoutDesks(settlement, desks, parts.now()) : venueStep(job, settlement, step, desks, parts)
    }
  }
}

const rejectedBefore = (rejection: string, now: number): Settlement => ({ state: 'REJECTED', attempts: 0, nextAttemptAt: now, rejection })

/** Before anything is sent, a missing key ends the trade. After that, only the venue's record may. */
function withoutDesks(settlement: Settlement, sentence: string, now: number): Settlement {
  if (settlement.state === 'AGREED' || (settlement.state === 'VERIFIED' && settlement.sent === 'NEVER'))
    return rejectedBefore(sentence, now)
  return { ...settlement, ...later(settlement.attempts, 0, now) }
}

function desksOf({ venue: code, maker, taker, block, route }: Job, { venues, venueKeys }: SettlementParts): Desks | string {
  const venue = venues.get(code)
  if (venue === undefined) return `This server is not connected to ${code}; nothing was sent.`
  const agreed = { venue: code, agreedAt: block.at }
  const makerKeys = route === 'BLOCK' ? venueKeys({ ...agreed, ...maker }) : undefined
  if (makerKeys === undefined && route === 'BLOCK')
    return "The maker's account at the venue can no longer settle trades; nothing was traded."
  const takerKeys = venueKeys({ ...agreed, ...taker })
  if (takerKeys === undefined) return "The taker's account at the venue can no longer settle trades; nothing was traded."
  return { venue, maker: makerKeys, taker: takerKeys }
}

async function venueStep(
  job: Job,
  settlement: Settlement,
  step: Extract<Step, { do: 'VERIFY' | 'EXECUTE' | 'FIND' }>,
  { venue, maker, taker }: Desks,
  parts: SettlementParts,
): Promise<Settlement> {
  const { block } = job
  const { store, now } = parts
  if (maker === undefined) return venueMakersStep(job, settlement, step, { venue, taker }, parts)
  const parties = { maker, taker }
  switch (step.do) {
    case 'VERIFY': {
      const answer = await used(job, ['maker'], parts, () => timed(job, 'verify', parts, () => venue.verifyBlock(block, parties)))
      return after(settlement, { of: 'VERIFY', answer }, now())
    }
    case 'EXECUTE': {
      const answer = await used(job, ['taker', 'maker'], parts, () =>
        timed(job, 'execute', parts, () => venue.executeBlock(block, step.verification, parties)),
      )
      return after(settlement, { of: 'EXECUTE', answer }, now())
    }
    case 'FIND': {
      // A taker that lifts two makers has similar blocks in its record; a maker rarely does.
      const claimed = await store.claimedByOthers(job)
      const answer = await timed(job, 'find', parts, () => venue.findBlock(block, parties.maker, (id) => claimed.has(id)))
      return after(settlement, { of: 'FIND', answer }, now())
    }
  }
}

/**
 * A rejected step counts for the party that took it, which is the first. A completed block has settled for both, whereas a consent alone proves
 * nothing.
 */
async function used<T>(
  job: Job,
  seats: readonly ('maker' | 'taker')[],
  { accountUsed, now }: SettlementParts,
  take: () => Promise<VenueAnswer<T>>,
): Promise<VenueAnswer<T>> {
  const at = now()
  const answer = await take()
  const learn = (seat: 'maker' | 'taker', outcome: UseOutcome) => accountUsed?.({ venue: job.venue, ...job[seat] }, outcome)
  if (answer.outcome === 'REJECTED') learn(seats[0]!, { kind: 'REFUSAL', at, code: answer.code, words: answer.message })
  if (answer.outcome === 'DONE' && seats.length > 1) for (const seat of seats) learn(seat, { kind: 'SUCCESS', at, tookMs: now() - at })
  return answer
}

/** Measures and traces a step at the venue, by the kind of its answer. */
async function timed<Answer extends { readonly outcome: string }>(
  { venue }: Job,
  step: VenueStep,
  { meter = unmeasured, tracing }: SettlementParts,
  take: () => Promise<Answer>,
): Promise<Answer> {
  const began = performance.now()
  const answer =
    tracing === undefined
      ? await take()
      : await tracing.span(step, { 'parley.venue': venue }, async (span) => {
          const answer = await take()
          span.set({ 'parley.outcome': answer.outcome.toLowerCase() })
          return answer
        })
  meter.atVenue(venue, step, answer.outcome.toLowerCase(), (performance.now() - began) / 1_000)
  return answer
}

/** Only the taker acts: it accepts in the venue's own RFQ, and asks there for the outcome. */
async function venueMakersStep(
  job: Job,
  settlement: Settlement,
  step: Extract<Step, { do: 'VERIFY' | 'EXECUTE' | 'FIND' }>,
  { venue: { code, venueMakers }, taker }: Pick<Desks, 'venue' | 'taker'>,
  parts: SettlementParts,
): Promise<Settlement> {
  const { now } = parts
  const { block, venueRfqId } = job
  if (venueMakers === undefined || venueRfqId === undefined)
    return withoutDesks(settlement, `This server cannot send RFQs to the makers of ${code}.`, now())
  const acceptance = { venueRfqId, block }
  if (step.do === 'FIND') {
    const answer = await timed(job, 'find', parts, () => venueMakers.findAcceptance(acceptance, taker))
    return after(settlement, { of: 'FIND', answer }, now())
  }
  const answer = await used(job, ['taker'], parts, () => timed(job, 'execute', parts, () => venueMakers.accept(acceptance, taker)))
  return after(settlement, { of: 'EXECUTE', answer }, now())
}

/** The market's own transaction sets the row to DONE. If the market already had the answer, there was nothing to decide, and the row is set here. */
async function confirmToMarket(job: Job, settlement: FinalSettlement, { engine, store, log, now }: SettlementParts): Promise<void> {
  const { tradeId, shard, revision } = job
  const command = answerOf(job, settlement)
  try {
    const decided = await engine.submit(shard, command)
    if (isRefusal(decided)) throw new Error(`the market rejected the settlement of ${tradeId}: ${decided.message}`)
    if (decided.events.length === 0) await store.markDone(tradeId)
  } catch (error) {
    await store.save(tradeId, revision, { ...settlement, ...later(settlement.attempts, 0, now()) })
    log.warn({ tradeId, error }, 'Could not report a settlement to the market; trying again')
  }
}

function answerOf({ rfqId: id, tradeId, route }: Job, settlement: FinalSettlement): ShardCommand {
  const { legPrices } = settlement.state === 'EXECUTED' && route === 'VENUE_RFQ' ? settlement : {}
  return settlement.state === 'EXECUTED'
    ? { kind: 'ConfirmSettlement', id, tradeId, venueTradeId: settlement.venueTradeId, ...(legPrices === undefined ? {} : { legPrices }) }
    : { kind: 'RejectSettlement', id, tradeId, rejection: settlement.rejection }
}
