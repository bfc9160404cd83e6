/** The options a desk chooses from, with what the market says of them. */
import type { InstrumentView } from '@parley/contracts'

export type ListedOption = {
  readonly id: number
  readonly baseCurrency: string
  readonly kind: 'CALL' | 'PUT'
  readonly strike: number
  readonly expiresAt: number
  readonly minBlock: number
  readonly delta: number
}

export type Expiry = { readonly at: number; readonly calls: readonly ListedOption[]; readonly puts: readonly ListedOption[] }

/** Options of one currency that a block is done in, by expiry, strikes rising; `deltaOf` is undefined where there is no mark. */
export function expiriesOf(
  instruments: readonly InstrumentView[],
  baseCurrency: string,
  within: { readonly from: number; readonly to: number },
  deltaOf: (instrumentId: number) => number | undefined,
): readonly Expiry[] {
  const options = instruments.flatMap((instrument) => {
    const delta = deltaOf(instrument.id)
    const { option_kind: kind, strike, expires_at: expiresAt } = instrument
    if (instrument.base_currency !== baseCurrency || instrument.quote_currency !== baseCurrency || delta === undefined) return []
    if (kind === null || strike === null || expiresAt === null || expiresAt < within.from || expiresAt > within.to) return []
    return [
      { id: instrument.id, baseCurrency, kind, strike: Number(strike), expiresAt, minBlock: Number(instrument.min_block_size), delta },
    ]
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

/** The option whose delta is nearest in size. */
export function nearestDelta(options: readonly ListedOption[], size: number): ListedOption {
  return options.reduce((best, option) => (Math.abs(Math.abs(option.delta) - size) < Math.abs(Math.abs(best.delta) - size) ? option : best))
}

export const atStrike = (options: readonly ListedOption[], strike: number): ListedOption | undefined =>
  options.find((option) => option.strike === strike)

export const nearestStrike = (options: readonly ListedOption[], strike: number): ListedOption =>
  options.reduce((best, option) => (Math.abs(option.strike - strike) < Math.abs(best.strike - strike) ? option : best))
