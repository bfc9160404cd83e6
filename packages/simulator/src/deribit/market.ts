/** The prices: a correlated random walk of two indices, a slowly shifting surface, and everything else derived from them, so that nothing can be arbitraged. */
import { optionFigures, type OptionFigures } from '@parley/core'
import { DAY_MS, YEAR_MS } from './calendar.ts'
import { CURRENCIES, listInstruments, PERPETUAL_EXPIRY, TERMS, type Currency, type InstrumentRow } from './chain.ts'
import { createRandom, type Random } from './random.ts'
import { readSurfaces } from './surface.ts'

/** A model's view of one contract, not yet rounded to what the venue shows. Prices in the contract's quote unit. */
export type Valuation = {
  readonly mark: number
  readonly forward: number
  readonly index: number
  readonly option?: OptionFigures & { readonly iv: number; readonly years: number }
}

export type ListingChange = { readonly row: InstrumentRow; readonly state: 'created' | 'closed' }

export interface Market {
  instruments(): readonly InstrumentRow[]
  instrument(name: string): InstrumentRow | undefined
  index(currency: Currency): number
  value(row: InstrumentRow): Valuation
  walk(): Walk
  /** Lets the walk go on for a while; answers what was listed or has expired meanwhile. */
  step(elapsedMs: number): readonly ListingChange[]
}

/** Where a walk stands: logarithms of the index over its start, and of the variance level over one. */
export type Walk = Readonly<Record<Currency, { readonly index: number; readonly level: number }>>

export type MarketOptions = { readonly seed: number; readonly now: () => number; readonly speed: number; readonly walk?: Walk | undefined }

const WALK = { BTC: { volatility: 0.42 }, ETH: { volatility: 0.68 } } as const
const CORRELATION = 0.8
/** A weak pull home keeps the listed strikes around the money over a long run. */
const PULL_PER_YEAR = 8
const LEVEL_PULL_PER_YEAR = 400
const LEVEL_VOLATILITY = 1.2
const LEAST_YEARS = 60_000 / YEAR_MS

export function createMarket({ seed, now, speed, walk: begin }: MarketOptions): Market {
  const random = createRandom(seed, 'market')
  const surfaces = readSurfaces()
  let walk: Walk = begin ?? { BTC: { index: 0, level: 0 }, ETH: { index: 0, level: 0 } }
  let rows = listAll(now())
  let listedOn = tradingDay(now())

  const index = (currency: Currency): number => TERMS[currency].startIndex * Math.exp(walk[currency].index)

  return {
    instruments: () => [...rows.values()],
    instrument: (name) => rows.get(name),
    index,
    walk: () => walk,
    value: (row) => {
      const currency = row.base_currency
      const surface = surfaces.get(currency)!
      const spot = index(currency)
      if (row.expiration_timestamp === PERPETUAL_EXPIRY) return { mark: spot * 1.0001, forward: spot, index: spot }
      const years = Math.max(LEAST_YEARS, (row.expiration_timestamp - now()) / YEAR_MS)
      const forward = spot * surface.forwardOverIndex(years)
      if (row.strike === undefined) return { mark: forward, forward, index: spot }
      const totalVariance = surface.totalVariance(Math.log(row.strike / forward), years) * Math.exp(walk[currency].level)
      const iv = Math.sqrt(totalVariance / years)
      const kind = row.option_type === 'call' ? 'CALL' : 'PUT'
      const figures = optionFigures({ kind, forward, strike: row.strike, years, volatility: iv })
      return { mark: figures.price / forward, forward, index: spot, option: { ...figures, iv, years } }
    },
    step: (elapsedMs) => {
      walk = advance(walk, (elapsedMs * speed) / YEAR_MS, random)
      if (tradingDay(now()) === listedOn) return []
      const before = rows
      rows = listAll(now())
      listedOn = tradingDay(now())
      return changesBetween(before, rows)
    },
  }
}

function advance(walk: Walk, years: number, random: Random): Walk {
  const common = random.normal()
  const moved = (currency: Currency): Walk[Currency] => {
    const { index, level } = walk[currency]
    const own = CORRELATION * common + Math.sqrt(1 - CORRELATION ** 2) * random.normal()
    // Volatility rises when prices fall, as it does.
    const shock = -0.5 * own + Math.sqrt(0.75) * random.normal()
    return {
      index: drift(index, { pull: PULL_PER_YEAR, volatility: WALK[currency].volatility * Math.exp(level / 2) }, years, own),
      level: drift(level, { pull: LEVEL_PULL_PER_YEAR, volatility: LEVEL_VOLATILITY }, years, shock),
    }
  }
  return { BTC: moved('BTC'), ETH: moved('ETH') }
}

/** A walk that is pulled towards nought, exact for a step of any length. */
function drift(
  value: number,
  { pull, volatility }: { readonly pull: number; readonly volatility: number },
  years: number,
  shock: number,
): number {
  const kept = Math.exp(-pull * years)
  return value * kept + volatility * Math.sqrt((1 - kept * kept) / (2 * pull)) * shock
}

/** Everything that is listed or expires does so at 08:00 UTC. */
const tradingDay = (at: number): number => Math.floor((at - 8 * 3_600_000) / DAY_MS)

const listAll = (now: number): ReadonlyMap<string, InstrumentRow> =>
  new Map(CURRENCIES.flatMap((currency) => listInstruments(currency, now)).map((row) => [row.instrument_name, row]))

function changesBetween(before: ReadonlyMap<string, InstrumentRow>, after: ReadonlyMap<string, InstrumentRow>): readonly ListingChange[] {
  const closed = [...before.values()].filter((row) => !after.has(row.instrument_name)).map((row) => ({ row, state: 'closed' as const }))
  const created = [...after.values()].filter((row) => !before.has(row.instrument_name)).map((row) => ({ row, state: 'created' as const }))
  return [...closed, ...created]
}
