/** One settlement, one step after another, until it is done or has to wait. Everything a step rests on is written down before it is taken. */
import { isRefusal, type ShardCommand, type VenueCode } from '@parley/core'
import type { Venue, VenueCredentials } from '@parley/venues'
import type { Log } from '../log/log.ts'
import type { MarketEngine } from '../shards/market-engine.ts'
import { after, later, nextStep, type Settlement, type Step } from './decide.ts'
import type { Job } from './job.ts'
import type { SettlementStore } from './store.ts'
import type { VenueKeys } from './venue-keys.ts'

export type SettlementParts = {
  readonly store: SettlementStore
  readonly engine: Pick<MarketEngine, 'submit'>
  readonly venues: ReadonlyMap<VenueCode, Venue>
  readonly venueKeys: VenueKeys
  readonly now: () => number
  readonly log: Log
}

type FinalSettlement = Extract<Settlement, { state: 'EXECUTED' | 'REJECTED' }>
type Desks = { readonly venue: Venue; readonly maker: VenueCredentials; readonly taker: VenueCredentials }

export async function perform(job: Job, parts: SettlementParts, isStopping: () => boolean): Promise<void> {
  const { store, log, now } = parts
  let { settlement, revision } = job
  while (!isStopping() && settlement.nextAttemptAt <= now()) {
    if (settlement.state === 'EXECUTED' || settlement.state === 'REJECTED') return confirmToMarket({ ...job, revision }, settlement, parts)
    const step = nextStep(settlement, now())
    settlement = await take(step, job, settlement, parts)
    // The market writes down an execution itself. Lost before that, the row is still VERIFIED, and the venue is asked what became of it.
    if (settlement.state !== 'EXECUTED') revision = await store.save(job.tradeId, revision, settlement)
    log.info({ tradeId: job.tradeId, step: step.do, state: settlement.state, attempts: settlement.attempts }, 'A settlement has moved')
  }
}

async function take(step: Step, job: Job, settlement: Settlement, parts: SettlementParts): Promise<Settlement> {
  switch (step.do) {
    case 'CONFIRM':
      return settlement
    case 'REJECT':
      // Stored before the shard gets the command: another worker that went on with this settlement meanwhile makes the store refuse.
      return rejectedBefore(step.rejection, parts.now())
    case 'VERIFY':
    case 'EXECUTE':
    case 'FIND': {
      const desks = desksOf(job, parts)
      return typeof desks === 'string' ? withoutDesks(settlement, desks, parts.now()) : venueStep(job, settlement, step, desks, parts)
    }
  }
}

const rejectedBefore = (rejection: string, now: number): Settlement => ({ state: 'REJECTED', attempts: 0, nextAttemptAt: now, rejection })

/** Before anything is sent, a missing key ends the trade; after that, only the venue's record may. */
function withoutDesks(settlement: Settlement, sentence: string, now: number): Settlement {
  if (settlement.state === 'AGREED' || (settlement.state === 'VERIFIED' && settlement.sent === 'NEVER'))
    return rejectedBefore(sentence, now)
  return { ...settlement, ...later(settlement.attempts, 0, now) }
}

function desksOf({ venue: code, maker, taker, block }: Job, { venues, venueKeys }: SettlementParts): Desks | string {
  const venue = venues.get(code)
  if (venue === undefined) return `This server has no connection to ${code}; nothing was sent.`
  const agreed = { venue: code, agreedAt: block.at }
  const makerKeys = venueKeys({ ...agreed, ...maker })
  if (makerKeys === undefined) return "The maker's account at the venue has been removed; nothing was traded."
  const takerKeys = venueKeys({ ...agreed, ...taker })
  if (takerKeys === undefined) return "The taker's account at the venue has been removed; nothing was traded."
  return { venue, maker: makerKeys, taker: takerKeys }
}

async function venueStep(
  job: Job,
  settlement: Settlement,
  step: Extract<Step, { do: 'VERIFY' | 'EXECUTE' | 'FIND' }>,
  { venue, ...parties }: Desks,
  { store, now }: SettlementParts,
): Promise<Settlement> {
  const { block } = job
  switch (step.do) {
    case 'VERIFY':
      return after(settlement, { of: 'VERIFY', answer: await venue.verifyBlock(block, parties) }, now())
    case 'EXECUTE':
      return after(settlement, { of: 'EXECUTE', answer: await venue.executeBlock(block, step.verification, parties) }, now())
    case 'FIND': {
      // A taker that lifts two makers has blocks alike in its record; a maker seldom has.
      const claimed = await store.claimedBesides(job)
      return after(settlement, { of: 'FIND', answer: await venue.findBlock(block, parties.maker, (id) => claimed.has(id)) }, now())
    }
  }
}

/** The market's own transaction makes the row DONE; where it had the answer already, there was nothing to decide and the row is made so here. */
async function confirmToMarket(job: Job, settlement: FinalSettlement, { engine, store, log, now }: SettlementParts): Promise<void> {
  const { tradeId, shard, revision } = job
  const command = answerOf(job, settlement)
  try {
    const decided = await engine.submit(shard, command)
    if (isRefusal(decided)) throw new Error(`the market refused to hear of ${tradeId}: ${decided.message}`)
    if (decided.events.length === 0) await store.markDone(tradeId)
  } catch (error) {
    await store.save(tradeId, revision, { ...settlement, ...later(settlement.attempts, 0, now()) })
    log.warn({ tradeId, error }, 'The market could not be told of a settlement; it will be told again')
  }
}

function answerOf({ rfqId: id, tradeId }: Job, settlement: FinalSettlement): ShardCommand {
  return settlement.state === 'EXECUTED'
    ? { kind: 'ConfirmSettlement', id, tradeId, venueTradeId: settlement.venueTradeId }
    : { kind: 'RejectSettlement', id, tradeId, rejection: settlement.rejection }
}
