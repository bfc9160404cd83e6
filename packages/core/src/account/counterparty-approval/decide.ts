import type { Instant } from '../../ids.ts'
import { refuse, type Refusal } from '../../refusal.ts'
import type { Approval, ApprovalCommand, ApprovalEvent, ApprovalRefusal } from './approval.ts'
import { can } from './transitions.ts'

/** Returns events, or the first refusal in this order: wrong state, then wrong actor (rulebook 2.1 to 2.5). */
export function decide(approval: Approval, command: ApprovalCommand, now: Instant): readonly ApprovalEvent[] | Refusal<ApprovalRefusal> {
  if (!can(command.kind, approval)) return refusedIn(approval)
  const moment = { by: command.actor, at: now }
  switch (command.kind) {
    case 'Ask':
      return [{ kind: 'ApprovalAsked', ...moment }]
    case 'Approve':
      if (approval.state === 'ASKED' && approval.by === command.actor)
        return refuse('OwnRequest', '2.3', 'Your desk has already approved; the other desk has to approve this request.')
      return [{ kind: 'ApprovalGiven', ...moment }]
    case 'Withdraw':
      return [{ kind: 'ApprovalWithdrawn', ...moment }]
  }
}

function refusedIn(approval: Approval): Refusal<ApprovalRefusal> {
  switch (approval.state) {
    case 'STRANGERS':
      return refuse('NothingAsked', '2.1', 'There is no request between these desks. Send a request first.')
    case 'ASKED':
      return refuse('AlreadyAsked', '2.2', 'A request is already open. It can be approved or withdrawn.')
    case 'APPROVED':
      return refuse('AlreadyApproved', '2.4', 'These desks have already approved each other. The approval can be withdrawn.')
  }
}
