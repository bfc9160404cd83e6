/** The refusals for a desk when the venue, or its account there, does not execute a request. */
import { refuse, type Refusal } from '@parley/core'
import type { VenueAnswer } from '@parley/venues'

type NotDone = Exclude<VenueAnswer<never>, { outcome: 'DONE' }>

const NAMED_MOST = 12
const NOT_SENT_AGAIN_MS = 1_000

export const noVenue: Refusal = refuse('PerpetualsNotOffered', '18.1', 'This installation is not connected to a perpetuals venue.')

export const noAccount: Refusal = refuse(
  'PerpetualAccountMissing',
  '18.2',
  'Your desk has no Paradex account that can trade. An administrator can add one under venue accounts, and must make it the default if there are several.',
)

export function unknownMarket(listed: Iterable<string>): Refusal {
  const names = [...listed].sort()
  const more = names.length > NAMED_MOST ? `, and ${names.length - NAMED_MOST} others` : ''
  const accepted = names.length === 0 ? 'no markets are listed.' : `${names.slice(0, NAMED_MOST).join(', ')}${more} are accepted.`
  return refuse('PerpetualUnknown', '18.1', `market: ${accepted}`, 'market')
}

/** For a read: nothing was changed. */
export const unread = (answer: NotDone): Refusal =>
  answer.outcome === 'REJECTED'
    ? refused(answer)
    : {
        ...refuse('PerpetualsSilent', '18.1', `Paradex is not responding: ${answer.message}. Try again in a few seconds.`),
        retryAfterMs: answer.retryAfterMs,
      }

/** For a write: without a response, it may have been executed. */
export const notDone = (answer: NotDone): Refusal =>
  answer.outcome === 'REJECTED'
    ? hasCode(answer, 'NOT_SENT')
      ? { ...refuse('PerpetualsSilent', '18.5', `${answer.message} Try again in a second.`), retryAfterMs: NOT_SENT_AGAIN_MS }
      : refused(answer)
    : {
        ...refuse(
          'PerpetualOutcomeUnknown',
          '18.5',
          `Paradex did not respond, and may have executed the request: ${answer.message}. Check open orders and fills before you try again.`,
        ),
        retryAfterMs: answer.retryAfterMs,
      }

const refused = ({ message, code }: Extract<NotDone, { outcome: 'REJECTED' }>): Refusal =>
  refuse('PerpetualRefused', '18.5', `Paradex rejected it: ${message.replace(/\.$/, '')}${message.includes(code) ? '' : ` (${code})`}.`)

/** For a market that was listed at the last read. */
export const hasEnded = (market: string): Refusal =>
  refuse('PerpetualUnknown', '18.9', `${market} is delisted at Paradex and accepts no orders. Choose another market.`, 'market')

export const hasCode = (answer: NotDone, ...codes: readonly string[]): boolean =>
  answer.outcome === 'REJECTED' && codes.includes(answer.code)

/** The venue knows no such order, or it has closed: nothing is left to cancel. */
export const isOver = (answer: NotDone): boolean => isUnknownOrder(answer) || isClosedOrder(answer)

export const isUnknownOrder = (answer: NotDone): boolean => hasCode(answer, 'ORDER_ID_NOT_FOUND', 'NOT_FOUND')
export const isClosedOrder = (answer: NotDone): boolean => hasCode(answer, 'ORDER_IS_CLOSED', 'ORDER_IS_NOT_OPEN')
