/** The price of a structure from a venue's own book, with the taker's fees: exact, in the venue's own currency (rulebook 6.16). */
import { blockFee, feeCurrency } from '../catalogue/block-fees.ts'
import { multiplyExact, PRICE_DECIMALS, QUANTITY_DECIMALS, RATIO_DECIMALS, type Price, type Quantity } from '../decimal.ts'
import { structurePrice } from '../structure/figures.ts'
import { opposite, strategyLegs, type Leg, type Side, type Structure } from '../structure/structure.ts'

/** The best bid and ask of one contract in its own quote unit. */
export type BookThere = { readonly bid: Price | undefined; readonly ask: Price | undefined }
type BookOf = (instrumentId: number) => BookThere | undefined

/** For one unit of the structure; for futures, for the value of one coin. */
export type SidePrice = {
  readonly price: Price
  readonly fee: Price
  /** The amount paid if the structure is bought, or received if it is sold. */
  readonly net: Price
}

export type PriceThere = {
  readonly currency: string
  /** Undefined if a leg has no such side in the book. */
  readonly buy: SidePrice | undefined
  readonly sell: SidePrice | undefined
}

/** `index` is the venue's own index price, on which some fees depend. */
export function priceThere(structure: Structure, bookOf: BookOf, index: Price | undefined): PriceThere {
  const legs = strategyLegs(structure)
  const side = (taken: Side): SidePrice | undefined => {
    const prices = legs.map((leg) => priceOfLeg(leg, taken, bookOf(leg.instrument.id)))
    if (!prices.every((price) => price !== undefined)) return undefined
    const price = structurePrice(legs, prices)
    if (price === undefined) return undefined
    const fees = legs.map((leg, place) => legFee(leg, prices[place]!, index))
    if (!fees.every((each) => each !== undefined)) return undefined
    const fee = fees.reduce((sum: number, each) => sum + each, 0) as Price
    return { price, fee, net: (taken === 'BUY' ? price + fee : price - fee) as Price }
  }
  return { currency: legs[0]?.instrument.quoteCurrency ?? '', buy: side('BUY'), sell: side('SELL') }
}

/** A bought leg pays the ask, a sold leg receives the bid. */
function priceOfLeg(leg: Leg, taken: Side, book: BookThere | undefined): Price | undefined {
  const side = taken === 'BUY' ? leg.side : opposite(leg.side)
  return side === 'BUY' ? book?.ask : book?.bid
}

/** In the quote currency. A fee in coin for a contract quoted in dollars is converted at the contract's own price. */
function legFee(leg: Leg, price: Price, index: Price | undefined): Price | undefined {
  const { instrument } = leg
  const fee = blockFee({ instrument, price, quantity: quantityOfOne(leg, price) }, 'TAKER', index)
  const currency = feeCurrency(instrument)
  if (fee === undefined || currency === instrument.quoteCurrency || currency !== instrument.baseCurrency) return fee
  return Number(roundedUp(BigInt(fee) * BigInt(price), 10n ** BigInt(PRICE_DECIMALS))) as Price
}

/** The quantity for one unit of the structure: coins, or for a contract counted in dollars, as many dollars as a coin costs. */
function quantityOfOne({ instrument, ratio }: Leg, price: Price): Quantity {
  const coins = (ratio * 10 ** (QUANTITY_DECIMALS - RATIO_DECIMALS)) as Quantity
  if (instrument.kind === 'OPTION' || instrument.marginKind === 'LINEAR') return coins
  const exact = multiplyExact(coins, price, 10 ** PRICE_DECIMALS)
  return (exact ?? Number(roundedUp(BigInt(coins) * BigInt(price), 10n ** BigInt(PRICE_DECIMALS)))) as Quantity
}

const roundedUp = (value: bigint, by: bigint): bigint => (value + by - 1n) / by
