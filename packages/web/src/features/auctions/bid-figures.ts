/** Figures shown next to a bid: the model value of the option, and the vol that a price implies. Doubles, never money. Pure. */
import type { AuctionView } from '@parley/contracts'
import {
  estimatedMark,
  hedgeDelta,
  impliedVolatility,
  type Instant,
  type Instrument,
  MILLISECONDS_PER_YEAR,
  optionFigures,
  optionPrice,
  parsePrice,
  type MarkOf,
  isPaidInCoin as isPaidIn,
} from '@parley/core'

export type Model = {
  /** In the bidding token, for one option. */
  readonly price: number
  /** A fraction. */
  readonly volatility: number
  readonly forward: number
  /** Per option. If the premium is paid in coin, the delta includes the premium. */
  readonly delta: number
}

type Priced = Pick<AuctionView, 'option' | 'bidding_token'>

/** Whether the bid is paid in the underlying itself. */
export const isPaidInCoin = ({ option, bidding_token: token }: Pick<AuctionView, 'option' | 'bidding_token'>): boolean =>
  isPaidIn({ option: { ...option, strike: 0n }, token })

const inputsOf = ({ option }: Priced, forward: number, now: number) => ({
  kind: option.kind,
  forward,
  strike: Number(option.strike),
  years: Math.max(0, option.expires_at - now) / MILLISECONDS_PER_YEAR,
})

/** Calculated from the vols of listed options around it. Undefined if none of them has a mark. */
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

/** A fraction. Undefined if no vol gives the price. */
export const volOf = (auction: Priced, price: number, forward: number, now: number): number | undefined =>
  impliedVolatility({ ...inputsOf(auction, forward, now), price: isPaidInCoin(auction) ? price * forward : price })

/** The digits of a price that a vol gives: a step of the last one is worth less than a tenth of a vol. */
const ENTERED_DIGITS = { coin: 6, dollars: 2 } as const

/** The price of a vol, in the bidding token, as decimal text. The vol is in per cent. */
export function priceAtVol(auction: Priced, vol: number, forward: number, now: number): string {
  const inDollars = optionPrice({ ...inputsOf(auction, forward, now), volatility: vol / 100 })
  return isPaidInCoin(auction) ? (inDollars / forward).toFixed(ENTERED_DIGITS.coin) : inDollars.toFixed(ENTERED_DIGITS.dollars)
}

/** What a bid pays and what its options are worth by the model, in the bidding token and in dollars. */
export function costOf(auction: Priced, model: Model, price: number, quantity: number) {
  const inDollars = isPaidInCoin(auction) ? model.forward : 1
  const [pays, worth] = [price * quantity, model.price * quantity]
  return { pays, worth, paysDollars: pays * inDollars, worthDollars: worth * inDollars }
}

export const volText = (volatility: number | undefined): string => (volatility === undefined ? '—' : `${(100 * volatility).toFixed(1)} vol`)

/** The useful number of digits: four for a price in coin, two for a price in dollars. */
export const priceDigits = (auction: Priced): number => (isPaidInCoin(auction) ? 4 : 2)
