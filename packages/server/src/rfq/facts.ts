/** Data that the rules need and cannot look up: instruments, accounts, eligible makers, and the venue's current figures. */
import {
  marketModels,
  legLimits,
  minimumBlock,
  parseQuantity,
  priceFromNumber,
  quantityIncrement,
  ratioToNumber,
  refuse,
  strategyLegs,
  type AllocationPart,
  type Blocklists,
  type RfqKind,
  type CreateFacts,
  type DeskId,
  type LegLimits,
  type Mark,
  type Price,
  type Reference,
  type Refusal,
  type Rfq,
  type Structure,
  type VenueCode,
} from '@parley/core'
import type { Directory } from '../accounts/desk/directory.ts'
import type { MarketData } from '../market-data/market-data.ts'
import { unitOf } from '../market-data/unit-exposure.ts'
import { marketShardOf } from '../shards/shards.ts'

type Asking = { readonly desk: DeskId; readonly venue: VenueCode; readonly structure: Structure; readonly draftsOfDesk: number }

export const createFacts = ({ desk, venue, structure, draftsOfDesk }: Asking, directory: Directory): CreateFacts => ({
  eligibleMakers: directory.eligibleMakers(desk, venue),
  minimumBlock: minimumBlock(structure),
  quantityIncrement: quantityIncrement(structure),
  draftsOfDesk,
})

/** The named account, or the default, which must currently be able to settle (rulebook 2.22). The rules decide what happens without one. */
export function accountFor(
  desk: DeskId,
  venue: VenueCode,
  named: string | null | undefined,
  directory: Directory,
): string | undefined | Refusal {
  const accounts = directory.accounts(desk, venue)
  const isAny = named === undefined || named === null || named === ''
  const usual = accounts.find(({ isDefault }) => isDefault) ?? accounts.find(({ isReadOnly }) => !isReadOnly)
  const account = isAny ? usual : accounts.find(({ name }) => name === named)
  if (account !== undefined) return account.refusal ?? account.name
  if (isAny) return undefined
  const known = accounts.length === 0 ? 'it has no accounts there yet' : `its accounts are ${accounts.map(({ name }) => name).join(', ')}`
  return refuse('AccountUnknown', '5.1', `Your desk has no account ${named} at ${venue}; ${known}.`, 'account_name')
}

export type AskedPart = { readonly account_name: string; readonly quantity: string }

/** The allocations of an order. Their accounts must be the desk's own at the venue. The rules check the quantities. */
export function allocationsOf(
  { desk, venue }: { readonly desk: DeskId; readonly venue: VenueCode },
  asked: readonly AskedPart[] | null | undefined,
  directory: Directory,
): readonly AllocationPart[] | undefined | Refusal {
  if (asked === undefined || asked === null) return undefined
  const parts: AllocationPart[] = []
  for (const [place, { account_name, quantity }] of asked.entries()) {
    const account = account_name === '' ? undefined : accountFor(desk, venue, account_name, directory)
    if (account === undefined)
      return refuse('AccountUnknown', '5.20', 'Each allocation needs an account.', `allocations.${place}.account_name`)
    if (typeof account === 'object') return { ...account, field: `allocations.${place}.account_name` }
    const exact = parseQuantity(quantity)
    if (exact === undefined)
      return refuse('QuantityOffIncrement', '5.20', 'A quantity must have at most 6 decimals and be less than 9 billion.', `allocations.${place}.quantity`) // prettier-ignore
    parts.push({ account, quantity: exact })
  }
  return parts
}

/** An account and allocations cannot be combined, because they would contradict each other. */
export const bothGiven = (asked: readonly AskedPart[] | null | undefined, account: string | null | undefined): Refusal | undefined =>
  asked && account ? refuse('AllocationInvalid', '5.20', 'Send either account_name or allocations, not both.', 'allocations') : undefined

/** Desks by ticker or by name, because clients send both. */
export function desksNamed(names: readonly string[], directory: Directory): readonly DeskId[] {
  const desks = directory.desks()
  const plain = (text: string) => text.trim().toLowerCase()
  return names.map((name) => {
    const found = desks.find(({ ticker }) => plain(ticker) === plain(name)) ?? desks.find((desk) => plain(desk.name) === plain(name))
    return found?.ticker ?? (name as DeskId)
  })
}

/** The venue's figures for the structure, published with a trade; absent while the venue's data is unavailable. */
export function referenceOf(
  { structure, venue, baseCurrency }: Pick<Rfq, 'structure' | 'venue' | 'baseCurrency'>,
  marketData: MarketData,
): Reference | undefined {
  const legs = strategyLegs(structure).map((leg) => {
    const weight = (leg.side === 'BUY' ? 1 : -1) * ratioToNumber(leg.ratio)
    return { weight, mark: marketData.mark(leg.instrument.id) }
  })
  if (!legs.every((leg): leg is WeighedMark => leg.mark !== undefined)) return undefined
  const index = marketData.indexPrice(venue, baseCurrency)
  const forwards = legs.map(({ mark }) => priceFromNumber(mark.underlyingPrice))
  const reference = {
    markPrice: summed(legs, ({ markPrice }) => markPrice),
    indexPrice: index === undefined ? undefined : priceFromNumber(index.price),
    bidPrice: summed(legs, ({ bidPrice, askPrice }, weight) => (weight > 0 ? bidPrice : askPrice)),
    askPrice: summed(legs, ({ bidPrice, askPrice }, weight) => (weight > 0 ? askPrice : bidPrice)),
    forwards: forwards.every((forward) => forward !== undefined) ? forwards : undefined,
  }
  return Object.fromEntries(Object.entries(reference).filter(([, value]) => value !== undefined))
}

type WeighedMark = { readonly weight: number; readonly mark: Mark }

/** Undefined if any leg lacks the figure. */
function summed(legs: readonly WeighedMark[], figure: (mark: Mark, weight: number) => number | undefined): Price | undefined {
  let total = 0
  for (const { mark, weight } of legs) {
    const one = figure(mark, weight)
    if (one === undefined) return undefined
    total += weight * one
  }
  return priceFromNumber(total)
}

/** Desks that must not trade with each other: only if names are hidden, because otherwise desks approve each other first. */
export function blocklistsOf(audience: RfqKind, desk: DeskId, directory: Directory): { readonly blocklists?: Blocklists } {
  const blocklists = marketModels[audience].names === 'HIDDEN' ? directory.apart(desk) : undefined
  return blocklists === undefined ? {} : { blocklists }
}

/** The figures that a decision about an order publishes with it, and those by which legs are priced when they trade. */
export function figuresOf(rfq: Rfq, marketData: MarketData) {
  const reference = referenceOf(rfq, marketData)
  return {
    shard: marketShardOf(rfq).group,
    unit: unitOf(rfq, marketData),
    ...(reference === undefined ? {} : { reference }),
    ...(marketModels[rfq.audience].legPrices === 'AT_TRADE' ? legLimitsNow(rfq, marketData) : {}),
  }
}

/** Absent while the venue publishes none. Old figures count as absent (rulebook 17.4). */
export function legLimitsNow(
  { structure, venue }: Pick<Rfq, 'structure' | 'venue'>,
  marketData: MarketData,
): { readonly legLimits?: readonly LegLimits[] } {
  const limits = marketData.isStale(venue) ? undefined : legLimits(structure, (id) => marketData.mark(id))
  return limits === undefined ? {} : { legLimits: limits }
}
