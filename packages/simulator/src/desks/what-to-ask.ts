/** What a taker asks for: the structures desks ask for, at strikes they ask for, in sizes worth a block. Pure: chance comes from outside. */
import type { Random } from '../deribit/random.ts'
import { atStrike, nearestDelta, nearestStrike, type Expiry, type ListedOption } from './chain.ts'
import { between, oneOf, some, weighted } from './chance.ts'
import { limits } from './limits.ts'

export type WishLeg = { readonly option: ListedOption; readonly side: 'BUY' | 'SELL'; readonly ratio: number }
export type Wish = {
  readonly legs: readonly WishLeg[]
  readonly quantity: number
  readonly makers: readonly string[]
  readonly isAnonymous: boolean
}

export type WishContext = {
  readonly expiries: readonly Expiry[]
  readonly makers: readonly string[]
  /** Asked every time while the market opens, most of the time later. */
  readonly newcomersMaker: string | undefined
  readonly newcomersShare: number
}

export type Draw = (random: Random, expiries: readonly Expiry[]) => readonly WishLeg[] | undefined

const buy = (option: ListedOption, ratio = 1): WishLeg => ({ option, side: 'BUY', ratio })
const sell = (option: ListedOption, ratio = 1): WishLeg => ({ option, side: 'SELL', ratio })

const outright =
  (kind: 'calls' | 'puts'): Draw =>
  (random, expiries) => [buy(nearestDelta(oneOf(random, expiries)[kind], between(random, 0.15, 0.5)))]

const vertical =
  (kind: 'calls' | 'puts'): Draw =>
  (random, expiries) => {
    const options = oneOf(random, expiries)[kind]
    return [buy(nearestDelta(options, between(random, 0.35, 0.5))), sell(nearestDelta(options, between(random, 0.1, 0.25)))]
  }

const riskReversal: Draw = (random, expiries) => {
  const { calls, puts } = oneOf(random, expiries)
  const delta = between(random, 0.2, 0.3)
  return [buy(nearestDelta(calls, delta)), sell(nearestDelta(puts, delta))]
}

const straddle: Draw = (random, expiries) => {
  const { calls, puts } = oneOf(random, expiries)
  const call = nearestDelta(calls, 0.5)
  const put = atStrike(puts, call.strike)
  return put === undefined ? undefined : [buy(call), buy(put)]
}

const strangle: Draw = (random, expiries) => {
  const { calls, puts } = oneOf(random, expiries)
  const delta = between(random, 0.15, 0.3)
  return [buy(nearestDelta(puts, delta)), buy(nearestDelta(calls, delta))]
}

const calendar: Draw = (random, expiries) => {
  const [near, far] = some(random, expiries, 2).sort((a, b) => a.at - b.at)
  if (near === undefined || far === undefined) return undefined
  const nearCall = nearestDelta(near.calls, between(random, 0.35, 0.5))
  const farCall = atStrike(far.calls, nearCall.strike)
  return farCall === undefined ? undefined : [sell(nearCall), buy(farCall)]
}

const butterfly: Draw = (random, expiries) => {
  const { calls } = oneOf(random, expiries)
  const low = nearestDelta(calls, between(random, 0.4, 0.5))
  const middle = nearestDelta(calls, between(random, 0.22, 0.3))
  const high = atStrike(calls, 2 * middle.strike - low.strike)
  return high === undefined ? undefined : [buy(low), sell(middle, 2), buy(high)]
}

const condor: Draw = (random, expiries) => {
  const { calls } = oneOf(random, expiries)
  const [first, second, third] = [0.5, 0.35, 0.2].map((delta) => nearestDelta(calls, delta))
  const fourth = nearestStrike(calls, third!.strike + second!.strike - first!.strike)
  return [buy(first!), sell(second!), sell(third!), buy(fourth)]
}

const ironCondor: Draw = (random, expiries) => {
  const { calls, puts } = oneOf(random, expiries)
  const [wing, body] = [between(random, 0.06, 0.12), between(random, 0.2, 0.28)]
  return [buy(nearestDelta(puts, wing)), sell(nearestDelta(puts, body)), sell(nearestDelta(calls, body)), buy(nearestDelta(calls, wing))]
}

/** What stands in the order book when the day begins: what desks come back to. */
export const marketsOfTheDay: readonly Draw[] = [vertical('calls'), straddle, riskReversal, outright('puts'), calendar, strangle]

/** Roughly as often as blocks of each kind are seen on the tape. */
const menu: readonly (readonly [Draw, weight: number])[] = [
  [outright('calls'), 16],
  [outright('puts'), 14],
  [vertical('calls'), 18],
  [vertical('puts'), 14],
  [riskReversal, 10],
  [straddle, 8],
  [strangle, 6],
  [calendar, 8],
  [butterfly, 4],
  [condor, 2],
  [ironCondor, 3],
]

/** Undefined only where the chain is too thin for anything on the menu. */
export function whatToAsk(random: Random, { expiries, makers, newcomersMaker, newcomersShare }: WishContext): Wish | undefined {
  if (expiries.length === 0) return undefined
  for (let draw = 0; draw < limits.draws; draw += 1) {
    const legs = weighted(random, menu)(random, expiries)
    if (legs === undefined || new Set(legs.map(({ option }) => option.id)).size < legs.length) continue
    const asked = some(random, makers, Math.round(between(random, limits.makersAskedLeast, makers.length)))
    const asksNewcomer = newcomersMaker !== undefined && random.next() < newcomersShare
    const minBlock = Math.max(...legs.map(({ option }) => option.minBlock))
    return {
      legs,
      quantity: minBlock * weighted(random, [[1, 4], [2, 4], [3, 2], [4, 3], [6, 1], [8, 2], [10, 2], [20, 1]]), // prettier-ignore
      makers: asksNewcomer ? [...asked, newcomersMaker] : asked,
      isAnonymous: asked.length >= 3 && random.next() < 0.25,
    }
  }
  return undefined
}
