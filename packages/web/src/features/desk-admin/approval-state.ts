/** How the desk stands with another, and what may be done about it: the market's own rule, asked beforehand. */
import type { ApprovalView } from '@parley/contracts'
import { type Approval, type ApprovalCommand, canApproval, decideApproval, type DeskId, displayApproval, type Instant } from '@parley/core'

export type ApprovalState = ReturnType<typeof displayApproval>
export const approvalStates: readonly ApprovalState[] = ['Waiting for you', 'Waiting for them', 'Connected', 'Not connected']

export function approvalOf({ state, asked_by, changed_at }: ApprovalView): Approval {
  const at = (changed_at ?? 0) as Instant
  switch (state) {
    case 'STRANGERS':
      return { state }
    case 'ASKED':
      return { state, by: (asked_by ?? '') as DeskId, askedAt: at }
    case 'APPROVED':
      return { state, approvedAt: at }
  }
}

export const approvalStateWith = (view: ApprovalView, desk: string): ApprovalState => displayApproval(approvalOf(view), desk as DeskId)

export type Offer = {
  readonly kind: ApprovalCommand['kind']
  /** The words of the button: to withdraw what the other desk has asked is to decline it. */
  readonly label: ApprovalCommand['kind'] | 'Decline'
  readonly disabledReason: string | undefined
}

/** The commands that have a place in this state; one that only the other desk may give stands there with its reason. */
export function offersFor(view: ApprovalView, desk: string, now: number): readonly Offer[] {
  const approval = approvalOf(view)
  const kinds: readonly ApprovalCommand['kind'][] = ['Ask', 'Approve', 'Withdraw']
  return kinds
    .filter((kind) => canApproval(kind, approval))
    .map((kind) => {
      const decision = decideApproval(approval, { kind, actor: desk as DeskId }, now as Instant)
      const isTheirs = approval.state === 'ASKED' && approval.by !== desk
      return {
        kind,
        label: kind === 'Withdraw' && isTheirs ? 'Decline' : kind,
        disabledReason: 'refused' in decision ? decision.message : undefined,
      }
    })
}
