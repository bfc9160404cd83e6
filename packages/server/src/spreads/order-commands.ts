/**
 * Commands that place and replace orders of listed spreads (rulebook 17). These orders have one price for the whole spread, and none of them is
 * hidden.
 */
import {
  marketModels,
  ownOrdersOf,
  pricedBand,
  restingQuantity,
  type Order,
  type PlaceOrder,
  type Price,
  type Refusal,
  type Rfq,
} from '@parley/core'
import type { Caller } from '../calls/route.ts'
import type { MarketData } from '../market-data/market-data.ts'
import type { Reply } from '../rfq/answers.ts'
import { legLimitsNow } from '../rfq/facts.ts'
import type { NewOrder } from '../rfq/new-order.ts'
import type { OrderIn } from '../rfq/order-clauses.ts'
import type { PreTradeChecks } from '../rfq/pre-trade-checks.ts'
import type { Rfqs } from '../rfq/service.ts'
import { stepOf } from './spread-prices.ts'

/** Without a price it is a market order, which is IOC. */
export type SpreadTerms = Pick<
  NewOrder,
  'side' | 'quantity' | 'isPostOnly' | 'account' | 'clientOrderId' | 'label' | 'ownOrders' | 'restsMs' | 'notAfter'
> & {
  readonly price: Price | undefined
  /** Its price only limits how far it may go. */
  readonly isMarket?: true | undefined
  /** Whether market maker protection covers it. If undefined, it covers orders of API keys, or a replacement if it covered the old order (rulebook 17.10). */
  readonly isMmpProtected?: boolean | undefined
  readonly timeInForce: Exclude<PlaceOrder['timeInForce'], 'FOK'>
}

/** The account, the label and the client order id stay unchanged if they are not given. */
export type SpreadReplacement = Omit<SpreadTerms, 'side'>

type SpreadOrderNeeds = {
  readonly commands: Pick<Rfqs['commands'], 'place'>
  readonly marketData: MarketData
  readonly guards: Pick<PreTradeChecks, 'furthest' | 'ownOrders'>
}

export function createSpreadOrderCommands({ commands, ...facts }: SpreadOrderNeeds) {
  const orderOf = ({ desk, kind }: Caller, rfq: Rfq, { price, isMmpProtected = kind === 'key', ...terms }: SpreadTerms): NewOrder => {
    const limit = price ?? marketLimit(facts, { desk, rfq, side: terms.side })
    const prices = limit === undefined ? {} : { price: limit }
    const ownOrders = ownOrdersOf(terms.ownOrders, facts.guards.ownOrders(desk))
    return {
      ...{ ...terms, isHidden: false, prices, ownOrders },
      ...(price === undefined ? { isMarket: true as const } : {}),
      ...(isMmpProtected ? {} : { isOutsideMmp: true as const }),
    }
  }
  return {
    place: <View extends object>(caller: Caller, rfq: Rfq, terms: SpreadTerms, reply: Reply<Order, View>): Promise<View | Refusal> =>
      commands.place(caller, rfq, orderOf(caller, rfq, terms), reply),

    /** A new order with its own id and priority replaces the old one (rulebook 17.7). */
    async replace<View extends object>(
      caller: Caller,
      { rfq, order: old }: OrderIn,
      {
        account = old.account,
        label = old.label,
        clientOrderId = old.clientOrderId,
        isMmpProtected = !old.isOutsideMmp,
        ...terms
      }: SpreadReplacement,
      reply: Reply<Order, View>,
    ): Promise<View | Refusal> {
      // Nothing is revealed about another desk's order.
      if (old.actor.desk !== caller.desk) return marketModels[rfq.audience].wording.orderUnknown
      const order = orderOf(caller, rfq, { ...terms, account, label, clientOrderId, isMmpProtected, side: old.side })
      return commands.place(onlySmaller(caller, terms, old), rfq, { ...order, replaces: old.id }, reply)
    },
  }
}

/** At the same price with at most what still rests, the replacement needs no approval (rulebook 11.14). */
const onlySmaller = (caller: Caller, { price, quantity }: Pick<SpreadTerms, 'price' | 'quantity'>, old: Order): Caller =>
  price !== undefined && price === old.price && quantity <= restingQuantity(old)
    ? { ...caller, approval: caller.approval ?? 'ONLY_SMALLER' }
    : caller

type MarketOrder = Pick<NewOrder, 'side'> & { readonly desk: Caller['desk']; readonly rfq: Rfq }

/** The price limit from its desk's pre-trade limits, if that is tighter than the venue's limits, which the rules know (rulebook 17.4). */
function marketLimit({ marketData, guards }: Omit<SpreadOrderNeeds, 'commands'>, { desk, rfq, side }: MarketOrder): Price | undefined {
  const furthest = guards.furthest(desk, rfq, side, stepOf(rfq))
  const { legLimits } = legLimitsNow(rfq, marketData)
  if (furthest === undefined || legLimits === undefined) return undefined
  const { least, most } = pricedBand(rfq.structure, stepOf(rfq), legLimits)
  return side === 'BUY' ? (furthest < most ? furthest : undefined) : furthest > least ? furthest : undefined
}
