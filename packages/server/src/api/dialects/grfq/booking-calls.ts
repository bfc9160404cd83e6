/** POST trades/{id}/booking: a desk reports that it has booked a trade at the venue, or that it cannot. */
import { tradeFor, type DeskId, type Refusal, type Rfq, type Trade } from '@parley/core'
import type { BookingBody, GroupBase, GroupTradeView } from '@parley/contracts'
import type { Caller } from '../../../calls/route.ts'
import type { Idempotency } from '../../../engine/engine.ts'
import { portable } from '../../../engine/portable.ts'
import type { Rfqs } from '../../../rfq/service.ts'
import type { TradeIn } from '../../../rfq/trade-store.ts'
import { notFound } from './not-found.ts'
import { presentTrade } from './present.ts'

const tradeOf = portable(
  'grfq.trade',
  (rfq: Rfq, desk: DeskId, base: GroupBase, charged: TradeIn['charged']) =>
    (trade: Trade): GroupTradeView =>
      presentTrade(rfq, trade, desk, base, charged)!,
)

type Booking = { readonly id: number; readonly body: BookingBody; readonly base: GroupBase }

export const createBookingCalls = ({ commands, store }: Pick<Rfqs, 'commands' | 'store'>) => ({
  async bookTrade(caller: Caller, { id, body, base }: Booking, idempotency?: Idempotency): Promise<GroupTradeView | Refusal> {
    const found = await store.tradeOfNumber(id, caller.desk)
    if (found === undefined || tradeFor(found.rfq, found.trade, caller.desk) === undefined) return notFound('trade')
    return commands.book(caller, found, body, {
      view: tradeOf(found.rfq, caller.desk, base, found.charged),
      idempotency,
    })
  },
})
