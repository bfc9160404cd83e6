/** The last response of a venue about an account, and its age (rulebook 13.1). Pure. */
import type { AccountHoldings, VenueAnswer } from '@parley/venues'
import { positionLimits } from './limits.ts'

export type Holdings = Pick<AccountHoldings, 'positions' | 'balances'>

export type Reading = {
  /** The venue's last successful response, which stays if a later attempt fails. */
  readonly held: (Holdings & { readonly readAt: number }) | undefined
  /** The reason why the last attempt failed. */
  readonly failure: { readonly at: number; readonly message: string } | undefined
}

export const unread: Reading = { held: undefined, failure: undefined }

/** The request was sent at `askedAt`, so the venue's response is at least as new. */
export function after(before: Reading, answer: VenueAnswer<AccountHoldings>, askedAt: number): Reading {
  switch (answer.outcome) {
    case 'DONE': {
      const { positions, balances } = answer.value
      return { held: { positions, balances, readAt: askedAt }, failure: undefined }
    }
    case 'REJECTED':
    case 'UNKNOWN':
      return { held: before.held, failure: { at: askedAt, message: answer.message } }
  }
}

export type ReadingState = 'FRESH' | 'STALE' | 'UNREAD'

export function stateOf({ held, failure }: Reading, now: number): ReadingState {
  if (held === undefined) return 'UNREAD'
  return failure !== undefined || now - held.readAt > positionLimits.staleAfterMs ? 'STALE' : 'FRESH'
}

/** Whether a screen or the next start would show the same as before, except for the time. */
export const isSameReading = (a: Reading, b: Reading): boolean => textOf(a) === textOf(b)

const textOf = ({ held, failure }: Reading): string => JSON.stringify([held?.positions, held?.balances, failure?.message])
