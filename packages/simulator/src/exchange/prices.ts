/**
 * The prices of a simulated day: a correlated random walk of the coins' indices and a slowly shifting volatility surface. Every contract is priced
 * from these, so that there is no arbitrage.
 */
import { optionFigures, type OptionFigures } from '@parley/core'
import { YEAR_MS } from './calendar.ts'
import { createRandom, type Random } from './random.ts'
import { readSurfaces } from './surface.ts'

export type Coin = 'BTC' | 'ETH' | 'TON' | 'EOS' | 'XRP'
export const COINS: readonly Coin[] = ['BTC', 'ETH', 'TON', 'EOS', 'XRP']

/** The terms that determine a contract's price. A future has no strike, a perpetual no expiry. */
export type Contract = {
  readonly coin: Coin
  readonly expiresAt?: number | undefined
  readonly strike?: number | undefined
  readonly kind?: 'CALL' | 'PUT' | undefined
}

/** Prices in USD, before rounding to what a venue shows. */
export type ContractValue = {
  readonly price: number
  readonly forward: number
  readonly index: number
  readonly option?: OptionFigures & { readonly iv: number; readonly years: number }
}

/** The state of a walk: logarithms of the index relative to its start, and of the variance level relative to one. */
export type Walk = Readonly<Record<Coin, { readonly index: number; readonly level: number }>>

export interface Prices {
  index(coin: Coin): number
  value(contract: Contract): ContractValue
  walk(): Walk
  /** How long steps gather before they move the prices from now on. */
  moveEvery(ms: number): void
  /** A contract whose quotes have not moved is published again after this long, for its index and greeks. */
  quietMs(contract: Pick<Contract, 'expiresAt'>): number
  /** Advances the walk by some time. */
  step(elapsedMs: number): void
}

export type PricesOptions = {
  readonly seed: number
  readonly now: () => number
  readonly speed: number
  readonly walk?: Walk | undefined
  /** Shorter steps accumulate until they reach this length; without it, every step moves the prices. */
  readonly movesEveryMs?: number | undefined
}

/** The smaller coins have no smiles of their own. They use those of ETH at a much higher level. */
const TERMS: Readonly<
  Record<Coin, { readonly start: number; readonly volatility: number; readonly smiles: string; readonly variance: number }>
> = {
  BTC: { start: 91_482, volatility: 0.42, smiles: 'BTC', variance: 1 },
  ETH: { start: 3_018, volatility: 0.68, smiles: 'ETH', variance: 1 },
  TON: { start: 3.24, volatility: 0.85, smiles: 'ETH', variance: 1.5 },
  EOS: { start: 0.742, volatility: 0.9, smiles: 'ETH', variance: 1.5 },
  XRP: { start: 2.214, volatility: 0.8, smiles: 'ETH', variance: 1.5 },
}
const CORRELATION = 0.8
/** A weak mean reversion keeps the listed strikes around the money over a long run. */
const PULL_PER_YEAR = 8
const LEVEL_PULL_PER_YEAR = 400
const LEVEL_VOLATILITY = 1.2
const QUIET_MS = 10_000
/** Between two moves of a resting market, perpetuals alone are repeated, so that no venue is silent for as long as makes its prices stale. */
const ALIVE_MS = 2_000
const LEAST_YEARS = 60_000 / YEAR_MS
/** A perpetual trades above its index by a fraction of the index, and more after the index has risen, so that funding is paid. */
const PREMIUM = 0.0004
const PREMIUM_PER_RISE = 0.01

const home = { index: 0, level: 0 } as const

export const startIndex = (coin: Coin): number => TERMS[coin].start

export function createPrices({ seed, now, speed, walk: begin, movesEveryMs: first = 0 }: PricesOptions): Prices {
  const random = createRandom(seed, 'market')
  // A separate stream, so that an additional coin does not change the days of the others.
  const own = (coin: Coin) => createRandom(seed, `market ${coin}`)
  const streams: Readonly<Record<Coin, Random>> = { BTC: random, ETH: random, TON: own('TON'), EOS: own('EOS'), XRP: own('XRP') }
  const surfaces = readSurfaces()
  let walk: Walk = begin ?? { BTC: home, ETH: home, TON: home, EOS: home, XRP: home }
  let movesEveryMs = first
  let gatheredMs = 0
  const index = (coin: Coin): number => TERMS[coin].start * Math.exp(walk[coin].index)
  return {
    index,
    walk: () => walk,
    value: ({ coin, expiresAt, strike, kind }) => {
      const spot = index(coin)
      if (expiresAt === undefined) return { price: spot * (1 + PREMIUM + PREMIUM_PER_RISE * walk[coin].index), forward: spot, index: spot }
      const { smiles, variance } = TERMS[coin]
      const surface = surfaces.get(smiles)!
      const years = Math.max(LEAST_YEARS, (expiresAt - now()) / YEAR_MS)
      const forward = spot * surface.forwardOverIndex(years)
      if (strike === undefined) return { price: forward, forward, index: spot }
      const totalVariance = surface.totalVariance(Math.log(strike / forward), years) * variance * Math.exp(walk[coin].level)
      const iv = Math.sqrt(totalVariance / years)
      const figures = optionFigures({ kind: kind ?? 'CALL', forward, strike, years, volatility: iv })
      return { price: figures.price, forward, index: spot, option: { ...figures, iv, years } }
    },
    moveEvery: (ms) => void (movesEveryMs = ms),
    quietMs: ({ expiresAt }) => (movesEveryMs <= QUIET_MS ? QUIET_MS : expiresAt === undefined ? ALIVE_MS : movesEveryMs),
    step: (elapsedMs) => {
      gatheredMs += elapsedMs
      if (gatheredMs < movesEveryMs) return
      walk = advance(walk, (gatheredMs * speed) / YEAR_MS, streams)
      gatheredMs = 0
    },
  }
}

function advance(walk: Walk, years: number, streams: Readonly<Record<Coin, Random>>): Walk {
  const common = streams.BTC.normal()
  const moved = (coin: Coin): Walk[Coin] => {
    const { index, level } = walk[coin]
    const random = streams[coin]
    const own = CORRELATION * common + Math.sqrt(1 - CORRELATION ** 2) * random.normal()
    // Volatility rises when prices fall, as in real markets.
    const shock = -0.5 * own + Math.sqrt(0.75) * random.normal()
    return {
      index: drift(index, { pull: PULL_PER_YEAR, volatility: TERMS[coin].volatility * Math.exp(level / 2) }, years, own),
      level: drift(level, { pull: LEVEL_PULL_PER_YEAR, volatility: LEVEL_VOLATILITY }, years, shock),
    }
  }
  return { BTC: moved('BTC'), ETH: moved('ETH'), TON: moved('TON'), EOS: moved('EOS'), XRP: moved('XRP') }
}

/** A walk that reverts to zero, exact for steps of any length. */
function drift(
  value: number,
  { pull, volatility }: { readonly pull: number; readonly volatility: number },
  years: number,
  shock: number,
): number {
  const kept = Math.exp(-pull * years)
  return value * kept + volatility * Math.sqrt((1 - kept * kept) / (2 * pull)) * shock
}
