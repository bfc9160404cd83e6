/** The instruments that a desk chooses from, with their marks: options by expiry, and futures. */
import type { InstrumentView } from '@parley/contracts'
import { product, type Mark } from '@parley/core'

export type ListedOption = {
  readonly id: number
  readonly kind: 'CALL' | 'PUT'
  readonly strike: number
  readonly expiresAt: number
  readonly delta: number
}

export type ListedFuture = {
  readonly id: number
  readonly kind: 'FUTURE'
  /** Undefined for the perpetual. */
  readonly expiresAt: number | undefined
  readonly mark: number
  /** The increments of price and size. */
  readonly tick: number
  readonly lot: number
}

export type Listed = ListedOption | ListedFuture
export type Expiry = { readonly at: number; readonly calls: readonly ListedOption[]; readonly puts: readonly ListedOption[] }
/** The instruments of one currency: expiries and futures in order of time, the perpetual first. */
export type Chain = {
  readonly expiries: readonly Expiry[]
  readonly futures: readonly ListedFuture[]
  /** Futures that are not combined with others and hedge nothing. */
  readonly alone: readonly ListedFuture[]
}

type MarkOf = (instrumentId: number) => Mark | undefined
type Within = { readonly from: number; readonly to: number }

/** Instruments without a mark are left out. */
export function chainOf(instruments: readonly InstrumentView[], baseCurrency: string, within: Within, markOf: MarkOf): Chain {
  const own = instruments.filter(({ base_currency }) => base_currency === baseCurrency)
  const isAlone = ({ product_code }: InstrumentView) => (product(product_code)?.strategies ?? 'all') !== 'all'
  return {
    expiries: expiriesOf(own, within, markOf),
    futures: futuresOf(
      own.filter((one) => !isAlone(one)),
      within,
      markOf,
    ),
    alone: futuresOf(own.filter(isAlone), within, markOf),
  }
}

/** Options for blocks, quoted in their coin or in dollars, with rising strikes. */
function expiriesOf(instruments: readonly InstrumentView[], within: Within, markOf: MarkOf): readonly Expiry[] {
  const options = instruments.flatMap((instrument): ListedOption[] => {
    const { id, option_kind: kind, strike, expires_at: expiresAt, base_currency: base, quote_currency: quoted } = instrument
    if (kind === null || strike === null || ![base, 'USD', 'USDC'].includes(quoted) || !isWithin(expiresAt, within)) return []
    // Last, because a mark is computed when it is read.
    const delta = markOf(id)?.greeks?.delta
    if (delta === undefined) return []
    return [{ id, kind, strike: Number(strike), expiresAt, delta }]
  })
  const byStrike = options.sort((a, b) => a.strike - b.strike)
  return [...new Set(byStrike.map(({ expiresAt }) => expiresAt))]
    .sort((a, b) => a - b)
    .map((at) => {
      const here = byStrike.filter(({ expiresAt }) => expiresAt === at)
      return { at, calls: here.filter(({ kind }) => kind === 'CALL'), puts: here.filter(({ kind }) => kind === 'PUT') }
    })
    .filter(({ calls, puts }) => calls.length > 0 && puts.length > 0)
}

const isWithin = (at: number | null, { from, to }: Within): at is number => at !== null && at >= from && at <= to

/** Futures that settle in the coin, like the options: they can hedge them in the same block. */
function futuresOf(instruments: readonly InstrumentView[], within: Within, markOf: MarkOf): readonly ListedFuture[] {
  const futures = instruments.flatMap((instrument): ListedFuture[] => {
    const { id, kind, margin_kind: margin, expires_at: expiresAt, min_tick_size: tick, min_order_size_increment: lot } = instrument
    if (kind !== 'FUTURE' || margin !== 'INVERSE' || (expiresAt !== null && !isWithin(expiresAt, within))) return []
    const mark = markOf(id)?.markPrice
    if (mark === undefined) return []
    return [{ id, kind, expiresAt: expiresAt ?? undefined, mark, tick: Number(tick), lot: Number(lot) }]
  })
  return futures.sort((a, b) => (a.expiresAt ?? 0) - (b.expiresAt ?? 0))
}

/** The option whose absolute delta is closest. */
export function nearestDelta(options: readonly ListedOption[], size: number): ListedOption {
  return options.reduce((best, option) => (Math.abs(Math.abs(option.delta) - size) < Math.abs(Math.abs(best.delta) - size) ? option : best))
}

export const atStrike = (options: readonly ListedOption[], strike: number): ListedOption | undefined =>
  options.find((option) => option.strike === strike)

export const nearestStrike = (options: readonly ListedOption[], strike: number): ListedOption =>
  options.reduce((best, option) => (Math.abs(option.strike - strike) < Math.abs(best.strike - strike) ? option : best))
