/**
 * How an agreed trade is settled at its venue (rulebook 7.5 to 7.7): the maker verifies, the taker executes, the shard decides. Pure. The worker
 * performs `nextStep`, and stores the result of `after` before it performs the next one.
 *
 *   AGREED --verify--> VERIFIED --execute--> EXECUTED --confirm--> (done)
 *     |                    |  \--find (whenever an execution may have been sent) --> EXECUTED, again, or REJECTED
 *     \----------------------------------------> REJECTED --tell the market--> (done)
 *
 * A trade with the venue's own makers needs no verification, because their quotes are their consent: it is READY when a block would be verified
 * (rulebook 15.5).
 */
import type { BlockAbsence, Settled, VenueAnswer, Verification } from '@parley/venues'
import type { Price, SettlementRoute } from '@parley/core'
import { FIRST_RETRY_MS, LONGEST_RETRY_MS, SIGNATURE_LIFE_MS, SIGNATURE_MARGIN_MS } from './limits.ts'

export type Settlement =
  | { readonly state: 'AGREED'; readonly blockAt: number; readonly attempts: number; readonly nextAttemptAt: number }
  | {
      readonly state: 'VERIFIED'
      readonly blockAt: number
      readonly attempts: number
      readonly nextAttemptAt: number
      readonly verification: Verification
      /**
       * NEVER: no execution was sent. MAYBE: one may have been, so the venue is asked first. ABSENT: the venue has just reported that it has not been
       * executed so far. The same block may then be sent again, but only the venue's record may end it.
       */
      readonly sent: 'NEVER' | 'MAYBE' | 'ABSENT'
      /** The venue's answer to a repeated execution. It is believed only if the venue's record agrees. */
      readonly refusedWith?: string
    }
  | {
      readonly state: 'EXECUTED'
      readonly attempts: number
      readonly nextAttemptAt: number
      readonly venueTradeId: string
      /** The prices at which the venue executed the legs, if it reported them in the order of the block. */
      readonly legPrices?: readonly Price[]
    }
  | { readonly state: 'REJECTED'; readonly attempts: number; readonly nextAttemptAt: number; readonly rejection: string }

type Verified = Extract<Settlement, { state: 'VERIFIED' }>

export type Step =
  | { readonly do: 'VERIFY' }
  | { readonly do: 'READY' }
  | { readonly do: 'EXECUTE'; readonly verification: Verification }
  | { readonly do: 'FIND' }
  | { readonly do: 'CONFIRM'; readonly venueTradeId: string }
  | { readonly do: 'REJECT'; readonly rejection: string }

export type Learned =
  | { readonly of: 'READY' }
  | { readonly of: 'VERIFY'; readonly answer: VenueAnswer<Verification> }
  | { readonly of: 'EXECUTE'; readonly answer: VenueAnswer<Settled> }
  | { readonly of: 'FIND'; readonly answer: VenueAnswer<Settled | BlockAbsence> }

export const NOT_IN_TIME = 'The venue did not respond in time; nothing was traded.'
export const NEVER_EXECUTED = 'The venue did not execute the block in time; nothing was traded.'

/** The first step of each route: the requirement for any execution. */
const firstSteps: Readonly<Record<SettlementRoute, Extract<Step, { do: 'VERIFY' | 'READY' }>>> = {
  BLOCK: { do: 'VERIFY' },
  VENUE_RFQ: { do: 'READY' },
  // No worker processes these.
  BOOKED_BY_BOTH: { do: 'READY' },
}

export function nextStep(settlement: Settlement, now: number, route: SettlementRoute = 'BLOCK'): Step {
  switch (settlement.state) {
    case 'AGREED':
      // Nothing that could trade has been sent, so giving up is safe.
      return isTooLate(settlement.blockAt, now) ? { do: 'REJECT', rejection: NOT_IN_TIME } : firstSteps[route]
    case 'VERIFIED':
      return stepWhenVerified(settlement, now)
    case 'EXECUTED':
      return { do: 'CONFIRM', venueTradeId: settlement.venueTradeId }
    case 'REJECTED':
      return { do: 'REJECT', rejection: settlement.rejection }
  }
}

function stepWhenVerified({ sent, verification, blockAt, refusedWith }: Verified, now: number): Step {
  if (sent === 'NEVER') return isTooLate(blockAt, now) ? { do: 'REJECT', rejection: NOT_IN_TIME } : { do: 'EXECUTE', verification }
  const maySendAgain = sent === 'ABSENT' && refusedWith === undefined && !isTooLate(blockAt, now)
  return maySendAgain ? { do: 'EXECUTE', verification } : { do: 'FIND' }
}

const isTooLate = (blockAt: number, now: number): boolean => now > blockAt + SIGNATURE_LIFE_MS - SIGNATURE_MARGIN_MS

export function after(settlement: Settlement, learned: Learned, now: number): Settlement {
  switch (learned.of) {
    case 'READY':
      return settlement.state === 'AGREED' ? ready(settlement, now) : misplaced(settlement, learned)
    case 'VERIFY':
      return settlement.state === 'AGREED' ? afterVerify(settlement, learned.answer, now) : misplaced(settlement, learned)
    case 'EXECUTE':
      return settlement.state === 'VERIFIED' ? afterExecute(settlement, learned.answer, now) : misplaced(settlement, learned)
    case 'FIND':
      return settlement.state === 'VERIFIED' ? afterFind(settlement, learned.answer, now) : misplaced(settlement, learned)
  }
}

function misplaced(settlement: Settlement, learned: Learned): never {
  throw new Error(`unexpected answer to ${learned.of} in state ${settlement.state}`)
}

/** Stored before anything is sent: a reader of this row must ask the venue first. */
const ready = ({ blockAt }: Extract<Settlement, { state: 'AGREED' }>, now: number): Settlement => ({
  ...{ state: 'VERIFIED', blockAt, attempts: 0, nextAttemptAt: now, sent: 'NEVER' },
  verification: { signature: '', expiresAt: blockAt + SIGNATURE_LIFE_MS },
})

function afterVerify(agreed: Extract<Settlement, { state: 'AGREED' }>, answer: VenueAnswer<Verification>, now: number): Settlement {
  switch (answer.outcome) {
    case 'DONE':
      return { state: 'VERIFIED', blockAt: agreed.blockAt, attempts: 0, nextAttemptAt: now, verification: answer.value, sent: 'NEVER' }
    case 'REJECTED':
      return rejected(answer.message, now)
    case 'UNKNOWN':
      return { ...agreed, ...later(agreed.attempts, answer.retryAfterMs, now) }
  }
}

function afterExecute(verified: Verified, answer: VenueAnswer<Settled>, now: number): Settlement {
  switch (answer.outcome) {
    case 'DONE':
      return executed(answer.value, now)
    case 'REJECTED':
      // If this was the only execution ever sent, the answer is final. If it was a repeated one, it may be the echo of the first.
      if (verified.sent === 'NEVER') return rejected(answer.message, now)
      return { ...verified, sent: 'MAYBE', refusedWith: answer.message, ...later(verified.attempts, 0, now) }
    case 'UNKNOWN':
      return { ...verified, sent: 'MAYBE', ...later(verified.attempts, answer.retryAfterMs, now) }
  }
}

function afterFind(verified: Verified, answer: VenueAnswer<Settled | BlockAbsence>, now: number): Settlement {
  switch (answer.outcome) {
    case 'DONE':
      if (answer.value === 'NEVER_HAPPENED') return rejected(verified.refusedWith ?? NEVER_EXECUTED, now)
      if (answer.value !== 'NOT_SO_FAR') return executed(answer.value, now)
      if (verified.refusedWith === undefined && !isTooLate(verified.blockAt, now))
        return { ...verified, sent: 'ABSENT', nextAttemptAt: now }
      return { ...verified, sent: 'MAYBE', ...later(verified.attempts, 0, now) }
    case 'REJECTED':
    case 'UNKNOWN':
      // A venue that does not respond settles nothing. It is asked again.
      return { ...verified, sent: 'MAYBE', ...later(verified.attempts, answer.outcome === 'UNKNOWN' ? answer.retryAfterMs : 0, now) }
  }
}

const executed = ({ venueTradeId, legs }: Settled, now: number): Settlement => ({
  state: 'EXECUTED',
  attempts: 0,
  nextAttemptAt: now,
  venueTradeId,
  ...(legs.length === 0 ? {} : { legPrices: legs.map(({ price }) => price) }),
})
const rejected = (rejection: string, now: number): Settlement => ({ state: 'REJECTED', attempts: 0, nextAttemptAt: now, rejection })

/** Twice as long each time, and never sooner than the venue requests. */
export function later(attempts: number, leastMs: number, now: number): { readonly attempts: number; readonly nextAttemptAt: number } {
  const wait = Math.min(FIRST_RETRY_MS * 2 ** Math.min(attempts, 16), LONGEST_RETRY_MS)
  return { attempts: attempts + 1, nextAttemptAt: now + Math.max(wait, leastMs) }
}
