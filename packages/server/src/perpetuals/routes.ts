/** The calls of perpetuals. Without a venue, every one of them is refused with that reason. */
import { perpetualCalls as calls, type Call } from '@parley/contracts'
import { isRefusal } from '@parley/core'
import type { CandleMinutes } from '@parley/venues'
import { actorOf } from '../accounts/actor.ts'
import { route, type Handler, type Route, type RouteInput } from '../calls/route.ts'
import type { Reads } from './reads.ts'
import { noVenue } from './refusals.ts'
import type { OrderSender, Trading } from './trading.ts'
import { presentMargin, presentOrder } from './wire.ts'

export type Perpetuals = { readonly reads: Reads; readonly trading: Trading }

export function perpetualRoutes(perpetuals: Perpetuals | undefined): readonly Route[] {
  const routes =
    perpetuals === undefined ? undefined : [...marketRoutes(perpetuals), ...accountRoutes(perpetuals), ...orderRoutes(perpetuals)]
  return routes ?? Object.values(calls).map((call) => route(call as Call, (() => Promise.resolve(noVenue)) as Handler<Call>))
}

const marketRoutes = ({ reads }: Perpetuals): readonly Route[] => [
  route(calls.listPerpetualMarkets, () => reads.markets()),
  route(calls.getPerpetualBook, ({ params, gone }) => reads.book(params.market, gone)),
  route(calls.listPerpetualTrades, ({ params, gone }) => reads.trades(params.market, gone)),
  route(calls.listPerpetualCandles, ({ params, query, gone }) =>
    reads.candles(params.market, Number(query.resolution) as CandleMinutes, { from: query.from, to: query.to }, gone),
  ),
  route(calls.listPerpetualFundingRates, ({ params, query, gone }) => reads.fundingRates(params.market, query, gone)),
]

/** A desk reads only its own account (rulebook 18.2). */
const accountRoutes = ({ reads }: Perpetuals): readonly Route[] => [
  route(calls.getPerpetualSummary, ({ caller, gone }) => reads.summary(caller.desk, gone)),
  route(calls.listPerpetualPositions, ({ caller, gone }) => reads.positions(caller.desk, gone)),
  route(calls.listPerpetualOrders, ({ caller, gone }) => reads.orders(caller.desk, gone)),
  route(calls.listPerpetualOrderHistory, ({ caller, query, gone }) => reads.orderHistory(caller.desk, query, gone)),
  route(calls.listPerpetualFills, ({ caller, query, gone }) => reads.fills(caller.desk, query, gone)),
  route(calls.listPerpetualFundingPayments, ({ caller, query, gone }) => reads.fundingPayments(caller.desk, query, gone)),
  route(calls.listPerpetualTransfers, ({ caller, query, gone }) => reads.transfers(caller.desk, query, gone)),
  route(calls.listPerpetualDailyPnl, ({ caller, query, gone }) => reads.dailyPnl(caller.desk, query, gone)),
  route(calls.getPerpetualMargin, ({ caller, params, gone }) => reads.margin(caller.desk, params.market, gone)),
]

const orderRoutes = ({ trading }: Perpetuals): readonly Route[] => [
  route(calls.placePerpetualOrder, async (input) => {
    const order = await trading.place(askedBy(input), input.body)
    return isRefusal(order) ? order : presentOrder(order)
  }),
  route(calls.amendPerpetualOrder, async (input) => {
    const order = await trading.amend(askedBy(input), input.params.id, input.body)
    return isRefusal(order) ? order : presentOrder(order)
  }),
  route(calls.cancelPerpetualOrder, (input) => trading.cancel(askedBy(input), input.params.id)),
  route(calls.cancelAllPerpetualOrders, (input) => trading.cancelAll(askedBy(input), input.body?.market ?? undefined)),
  route(calls.setPerpetualMargin, async (input) => {
    const { mode, leverage } = input.body
    const setting = await trading.setMargin(askedBy(input), { market: input.params.market, mode, leverage })
    return isRefusal(setting) ? setting : presentMargin(setting, { isChosen: true })
  }),
]

type Asking = Pick<RouteInput<Call>, 'caller' | 'now' | 'address' | 'requestId' | 'who' | 'idempotency'>

const askedBy = (input: Asking): OrderSender => ({
  actor: actorOf(input),
  caller: input.caller,
  idempotency: input.idempotency,
})
