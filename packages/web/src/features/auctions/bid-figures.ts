/** Figures beside a bid: what a model says the option is worth, and the vol that a price means. Doubles, never money. Pure. */
import type { AuctionView } from '@parley/contracts'
import {
  estimatedMark,
  hedgeDelta,
  impliedVolatility,
  type Instant,
  type Instrument,
  MILLISECONDS_PER_YEAR,
  optionFigures,
  parsePrice,
  type MarkOf,
} from '@parley/core'

export type Model = {
  /** In the bidding token, for one option. */
  readonly price: number
  /** A fraction. */
  readonly volatility: number
  readonly forward: number
  /** Of one option; where the premium is paid in coin, with the premium's own. */
  readonly delta: number
}

type Priced = Pick<AuctionView, 'option' | 'bidding_token'>

/** Whether one pays in the underlying itself. */
export const isPaidInCoin = ({ option, bidding_token: { symbol } }: Priced): boolean =>
  symbol === option.underlying || symbol === `W${option.underlying}`

const inputsOf = ({ option }: Priced, forward: number, now: number) => ({
  kind: option.kind,
  forward,
  strike: Number(option.strike),
  years: Math.max(0, option.expires_at - now) / MILLISECONDS_PER_YEAR,
})

/** By the vols of listed options around it; undefined where none has a mark. */
export function modelOf(auction: Priced, listed: readonly Instrument[], markOf: MarkOf, now: number): Model | undefined {
  const pattern = listed.find(({ kind, marginKind }) => kind === 'OPTION' && marginKind === 'INVERSE')
  const strike = parsePrice(auction.option.strike)
  if (pattern === undefined || strike === undefined) return undefined
  const { kind: optionKind, expires_at: expiresAt } = auction.option
  const sold = { ...pattern, id: -1, strike, optionKind, expiresAt: expiresAt as Instant }
  const mark = estimatedMark(sold, listed, markOf, now as Instant)
  if (mark?.markIv === undefined) return undefined
  const figures = optionFigures({ ...inputsOf(auction, mark.underlyingPrice, now), volatility: mark.markIv })
  const coin = figures.price / mark.underlyingPrice
  const paidInCoin = isPaidInCoin(auction)
  return {
    price: paidInCoin ? coin : figures.price,
    volatility: mark.markIv,
    forward: mark.underlyingPrice,
    delta: paidInCoin ? hedgeDelta(figures.delta, coin) : figures.delta,
  }
}

/** A fraction; undefined where no vol gives the price. */
export const volOf = (auction: Priced, price: number, forward: number, now: number): number | undefined =>
  impliedVolatility({ ...inputsOf(auction, forward, now), price: isPaidInCoin(auction) ? price * forward : price })

export const volText = (volatility: number | undefined): string => (volatility === undefined ? '—' : `${(100 * volatility).toFixed(1)} vol`)

/** As many digits as say something: four of a coin's price, two of a dollar's. */
export const priceDigits = (auction: Priced): number => (isPaidInCoin(auction) ? 4 : 2)
