/** A desk's reports about a trade that it books at the venue itself (rulebook 16.2 to 16.4). */
import { isRefusal, type Refusal, type ShardCommand, type Trade } from '@parley/core'
import type { BookingBody } from '@parley/contracts'
import type { Caller } from '../calls/route.ts'
import { marketShardOf } from '../shards/shards.ts'
import { actorOf } from './actor.ts'
import { withTrade, type Reply } from './answers.ts'
import type { AudienceNeeds } from './audience-needs.ts'
import type { TradeIn } from './trade-store.ts'

export const createBookingCommands = ({ audience, engine }: Pick<AudienceNeeds, 'audience' | 'engine'>) => ({
  async book<View extends object>(
    caller: Caller,
    { rfq, trade }: TradeIn,
    body: BookingBody,
    { view, idempotency }: Reply<Trade, View>,
  ): Promise<View | Refusal> {
    const of = { actor: actorOf(caller), audience, id: rfq.id, tradeId: trade.id } as const
    const decided = await engine.submit(marketShardOf(rfq).name, commandOf(of, body), idempotency, { view: withTrade(view, trade) })
    return isRefusal(decided) ? decided : decided.answer
  },
})

function commandOf(of: Omit<Extract<ShardCommand, { kind: 'RejectBooking' }>, 'kind' | 'reason'>, body: BookingBody): ShardCommand {
  if (!body.booked) return { kind: 'RejectBooking', ...of, reason: body.reason }
  const { venue_reference: reference, note } = body
  return { kind: 'ConfirmBooking', ...of, reference, ...(note == null ? {} : { note }) }
}
