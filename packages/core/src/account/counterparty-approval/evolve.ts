import type { Approval, ApprovalEvent } from './approval.ts'

/** Applies what was decided. It handles every event and checks no rule. */
export function evolve(_approval: Approval, event: ApprovalEvent): Approval {
  switch (event.kind) {
    case 'ApprovalAsked':
      return { state: 'ASKED', by: event.by, askedAt: event.at }
    case 'ApprovalGiven':
      return { state: 'APPROVED', approvedAt: event.at }
    case 'ApprovalWithdrawn':
      return { state: 'STRANGERS' }
  }
}
