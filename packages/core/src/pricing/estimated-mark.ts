/**
 * Estimates a mark from neighbouring instruments while the venue publishes none (rulebook 6.13). An option is priced by Black-76 at a volatility
 * interpolated between strikes, and between expiries if its own has none; a future at the forward of its expiry. The result is a model figure.
 */
import type { Instrument } from '../catalogue/instrument.ts'
import { priceToNumber } from '../decimal.ts'
import type { Instant } from '../ids.ts'
import { MILLISECONDS_PER_YEAR, inverseOptionPrice, optionPrice } from './black76.ts'
import type { Mark } from './mark.ts'
import type { MarkOf } from './structure-mark.ts'

type MarkedInstrument = { readonly instrument: Instrument; readonly mark: Mark }
/** The volatility of one expiry at a strike. */
type Slice = { readonly years: number; readonly forward: number; readonly index: number; readonly volatility: number | undefined }

/** Undefined if no neighbour has a mark either. `listed` are instruments of its venue; others are ignored. */
export function estimatedMark(instrument: Instrument, listed: readonly Instrument[], markOf: MarkOf, now: Instant): Mark | undefined {
  const marked = listed.flatMap((other): readonly MarkedInstrument[] => {
    const isNear = other.venue === instrument.venue && other.baseCurrency === instrument.baseCurrency && other.id !== instrument.id
    const mark = isNear ? markOf(other.id) : undefined
    return mark === undefined ? [] : [{ instrument: other, mark }]
  })
  const slice = sliceAt(instrument, marked, now)
  if (slice === undefined) return undefined
  const price = instrument.kind === 'FUTURE' ? slice.forward : optionMark(instrument, slice)
  if (price === undefined || !Number.isFinite(price)) return undefined
  return {
    instrumentId: instrument.id,
    markPrice: price,
    ...(instrument.kind === 'OPTION' && slice.volatility !== undefined ? { markIv: slice.volatility } : {}),
    underlyingPrice: slice.forward,
    indexPrice: slice.index,
    at: Math.min(...marked.map(({ mark }) => mark.at)),
  }
}

function optionMark({ optionKind, strike, marginKind }: Instrument, { forward, years, volatility }: Slice): number | undefined {
  if (optionKind === undefined || strike === undefined || volatility === undefined || !(years > 0)) return undefined
  const inputs = { kind: optionKind, forward, strike: priceToNumber(strike), years, volatility }
  return marginKind === 'INVERSE' ? inverseOptionPrice(inputs) : optionPrice(inputs)
}

/** The slice of the instrument's own expiry if it has marks, otherwise one interpolated between the neighbouring expiries. */
function sliceAt({ kind, expiresAt, strike }: Instrument, marked: readonly MarkedInstrument[], now: Instant): Slice | undefined {
  const years = (at: number | undefined) => ((at ?? now) - now) / MILLISECONDS_PER_YEAR
  const days = [...Map.groupBy(marked, ({ instrument }) => instrument.expiresAt ?? now)]
    .map(([at, own]) => sliceOf(own, years(at), strike))
    .filter(({ volatility }) => kind === 'FUTURE' || volatility !== undefined)
    .sort((one, other) => one.years - other.years)
  const wanted = years(expiresAt)
  const before = days.findLast((day) => day.years <= wanted)
  const after = days.find((day) => day.years >= wanted)
  if (before === undefined || after === undefined) return moved(before ?? after, wanted)
  return before.years === after.years ? before : between(before, after, wanted)
}

function sliceOf(own: readonly MarkedInstrument[], years: number, strike: Instrument['strike']): Slice {
  const [first] = own
  return { years, forward: first!.mark.underlyingPrice, index: first!.mark.indexPrice, volatility: volatilityAt(own, strike) }
}

/** Before the first expiry and after the last one, volatility and forward are flat. */
const moved = (slice: Slice | undefined, years: number): Slice | undefined => (slice === undefined ? undefined : { ...slice, years })

/** The forward is linear in time, and so is the total variance. */
function between(before: Slice, after: Slice, years: number): Slice {
  const share = (years - before.years) / (after.years - before.years)
  const along = (from: number, to: number) => from + share * (to - from)
  const variance = ({ volatility = 0, years: time }: Slice) => volatility ** 2 * time
  const areBothKnown = before.volatility !== undefined && after.volatility !== undefined
  return {
    years,
    forward: along(before.forward, after.forward),
    index: before.index,
    volatility: areBothKnown ? Math.sqrt(along(variance(before), variance(after)) / years) : (before.volatility ?? after.volatility),
  }
}

/** Linear between the neighbouring strikes, flat beyond them. A call and a put with the same strike have the same volatility. */
function volatilityAt(own: readonly MarkedInstrument[], strike: Instrument['strike']): number | undefined {
  if (strike === undefined) return undefined
  const smile = own
    .flatMap(({ instrument, mark }) =>
      instrument.strike === undefined || mark.markIv === undefined ? [] : [{ strike: instrument.strike, volatility: mark.markIv }],
    )
    .sort((one, other) => one.strike - other.strike)
  const below = smile.findLast((one) => one.strike <= strike)
  const above = smile.find((one) => one.strike >= strike)
  if (below === undefined || above === undefined) return (below ?? above)?.volatility
  if (below.strike === above.strike) return below.volatility
  return below.volatility + ((strike - below.strike) / (above.strike - below.strike)) * (above.volatility - below.volatility)
}
