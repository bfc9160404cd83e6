/** POST trades/{id}/booking: a desk reports that it has booked a trade at the venue, or that it cannot. */
import { tradeFor, type DeskId, type Refusal, type Rfq, type Trade } from '@parley/core'
import type { BlockTradeView, BookingBody } from '@parley/contracts'
import type { Caller } from '../../../calls/route.ts'
import type { Idempotency } from '../../../engine/engine.ts'
import { portable } from '../../../engine/portable.ts'
import type { Rfqs } from '../../../rfq/service.ts'
import type { TradeIn } from '../../../rfq/trade-store.ts'
import { presentTrade } from './present.ts'
import { notFound } from './rfq-calls.ts'

const tradeOf = portable(
  'drfq.trade',
  (rfq: Rfq, desk: DeskId, charged: TradeIn['charged']) =>
    (trade: Trade): BlockTradeView =>
      presentTrade(rfq, trade, desk, charged)!,
)

export const createBookingCalls = ({ commands, store }: Pick<Rfqs, 'commands' | 'store'>) => ({
  async bookTrade(caller: Caller, id: string, body: BookingBody, idempotency?: Idempotency): Promise<BlockTradeView | Refusal> {
    const found = await store.trade(id, caller.desk)
    if (found === undefined || tradeFor(found.rfq, found.trade, caller.desk) === undefined) return notFound('trade')
    return commands.book(caller, found, body, { view: tradeOf(found.rfq, caller.desk, found.charged), idempotency })
  },
})
