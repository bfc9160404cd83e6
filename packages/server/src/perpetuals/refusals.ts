/** The refusals that a desk reads where the venue, or its account there, does not do what was asked. */
import { refuse, type Refusal } from '@parley/core'
import type { VenueAnswer } from '@parley/venues'

type NotDone = Exclude<VenueAnswer<never>, { outcome: 'DONE' }>

const NAMED_MOST = 12

export const noVenue: Refusal = refuse('PerpetualsNotOffered', '18.1', 'This installation connects no venue of perpetuals.')

export const noAccount: Refusal = refuse(
  'PerpetualAccountMissing',
  '18.2',
  'Your desk has no Paradex account that trades; an administrator connects one among the venue accounts, and makes it the default where there are several.',
)

export function unknownMarket(listed: Iterable<string>): Refusal {
  const names = [...listed].sort()
  const more = names.length > NAMED_MOST ? `, and ${names.length - NAMED_MOST} others` : ''
  const accepted = names.length === 0 ? 'none is listed now.' : `${names.slice(0, NAMED_MOST).join(', ')}${more} are accepted.`
  return refuse('PerpetualUnknown', '18.1', `market: ${accepted}`, 'market')
}

/** Of a read: nothing was changed. */
export const unread = (answer: NotDone): Refusal =>
  answer.outcome === 'REJECTED'
    ? refused(answer)
    : {
        ...refuse('PerpetualsSilent', '18.1', `Paradex does not answer now: ${answer.message}. Ask again in a few seconds.`),
        retryAfterMs: answer.retryAfterMs,
      }

/** Of a write: what is not answered may have been done. */
export const notDone = (answer: NotDone): Refusal =>
  answer.outcome === 'REJECTED'
    ? refused(answer)
    : {
        ...refuse(
          'PerpetualOutcomeUnknown',
          '18.5',
          `Paradex did not answer, and may have done it: ${answer.message}. Look at the open orders and the fills before you ask again.`,
        ),
        retryAfterMs: answer.retryAfterMs,
      }

const refused = ({ message, code }: Extract<NotDone, { outcome: 'REJECTED' }>): Refusal =>
  refuse('PerpetualRefused', '18.5', `Paradex refuses: ${message.replace(/\.$/, '')}${message.includes(code) ? '' : ` (${code})`}.`)

/** Of a market that was listed when we last looked. */
export const hasEnded = (market: string): Refusal =>
  refuse('PerpetualUnknown', '18.9', `${market} has ended at Paradex and takes no orders; choose another market.`, 'market')

export const isSaid = (answer: NotDone, ...codes: readonly string[]): boolean =>
  answer.outcome === 'REJECTED' && codes.includes(answer.code)
