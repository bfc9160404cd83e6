/** The desk's position in each spread, calculated from its own settled trades. Pure. */
import { priceToNumber, type Quantity, quantityToNumber } from '@parley/core'
import type { SpreadTrade, Strategy } from './model.ts'

export type SpreadPosition = {
  readonly id: string
  readonly strategy: Strategy
  /** Bought minus sold, settled at the venue. */
  readonly net: Quantity
  /** Traded but not settled yet, bought minus sold. */
  readonly pending: Quantity
  /** The average price of the position. Undefined if there is none. */
  readonly average: number | undefined
  readonly bought: Quantity
  readonly sold: Quantity
}

type Held = { net: number; pending: number; cost: number; bought: number; sold: number }

/** Average cost: a reducing trade keeps the average, and a flipping trade starts a new one. The order of the list does not matter. */
export function positionsOf(trades: readonly SpreadTrade[], strategies: ReadonlyMap<string, Strategy>): readonly SpreadPosition[] {
  const held = new Map<string, Held>()
  for (const trade of trades.toSorted((a, b) => a.executedAt - b.executedAt)) {
    if (trade.state === 'REJECTED') continue
    const before = held.get(trade.strategyId) ?? { net: 0, pending: 0, cost: 0, bought: 0, sold: 0 }
    held.set(trade.strategyId, trade.state === 'PENDING' ? pendingMore(before, trade) : settledMore(before, trade))
  }
  return [...held].flatMap(([id, one]): readonly SpreadPosition[] => {
    const strategy = strategies.get(id)
    if (strategy === undefined) return []
    const { net, pending, bought, sold } = one as Held & Record<'net' | 'pending' | 'bought' | 'sold', Quantity>
    const average = net === 0 ? undefined : one.cost / quantityToNumber(net)
    return [{ id, strategy, net, pending, average, bought, sold }]
  })
}

const signed = ({ side, amount }: SpreadTrade): number => (side === 'BUY' ? amount : -amount)

const pendingMore = (held: Held, trade: SpreadTrade): Held => ({ ...held, pending: held.pending + signed(trade) })

function settledMore(held: Held, trade: SpreadTrade): Held {
  const change = signed(trade)
  const net = held.net + change
  const price = priceToNumber(trade.price)
  return {
    ...held,
    net,
    cost: costAfter(held, { change, net, price }),
    bought: held.bought + Math.max(change, 0),
    sold: held.sold + Math.max(-change, 0),
  }
}

function costAfter(held: Held, { change, net, price }: { readonly change: number; readonly net: number; readonly price: number }): number {
  if (held.net === 0 || Math.sign(held.net) === Math.sign(change)) return held.cost + (change / 1e6) * price
  const average = held.cost / (held.net / 1e6)
  return (net / 1e6) * (Math.sign(net) === Math.sign(held.net) ? average : price)
}

/** The profit of closing at the mark, in the quote unit. An inverse amount is in dollars per leg, converted to coin at the mark of the nearer leg. */
export function worthOf(
  { net, average, strategy }: Pick<SpreadPosition, 'net' | 'average' | 'strategy'>,
  mark: number | undefined,
  near: number | undefined,
): number | undefined {
  if (average === undefined || mark === undefined || near === undefined || near <= 0) return undefined
  const coins = strategy.margin === 'INVERSE' ? quantityToNumber(net) / near : quantityToNumber(net)
  return coins * (mark - average)
}
