/** The desk's position in each spread, calculated from its own settled trades, and what closes or rolls it. Pure. */
import { type LegPair, priceToNumber, type Quantity, quantityToNumber, spreadProfit } from '@parley/core'
import type { Side, SpreadTrade, Strategy, VenueValue } from './model.ts'

export type SpreadPosition = {
  readonly id: string
  readonly strategy: Strategy
  /** Bought minus sold, settled at the venue. */
  readonly net: Quantity
  /** Traded but not settled yet, bought minus sold. */
  readonly pending: Quantity
  /** The average price of the position. Undefined if there is none. */
  readonly average: number | undefined
  /** The averages at which its legs were opened. Undefined if there is no position, or the legs are not known. */
  readonly opened: LegPair | undefined
  readonly bought: Quantity
  readonly sold: Quantity
}

/** The costs are sums of signed amounts and what one unit cost: the price of the spread, and for each leg the figure that its average needs. */
type Costs = { readonly spread: number; readonly near: number; readonly far: number }
type Held = { readonly net: number; readonly pending: number; readonly costs: Costs; readonly bought: number; readonly sold: number }

const noCosts: Costs = { spread: 0, near: 0, far: 0 }
const nothing: Held = { net: 0, pending: 0, costs: noCosts, bought: 0, sold: 0 }

/** Average cost: a reducing trade keeps the average, and a flipping trade starts a new one. The order of the list does not matter. */
export function positionsOf(trades: Iterable<SpreadTrade>, strategies: ReadonlyMap<string, Strategy>): readonly SpreadPosition[] {
  const held = new Map<string, Held>()
  for (const trade of [...trades].toSorted((a, b) => a.executedAt - b.executedAt)) {
    const strategy = strategies.get(trade.strategyId)
    if (trade.state === 'REJECTED' || strategy === undefined) continue
    const before = held.get(trade.strategyId) ?? nothing
    held.set(trade.strategyId, trade.state === 'PENDING' ? pendingMore(before, trade) : settledMore(before, trade, strategy))
  }
  return [...held].map(([id, one]): SpreadPosition => {
    const { net, pending, bought, sold, costs } = one as Held & Record<'net' | 'pending' | 'bought' | 'sold', Quantity>
    const strategy = strategies.get(id)!
    const size = quantityToNumber(net)
    return {
      ...{ id, strategy, net, pending, bought, sold },
      average: net === 0 ? undefined : costs.spread / size,
      opened: net === 0 ? undefined : openedAt(costs, size, strategy),
    }
  })
}

/** An inverse leg of a dollar amount is an amount of coin, so its average is the one at which that coin was bought or sold. */
function openedAt({ near, far }: Costs, size: number, { margin }: Strategy): LegPair | undefined {
  if (!Number.isFinite(near) || !Number.isFinite(far)) return undefined
  return margin === 'INVERSE' ? { near: size / near, far: size / far } : { near: near / size, far: far / size }
}

const signed = ({ side, amount }: SpreadTrade): number => (side === 'BUY' ? amount : -amount)

const pendingMore = (held: Held, trade: SpreadTrade): Held => ({ ...held, pending: held.pending + signed(trade) })

function settledMore(held: Held, trade: SpreadTrade, strategy: Strategy): Held {
  const change = signed(trade)
  const net = held.net + change
  const unit = unitCosts(trade, strategy)
  const after = (cost: number, one: number) => costAfter({ net: held.net, cost }, { change, net, one })
  return {
    ...held,
    net,
    costs: {
      spread: after(held.costs.spread, unit.spread),
      near: after(held.costs.near, unit.near),
      far: after(held.costs.far, unit.far),
    },
    bought: held.bought + Math.max(change, 0),
    sold: held.sold + Math.max(-change, 0),
  }
}

function unitCosts({ price, legs }: SpreadTrade, { margin, near, far }: Strategy): Costs {
  const of = (name: string): number => {
    const leg = legs.find((one) => one.name === name)
    if (leg === undefined) return NaN
    return margin === 'INVERSE' ? 1 / priceToNumber(leg.price) : priceToNumber(leg.price)
  }
  return { spread: priceToNumber(price), near: of(near.name), far: of(far.name) }
}

type Change = { readonly change: number; readonly net: number; readonly one: number }

function costAfter(held: { readonly net: number; readonly cost: number }, { change, net, one }: Change): number {
  if (net === 0) return 0
  if (held.net === 0 || Math.sign(held.net) === Math.sign(change)) return held.cost + (change / 1e6) * one
  const average = held.cost / (held.net / 1e6)
  return (net / 1e6) * (Math.sign(net) === Math.sign(held.net) ? average : one)
}

export type Profit = { readonly amount: number; readonly currency: string; readonly decimals: number; readonly dollars: number | undefined }

/** The unrealised profit at the marks of both legs, in the coin that settles it (rulebook 21.16). */
export function profitOf({ net, opened, strategy }: SpreadPosition, value: VenueValue | undefined): Profit | undefined {
  const { nearMark, farMark, index } = value ?? {}
  if (opened === undefined || nearMark === undefined || farMark === undefined) return undefined
  const { margin, currency, quoteCurrency } = strategy
  const amount = spreadProfit(quantityToNumber(net), margin, opened, { near: nearMark, far: farMark })
  if (amount === undefined) return undefined
  if (margin === 'LINEAR') return { amount, currency: quoteCurrency, decimals: 2, dollars: amount }
  return { amount, currency, decimals: 5, dollars: index === undefined ? undefined : amount * index }
}

/** The side that closes a position. */
export const closingSide = (net: Quantity): Side => (net > 0 ? 'SELL' : 'BUY')

/** The spread and the side that move the later leg of a position to the next expiry (rulebook 21.17). Undefined if none is listed. */
export function rollOf(
  { net, strategy }: SpreadPosition,
  strategies: Iterable<Strategy>,
): { readonly strategy: Strategy; readonly side: Side } | undefined {
  const next = [...strategies]
    .filter((one) => one.venue === strategy.venue && one.productCode === strategy.productCode && one.near.name === strategy.far.name)
    .toSorted((a, b) => a.far.expiresAt - b.far.expiresAt)[0]
  return next === undefined || net === 0 ? undefined : { strategy: next, side: net > 0 ? 'BUY' : 'SELL' }
}
