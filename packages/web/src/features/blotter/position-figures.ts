/** A position at the mark of now: what it has gained, its greeks, and the sums over a currency. Models, except the gain's own prices. Pure. */
import { product } from '@parley/core'
import type { MarkView } from '@parley/contracts'
import type { Position } from './positions.ts'

export type PositionFigures = {
  readonly mark: number
  /** In the premium's currency. */
  readonly gain: number
  readonly gainIn: string
  /** In dollars; undefined while the index is not known. */
  readonly dollars: number | undefined
  /** In coin. */
  readonly delta: number
  readonly vega: number
  readonly theta: number
}

type Held = Pick<Position, 'productCode' | 'baseCurrency' | 'net' | 'averagePrice'>

/** Undefined while there is no mark: the instrument has expired, or the venue is silent. */
export function figuresOf(held: Held, mark: MarkView | undefined, index: number | undefined): PositionFigures | undefined {
  const known = product(held.productCode)
  if (mark === undefined || known === undefined) return undefined
  const now = Number(mark.mark_price)
  const isInverse = known.marginType === 'INVERSE'
  const isFuture = known.kind === 'FUTURE'
  const { net, averagePrice } = held
  // An inverse future is counted in dollars, and gains in coin.
  const gain = isFuture && isInverse ? net * (1 / averagePrice - 1 / now) : net * (now - averagePrice)
  const isCoin = isInverse
  return {
    mark: now,
    gain,
    gainIn: isCoin ? held.baseCurrency : 'USDC',
    dollars: isCoin ? (index === undefined ? undefined : gain * index) : gain,
    delta: isFuture ? (isInverse ? net / now : net) : net * Number(mark.delta ?? 0),
    vega: isFuture ? 0 : net * Number(mark.vega ?? 0),
    theta: isFuture ? 0 : net * Number(mark.theta ?? 0),
  }
}

export type Totals = { readonly currency: string; readonly delta: number; readonly vega: number; readonly theta: number; readonly dollars: number | undefined; readonly leftOut: number } // prettier-ignore

/** By currency, in the order in which they come; positions without figures are counted, not guessed. */
export function totalsOf(
  rows: readonly { readonly baseCurrency: string; readonly figures: PositionFigures | undefined }[],
): readonly Totals[] {
  const totals = new Map<string, Totals>()
  for (const { baseCurrency: currency, figures } of rows) {
    const { delta = 0, vega = 0, theta = 0, dollars = 0, leftOut = 0 } = totals.get(currency) ?? {}
    const gone = totals.has(currency) && totals.get(currency)!.dollars === undefined
    totals.set(
      currency,
      figures === undefined
        ? { currency, delta, vega, theta, dollars: gone ? undefined : dollars, leftOut: leftOut + 1 }
        : {
            currency,
            delta: delta + figures.delta,
            vega: vega + figures.vega,
            theta: theta + figures.theta,
            dollars: gone || figures.dollars === undefined ? undefined : dollars + figures.dollars,
            leftOut,
          },
    )
  }
  return [...totals.values()]
}
