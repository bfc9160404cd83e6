/** The commands of lists: sent, quoted with a net price, traded and cancelled, each in one command of one shard (rulebook 22). */
import {
  allotNet,
  isRefusal,
  legPricesFor,
  netAmount,
  netGuardRefusal,
  ofLine,
  onePlaceRefusal,
  opposite,
  parsePrice,
  priceFromNumber,
  priceToNumber,
  quantityToNumber,
  refuse,
  structureMark,
  structureTick,
  type DeskId,
  type Instant,
  type LineToAllot,
  type ListId,
  type NetAmount,
  type PlaceOrder,
  type Price,
  type Refusal,
  type Rfq,
  type ShardEvent,
  type Side,
  type Takes,
} from '@parley/core'
import { cancelerOf } from '../../../../calls/canceler.ts'
import type { Caller } from '../../../../calls/route.ts'
import type { Decided, Idempotency } from '../../../../engine/engine.ts'
import { portable, type Portable } from '../../../../engine/portable.ts'
import type { MarketData } from '../../../../market-data/market-data.ts'
import { actorOf } from '../../../../rfq/actor.ts'
import { nothing, withEvents } from '../../../../rfq/answers.ts'
import type { AudienceNeeds } from '../../../../rfq/audience-needs.ts'
import { createCommand, type AskedRfq } from '../../../../rfq/create-commands.ts'
import { listIdFrom, netIdFrom } from '../../../../rfq/ids.ts'
import { placeCommand } from '../../../../rfq/new-order.ts'
import { arrivedOrder } from '../../../../rfq/order-after.ts'
import { marketShardOf } from '../../../../shards/shards.ts'

export type AskedLine = { readonly row: number; readonly side: Side; readonly asked: AskedRfq }
export type AskedList = { readonly name: string | undefined; readonly showsSides: boolean; readonly lines: readonly AskedLine[] }
export type AskedTrade = {
  readonly way: 'BEST_PER_LINE' | 'ALL_OR_NONE'
  readonly takes: Takes | undefined
  readonly notAfter: number | undefined
  readonly lines: readonly { readonly rfq: Rfq; readonly price: Price }[]
}
type Reply<View> = { readonly view: Portable<(events: readonly ShardEvent[]) => View>; readonly idempotency: Idempotency | undefined }
type PreTradeLimitsOf = (desk: DeskId) => { readonly mostDeviationPercent?: number }

export function createListCommands(needs: AudienceNeeds, preTradeLimits: PreTradeLimitsOf) {
  const netGuarded = createNetGuard(needs, preTradeLimits)
  return { ...createSending(needs), ...createNetQuoting(needs, netGuarded), ...createTrading(needs, netGuarded) }
}

const markOf = ({ structure }: Rfq, marketData: MarketData): number | undefined =>
  structureMark(structure, (id) => marketData.mark(id))?.markPrice

type NetGuard = (desk: DeskId, side: Side, amount: NetAmount, rfqs: readonly Rfq[]) => Refusal | undefined

const createNetGuard =
  ({ marketData }: AudienceNeeds, preTradeLimits: PreTradeLimitsOf): NetGuard =>
  (desk, side, amount, rfqs) =>
    netGuardRefusal(
      rfqs.map((rfq) => ({
        side: rfq.list!.side,
        quantity: quantityToNumber(rfq.quantity!),
        mark: markOf(rfq, marketData),
        tick: priceToNumber(structureTick(rfq.structure)),
      })),
      { side, amount, deskPercent: preTradeLimits(desk).mostDeviationPercent },
    )

const checkedLines = (rfqs: readonly Rfq[]) => rfqs.map((rfq) => ({ ...rfq, quantity: rfq.quantity! }))

/** A line is not approved by itself: the lines together are (rulebook 11.14). */
const judgedTogether = (caller: Caller): Caller => ({ ...caller, approval: caller.approval ?? 'JUDGED_TOGETHER' })

function createSending(needs: AudienceNeeds) {
  const { engine, guards } = needs
  return {
    async create<View extends object>(
      caller: Caller,
      { name, showsSides, lines }: AskedList,
      { view, idempotency }: Reply<View>,
    ): Promise<View | Refusal> {
      const made = []
      for (const [at, { asked, side }] of lines.entries()) {
        const one = await createCommand(needs, judgedTogether(caller), { ...asked, side: showsSides ? side : undefined })
        if (isRefusal(one)) return ofLine(one, at)
        made.push(one)
      }
      const [first] = made
      const commands = made.map(({ command }) => command)
      const bad =
        onePlaceRefusal(commands) ??
        guards.boundedTogether(
          caller,
          commands.map((command) => ({ ...command, ...command.facts })),
        )
      if (bad !== undefined) return bad
      const ids = commands.map((command) => command.id).toSorted()
      const id = listIdFrom(ids[0]!)
      const placed = commands.map((command, at) => {
        const { row, side } = lines[at]!
        return { ...command, id: ids[at]!, list: { id, line: at + 1, lines: commands.length, row, side, ...(name ? { name } : {}) } }
      })
      const command = { kind: 'CreateList', actor: actorOf(caller), lines: placed } as const
      const decided = await engine.submit(first!.shard, command, idempotency, { view: withEvents(view) })
      return isRefusal(decided) ? decided : decided.answer
    },

    async cancel(caller: Caller, rfq: Rfq, kind: 'CancelList' | 'CancelNet', idempotency?: Idempotency): Promise<undefined | Refusal> {
      const command = { kind, actor: actorOf(caller), ...cancelerOf(caller), listId: rfq.list!.id as ListId } as const
      const decided = await engine.submit(marketShardOf(rfq).name, command, idempotency, nothing)
      return isRefusal(decided) ? decided : undefined
    },
  }
}

function createNetQuoting(needs: AudienceNeeds, netGuarded: NetGuard) {
  const { engine, marketData, now } = needs
  return {
    async quoteNet<View extends object>(
      caller: Caller,
      rfqs: readonly Rfq[],
      { net, account }: { readonly net: string; readonly account: string | undefined },
      { view, idempotency }: Reply<View>,
    ): Promise<View | Refusal> {
      const amount = parsePrice(net) as number | undefined as NetAmount | undefined
      if (amount === undefined) return refuse('NetPriceOffTick', '22.6', 'A net price has at most 8 decimals.', 'net_price')
      const prices = allotted(rfqs, amount, marketData)
      if (isRefusal(prices)) return prices
      const beyond = netGuarded(caller.desk, 'SELL', amount, rfqs)
      if (beyond !== undefined) return { ...beyond, field: 'net_price' }
      const above = needs.guards.boundedTogether(caller, checkedLines(rfqs))
      if (above !== undefined) return above
      const id = netIdFrom(needs.ids.order(now()))
      const parts: PlaceOrder[] = []
      for (const [at, rfq] of rfqs.entries()) {
        const part = partOf(needs, caller, rfq, { price: prices[at]!, account })
        if (isRefusal(part)) return ofLine(part, at)
        parts.push({ ...part, net: { id, amount } })
      }
      const command = { kind: 'QuoteNet', actor: actorOf(caller), amount, parts: inOrder(parts) } as const
      const decided = await engine.submit(marketShardOf(rfqs[0]!).name, command, idempotency, { view: withEvents(view) })
      return isRefusal(decided) ? decided : decided.answer
    },
  }
}

/** Each line's price, from its mark on its tick (rulebook 22.6). */
function allotted(rfqs: readonly Rfq[], amount: NetAmount, marketData: MarketData): readonly Price[] | Refusal {
  const lines: LineToAllot[] = []
  for (const [at, rfq] of rfqs.entries()) {
    const mark = markOf(rfq, marketData)
    const tick = structureTick(rfq.structure)
    const price = mark === undefined ? undefined : priceFromNumber(mark)
    if (price === undefined)
      return refuse(
        'PricingImpossible',
        '22.6',
        `Line ${at + 1} has no mark, so a net price cannot be allotted. Quote its lines one by one.`,
      )
    lines.push({ side: rfq.list!.side, quantity: rfq.quantity!, price: (Math.round(price / tick) * tick) as Price, tick })
  }
  return allotNet(lines, amount)
}

function partOf(
  needs: AudienceNeeds,
  caller: Caller,
  rfq: Rfq,
  { price, account }: { readonly price: Price; readonly account: string | undefined },
) {
  const legPrices = legPricesFor(rfq.structure, price, (id) => needs.marketData.mark(id))
  if (isRefusal(legPrices)) return legPrices
  const terms = { side: opposite(rfq.list!.side), quantity: rfq.quantity!, prices: { legPrices }, timeInForce: 'GTC' } as const
  return placeCommand(needs, judgedTogether(caller), rfq, { ...terms, account, isPostOnly: false, isHidden: true })
}

/** Orders with the same time are listed by their ids, which are random. Those of one list are listed in the order of its lines. */
function inOrder(orders: readonly PlaceOrder[]): readonly PlaceOrder[] {
  const ids = orders.map(({ orderId }) => orderId).toSorted()
  return orders.map((order, at) => ({ ...order, orderId: ids[at]! }))
}

function createTrading(needs: AudienceNeeds, netGuarded: NetGuard) {
  const { engine, guards, cache } = needs
  return {
    async trade<View extends object>(
      caller: Caller,
      { way, takes, notAfter, lines }: AskedTrade,
      { view, idempotency }: TradeReply<View>,
    ): Promise<View | Refusal> {
      const crosses: PlaceOrder[] = []
      for (const [at, { rfq, price }] of lines.entries()) {
        const cross = crossOf(needs, caller, rfq, price)
        if (isRefusal(cross)) return ofLine(cross, at)
        crosses.push(takes === undefined ? cross : { ...cross, takes })
      }
      const commands = inOrder(crosses)
      const rfqs = lines.map(({ rfq }) => rfq)
      const limit = netAmount(lines.map(({ rfq, price }) => ({ side: rfq.list!.side, price, quantity: rfq.quantity! })))
      const far = limit === undefined ? undefined : netGuarded(caller.desk, 'BUY', limit, rfqs)
      const beyond = far ?? guards.boundedTogether(caller, checkedLines(rfqs))
      if (beyond !== undefined) return beyond
      const command = {
        kind: 'TradeList',
        actor: actorOf(caller),
        way,
        ...(notAfter === undefined ? {} : { notAfter: notAfter as Instant }),
        lines: commands,
      } as const
      const placed = commands.map(({ orderId }, at) => ({ rfq: rfqs[at]!, orderId }))
      const all = { legs: rfqs.flatMap(({ structure }) => structure.legs) }
      const decided = await guards.throttled(caller.desk, all, () =>
        engine.submit(marketShardOf(rfqs[0]!).name, command, idempotency, { view: withPlaced(view, placed) }),
      )
      if (isRefusal(decided)) return decided
      for (const { rfq, orderId } of placed)
        if (decided.events.some((event) => event.kind === 'OrderPlaced' && event.order.id === orderId))
          cache.remember(rfq, arrivedOrder(decided.events, orderId))
      return (decided as unknown as { readonly answer: View }).answer
    },
  }
}

function crossOf(needs: AudienceNeeds, caller: Caller, rfq: Rfq, price: Price) {
  const terms = { side: rfq.list!.side, quantity: rfq.quantity!, prices: { price }, timeInForce: 'FOK' } as const
  return placeCommand(needs, judgedTogether(caller), rfq, { ...terms, isPostOnly: false, isHidden: false })
}

type Placed = readonly { readonly rfq: Rfq; readonly orderId: PlaceOrder['orderId'] }[]
type TradeReply<View> = {
  readonly view: Portable<(placed: Placed, events: readonly ShardEvent[]) => View>
  readonly idempotency: Idempotency | undefined
}

/** Makes the response from the events of the decision and the orders that were sent for each line. */
const withPlaced = portable(
  'lists.placed',
  <View>(view: TradeReply<View>['view'], placed: Placed) =>
    ({ events }: Decided<ShardEvent>): View =>
      view(placed, events),
)
