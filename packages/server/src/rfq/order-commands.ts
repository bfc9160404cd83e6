/** Commands that place and replace quotes and crosses. The reply is the final decision. */
import {
  marketModels,
  isRefusal,
  refusedSides,
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
import { withOrder, type Reply } from './answers.ts'
import type { AudienceNeeds } from './audience-needs.ts'
import { usingBoth } from './client-order-ids.ts'
import { kindOf, placeCommand, type NewOrder } from './new-order.ts'
import { arrivedOrder } from './order-after.ts'
import { withTerms, type AskedOrder } from './refused-order.ts'
import { replacementOf, type Before, type Replacement } from './replacement.ts'
import { withBothOrders, type TwoWayAnswer, type TwoWayReply, type TwoWaySide, type TwoWaySides } from './two-way.ts'

export type Replaced = { readonly rfq: Rfq; readonly orderId: OrderId; readonly kind: OrderKind }

export function createOrderCommands(needs: AudienceNeeds) {
  return {
    place<View extends object>(caller: Caller, rfq: Rfq, order: NewOrder, reply: Reply<Order, View>): Promise<View | Refusal> {
      const asked = askedOf(caller, rfq, order)
      const place = async (): Promise<View | Refusal> => {
        const command = placeCommand(needs, caller, rfq, order)
        return isRefusal(command) ? command : submit(needs, caller, asked, command, reply)
      }
      return withTerms(needs, caller, asked, place(), reply.idempotency)
    },

    /** Replaces the desk's quote on that side that would trade first, or places a new one. The shard decides which (rulebook 10.21). */
    placeOrReplace<View extends object>(
      caller: Caller,
      rfq: Rfq,
      { order, replacement }: { readonly order: NewOrder; readonly replacement: () => Promise<Replacement | Refusal> },
      reply: Reply<Order, View>,
    ): Promise<View | Refusal> {
      const asked = askedOf(caller, rfq, order)
      const placeOrReplace = async (): Promise<View | Refusal> => {
        const command = placeCommand(needs, caller, rfq, order)
        if (isRefusal(command)) return command
        const other = await replacement()
        if (isRefusal(other)) return other
        const orReplace = await replacementOf(needs, caller, rfq, other, () => Promise.resolve(undefined))
        return isRefusal(orReplace) ? orReplace : submit(needs, caller, asked, { ...command, orReplace }, reply)
      }
      return withTerms(needs, caller, asked, placeOrReplace(), reply.idempotency)
    },

    replace<View extends object>(
      caller: Caller,
      { rfq, orderId, kind }: Replaced,
      replacement: Replacement,
      before: Before,
      reply: Reply<Order, View>,
    ): Promise<View | Refusal> {
      const asked = { rfq, orderId, kind, ...replacement }
      const replace = async (): Promise<View | Refusal> => {
        const command = quotable(needs, caller, kind) ?? (await replacementOf(needs, caller, rfq, replacement, before))
        return isRefusal(command) ? command : submit(needs, caller, asked, { ...command, orderId }, reply)
      }
      return withTerms(needs, caller, asked, replace(), reply.idempotency)
    },

    ...createTwoWayCommands(needs),
  }
}

const quotable = ({ guards }: AudienceNeeds, { desk }: Caller, kind: OrderKind): Refusal | undefined =>
  kind === 'QUOTE' ? guards.quotable(desk) : undefined

const askedOf = (caller: Caller, rfq: Rfq, { as, side, quantity, prices, replaces }: NewOrder): AskedOrder => ({
  ...{ rfq, side, quantity, prices },
  kind: kindOf(rfq, caller, as === undefined ? {} : { as }),
  ...(replaces === undefined ? {} : { orderId: replaces }),
})

/** Both sides of a quote, and the one command that they make. */
function createTwoWayCommands(needs: AudienceNeeds) {
  return {
    async sideOfNew(caller: Caller, rfq: Rfq, order: NewOrder): Promise<TwoWaySide | Refusal> {
      const asked = askedOf(caller, rfq, order)
      const command = placeCommand(needs, caller, rfq, order)
      if (isRefusal(command)) return withTerms(needs, caller, asked, Promise.resolve(command))
      // The width is that between the two sides, and not to a quote that rested before.
      const { mostWidth: _, ...bare } = command
      return { rfq, command: bare, asked }
    },

    async sideOfReplaced(
      caller: Caller,
      { rfq, orderId, kind }: Replaced,
      replacement: Replacement,
      before: Before,
    ): Promise<TwoWaySide | Refusal> {
      const asked = { rfq, orderId, kind, ...replacement }
      const command = quotable(needs, caller, kind) ?? (await replacementOf(needs, caller, rfq, replacement, before))
      if (isRefusal(command)) return withTerms(needs, caller, asked, Promise.resolve(command))
      return { rfq, command: { ...command, orderId }, asked }
    },

    async quoteTwoWay<View extends object>(
      caller: Caller,
      sides: TwoWaySides,
      reply: TwoWayReply<View>,
    ): Promise<TwoWayAnswer<View> | Refusal> {
      const answer = await submitTwoWay(needs, caller, sides, reply)
      if (!isRefusal(answer)) return answer
      const [one, other] = [answer.sides?.[0] ?? answer, answer.sides?.[1] ?? answer]
      const refusedSide = ({ asked }: TwoWaySide, refusal: Refusal) =>
        withTerms(needs, caller, asked, Promise.resolve(refusal), reply.idempotency)
      return { ...answer, sides: [await refusedSide(sides[0], one), await refusedSide(sides[1], other)] }
    },
  }
}

/** No taking order is a two-way quote, so the throttle does not apply. */
async function submitTwoWay<View extends object>(
  { audience, engine, cache, clientOrderIds, guards }: AudienceNeeds,
  caller: Caller,
  [{ rfq, command }, { command: other }]: TwoWaySides,
  { view, idempotency }: TwoWayReply<View>,
): Promise<TwoWayAnswer<View> | Refusal> {
  const tooWide = guards.narrow(caller.desk, rfq.structure, [command, other])
  if (tooWide !== undefined) return refusedSides([tooWide, tooWide])
  const { group, name } = marketShardOf(rfq)
  const twoWay = { kind: 'QuoteTwoWay', actor: command.actor, quotes: [command, other] } as const
  const present = { view: withBothOrders(view(rfq), command.orderId, other.orderId) }
  const names = [command.clientOrderId, other.clientOrderId]
  const decide = () => engine.submit(name, twoWay, idempotency, present)
  const decided = await usingBoth(clientOrderIds, caller.desk, names, { audience, group }, decide)
  if (isRefusal(decided)) return decided
  for (const { orderId } of twoWay.quotes) cache.remember(rfq, arrivedOrder(decided.events, orderId))
  return decided.answer
}

/** An aggressor order must pass its desk's throttle. A client order id must not rest in another place. */
async function submit<View extends object>(
  { audience, engine, cache, guards, clientOrderIds }: AudienceNeeds,
  caller: Caller,
  { rfq, kind }: Pick<Replaced, 'rfq' | 'kind'>,
  command: PlaceOrder | ReplaceOrder,
  { view, idempotency }: Reply<Order, View>,
): Promise<View | Refusal> {
  const { group, name } = marketShardOf(rfq)
  const present = { view: withOrder(view) }
  const decide = () => engine.submit(name, command, idempotency, present)
  const isAggressor = kind === 'CROSS' || command.timeInForce === 'IOC'
  const throttled = () =>
    isAggressor && marketModels[audience].areAggressorsThrottled ? guards.throttled(caller.desk, rfq.structure, decide) : decide()
  const decided = await clientOrderIds.using(caller.desk, command.clientOrderId, { audience, group }, throttled)
  if (isRefusal(decided)) return decided
  cache.remember(rfq, arrivedOrder(decided.events))
  return decided.answer
}
