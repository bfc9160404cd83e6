/** The desk's orders that could trade, and the risk that each would add. Pure. */
import { isResting, type Order, type Rfq } from '@parley/client'
import {
  aboveLimit,
  type Instrument,
  type Mark,
  parseQuantity,
  product,
  quoteRisk,
  type QuoteRisk,
  strategyName,
  structureText,
} from '@parley/core'
import type { ProtectionLimitView } from '@parley/contracts'
import { structureOfRfq } from '../structure/structure-of-rfq.ts'

export type OpenSide = { readonly order: Order; readonly risk: QuoteRisk | undefined }
/** The desk's resting orders in one RFQ or market. */
export type OpenQuotes = {
  readonly rfq: Rfq
  readonly name: string
  readonly places: string
  readonly sides: readonly OpenSide[]
}

export type OpenQuotesKnown = {
  readonly orders: Iterable<Order>
  readonly rfqs: ReadonlyMap<string, Rfq>
  readonly instrumentsOf: (market: string) => ReadonlyMap<number, Instrument> | undefined
  readonly markOf: (instrumentId: number) => Mark | undefined
  readonly now: number
}

/** The open quotes in one currency, most recently changed first. */
export function openQuotesOf(currency: string, { orders, rfqs, instrumentsOf, markOf, now }: OpenQuotesKnown): readonly OpenQuotes[] {
  const byRfq = Map.groupBy([...orders].filter(isResting), ({ rfqId }) => rfqId)
  return [...byRfq]
    .flatMap(([id, own]) => {
      const rfq = rfqs.get(id)
      if (rfq === undefined || rfq.baseCurrency !== currency) return []
      const instruments = instrumentsOf(`${rfq.venue}.${rfq.baseCurrency}`)
      const structure = instruments && structureOfRfq(rfq, instruments)
      const sides = own.map((order): OpenSide => {
        const quantity = parseQuantity(mayTrade(order, rfq))
        if (structure === undefined || quantity === undefined) return { order, risk: undefined }
        return { order, risk: quoteRisk({ legs: structure.legs, side: order.side, quantity }, markOf, now) }
      })
      return [{ rfq, name: strategyName(rfq), places: structureText(rfq.legs), sides }]
    })
    .toSorted((a, b) => newestOf(b) - newestOf(a))
}

const newestOf = ({ sides }: OpenQuotes): number => Math.max(...sides.map(({ order }) => order.createdAt))

/** The resting quantity, but not more than the remaining quantity of a direct RFQ (rulebook 5.4). */
function mayTrade({ resting }: Order, { quantity, filled = '0', pending = '0' }: Rfq): string {
  if (quantity === undefined) return resting
  const remains = Number(quantity) - Number(filled) - Number(pending)
  return remains < Number(resting) ? Math.max(0, remains).toFixed(6) : resting
}

export const risksOf = (quotes: readonly OpenQuotes[]): readonly QuoteRisk[] =>
  quotes.flatMap(({ sides }) => sides.flatMap(({ risk }) => risk ?? []))

export const unknownIn = (quotes: readonly OpenQuotes[]): number =>
  quotes.reduce((sum, { sides }) => sum + sides.filter(({ risk }) => risk === undefined).length, 0)

export type LimitShown = { readonly limit: ProtectionLimitView; readonly most: number; readonly above: number }

/** The limit of the desk that the quotes would exceed the most, or else the smallest limit that covers any of them. */
export function limitFor(
  measure: 'delta' | 'vega',
  limits: readonly ProtectionLimitView[],
  quotes: readonly OpenQuotes[],
): LimitShown | undefined {
  const shown = limits.flatMap((limit): readonly LimitShown[] => {
    const text = limit[measure]
    if (text === null) return []
    const covered = quotes.map((one) => ({ ...one, sides: one.sides.filter((side) => isCovered(side, one.rfq, limit)) }))
    if (covered.every(({ sides }) => sides.length === 0)) return []
    const most = Number(text)
    return [{ limit, most, above: aboveLimit(most, measure, risksOf(covered)) }]
  })
  return shown.toSorted((a, b) => b.above - a.above || a.most - b.most)[0]
}

const isCovered = ({ order }: OpenSide, { productCodes }: Rfq, { product: code, label }: ProtectionLimitView): boolean =>
  order.kind === 'QUOTE' && productCodes.includes(code) && (label === null || label === order.label)

export const currencyOfLimit = ({ product: code }: ProtectionLimitView): string | undefined => product(code)?.currency
