/**
 * How good a trade was compared with the alternatives at that time (rulebook 6.15): the next price, the venue's screen, the mid of the RFQ, the mark.
 * Exact: prices times quantities are whole numbers. Figures that are not known are absent.
 */
import { PRICE_DECIMALS, QUANTITY_DECIMALS, type Price, type Quantity } from '../decimal.ts'
import { opposite, type Side } from '../structure/structure.ts'

export type DealPart = { readonly maker: string; readonly price: Price; readonly quantity: Quantity }
export type StandingQuote = { readonly maker: string; readonly side: Side; readonly price: Price; readonly quantity: Quantity }

/** A price times a quantity, in ten-thousand-millionths of the product of their smallest units, so that half a price is a whole number. */
export type Amount = bigint & { readonly unit: 'Amount' }
const AMOUNT_DECIMALS = PRICE_DECIMALS + QUANTITY_DECIMALS + 1
/** Ten times a price, so that the mid of two prices is a whole number. */
type Tenfold = bigint
const tenfold = (price: Price): Tenfold => BigInt(price) * 10n

/** A price to compare with the trade's own, and the difference for the whole trade; positive is in the reader's favour. */
export type DealVersus = { readonly price: string; readonly better: Amount }

export type DealQuality = {
  readonly quantity: Quantity
  /** The sum of price times quantity over the fills. */
  readonly premium: Amount
  readonly bestBid: Price | undefined
  readonly bestAsk: Price | undefined
  /** The best quote on the same side that did not trade. */
  readonly cover: StandingQuote | undefined
  /** The venue's own price for the same trade. */
  readonly venue: DealVersus | undefined
  readonly mid: DealVersus | undefined
  readonly mark: DealVersus | undefined
}

export type DealFigures = {
  /** The reader's own side. */
  readonly side: Side
  readonly fills: readonly DealPart[]
  /** The quotes just before the trade; undefined if they are not known. */
  readonly quotes: readonly StandingQuote[] | undefined
  readonly mark: Price | undefined
  readonly venueBid: Price | undefined
  readonly venueAsk: Price | undefined
}

export function dealQuality({ side, fills, quotes, mark, venueBid, venueAsk }: DealFigures): DealQuality {
  const quantity = fills.reduce((total, fill) => total + fill.quantity, 0) as Quantity
  const premium = fills.reduce((total, fill) => total + tenfold(fill.price) * BigInt(fill.quantity), 0n) as Amount
  const versus = (at: Tenfold | undefined): DealVersus | undefined => {
    if (at === undefined) return undefined
    const gap = at * BigInt(quantity) - premium
    return { price: scaled(at, PRICE_DECIMALS + 1), better: (side === 'BUY' ? gap : -gap) as Amount }
  }
  const bestBid = bestOf(quotes, 'BUY')?.price
  const bestAsk = bestOf(quotes, 'SELL')?.price
  const dealt = new Set(fills.map(({ maker }) => maker))
  const venue = side === 'BUY' ? venueAsk : venueBid
  return {
    ...{ quantity, premium, bestBid, bestAsk },
    cover: bestOf(
      quotes?.filter(({ maker }) => !dealt.has(maker)),
      opposite(side),
    ),
    venue: versus(venue === undefined ? undefined : tenfold(venue)),
    mid: versus(bestBid === undefined || bestAsk === undefined ? undefined : (BigInt(bestBid) + BigInt(bestAsk)) * 5n),
    mark: versus(mark === undefined ? undefined : tenfold(mark)),
  }
}

/** If several are equal, the first one given, which has time priority. */
function bestOf(quotes: readonly StandingQuote[] | undefined, side: Side): StandingQuote | undefined {
  let best: StandingQuote | undefined
  for (const quote of quotes ?? [])
    if (quote.side === side && (best === undefined || (side === 'BUY' ? quote.price > best.price : quote.price < best.price))) best = quote
  return best
}

/** The rank of a price on its side: 1 is the best, and equal prices have equal ranks. */
export const rankOf = (price: Price, side: Side, quotes: readonly StandingQuote[]): number =>
  1 + quotes.filter((quote) => quote.side === side && (side === 'BUY' ? quote.price > price : quote.price < price)).length

/** The median of the times; for an even number, the mid of the middle two. Undefined if there are none. */
export function medianOf(times: readonly number[]): number | undefined {
  const sorted = times.toSorted((a, b) => a - b)
  const half = sorted.length / 2
  return sorted.length === 0 ? undefined : (sorted[Math.ceil(half) - 1]! + sorted[Math.floor(half)]!) / 2
}

/** Plain decimal text, exact. */
export const formatAmount = (amount: Amount): string => scaled(amount, AMOUNT_DECIMALS)

/** An amount per unit, to the given number of decimals, halves rounded away from zero. */
export function formatPerUnit(amount: Amount, quantity: Quantity, decimals: number): string {
  const numerator = amount * 10n ** BigInt(decimals)
  const denominator = BigInt(quantity) * 10n ** BigInt(PRICE_DECIMALS + 1)
  const doubled = (2n * (numerator < 0n ? -numerator : numerator) + denominator) / (2n * denominator)
  return scaled(numerator < 0n ? -doubled : doubled, decimals)
}

/** For models and dollars; never for money that is settled. */
export const amountToNumber = (amount: Amount): number => Number(amount) / 10 ** AMOUNT_DECIMALS

function scaled(value: bigint, decimals: number): string {
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, '0')
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  const whole = digits.slice(0, digits.length - decimals)
  return `${value < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
}
