/** Parses and checks what takers and makers of a block RFQ send, as the venue does. */
import { checkMinimum, isOnGrid, type BlockTrade, type Listing } from './block-checks.ts'
import { netPrice, type BlockRfq, type Direction, type QuotedLeg, type RfqHedge, type RfqLeg, type RfqQuote } from './block-rfq.ts'
import type { InstrumentRow } from './chain.ts'
import { LEAST_UNDISCLOSED_MAKERS, MAX_BLOCK_LEGS, MAX_LABEL_LENGTH } from './limits.ts'
import { invalidParams, listParam, numberParam, oneOf, optionalText, textParam, VenueError, type Params } from './protocol.ts'

export type AskedTerms = Pick<BlockRfq, 'legs' | 'hedge' | 'amount' | 'minTradeAmount' | 'makers' | 'isDisclosed' | 'label'>
export type QuoteTerms = Pick<RfqQuote, 'direction' | 'amount' | 'legs' | 'price' | 'instruction' | 'label' | 'expiresAt'>

const DIRECTIONS: readonly Direction[] = ['buy', 'sell']
/** Amounts are decimal; the common factor is searched among multiples of this. */
const AMOUNT_UNIT = 1e-6

/** private/create_block_rfq: turns the amounts of the legs into a common amount and whole ratios. */
export function readAsked(params: Params, listing: Listing, aliases: readonly string[]): AskedTerms {
  const legs = objectsOf(params, 'legs').map((leg) => ({
    instrument_name: textParam(leg, 'instrument_name'),
    amount: numberParam(leg, 'amount'),
    direction: oneOf(leg, 'direction', DIRECTIONS),
  }))
  if (legs.length === 0 || legs.length > MAX_BLOCK_LEGS) throw invalidParams('legs', `must have 1 to ${MAX_BLOCK_LEGS} elements`)
  const rows = legs.map((leg) => rowOf(leg, listing))
  const quotedIn = new Set(rows.map(({ quote_currency }) => quote_currency))
  if (quotedIn.size > 1) throw invalidParams('legs', 'must have the same quote currency')
  if (new Set(rows.map(({ base_currency }) => base_currency)).size > 1) throw new VenueError(13918, 'inverse_future_cross_trading')
  const hedge = hedgeOf(params, listing)
  const units = legs.map(({ amount }) => Math.round(amount / AMOUNT_UNIT))
  const factor = units.reduce((sofar, one) => greatestDivisor(sofar, one), 0)
  const asTrades: readonly BlockTrade[] = [...legs, ...(hedge === undefined ? [] : [hedge])].map((leg) => ({ price: 0, ...leg }))
  checkMinimum(asTrades, [...rows, ...(hedge === undefined ? [] : [listing.instrument(hedge.instrument_name)!])])
  const ratioed = legs.map(({ instrument_name, direction }, place) => ({ instrument_name, direction, ratio: units[place]! / factor }))
  const makers = params['makers'] === undefined ? [] : listParam(params, 'makers').map(String)
  const isDisclosed = params['disclosed'] !== false && params['disclosed'] !== 'false'
  const asked = makers.length === 0 ? aliases : makers
  if (asked.some((alias) => !aliases.includes(alias))) throw invalidParams('makers', 'unknown maker')
  if (!isDisclosed && asked.length < LEAST_UNDISCLOSED_MAKERS)
    throw invalidParams('disclosed', `at least ${LEAST_UNDISCLOSED_MAKERS} makers must be targeted`)
  const label = labelOf(params)
  const amount = factor * AMOUNT_UNIT
  return {
    ...{ legs: ratioed, hedge, makers, isDisclosed, label },
    amount: Number(amount.toFixed(6)),
    minTradeAmount: leastAmount(ratioed, rows, amount),
  }
}

/** The minimum block applies to the sum over legs of one kind. It never exceeds the requested amount. */
function leastAmount(legs: readonly RfqLeg[], rows: readonly InstrumentRow[], most: number): number {
  const needed = (['option', 'future'] as const).flatMap((kind) => {
    const own = rows.flatMap((row, place) => (row.kind === kind ? [{ row, ratio: legs[place]!.ratio }] : []))
    if (own.length === 0) return []
    const lot = Math.max(...own.map(({ row }) => row.min_trade_amount))
    const least = Math.max(...own.map(({ row }) => row.block_trade_min_trade_amount))
    return [Math.ceil(least / own.reduce((sum, { ratio }) => sum + ratio, 0) / lot - 1e-9) * lot]
  })
  return Number(Math.min(most, ...needed).toFixed(6))
}

/** private/add_block_rfq_quote and edit_block_rfq_quote: every leg of the RFQ in its own direction, at a price on the block grid. */
export function readQuote(params: Params, rfq: BlockRfq, listing: Listing, now: number): QuoteTerms {
  const direction = oneOf(params, 'direction', DIRECTIONS)
  const amount = numberParam(params, 'amount')
  const given = objectsOf(params, 'legs').map((leg): QuotedLeg => ({
    instrument_name: textParam(leg, 'instrument_name'),
    direction: oneOf(leg, 'direction', DIRECTIONS),
    ratio: numberParam(leg, 'ratio'),
    price: numberParam(leg, 'price'),
  }))
  demandSameLegs(given, rfq.legs)
  for (const leg of given) {
    const row = rowOf({ ...leg, amount }, listing)
    if (!isOnGrid(leg.price, row.block_trade_tick_size)) throw new VenueError(10043, 'price_wrong_tick')
    const { min_price, max_price } = listing.ticker(row)
    if (leg.price < min_price) throw new VenueError(10005, `price_too_low ${min_price}`)
    if (leg.price > max_price) throw new VenueError(10007, `price_too_high ${max_price}`)
  }
  if (amount < rfq.minTradeAmount - 1e-9) throw new VenueError(10021, 'invalid_amount', { reason: 'below min_trade_amount' })
  if (amount > rfq.amount + 1e-9) throw new VenueError(10021, 'invalid_amount', { reason: 'above the amount of the block rfq' })
  demandHedge(params, rfq)
  const instruction =
    params['execution_instruction'] === undefined ? 'any_part_of' : oneOf(params, 'execution_instruction', ['any_part_of', 'all_or_none'])
  const expiresAt = params['expires_at'] === undefined ? undefined : numberParam(params, 'expires_at')
  if (expiresAt !== undefined && expiresAt <= now) throw invalidParams('expires_at', 'must be in the future')
  return { direction, amount, legs: given, price: netPrice(given), instruction, label: labelOf(params), expiresAt }
}

export type Acceptance = { readonly direction: Direction; readonly price: number; readonly amount: number }

/** private/accept_block_rfq: only the whole amount, with the legs of the RFQ. */
export function readAcceptance(params: Params, rfq: BlockRfq): Acceptance {
  const given = objectsOf(params, 'legs').map((leg) => ({
    instrument_name: textParam(leg, 'instrument_name'),
    direction: oneOf(leg, 'direction', DIRECTIONS),
    ratio: numberParam(leg, 'ratio'),
  }))
  demandSameLegs(given, rfq.legs)
  demandHedge(params, rfq)
  // The venue also documents a trigger that waits for a price. It is not simulated.
  if (oneOf(params, 'time_in_force', ['fill_or_kill', 'good_til_cancelled']) === 'good_til_cancelled')
    throw new VenueError(10033, 'not_implemented')
  const amount = numberParam(params, 'amount')
  if (Math.abs(amount - rfq.amount) > 1e-9) throw new VenueError(10021, 'invalid_amount', { reason: 'must be the amount of the block rfq' })
  return { direction: oneOf(params, 'direction', DIRECTIONS), price: numberParam(params, 'price'), amount }
}

function demandSameLegs(given: readonly RfqLeg[], asked: readonly RfqLeg[]): void {
  const key = ({ instrument_name, direction, ratio }: RfqLeg): string => `${instrument_name} ${direction} ${ratio}`
  if (given.map(key).sort().join() !== asked.map(key).sort().join()) throw invalidParams('legs', 'must be the legs of the block rfq')
}

function demandHedge(params: Params, { hedge }: BlockRfq): void {
  const given = params['hedge'] as Partial<RfqHedge> | undefined
  const isSame = given?.instrument_name === hedge?.instrument_name && given?.direction === hedge?.direction && given?.price === hedge?.price
  if (!isSame) throw invalidParams('hedge', 'must be the hedge of the block rfq')
}

function hedgeOf(params: Params, listing: Listing): RfqHedge | undefined {
  const given = params['hedge']
  if (given === undefined || given === null) return undefined
  if (typeof given !== 'object') throw invalidParams('hedge', 'wrong format')
  const fields = given as Params
  const hedge = {
    instrument_name: textParam(fields, 'instrument_name'),
    direction: oneOf(fields, 'direction', DIRECTIONS),
    price: numberParam(fields, 'price'),
    amount: numberParam(fields, 'amount'),
  }
  if (rowOf(hedge, listing).kind !== 'future') throw invalidParams('hedge', 'must be a future')
  return hedge
}

function rowOf(leg: { readonly instrument_name: string; readonly amount: number }, listing: Listing): InstrumentRow {
  const row = listing.instrument(leg.instrument_name)
  if (row === undefined) throw invalidParams('instrument_name', 'instrument not found')
  if (leg.amount <= 0) throw invalidParams('amount', 'must be positive')
  if (!isOnGrid(leg.amount, row.min_trade_amount)) throw invalidParams('amount', 'must be a multiple of contract size')
  return row
}

function objectsOf(params: Params, name: string): readonly Params[] {
  const list = listParam(params, name)
  if (list.some((one) => typeof one !== 'object' || one === null)) throw invalidParams(name, 'wrong format')
  return list as readonly Params[]
}

function labelOf(params: Params): string | undefined {
  const label = optionalText(params, 'label')
  if (label !== undefined && label.length > MAX_LABEL_LENGTH) throw invalidParams('label', `is longer than ${MAX_LABEL_LENGTH} characters`)
  return label
}

function greatestDivisor(a: number, b: number): number {
  while (b !== 0) [a, b] = [b, a % b]
  return a
}
