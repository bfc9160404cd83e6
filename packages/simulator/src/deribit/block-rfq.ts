/** The venue's own block RFQ: one taker sends it to makers, and takes their quotes for the whole amount or not at all. */
export type Direction = 'buy' | 'sell'

export const turned = (direction: Direction): Direction => (direction === 'buy' ? 'sell' : 'buy')

/** As in the RFQ: the side that the buyer of the structure takes. */
export type RfqLeg = { readonly instrument_name: string; readonly direction: Direction; readonly ratio: number }
export type RfqHedge = { readonly instrument_name: string; readonly direction: Direction; readonly price: number; readonly amount: number }
export type QuotedLeg = RfqLeg & { readonly price: number }

export type RfqQuote = {
  readonly id: number
  /** Client id. */
  readonly maker: string
  readonly alias: string
  /** The maker's side of the structure. */
  readonly direction: Direction
  readonly amount: number
  /** Signed, for one unit of the structure. */
  readonly price: number
  readonly legs: readonly QuotedLeg[]
  readonly instruction: 'any_part_of' | 'all_or_none'
  readonly label: string | undefined
  readonly createdAt: number
  readonly updatedAt: number
  readonly expiresAt: number | undefined
  readonly isReplaced: boolean
  readonly filled: number
  readonly state: 'open' | 'filled' | 'cancelled' | 'expired'
}

export type BlockRfq = {
  readonly id: number
  /** Client id. */
  readonly taker: string
  readonly label: string | undefined
  readonly legs: readonly RfqLeg[]
  readonly hedge: RfqHedge | undefined
  /** The common factor of the legs' amounts. */
  readonly amount: number
  /** The minimum amount that a maker can quote. */
  readonly minTradeAmount: number
  /** Aliases; an empty list means all makers. */
  readonly makers: readonly string[]
  readonly isDisclosed: boolean
  readonly createdAt: number
  readonly expiresAt: number
  readonly state: 'open' | 'filled' | 'cancelled' | 'expired'
  /** The current state of each, oldest quote first. */
  readonly quotes: readonly RfqQuote[]
}

/** A trade of the whole amount, as published to everyone. */
export type RfqTrade = {
  readonly rfq: BlockRfq
  readonly at: number
  /** The taker's side. */
  readonly direction: Direction
  readonly price: number
  readonly markPrice: number
  readonly legs: readonly QuotedLeg[]
  readonly parts: readonly { readonly price: number; readonly amount: number; readonly alias: string }[]
  readonly indexPrices: Readonly<Record<string, number>>
}

export const currencyOf = ({ legs }: Pick<BlockRfq, 'legs'>): string => legs[0]!.instrument_name.slice(0, 3)

/** Buying adds and selling subtracts, multiplied by the ratio; rounded to remove binary fractions. */
export const netPrice = (legs: readonly QuotedLeg[]): number =>
  rounded(legs.reduce((sum, { price, ratio, direction }) => sum + (direction === 'buy' ? 1 : -1) * ratio * price, 0))

export const rounded = (value: number): number => Number(value.toFixed(8)) + 0
