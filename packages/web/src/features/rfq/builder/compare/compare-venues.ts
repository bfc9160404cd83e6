/** One structure at every venue, side by side. Pure, from what each venue lists and its marks (rulebook 3.18, 3.19, 6.16, 6.17). */
import type { MarkView } from '@parley/contracts'
import {
  bestNet,
  dollarsOf,
  explainMinimumBlock,
  formatQuantity,
  parseQuantity,
  roundToIncrement,
  feeText,
  formatRatio,
  inUnit,
  listingThere,
  nearestListed,
  parsePrice,
  priceThere,
  structureThere,
  type BookThere,
  type CompareUnit,
  type IndexOf,
  type Instrument,
  type LegThere,
  type ListingThere,
  type MinimumBlockExplanation,
  type PriceThere,
  type Side,
  type SidePrice,
  type Structure,
  type VenueCode,
} from '@parley/core'
import { structureMark } from '../../../../live/marks.ts'

/** The known data of one venue. */
export type VenueThere = {
  readonly venue: VenueCode
  readonly instruments: ReadonlyMap<number, Instrument>
  /** The venue's own index. Undefined until it has arrived. */
  readonly index: string | undefined
}

export type Marks = ReadonlyMap<number, MarkView>

/** For one unit, in dollars at the single index of the comparison. */
export type SideColumn = { readonly own: SidePrice; readonly price: number; readonly fee: number; readonly net: number }

export type Column = {
  readonly venue: VenueCode
  readonly legs: readonly LegThere[]
  readonly structure: Structure | undefined
  /** Why the venue does not accept the legs together, although it lists them. */
  readonly refused: string | undefined
  readonly price: PriceThere | undefined
  readonly buy: SideColumn | undefined
  readonly sell: SideColumn | undefined
  readonly fees: string | undefined
  readonly minimum: MinimumBlockExplanation | undefined
  readonly mark: number | undefined
  /** The nearest structure that this venue lists, if it does not list this one. */
  readonly near: Structure | undefined
}

export type Comparison = {
  readonly columns: readonly Column[]
  readonly best: { readonly BUY: number | undefined; readonly SELL: number | undefined }
  /** The nearest structure that all venues list, if one does not list this one, with its columns. */
  readonly nearest: { readonly structure: Structure; readonly columns: readonly Column[] } | undefined
}

/** `structure` uses the instruments of the first venue. */
export function compareVenues(structure: Structure, venues: readonly VenueThere[], marks: Marks, index: IndexOf): Comparison {
  const listed = venues.map((there) => ({ ...there, listing: listingThere(there.venue, there.instruments.values()) }))
  const columnsOf = (asked: Structure) => listed.map((there) => columnOf(asked, there, marks, index))
  const columns = columnsOf(structure)
  const [first, ...others] = listed.map(({ listing }) => listing)
  const isListedByAll = columns.every((column) => column.structure !== undefined)
  const nearest = isListedByAll || first === undefined ? undefined : nearestListed(structure, [first, ...others])
  return {
    columns,
    best: { BUY: bestNet('BUY', columns.map(({ buy }) => buy?.net)), SELL: bestNet('SELL', columns.map(({ sell }) => sell?.net)) }, // prettier-ignore
    nearest: nearest && { structure: nearest, columns: columnsOf(nearest) },
  }
}

type Listed = VenueThere & { readonly listing: ListingThere }

function columnOf(asked: Structure, { venue, listing, index: ownIndex }: Listed, marks: Marks, index: IndexOf): Column {
  const { legs, structure, refusal } = structureThere(asked, listing)
  const price = structure && priceThere(structure, (id) => bookOf(marks.get(id)), ownIndex === undefined ? undefined : parsePrice(ownIndex))
  const inDollars = (own: SidePrice | undefined): SideColumn | undefined => {
    if (own === undefined || price === undefined) return undefined
    const dollars = (amount: SidePrice['price']) => dollarsOf(amount, price.currency, index)
    return { own, price: dollars(own.price), fee: dollars(own.fee), net: dollars(own.net) }
  }
  return {
    ...{ venue, legs, structure, price },
    refused: refusal?.message,
    buy: inDollars(price?.buy),
    sell: inDollars(price?.sell),
    fees: structure && feeText(structure.legs[0]!.instrument, 'TAKER'),
    minimum: structure && explainMinimumBlock(structure),
    mark: structure && structureMark(marked(structure), marks),
    near: structure === undefined ? nearestListed(asked, [listing]) : undefined,
  }
}

const bookOf = (mark: MarkView | undefined): BookThere | undefined => mark && { bid: onBook(mark.bid_price), ask: onBook(mark.ask_price) }

/** An empty side is published as null or as zero. */
const onBook = (text: string | null): BookThere['bid'] => (text === null ? undefined : parsePrice(text) || undefined)

const marked = ({ legs }: Structure) =>
  legs.map(({ instrument, side, ratio }) => ({ instrumentId: instrument.id, side, ratio: formatRatio(ratio), price: undefined }))

/** Futures that settle in coin trade in dollars. */
export const isInDollars = ({ legs }: Structure): boolean =>
  legs.every(({ instrument }) => instrument.kind === 'FUTURE' && instrument.marginKind === 'INVERSE')

/** The requested quantity in the other venue's unit: dollars and coins are converted at the index, and rounded to the venue's increment. */
export function quantityThere(typed: string, from: Structure, to: Structure, { price }: IndexOf): string {
  const amount = Number(typed)
  if (isInDollars(from) === isInDollars(to) || !(amount > 0)) return typed
  const wanted = isInDollars(to) ? amount * price : amount / price
  const { minimum, increment } = explainMinimumBlock(to)
  const exact = parseQuantity(wanted.toFixed(6)) ?? minimum
  return formatQuantity(roundToIncrement(exact, increment))
}

/** The venue that is best on all of these sides. Undefined if different venues are best. */
export function bestVenue({ columns, best }: Comparison, sides: readonly Side[]): VenueCode | undefined {
  const isBest = (column: Column) =>
    sides.every((side) => best[side] !== undefined && (side === 'BUY' ? column.buy : column.sell)?.net === best[side])
  return columns.find(isBest)?.venue
}

/** How much more is paid, or less received, than at the best venue, in the unit of the comparison. Undefined for the best venue itself. */
export function behindBest(side: Side, column: Column, { best }: Comparison, unit: CompareUnit, index: IndexOf): number | undefined {
  const net = (side === 'BUY' ? column.buy : column.sell)?.net
  const leader = best[side]
  return net === undefined || leader === undefined || net === leader ? undefined : inUnit(net - leader, unit, index)
}
