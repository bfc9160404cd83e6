/** Commands that place and replace quotes and crosses. The reply is the final decision. */
import {
  isRefusal,
  type Order,
  type OrderId,
  type OrderKind,
  type PlaceOrder,
  type Refusal,
  type ReplaceOrder,
  type Rfq,
} from '@parley/core'
import type { Caller } from '../calls/route.ts'
import { marketShardOf } from '../shards/shards.ts'
import { unlessRefused, type Reply } from './answers.ts'
import type { AudienceNeeds } from './audience-needs.ts'
import { kindOf, placeCommand, type NewOrder } from './new-order.ts'
import { orderAfter } from './order-after.ts'
import { replacementOf, type Before, type Replacement } from './replacement.ts'

export type Replaced = { readonly rfq: Rfq; readonly orderId: OrderId; readonly kind: OrderKind }

export function createOrderCommands(needs: AudienceNeeds) {
  return {
    async place<View extends object>(caller: Caller, rfq: Rfq, order: NewOrder, reply: Reply<Order, View>): Promise<View | Refusal> {
      const command = placeCommand(needs, caller, rfq, order)
      return isRefusal(command) ? command : submit(needs, caller, { rfq, kind: kindOf(rfq, caller, order) }, command, reply)
    },

    /** Replaces the desk's own quote on that side that would trade first, or places a new one; the shard decides which (rulebook 10.21). */
    async placeOrReplace<View extends object>(
      caller: Caller,
      rfq: Rfq,
      { order, replacement }: { readonly order: NewOrder; readonly replacement: () => Promise<Replacement | Refusal> },
      reply: Reply<Order, View>,
    ): Promise<View | Refusal> {
      const command = placeCommand(needs, caller, rfq, order)
      if (isRefusal(command)) return command
      const other = await replacement()
      if (isRefusal(other)) return other
      const orReplace = await replacementOf(needs, caller, rfq, other, () => Promise.resolve(undefined))
      if (isRefusal(orReplace)) return orReplace
      return submit(needs, caller, { rfq, kind: kindOf(rfq, caller, order) }, { ...command, orReplace }, reply)
    },

    async replace<View extends object>(
      caller: Caller,
      { rfq, orderId, kind }: Replaced,
      replacement: Replacement,
      before: Before,
      reply: Reply<Order, View>,
    ): Promise<View | Refusal> {
      const command = await replacementOf(needs, caller, rfq, replacement, before)
      return isRefusal(command) ? command : submit(needs, caller, { rfq, kind }, { ...command, orderId }, reply)
    },
  }
}

/** An aggressor order passes its desk's throttle; a client order id must not rest elsewhere. */
async function submit<View extends object>(
  { audience, engine, cache, guards, clientOrderIds }: AudienceNeeds,
  caller: Caller,
  { rfq, kind }: Pick<Replaced, 'rfq' | 'kind'>,
  command: PlaceOrder | ReplaceOrder,
  { view, idempotency }: Reply<Order, View>,
): Promise<View | Refusal> {
  const { group, name } = marketShardOf(rfq)
  const present = unlessRefused(({ events }) => view(orderAfter(events)))
  const decide = () => engine.submit(name, command, idempotency, present)
  const isAggressor = kind === 'CROSS' || command.timeInForce === 'IOC'
  const throttled = () => (isAggressor ? guards.throttled(caller.desk, rfq.structure, decide) : decide())
  const decided = await clientOrderIds.using(caller.desk, command.clientOrderId, { audience, group }, throttled)
  if (isRefusal(decided)) return decided
  cache.remember(rfq, orderAfter(decided.events))
  return decided.answer as View
}
