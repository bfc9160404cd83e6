/** The structures that desks trade, at typical strikes. Pure: randomness is passed in. */
import type { LegTerms } from '@parley/client'
import type { Random } from '../exchange/random.ts'
import {
  atStrike,
  nearestDelta,
  nearestStrike,
  type Chain,
  type Expiry,
  type Listed,
  type ListedFuture,
  type ListedOption,
} from './chain.ts'
import { between, oneOf, some, weighted } from './chance.ts'

/** A leg with a price is a hedge. */
export type WishLeg = { readonly listed: Listed; readonly side: 'BUY' | 'SELL'; readonly ratio: number; readonly price?: string }
export type Draw = (random: Random, chain: Chain) => readonly WishLeg[] | undefined

/** As an RFQ names them. */
export const termsOfWish = (legs: readonly WishLeg[]): readonly LegTerms[] =>
  legs.map(({ listed, side, ratio, price }) => ({ instrumentId: listed.id, side, ratio: String(ratio), price }))

const buy = (listed: Listed, ratio = 1): WishLeg => ({ listed, side: 'BUY', ratio })
const sell = (listed: Listed, ratio = 1): WishLeg => ({ listed, side: 'SELL', ratio })

type Kind = 'calls' | 'puts'
const expiryOf = (random: Random, { expiries }: Chain): Expiry => oneOf(random, expiries)

export const outright =
  (kind: Kind): Draw =>
  (random, chain) => [buy(nearestDelta(expiryOf(random, chain)[kind], between(random, 0.15, 0.5)))]

export const vertical =
  (kind: Kind): Draw =>
  (random, chain) => {
    const options = expiryOf(random, chain)[kind]
    return [buy(nearestDelta(options, between(random, 0.35, 0.5))), sell(nearestDelta(options, between(random, 0.1, 0.25)))]
  }

/** One near the money against two or three further out: shown leg by leg on the tape. */
export const ratioSpread =
  (kind: Kind): Draw =>
  (random, chain) => {
    const options = expiryOf(random, chain)[kind]
    return [
      buy(nearestDelta(options, between(random, 0.35, 0.5))),
      sell(nearestDelta(options, between(random, 0.1, 0.22)), oneOf(random, [2, 2, 3])),
    ]
  }

export const riskReversal =
  (bought: Kind): Draw =>
  (random, chain) => {
    const expiry = expiryOf(random, chain)
    const delta = between(random, 0.2, 0.3)
    return [buy(nearestDelta(expiry[bought], delta)), sell(nearestDelta(expiry[bought === 'calls' ? 'puts' : 'calls'], delta))]
  }

export const straddle: Draw = (random, chain) => {
  const { calls, puts } = expiryOf(random, chain)
  const call = nearestDelta(calls, 0.5)
  const put = atStrike(puts, call.strike)
  return put && [buy(call), buy(put)]
}

export const strangle: Draw = (random, chain) => {
  const { calls, puts } = expiryOf(random, chain)
  const delta = between(random, 0.15, 0.3)
  return [buy(nearestDelta(puts, delta)), buy(nearestDelta(calls, delta))]
}

export const calendar =
  (kind: Kind): Draw =>
  (random, { expiries }) => {
    const [near, far] = some(random, expiries, 2).sort((a, b) => a.at - b.at)
    if (near === undefined || far === undefined) return undefined
    const sold = nearestDelta(near[kind], between(random, 0.35, 0.5))
    const bought = atStrike(far[kind], sold.strike)
    return bought && [sell(sold), buy(bought)]
  }

export const diagonal: Draw = (random, { expiries }) => {
  const [near, far] = some(random, expiries, 2).sort((a, b) => a.at - b.at)
  if (near === undefined || far === undefined) return undefined
  return [sell(nearestDelta(near.calls, between(random, 0.35, 0.5))), buy(nearestDelta(far.calls, between(random, 0.15, 0.3)))]
}

export const butterfly =
  (kind: Kind): Draw =>
  (random, chain) => {
    const options = expiryOf(random, chain)[kind]
    const near = nearestDelta(options, between(random, 0.4, 0.5))
    const middle = nearestDelta(options, between(random, 0.22, 0.3))
    const far = atStrike(options, 2 * middle.strike - near.strike)
    return far && [buy(near), sell(middle, 2), buy(far)]
  }

export const condor: Draw = (random, chain) => {
  const { calls } = expiryOf(random, chain)
  const [first, second, third] = [0.5, 0.35, 0.2].map((delta) => nearestDelta(calls, delta))
  const fourth = nearestStrike(calls, third!.strike + second!.strike - first!.strike)
  return [buy(first!), sell(second!), sell(third!), buy(fourth)]
}

export const ironCondor: Draw = (random, chain) => {
  const { calls, puts } = expiryOf(random, chain)
  const [wing, body] = [between(random, 0.06, 0.12), between(random, 0.2, 0.28)]
  return [buy(nearestDelta(puts, wing)), sell(nearestDelta(puts, body)), sell(nearestDelta(calls, body)), buy(nearestDelta(calls, wing))]
}

export const ironButterfly: Draw = (random, chain) => {
  const { calls, puts } = expiryOf(random, chain)
  const body = nearestDelta(calls, 0.5)
  const put = atStrike(puts, body.strike)
  const wing = between(random, 0.1, 0.2)
  return put && [buy(nearestDelta(puts, wing)), sell(put), sell(body), buy(nearestDelta(calls, wing))]
}

/** The perpetual more often than the others. */
export const future: Draw = (random, { futures }) => {
  const [perpetual] = futures
  return perpetual && [buy(random.next() < 0.5 ? perpetual : oneOf(random, futures))]
}

export const futureAlone: Draw = (random, { expiries, alone }) => future(random, { expiries, alone, futures: alone })

export const futureSpread: Draw = (random, { futures }) => {
  const [near, far] = some(random, futures, 2).sort((a, b) => (a.expiresAt ?? 0) - (b.expiresAt ?? 0))
  return near && far && [sell(near), buy(far)]
}

/** With enough contracts of the perpetual to hedge its delta, at the perpetual's current price. */
export const hedged =
  (draw: Draw): Draw =>
  (random, chain) => {
    const [perpetual] = chain.futures
    const legs = draw(random, chain)
    if (perpetual === undefined || perpetual.expiresAt !== undefined || legs === undefined) return undefined
    const hedge = hedgeOf(legs, perpetual)
    return hedge && [...legs, hedge]
  }

/** Undefined if there is almost nothing to hedge. */
function hedgeOf(legs: readonly WishLeg[], perpetual: ListedFuture): WishLeg | undefined {
  const delta = legs.reduce((sum, { listed, side, ratio }) => {
    if (listed.kind === 'FUTURE') return sum
    return sum + (side === 'BUY' ? 1 : -1) * ratio * listed.delta
  }, 0)
  const lots = Math.round((Math.abs(delta) * perpetual.mark) / (perpetual.lot * 10))
  if (lots === 0) return undefined
  const decimals = String(perpetual.tick).split('.')[1]?.length ?? 0
  const price = (Math.round(perpetual.mark / perpetual.tick) * perpetual.tick).toFixed(decimals)
  return { listed: perpetual, side: delta > 0 ? 'SELL' : 'BUY', ratio: lots * perpetual.lot * 10, price }
}

const LEGS_OF_A_BOOK = [[5, 4], [6, 4], [8, 3], [12, 2], [18, 1], [25, 1]] as const // prettier-ignore
const BOOK_EXPIRIES = 4

/** A portfolio of positions in one RFQ: many legs over several expiries. The first leg is bought, once. */
export const wholeBook: Draw = (random, { expiries }) => {
  const here = some(random, expiries, BOOK_EXPIRIES).flatMap(({ calls, puts }) => [...calls, ...puts])
  const worthIt = here.filter(({ delta }) => Math.abs(delta) > 0.08 && Math.abs(delta) < 0.7)
  const [first, ...others] = some(random, worthIt, weighted(random, LEGS_OF_A_BOOK))
  if (first === undefined || others.length < 4) return undefined
  const ordered = others.sort((a, b) => a.expiresAt - b.expiresAt || a.strike - b.strike)
  return [
    buy(first),
    ...ordered.map((option: ListedOption) => (random.next() < 0.5 ? buy : sell)(option, weighted(random, [[1, 3], [2, 1]]))), // prettier-ignore
  ]
}
