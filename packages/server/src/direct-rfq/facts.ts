/** What the rules need to know and cannot look up: instruments, accounts, who may be asked, and the venue's figures of the moment. */
import {
  checkStructure,
  isHedge,
  minimumBlock,
  parsePrice,
  parseQuantity,
  parseRatio,
  priceFromNumber,
  quantityIncrement,
  ratioToNumber,
  refuse,
  strategyLegs,
  type AllocationPart,
  type CreateFacts,
  type DeskId,
  type DirectRfq,
  type Leg,
  type Price,
  type Reference,
  type Refusal,
  type Side,
  type Structure,
  type VenueCode,
} from '@parley/core'
import type { Directory } from '../account/desk/directory.ts'
import type { MarketData } from '../market-data/market-data.ts'

export type AskedLeg = {
  readonly instrument_id: number
  readonly ratio: string
  readonly side: Side
  readonly price?: string | null | undefined
}

/** The structure as asked, with instruments as they are listed now. */
export function structureOf(asked: readonly AskedLeg[], venue: VenueCode, marketData: MarketData): Structure | Refusal {
  const legs: Leg[] = []
  for (const [place, { instrument_id, ratio, side, price }] of asked.entries()) {
    const instrument = marketData.instrument(instrument_id)
    if (instrument === undefined || instrument.venue !== venue)
      return refuse('InstrumentUnknown', '3.3', `There is no instrument ${instrument_id} at ${venue}.`, `legs.${place}.instrument_id`)
    const exactRatio = parseRatio(ratio)
    if (exactRatio === undefined)
      return refuse('StructureInvalid', '3.2', 'A ratio has at most 4 decimals and is below a thousand million.', `legs.${place}.ratio`)
    const exactPrice = price === undefined || price === null ? undefined : parsePrice(price)
    if (exactPrice === undefined && price !== undefined && price !== null) return tooFine(`legs.${place}.price`)
    legs.push({ instrument, side, ratio: exactRatio, ...(exactPrice === undefined ? {} : { price: exactPrice }) })
  }
  const structure = { legs }
  return checkStructure(structure) ?? structure
}

/** A draft may have waited for long: its instruments are read anew. */
export function renewed(structure: Structure, marketData: MarketData): Structure | Refusal {
  const legs = structure.legs.map((leg) => ({
    ...leg,
    instrument: marketData.instrument(leg.instrument.id) ?? { ...leg.instrument, state: 'EXPIRED' as const },
  }))
  return checkStructure({ legs }) ?? { legs }
}

export const tooFine = (field: string): Refusal =>
  refuse('PriceOffTick', '6.2', 'A price has at most 8 decimals and is below 90 million.', field)

type Asking = { readonly desk: DeskId; readonly venue: VenueCode; readonly structure: Structure; readonly draftsOfDesk: number }

export const createFacts = ({ desk, venue, structure, draftsOfDesk }: Asking, directory: Directory): CreateFacts => ({
  eligibleMakers: directory.eligibleMakers(desk, venue),
  minimumBlock: minimumBlock(structure),
  quantityIncrement: quantityIncrement(structure),
  draftsOfDesk,
})

/** The account named, or the default where none is; the rules say what it means to have none. */
export function accountFor(
  desk: DeskId,
  venue: VenueCode,
  named: string | null | undefined,
  directory: Directory,
): string | undefined | Refusal {
  const accounts = directory.accounts(desk, venue)
  if (named === undefined || named === null || named === '') return (accounts.find(({ isDefault }) => isDefault) ?? accounts[0])?.name
  if (accounts.some(({ name }) => name === named)) return named
  const known = accounts.length === 0 ? 'your desk has none there yet' : `yours are ${accounts.map(({ name }) => name).join(', ')}`
  return refuse('AccountUnknown', '5.1', `Your desk has no account ${named} at ${venue}; ${known}.`, 'account_name')
}

export type AskedPart = { readonly account_name: string; readonly quantity: string }

/** The parts of an order with their accounts, which have to be the desk's own there; the rules judge the quantities. */
export function allocationsOf(
  { desk, venue }: { readonly desk: DeskId; readonly venue: VenueCode },
  asked: readonly AskedPart[] | null | undefined,
  directory: Directory,
): readonly AllocationPart[] | undefined | Refusal {
  if (asked === undefined || asked === null) return undefined
  const parts: AllocationPart[] = []
  for (const [place, { account_name, quantity }] of asked.entries()) {
    const account = account_name === '' ? undefined : accountFor(desk, venue, account_name, directory)
    if (account === undefined) return refuse('AccountUnknown', '5.20', 'Each part names its account.', `allocations.${place}.account_name`)
    if (typeof account === 'object') return { ...account, field: `allocations.${place}.account_name` }
    const exact = parseQuantity(quantity)
    if (exact === undefined)
      return refuse('QuantityOffIncrement', '5.20', 'A quantity has at most 6 decimals and is below 9 thousand million.', `allocations.${place}.quantity`) // prettier-ignore
    parts.push({ account, quantity: exact })
  }
  return parts
}

/** One or the other: which account would be meant? */
export const bothGiven = (asked: readonly AskedPart[] | null | undefined, account: string | null | undefined): Refusal | undefined =>
  asked && account
    ? refuse('AllocationInvalid', '5.20', 'An order names one account or an allocation, not both.', 'allocations')
    : undefined

/** Desks by ticker or by name, as clients of both habits send them. */
export function desksNamed(names: readonly string[], directory: Directory): readonly DeskId[] {
  const desks = directory.desks()
  const plain = (text: string) => text.trim().toLowerCase()
  return names.map((name) => {
    const found = desks.find(({ ticker }) => plain(ticker) === plain(name)) ?? desks.find((desk) => plain(desk.name) === plain(name))
    return found?.ticker ?? (name as DeskId)
  })
}

/** The venue's mark of the structure and its index, told with a trade; absent where the venue is not heard. */
export function referenceOf(
  { structure, venue, baseCurrency }: Pick<DirectRfq, 'structure' | 'venue' | 'baseCurrency'>,
  marketData: MarketData,
): Reference | undefined {
  let mark = 0
  for (const leg of strategyLegs(structure)) {
    const found = marketData.mark(leg.instrument.id)
    if (found === undefined) return undefined
    mark += (leg.side === 'BUY' ? 1 : -1) * ratioToNumber(leg.ratio) * found.markPrice
  }
  const markPrice = priceFromNumber(mark)
  const index = marketData.indexPrice(venue, baseCurrency)
  const indexPrice = index === undefined ? undefined : priceFromNumber(index.price)
  return { ...(markPrice === undefined ? {} : { markPrice }), ...(indexPrice === undefined ? {} : { indexPrice }) }
}

/** A leg outside the venue's band would be refused there; it is refused here, with the band in words (rulebook 6.12). */
export function bandRefusal({ legs }: Structure, legPrices: readonly Price[], marketData: MarketData): Refusal | undefined {
  for (const [place, leg] of legs.entries()) {
    const mark = marketData.mark(leg.instrument.id)
    const price = legPrices[place]
    if (isHedge(leg) || mark === undefined || price === undefined) continue
    const low = bound(mark.minPrice)
    const high = bound(mark.maxPrice)
    if ((low === undefined || price >= low) && (high === undefined || price <= high)) continue
    const band = [low === undefined ? undefined : `from ${mark.minPrice}`, high === undefined ? undefined : `to ${mark.maxPrice}`]
    const message = `The venue takes prices ${band.filter((part) => part !== undefined).join(' ')} for ${leg.instrument.name} now.`
    return refuse('PriceOutsideBand', '6.12', message, `legs.${place}.price`)
  }
  return undefined
}

const bound = (value: number | undefined): Price | undefined => (value === undefined ? undefined : priceFromNumber(value))
