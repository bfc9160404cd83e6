/** The desk's positions per instrument, calculated from its own settled trades here. The record of the venue also includes trades made elsewhere. */
export type PositionTrade = {
  readonly state: string
  readonly side: 'BUY' | 'SELL'
  readonly venue: string
  readonly baseCurrency: string
  readonly executedAt: number
  readonly filledAt: number | undefined
  readonly legs: readonly {
    readonly instrumentId?: number
    readonly instrumentName: string
    readonly productCode: string
    readonly quantity: string
    readonly side: 'BUY' | 'SELL'
    readonly price: string
  }[]
}

export type OwnTradePosition<One = PositionTrade> = {
  readonly id: string
  readonly instrumentId: number | undefined
  readonly instrument: string
  readonly productCode: string
  readonly venue: string
  readonly baseCurrency: string
  /** Bought minus sold. */
  readonly net: number
  /** The average price of the current position. */
  readonly averagePrice: number
  readonly trades: number
  readonly lastAt: number
  readonly lastTrade: One
}

/** Average cost: buying more changes the average, selling does not. Crossing zero starts again at that price. */
export function positionsOf<One extends PositionTrade>(trades: readonly One[]): readonly OwnTradePosition<One>[] {
  const held = new Map<string, OwnTradePosition<One>>()
  const settled = trades.filter((trade) => trade.state === 'FILLED').toSorted((a, b) => timeOf(a) - timeOf(b))
  for (const trade of settled) {
    for (const leg of trade.legs) {
      const id = `${trade.venue}:${leg.instrumentName}`
      const before = held.get(id)
      const signed = (leg.side === 'BUY' ? 1 : -1) * Number(leg.quantity)
      held.set(id, {
        id,
        instrumentId: leg.instrumentId,
        instrument: leg.instrumentName,
        productCode: leg.productCode,
        venue: trade.venue,
        baseCurrency: trade.baseCurrency,
        ...afterTrade(before, signed, Number(leg.price)),
        trades: (before?.trades ?? 0) + 1,
        lastAt: timeOf(trade),
        lastTrade: trade,
      })
    }
  }
  return [...held.values()].filter((position) => Math.abs(position.net) > 1e-9).sort((a, b) => a.id.localeCompare(b.id))
}

const timeOf = (trade: PositionTrade): number => trade.filledAt ?? trade.executedAt

function afterTrade(
  before: Pick<OwnTradePosition, 'net' | 'averagePrice'> | undefined,
  signed: number,
  price: number,
): Pick<OwnTradePosition, 'net' | 'averagePrice'> {
  const old = before?.net ?? 0
  // A millionth is the smallest quantity, so doubles are rounded to it.
  const net = Math.round((old + signed) * 1e6) / 1e6
  if (before === undefined || old === 0 || Math.sign(net) !== Math.sign(old)) return { net, averagePrice: price }
  if (Math.sign(signed) !== Math.sign(old)) return { net, averagePrice: before.averagePrice }
  return { net, averagePrice: (before.averagePrice * old + price * signed) / (old + signed) }
}
