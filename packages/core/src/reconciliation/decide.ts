import type { Instant } from '../ids.ts'
import { refuse, type Refusal } from '../refusal.ts'
import type { Difference, DifferenceCommand, DifferenceEvent, DifferenceRefusal } from './difference.ts'
import { display } from './display.ts'
import { can } from './transitions.ts'

type Answer = readonly DifferenceEvent[] | Refusal<DifferenceRefusal>

/** Returns events, or the first refusal in this order: already closed, no reason, more than the fee differs (rulebook 14.6 to 14.8). */
export function decide(difference: Difference, command: DifferenceCommand, now: Instant): Answer {
  if (!can(command.kind, difference))
    return refuse(
      'DifferenceClosed',
      '14.6',
      `The difference is already closed: ${display(difference)}. Only an open difference can be closed.`,
    )
  switch (command.kind) {
    case 'Find':
      return isFoundAnew(difference, command.isChanged) ? [{ kind: 'DifferenceReopened' }] : []
    case 'Miss':
      return difference.state === 'OPEN' ? [{ kind: 'DifferenceGone', at: now }] : []
    case 'Explain':
      return closed('DifferenceExplained', command, now)
    case 'Accept':
      if (command.reason.trim() !== '' && (command.what !== 'FEE' || command.also.length > 0))
        return refuse(
          'NotAFeeAlone',
          '14.7',
          "The venue's fee can be accepted only if nothing else differs. Explain the difference instead.",
        )
      return closed('DifferenceAccepted', command, now)
  }
}

/** A person has closed the difference as it was. It is opened again only if it changes. */
function isFoundAnew({ state }: Difference, isChanged: boolean): boolean {
  switch (state) {
    case 'OPEN':
      return false
    case 'EXPLAINED':
    case 'ACCEPTED':
      return isChanged
    case 'GONE':
      return true
  }
}

function closed(
  kind: 'DifferenceExplained' | 'DifferenceAccepted',
  { by, reason }: { readonly by: string; readonly reason: string },
  at: Instant,
): Answer {
  if (reason.trim() === '')
    return refuse('ReasonMissing', '14.6', 'A reason is required: one sentence that another member will understand.', 'reason')
  return [{ kind, by, reason: reason.trim(), at }]
}
