/** One settlement, one step after another, until it is done or has to wait. Each step is written down before the next is taken. */
import { isRefusal, type DirectMarketCommand, type DirectMarketEvent, type VenueCode } from '@parley/core'
import type { Venue, VenueCredentials } from '@parley/venues'
import type { Directory } from '../account/directory.ts'
import type { Engine } from '../engine/engine.ts'
import type { Log } from '../log.ts'
import { after, later, nextStep, type Settlement, type Step } from './decide.ts'
import type { Job, SettlementStore } from './store.ts'

export type Around = {
  readonly store: SettlementStore
  readonly engine: Pick<Engine<DirectMarketCommand, DirectMarketEvent>, 'submit'>
  readonly venues: ReadonlyMap<VenueCode, Venue>
  readonly directory: Pick<Directory, 'credentials'>
  readonly now: () => number
  readonly log: Log
}

type Desks = { readonly venue: Venue; readonly maker: VenueCredentials; readonly taker: VenueCredentials }

export async function perform(job: Job, around: Around, isStopping: () => boolean): Promise<void> {
  const { store, log, now } = around
  let settlement = job.settlement
  while (!isStopping() && settlement.nextAttemptAt <= now()) {
    const step = nextStep(settlement, now())
    if (step.do === 'CONFIRM' || step.do === 'REJECT') return tellMarket(job, settlement, step, around)
    const desks = await desksOf(job, around)
    const before = settlement
    settlement = typeof desks === 'string' ? withoutDesks(before, desks, now()) : await venueStep(job, before, step, desks, around)
    await store.save(job.tradeId, before.state, settlement)
    log.info({ tradeId: job.tradeId, step: step.do, state: settlement.state, attempts: settlement.attempts }, 'A settlement has moved')
  }
}

/** Before anything is sent, a missing key ends the trade; after that, only the venue's record may. */
function withoutDesks(settlement: Settlement, sentence: string, now: number): Settlement {
  if (settlement.state === 'AGREED' || (settlement.state === 'VERIFIED' && settlement.sent === 'NEVER'))
    return { state: 'REJECTED', attempts: 0, nextAttemptAt: now, rejection: sentence }
  return { ...settlement, ...later(settlement.attempts, 0, now) }
}

async function desksOf({ venue: code, maker, taker }: Job, { venues, directory }: Around): Promise<Desks | string> {
  const venue = venues.get(code)
  if (venue === undefined) return `This server has no connection to ${code}; nothing was sent.`
  const makerKeys = await directory.credentials(maker.desk, code, maker.account)
  if (makerKeys === undefined) return "The maker's account at the venue has been removed; nothing was traded."
  const takerKeys = await directory.credentials(taker.desk, code, taker.account)
  if (takerKeys === undefined) return "The taker's account at the venue has been removed; nothing was traded."
  return { venue, maker: makerKeys, taker: takerKeys }
}

async function venueStep(
  job: Job,
  settlement: Settlement,
  step: Extract<Step, { do: 'VERIFY' | 'EXECUTE' | 'FIND' }>,
  { venue, maker, taker }: Desks,
  { store, now }: Around,
): Promise<Settlement> {
  const { block } = job
  switch (step.do) {
    case 'VERIFY':
      return after(settlement, { of: 'VERIFY', answer: await venue.verifyBlock(block, maker) }, now())
    case 'EXECUTE':
      return after(settlement, { of: 'EXECUTE', answer: await venue.executeBlock(block, step.verification, taker) }, now())
    case 'FIND': {
      // A taker that lifts two makers has blocks alike in its record; a maker seldom has.
      const claimed = await store.claimedBesides(job)
      return after(settlement, { of: 'FIND', answer: await venue.findBlock(block, maker, (id) => claimed.has(id)) }, now())
    }
  }
}

/** The market's own transaction makes the row DONE; where it had the answer already, there was nothing to decide and the row is made so here. */
async function tellMarket(
  job: Job,
  settlement: Settlement,
  step: Extract<Step, { do: 'CONFIRM' | 'REJECT' }>,
  around: Around,
): Promise<void> {
  const { rfqId: id, tradeId, shard } = job
  const command: DirectMarketCommand =
    step.do === 'CONFIRM'
      ? { kind: 'ConfirmSettlement', id, tradeId, venueTradeId: step.venueTradeId }
      : { kind: 'RejectSettlement', id, tradeId, rejection: step.rejection }
  try {
    const decided = await around.engine.submit(shard, command)
    if (isRefusal(decided)) throw new Error(`the market refused to hear of ${tradeId}: ${decided.message}`)
    if (decided.events.length === 0) await around.store.markDone(tradeId)
  } catch (error) {
    // What is known must not be lost while the market cannot hear it.
    const known: Settlement =
      settlement.state === 'EXECUTED' || step.do === 'CONFIRM'
        ? settlement
        : { state: 'REJECTED', attempts: settlement.attempts, nextAttemptAt: settlement.nextAttemptAt, rejection: step.rejection }
    await around.store.save(tradeId, settlement.state, { ...known, ...later(settlement.attempts, 0, around.now()) })
    around.log.warn({ tradeId, error }, 'The market could not be told of a settlement; it will be told again')
  }
}
