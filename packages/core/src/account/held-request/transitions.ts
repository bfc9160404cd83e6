import type { HeldRequest, HeldRequestCommand } from './held-request.ts'

type Row = Readonly<Record<HeldRequestCommand['kind'], HeldRequest['state'] | undefined>>

const ended: Row = { Approve: undefined, Decline: undefined, Withdraw: undefined, Cancel: undefined, Expire: undefined }

/** For every state and command, the next state, or undefined if the command is refused. This is the only copy of the table. */
export const transitions: Readonly<Record<HeldRequest['state'], Row>> = {
  HELD: { Approve: 'APPROVED', Decline: 'DECLINED', Withdraw: 'WITHDRAWN', Cancel: 'CANCELLED', Expire: 'EXPIRED' },
  APPROVED: ended,
  DECLINED: ended,
  WITHDRAWN: ended,
  CANCELLED: ended,
  EXPIRED: ended,
}

/** Whether the state allows the command. `decide` also checks the time and the actor. */
export const can = (command: HeldRequestCommand['kind'], { state }: Pick<HeldRequest, 'state'>): boolean =>
  transitions[state][command] !== undefined
