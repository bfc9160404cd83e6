/** The venue's contracts with their marks, funding and candles. */
import type { Price } from '@parley/core'
import { DAY_MS } from '../exchange/calendar.ts'
import type { ContractValue, Prices } from '../exchange/prices.ts'
import type { Random } from '../exchange/random.ts'
import { createCandles, pastOf, type Minute, type Past } from './candles.ts'
import { createFunding, type Funding, type FundingMoment } from './funding.ts'
import { listContracts, listingDay, type Contract, type ParadexCoin } from './chain.ts'
import { usualVolumePerMinute } from './usual-trading.ts'

export interface Market {
  contracts(): readonly Contract[]
  contract(symbol: string): Contract | undefined
  value(contract: Contract): ContractValue
  /** Not rounded to a grid. */
  mark(contract: Contract): number
  funding(coin: ParadexCoin): Funding
  /** Its one-minute candles, for a day or two. */
  minutes(symbol: string): readonly Minute[]
  /** Hourly candles from before the first of its minutes. */
  hours(symbol: string): readonly Minute[]
  /** Its funding every five minutes, oldest first; the last entry is current. */
  fundingHistory(coin: ParadexCoin): readonly FundingMoment[]
  /** The price a day ago, or at the start. */
  before(symbol: string): number
  traded(symbol: string, price: number, size: number): void
  /** In USD, over the last day. */
  volume(symbol: string): number
  /** The open interest before the start, in coins. */
  openBefore(contract: Contract): number
  /** Updates the listing, accrues funding and opens candles. */
  step(elapsedMs: number): void
  /** Delists a market permanently. */
  end(symbol: string): void
  /** Funding continues from where an earlier run left it. */
  restore(coin: ParadexCoin, index: bigint): void
}

/** The open interest at the start is the usual volume of this many minutes. */
const OPEN_BEFORE_MINUTES = 200

/**
 * `past`: the number of one-minute candles before the start, which end at the current price, and before those the number of days of hourly candles.
 */
export function createMarket(prices: Prices, now: () => number, random: Random, past: Past = { minutes: 0, days: 0 }): Market {
  const ended = new Set<string>()
  const list = (): ReadonlyMap<string, Contract> =>
    new Map(
      listContracts(now())
        .filter(({ symbol }) => !ended.has(symbol))
        .map((contract) => [contract.symbol, contract]),
    )
  let listed = list()
  let listedOn = listingDay(now())
  const value = ({ coin, expiresAt, strike, kind }: Contract): ContractValue => prices.value({ coin, expiresAt, strike, kind })
  const perpetuals = (): readonly Contract[] => [...listed.values()].filter(({ expiresAt }) => expiresAt === undefined)
  const funding = createFunding(now, random, past.days)
  const candles = createCandles(now)
  const lookAtMarks = (): void => perpetuals().forEach((contract) => candles.look(contract.symbol, value(contract).price, 0))
  for (const contract of past.minutes === 0 ? [] : perpetuals())
    candles.begin(
      contract.symbol,
      pastOf({ price: value(contract).price, volumePerMinute: usualVolumePerMinute(contract) }, past, now(), random),
    )
  lookAtMarks()

  return {
    ...{ value, minutes: candles.minutes, hours: candles.hours, traded: candles.look },
    contracts: () => [...listed.values()],
    contract: (symbol) => listed.get(symbol),
    mark: (contract) => value(contract).price,
    funding: (coin) => funding.of(coin),
    fundingHistory: funding.history,
    before: (symbol) => candles.minutes(symbol).find(({ at }) => at >= now() - DAY_MS)?.open ?? NaN,
    volume: (symbol) => {
      const since = now() - DAY_MS
      return candles.minutes(symbol).reduce((sum, { at, close, volume }) => (at > since ? sum + close * volume : sum), 0)
    },
    openBefore: (contract) => (past.minutes === 0 ? 0 : OPEN_BEFORE_MINUTES * usualVolumePerMinute(contract)),
    step: (elapsedMs) => {
      for (const contract of perpetuals()) funding.accrue(contract.coin, value(contract).price, elapsedMs)
      if (listingDay(now()) !== listedOn) {
        listed = list()
        listedOn = listingDay(now())
      }
      lookAtMarks()
    },
    end: (symbol) => {
      ended.add(symbol)
      listed = list()
    },
    restore: funding.restore,
  }
}

export const onGrid = (price: number, { tick }: Contract): Price => {
  const steps = Math.max(1, Math.round((price * 1e8) / tick))
  return (steps * tick) as Price
}

/** How far a price may be from the mark. An option's band is 30 % of volatility up or down; vega is per volatility point. */
export function bandOf(contract: Contract, { price, option }: ContractValue): { readonly least: number; readonly most: number } {
  const half = option === undefined ? 0.05 * price : Math.max(20 * (contract.tick / 1e8), 0.3 * option.iv * 100 * option.vega)
  return { least: price - half, most: price + half }
}

/** Without trailing zeros, and never with an exponent. */
const text = (figure: number, decimals = 8): string => figure.toFixed(decimals).replace(/\.?0+$/, '')
const BID_ASK_VOLS = 0.01

export type Top = { readonly bid: Price | undefined; readonly bidSize: number; readonly ask: Price | undefined; readonly askSize: number }
export type Activity = { readonly last: number | undefined; readonly volume: number; readonly openInterest: number }

/** Keys are the venue's field names. Options are shown at their model price, perpetuals with their order book. */
export function summaryOf(
  contract: Contract,
  market: Market,
  { top, activity, at }: { readonly top: Top; readonly activity: Activity; readonly at: number },
): object {
  const value = market.value(contract)
  const { option, index, forward } = value
  const figures = {
    symbol: contract.symbol,
    mark_price: text(value.price),
    last_traded_price: activity.last === undefined ? '' : text(activity.last),
    volume_24h: text(activity.volume),
    total_volume: text(activity.volume),
    open_interest: text(activity.openInterest),
    created_at: at,
    price_change_rate_24h: contract.expiresAt === undefined ? text(value.price / market.before(contract.symbol) - 1, 6) : '0',
  }
  if (option === undefined) {
    const { rate } = market.funding(contract.coin)
    return {
      ...figures,
      ...{ bid: priceText(top.bid), bid_size: text(top.bidSize), ask: priceText(top.ask), ask_size: text(top.askSize) },
      ...{ underlying_price: text(index), funding_rate: text(rate), future_funding_rate: text(rate), delta: '1' },
    }
  }
  const [bid, ask] = [option.iv - BID_ASK_VOLS, option.iv + BID_ASK_VOLS].map((iv) => value.price + (iv - option.iv) * 100 * option.vega)
  const { delta, gamma, vega, theta } = option
  return {
    ...figures,
    ...{ bid: bid! < contract.tick / 1e8 ? '' : priceText(onGrid(bid!, contract)), bid_size: '5' },
    ...{ ask: priceText((onGrid(ask!, contract) + contract.tick) as Price), ask_size: '5' },
    ...{ underlying_price: text(forward), funding_rate: '0', mark_iv: text(option.iv) },
    ...{ bid_iv: text(option.iv - BID_ASK_VOLS), ask_iv: text(option.iv + BID_ASK_VOLS), last_iv: '', delta: text(delta) },
    greeks: { delta: text(delta), gamma: text(gamma, 12), vega: text(vega), theta: text(theta), rho: '0', vanna: '0', volga: '0' },
  }
}

const priceText = (price: Price | undefined): string => (price === undefined ? '' : text(price / 1e8))
