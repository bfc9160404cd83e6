/** The stored content of a held request, and the function that sends an approved one (rulebook 11.16). */
import type { HeldRequestView } from '@parley/contracts'
import type { UserId } from '@parley/core'
import type { Caller } from '../../calls/route.ts'

export type HeldResult = NonNullable<HeldRequestView['result']>

/** The content of a request as its call has read it. */
export type HeldContent = {
  readonly id: string
  /** `POST /v2/drfq/orders/` */
  readonly call: string
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
  /** The network address of its sender. */
  readonly address: string
}

type Approval = { readonly now: number; readonly requestId: string; readonly approvedBy: UserId }

/** Sends it for `caller`, who is its sender with the rights of now. */
export type SendHeld = (held: HeldContent, caller: Caller, approval: Approval) => Promise<HeldResult>
