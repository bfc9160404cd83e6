import { hasRight } from '../roles.ts'
import type { Instant } from '../../ids.ts'
import { refuse, type Refusal } from '../../refusal.ts'
import { display } from './display.ts'
import type { HeldRequest, HeldRequestActor, HeldRequestCommand, HeldRequestEvent, HeldRequestRefusal } from './held-request.ts'
import { can } from './transitions.ts'

type Decision = readonly HeldRequestEvent[] | Refusal<HeldRequestRefusal>

/** Returns events, or the first refusal in this order: state, time, actor (rulebook 11.15). */
export function decide(held: HeldRequest, command: HeldRequestCommand, now: Instant): Decision {
  if (!can(command.kind, held)) return ended(held.state)
  const isOver = now >= held.expiresAt
  if (command.kind === 'Expire') return isOver ? [{ kind: 'HeldRequestExpired', at: now }] : []
  if (isOver) return ended('EXPIRED')
  if (command.kind === 'Cancel') return [{ kind: 'HeldRequestCancelled', at: now }]
  const { actor } = command
  switch (command.kind) {
    case 'Approve':
      return secondPersonRefusal(held, actor) ?? [{ kind: 'HeldRequestApproved', by: actor.id, at: now }]
    case 'Decline':
      return secondPersonRefusal(held, actor) ?? [{ kind: 'HeldRequestDeclined', by: actor.id, at: now }]
    case 'Withdraw':
      if (actor.id !== held.sender)
        return refuse('NotTheSender', '11.15', 'Only the person who sent the request can withdraw it. You can decline it.')
      return [{ kind: 'HeldRequestWithdrawn', at: now }]
  }
}

const ended = (state: HeldRequest['state']): Refusal<HeldRequestRefusal> =>
  refuse(
    'HeldRequestEnded',
    '11.15',
    `The request no longer waits for approval: ${display(state).toLowerCase()}. Send it again to ask for approval.`,
  )

function secondPersonRefusal({ sender }: HeldRequest, actor: HeldRequestActor): Refusal<HeldRequestRefusal> | undefined {
  if (actor.kind === 'KEY')
    return refuse('InsufficientPermissions', '11.15', 'An API key cannot decide a held request. A person of the desk who trades can.')
  if (!hasRight(actor.role, 'Trade'))
    return refuse('InsufficientPermissions', '11.15', 'Your role cannot decide a held request. A person of the desk who trades can.')
  if (actor.id === sender)
    return refuse('OwnHeldRequest', '11.15', 'You sent this request. Another person of your desk has to decide it. You can withdraw it.')
  return undefined
}
