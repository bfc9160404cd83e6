/**
 * The fee that a venue charges each party of a block, leg by leg, according to its published schedule (rulebook 14.1). The sources are in
 * docs/decisions/0780.
 */
import { PRICE_DECIMALS, QUANTITY_DECIMALS, type Price, type Quantity } from '../decimal.ts'
import type { Instrument } from './instrument.ts'
import type { Product } from './product.ts'
import type { VenueCode } from './venue.ts'

export type FeeRole = 'MAKER' | 'TAKER'

/** In millionths: 300 is 0.03 %. */
type Millionths = number

export type FeeRates = Readonly<Record<FeeRole, Millionths>> & {
  /** The maximum fee, as a share of the option's own price. */
  readonly cap?: Millionths
}

type Kind = Product['kind']

/** Base rates, without the discounts of individual accounts. */
const rates: Readonly<Record<VenueCode, Readonly<Record<Kind, FeeRates>>>> = {
  DBT: { OPTION: { MAKER: 300, TAKER: 300, cap: 125_000 }, FUTURE: { MAKER: 250, TAKER: 250 } },
  BYB: { OPTION: { MAKER: 200, TAKER: 300, cap: 70_000 }, FUTURE: { MAKER: 200, TAKER: 550 } },
  BIT: { OPTION: { MAKER: 200, TAKER: 500, cap: 125_000 }, FUTURE: { MAKER: 200, TAKER: 500 } },
  PRDX: { OPTION: { MAKER: 100, TAKER: 300, cap: 125_000 }, FUTURE: { MAKER: 100, TAKER: 300 } },
}

export const feeRates = ({ venue, kind }: Pick<Instrument, 'venue' | 'kind'>): FeeRates => rates[venue][kind]

export type FeeLeg = { readonly instrument: Instrument; readonly price: Price; readonly quantity: Quantity }

/** The coin in which the fee of a leg is charged. */
export const feeCurrency = ({ clearingCurrency }: Pick<Instrument, 'clearingCurrency'>): string => clearingCurrency

/**
 * The fee of one leg for one party, in its fee currency, to eight decimals. `index` is the venue's index price of the coin at the time. Undefined if
 * the fee depends on the index and it is not known. The fee of an option quoted in its own coin is charged per contract and needs no index.
 */
export function blockFee({ instrument, price, quantity }: FeeLeg, role: FeeRole, index?: Price): Price | undefined {
  const schedule = feeRates(instrument)
  const worth = worthOf(instrument, price, quantity, index)
  if (worth === undefined) return undefined
  const fee = { over: worth.over * BigInt(schedule[role]), under: worth.under * MILLION }
  if (schedule.cap === undefined) return rounded(fee)
  const paid = { over: BigInt(price) * BigInt(quantity) * BigInt(schedule.cap), under: UNITS * MILLION }
  return rounded(fee.over * paid.under > paid.over * fee.under ? paid : fee)
}

/** Whether a fee depends on the index at the time of the trade, which only the venue knows exactly. */
export const isFeeByIndex = ({ kind, marginKind }: Pick<Instrument, 'kind' | 'marginKind'>): boolean =>
  kind === 'OPTION' && marginKind === 'LINEAR'

/** `0.03 % of the underlying, at most 12.5 % of the price`, as shown next to a fee. */
export function feeText(instrument: Pick<Instrument, 'venue' | 'kind' | 'marginKind'>, role: FeeRole): string {
  const schedule = feeRates(instrument)
  const of = instrument.kind === 'FUTURE' ? 'the worth' : isFeeByIndex(instrument) ? 'the index' : 'the underlying'
  const cap = schedule.cap === undefined ? '' : `, at most ${percentText(schedule.cap)} of the price`
  return `${percentText(schedule[role])} of ${of}${cap}`
}

/** Exact, in units of 1e-8 of the fee currency. */
type Fraction = { readonly over: bigint; readonly under: bigint }

const MILLION = 1_000_000n
const UNITS = 10n ** BigInt(QUANTITY_DECIMALS)
const COIN = 10n ** BigInt(PRICE_DECIMALS)

/** The base of the rate: coins of the underlying, their value at the index, or the value of a future at its own price. */
function worthOf({ kind, marginKind }: Instrument, price: Price, quantity: Quantity, index: Price | undefined): Fraction | undefined {
  const size = BigInt(quantity)
  if (kind === 'FUTURE' && marginKind === 'LINEAR') return { over: BigInt(price) * size, under: UNITS }
  if (kind === 'FUTURE') return price === 0 ? undefined : { over: size * COIN * COIN, under: UNITS * BigInt(price) }
  if (marginKind === 'INVERSE') return { over: size * COIN, under: UNITS }
  return index === undefined ? undefined : { over: BigInt(index) * size, under: UNITS }
}

/** To the nearest unit, halves away from zero; undefined if no price can be that large. */
function rounded({ over, under }: Fraction): Price | undefined {
  const half = over < 0n ? -under / 2n : under / 2n
  const result = Number((over + half) / under)
  return Number.isSafeInteger(result) ? (result as Price) : undefined
}

const percentText = (millionths: Millionths): string => `${millionths / 10_000} %`
