import type { Approval, ApprovalCommand } from './approval.ts'

type Row = Readonly<Record<ApprovalCommand['kind'], Approval['state'] | undefined>>

/** For every state and command, the next state, or undefined if the command is refused. This is the only copy of the table. */
export const transitions: Readonly<Record<Approval['state'], Row>> = {
  STRANGERS: { Ask: 'ASKED', Approve: undefined, Withdraw: undefined },
  ASKED: { Ask: undefined, Approve: 'APPROVED', Withdraw: 'STRANGERS' },
  APPROVED: { Ask: undefined, Approve: undefined, Withdraw: 'STRANGERS' },
}

/** Whether a screen can offer the command at all. `decide` checks who can give it. */
export const can = (command: ApprovalCommand['kind'], approval: Approval): boolean => transitions[approval.state][command] !== undefined
