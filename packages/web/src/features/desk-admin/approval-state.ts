/** The approval state between two desks, and the possible actions. It applies the same rule as the server. */
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
  /** The label of the button. Withdrawing a request of the other desk means declining it. */
  readonly label: ApprovalCommand['kind'] | 'Decline'
  readonly disabledReason: string | undefined
}

/** The commands that apply in this state. One that only the other desk may use is shown disabled, with the reason. */
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
