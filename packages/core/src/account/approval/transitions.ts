import type { Approval, ApprovalCommand } from './approval.ts'

type Row = Readonly<Record<ApprovalCommand['kind'], Approval['state'] | undefined>>

/** Every state, every command: the next state, or undefined where the command is refused. The only copy of this knowledge. */
export const transitions: Readonly<Record<Approval['state'], Row>> = {
  STRANGERS: { Ask: 'ASKED', Approve: undefined, Withdraw: undefined },
  ASKED: { Ask: undefined, Approve: 'APPROVED', Withdraw: 'STRANGERS' },
  APPROVED: { Ask: undefined, Approve: undefined, Withdraw: 'STRANGERS' },
}

/** Whether a screen may offer the command at all; who may give it is for `decide`. */
export const can = (command: ApprovalCommand['kind'], approval: Approval): boolean => transitions[approval.state][command] !== undefined
