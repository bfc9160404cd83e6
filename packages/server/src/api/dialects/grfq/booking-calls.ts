/** POST trades/{id}/booking: a desk reports that it has booked a trade at the venue, or that it cannot. */
import { tradeFor, type Refusal } from '@parley/core'
import type { BookingBody, GroupBase, GroupTradeView } from '@parley/contracts'
import type { Caller } from '../../../calls/route.ts'
import type { Idempotency } from '../../../engine/engine.ts'
import type { Rfqs } from '../../../rfq/service.ts'
import { notFound } from './not-found.ts'
import { presentTrade } from './present.ts'

type Booking = { readonly id: number; readonly body: BookingBody; readonly base: GroupBase }

export const createBookingCalls = ({ commands, store }: Pick<Rfqs, 'commands' | 'store'>) => ({
  async bookTrade(caller: Caller, { id, body, base }: Booking, idempotency?: Idempotency): Promise<GroupTradeView | Refusal> {
    const found = await store.tradeOfNumber(id, caller.desk)
    if (found === undefined || tradeFor(found.rfq, found.trade, caller.desk) === undefined) return notFound('trade')
    return commands.book(caller, found, body, {
      view: (trade) => presentTrade(found.rfq, trade, caller.desk, base, found.charged)!,
      idempotency,
    })
  },
})
