/** Calls that create, send, decline and cancel direct RFQs. */
import {
  isRefusal,
  readerRole,
  refuse,
  type DeclineReason,
  type DeskId,
  type Refusal,
  type Rfq,
  type Side,
  type VenueCode,
} from '@parley/core'
import type { RfqView } from '@parley/contracts'
import type { Caller } from '../../../calls/route.ts'
import type { AskedLeg } from '../../../catalogue/structures.ts'
import type { Idempotency } from '../../../engine/engine.ts'
import { portable } from '../../../engine/portable.ts'
import type { Rfqs } from '../../../rfq/service.ts'
import { presentRfq } from './present.ts'

export type CreateRfqBody = {
  readonly venue: VenueCode
  readonly quantity: string
  readonly legs: readonly AskedLeg[]
  readonly account_name?: string | null | undefined
  readonly counterparties?: readonly string[] | null | undefined
  readonly groups?: readonly string[] | null | undefined
  readonly is_taker_anonymous?: boolean | null | undefined
  readonly label?: string | null | undefined
  readonly taker_side?: Side | null | undefined
  readonly good_for_seconds?: number | null | undefined
  readonly also_ask_venue?: boolean | null | undefined
  readonly state?: 'OPEN' | 'DRAFT' | null | undefined
}
export type DeclineBody = { readonly reason: DeclineReason; readonly text?: string | null | undefined }

export const notFound = (what: string): Refusal => refuse('NotFound', '', `There is no ${what} with this id that your desk can see.`, 'id')

/** For a desk that may see it. */
const rfqFor = portable(
  'drfq.rfq',
  (desk: DeskId) =>
    (rfq: Rfq): RfqView =>
      presentRfq(rfq, desk)!,
)

export function createRfqCalls({ commands, store }: Pick<Rfqs, 'commands' | 'store'>) {
  /** In its current state. Refused to a desk that may not see it. */
  const visibleRfq = async ({ desk }: Caller, id: string): Promise<Rfq | Refusal> => {
    const rfq = await store.rfq(id)
    return rfq === undefined || readerRole(rfq, desk) === undefined ? notFound('RFQ') : rfq
  }

  return {
    visibleRfq,

    async createRfq(caller: Caller, body: CreateRfqBody, idempotency?: Idempotency): Promise<RfqView | Refusal> {
      const asked = {
        venue: body.venue,
        quantity: body.quantity,
        legs: body.legs,
        account: body.account_name ?? undefined,
        makers: body.counterparties ?? [],
        groups: body.groups ?? [],
        isTakerAnonymous: body.is_taker_anonymous ?? false,
        label: body.label ?? undefined,
        side: body.taker_side ?? undefined,
        goodForMs: body.good_for_seconds == null ? undefined : body.good_for_seconds * 1000,
        alsoAsksVenue: body.also_ask_venue ?? false,
        as: body.state ?? 'OPEN',
      }
      return commands.create(caller, asked, { view: rfqFor(caller.desk), idempotency })
    },

    async sendDraft(caller: Caller, id: string, idempotency?: Idempotency): Promise<RfqView | Refusal> {
      const draft = await visibleRfq(caller, id)
      return isRefusal(draft) ? draft : commands.sendDraft(caller, draft, { view: rfqFor(caller.desk), idempotency })
    },

    async declineRfq(caller: Caller, id: string, { reason, text }: DeclineBody, idempotency?: Idempotency): Promise<RfqView | Refusal> {
      const rfq = await visibleRfq(caller, id)
      if (isRefusal(rfq)) return rfq
      return commands.decline(caller, rfq, { reason, text: text?.trim() }, { view: rfqFor(caller.desk), idempotency })
    },

    async cancelRfq(caller: Caller, id: string, idempotency?: Idempotency): Promise<undefined | Refusal> {
      const rfq = await visibleRfq(caller, id)
      if (isRefusal(rfq)) return rfq
      const decided = await commands.cancelRfq(caller, rfq, idempotency)
      return isRefusal(decided) ? decided : undefined
    },
  }
}
