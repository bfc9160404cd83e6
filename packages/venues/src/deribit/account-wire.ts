/** Parses the venue's account data. Pure; a list with one row that cannot be parsed is undefined as a whole, because half an account is wrong. */
import type { ChargedLeg, Price, Quantity } from '@parley/core'
import type { RecordedBlock, VenueBalance, VenuePosition } from '../port/venue-port.ts'
import { asList, asObject, type WireObject } from '../adapter/wire-object.ts'
import { priceFromWire, quantityFromWire } from './numbers.ts'

const numberOf = (value: unknown): number | undefined => (typeof value === 'number' && Number.isFinite(value) ? value : undefined)
const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

export type AccountSummary = {
  readonly name: string | undefined
  readonly id: string | undefined
  readonly marginModel: string | undefined
}

export function summaryFromWire(value: unknown): AccountSummary {
  const summary = asObject(value)
  const id = summary?.['id']
  return {
    name: textOf(summary?.['username']) ?? textOf(summary?.['system_name']),
    id: typeof id === 'number' ? String(id) : textOf(id),
    marginModel: textOf(summary?.['margin_model']),
  }
}

/** Leaves out flat positions. */
export function positionsFromWire(result: unknown): readonly VenuePosition[] | undefined {
  if (!Array.isArray(result)) return undefined
  const rows = result.map(positionFromWire)
  return rows.includes(undefined) ? undefined : rows.filter((row) => row !== undefined && row.quantity !== 0).map((row) => row!)
}

function positionFromWire(value: unknown): VenuePosition | undefined {
  const row = asObject(value)
  const [instrumentName, size] = [textOf(row?.['instrument_name']), quantityFromWire(row?.['size'])]
  const averagePrice = priceFromWire(row?.['average_price'])
  if (row === undefined || instrumentName === undefined || size === undefined || averagePrice === undefined) return undefined
  const [markPrice, initialMargin] = [numberOf(row['mark_price']), numberOf(row['initial_margin'])]
  const liquidationPrice = numberOf(row['estimated_liquidation_price'])
  return {
    instrumentName,
    quantity: signed(size, row),
    averagePrice,
    ...(markPrice === undefined ? {} : { markPrice }),
    ...(initialMargin === undefined ? {} : { initialMargin }),
    ...(liquidationPrice === undefined ? {} : { liquidationPrice }),
  }
}

/** The size is signed. If a sold position has a size without a sign, its direction determines it. */
const signed = (size: Quantity, { direction }: WireObject): Quantity => (direction === 'sell' ? (-Math.abs(size) as Quantity) : size)

/** From private/get_account_summaries: one summary for each currency. */
export function balancesFromWire(result: unknown): readonly VenueBalance[] | undefined {
  const summaries = asObject(result)?.['summaries']
  if (!Array.isArray(summaries)) return undefined
  const rows = summaries.map((value) => {
    const row = asObject(value)
    const [currency, equity, available] = [textOf(row?.['currency']), numberOf(row?.['equity']), numberOf(row?.['available_funds'])]
    return currency === undefined || equity === undefined || available === undefined ? undefined : { currency, equity, available }
  })
  return rows.includes(undefined) ? undefined : rows.flatMap((row) => row ?? [])
}

export type WireRecord = RecordedBlock & { readonly id: string }

/** A block as the record shows it to one party, including fees. Sides are that party's own. */
export function recordedFromWire(value: unknown): WireRecord | undefined {
  const block = asObject(value)
  const [id, at] = [block?.['id'], numberOf(block?.['timestamp'])]
  const trades = asList(block?.['trades']).map(asObject)
  const role = roleOf(trades)
  const legs = trades.map(legFromWire)
  if ((typeof id !== 'string' && typeof id !== 'number') || at === undefined || role === undefined || legs.includes(undefined))
    return undefined
  return { id: String(id), venueTradeId: String(id), at, role, legs: legs.flatMap((leg) => leg ?? []) }
}

/** A party has the same role in all legs of a block. */
function roleOf(trades: readonly (WireObject | undefined)[]): RecordedBlock['role'] | undefined {
  const said = new Set(trades.map((trade) => trade?.['liquidity']))
  if (said.size !== 1) return undefined
  return said.has('M') ? 'MAKER' : said.has('T') ? 'TAKER' : undefined
}

function legFromWire(trade: WireObject | undefined): ChargedLeg | undefined {
  const [instrumentName, feeCurrency] = [textOf(trade?.['instrument_name']), textOf(trade?.['fee_currency'])]
  const [price, fee]: readonly (Price | undefined)[] = [priceFromWire(trade?.['price']), priceFromWire(trade?.['fee'])]
  const [quantity, direction] = [quantityFromWire(trade?.['amount']), trade?.['direction']]
  const side = direction === 'buy' ? 'BUY' : direction === 'sell' ? 'SELL' : undefined
  if (instrumentName === undefined || feeCurrency === undefined || price === undefined || fee === undefined) return undefined
  if (quantity === undefined || side === undefined) return undefined
  return { instrumentName, side, price, quantity, fee, feeCurrency }
}
