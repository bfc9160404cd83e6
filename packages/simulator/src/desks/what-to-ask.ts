/** The structures for which a taker sends RFQs, and those in the order book at the start of the day. Pure: randomness is passed in. */
import type { Random } from '../exchange/random.ts'
import type { Chain } from './chain.ts'
import { between, oneOf, some, weighted } from './chance.ts'
import { limits } from './limits.ts'
import {
  butterfly,
  calendar,
  condor,
  diagonal,
  future,
  futureAlone,
  futureSpread,
  hedged,
  ironButterfly,
  ironCondor,
  outright,
  ratioSpread,
  riskReversal,
  straddle,
  strangle,
  vertical,
  wholeBook,
  type Draw,
  type WishLeg,
} from './structures.ts'

export type Wish = {
  readonly legs: readonly WishLeg[]
  /** In minimum blocks of the structure. */
  readonly blocks: number
  readonly makers: readonly string[]
  readonly isAnonymous: boolean
}

export type WishContext = {
  readonly chain: Chain
  readonly makers: readonly string[]
  /** Always while the market opens, and usually later. */
  readonly newcomersMaker: string | undefined
  readonly newcomersShare: number
  readonly asks?: 'FUTURES_ALONE' | undefined
}

/** The structures that desks repeat, of every kind. */
export const marketsOfTheDay: readonly Draw[] = [
  vertical('calls'),
  straddle,
  riskReversal('calls'),
  outright('puts'),
  calendar('calls'),
  future,
  futureSpread,
  wholeBook,
]

/** Roughly as often as blocks of each kind appear on the tape. */
const menu: readonly (readonly [Draw, weight: number])[] = [
  [outright('calls'), 13],
  [outright('puts'), 11],
  [hedged(outright('calls')), 3],
  [hedged(outright('puts')), 3],
  [vertical('calls'), 14],
  [vertical('puts'), 11],
  [ratioSpread('calls'), 2],
  [ratioSpread('puts'), 2],
  [riskReversal('calls'), 5],
  [riskReversal('puts'), 3],
  [hedged(riskReversal('calls')), 2],
  [straddle, 7],
  [strangle, 5],
  [calendar('calls'), 5],
  [calendar('puts'), 2],
  [diagonal, 2],
  [butterfly('calls'), 2],
  [butterfly('puts'), 2],
  [condor, 2],
  [ironCondor, 2],
  [ironButterfly, 1],
  [future, 4],
  [futureSpread, 7],
  [wholeBook, 3],
]

const linesOfLists: readonly Draw[] = [
  outright('calls'),
  outright('puts'),
  vertical('calls'),
  vertical('puts'),
  riskReversal('calls'),
  straddle,
  calendar('calls'),
]

const BLOCKS = [[1, 3], [2, 5], [3, 2], [4, 4], [6, 2], [8, 2], [10, 2], [20, 1]] as const // prettier-ignore

/** Undefined only if the chain has too few instruments for anything on the menu. */
export function whatToAsk(random: Random, { chain, makers, newcomersMaker, newcomersShare, asks }: WishContext): Wish | undefined {
  const legs = asks === 'FUTURES_ALONE' ? futureAlone(random, chain) : drawn(random, chain, () => weighted(random, menu))
  if (legs === undefined) return undefined
  const asked = some(random, makers, Math.round(between(random, limits.makersAskedLeast, makers.length)))
  const asksNewcomer = newcomersMaker !== undefined && random.next() < newcomersShare
  return {
    legs,
    blocks: weighted(random, BLOCKS),
    makers: asksNewcomer ? [...asked, newcomersMaker] : asked,
    isAnonymous: asked.length >= 3 && random.next() < 0.25,
  }
}

/** A line of a list: an option structure that often belongs to a roll. */
export function lineToAsk(random: Random, chain: Chain): Pick<Wish, 'legs' | 'blocks'> | undefined {
  const legs = drawn(random, chain, () => oneOf(random, linesOfLists))
  return legs && { legs, blocks: weighted(random, BLOCKS) }
}

/** The market to open at one of the day's positions. */
export const marketAt = (random: Random, chain: Chain, place: number): readonly WishLeg[] | undefined =>
  drawn(random, chain, () => marketsOfTheDay[place % marketsOfTheDay.length]!)

/** Draws again if the chain has no such strikes, or one instrument appears twice. */
function drawn(random: Random, chain: Chain, draw: () => Draw): readonly WishLeg[] | undefined {
  if (chain.expiries.length === 0) return undefined
  for (let tries = 0; tries < limits.draws; tries += 1) {
    const legs = draw()(random, chain)
    if (legs !== undefined && new Set(legs.map(({ listed }) => listed.id)).size === legs.length) return legs
  }
  return undefined
}
