/** The markets that stand in the order book when the day begins: each opened by one maker, from the seed, unless an earlier run has left enough. */
import { ClientError, createRfq, type Client } from '@parley/client'
import { createRandom } from '../exchange/random.ts'
import { chainOf } from './chain.ts'
import { limits } from './limits.ts'
import type { DeskMarket, MarketView } from './market-view.ts'
import { termsOfWish, type WishLeg } from './structures.ts'
import type { Timers } from './timers.ts'
import { marketAt, marketsOfTheDay } from './what-to-ask.ts'

export type OpenerSetting = {
  readonly client: Client
  readonly market: MarketView
  readonly timers: Timers
  readonly now: () => number
  /** Where the markets of the day stand, in turn. */
  readonly markets: readonly DeskMarket[]
  readonly seed: number
  /** This maker's among the makers: the markets of its places are its own to open. */
  readonly place: number
  readonly makers: number
  readonly onProblem: (error: unknown) => void
}

const AGAIN_MS = 3_000

/** Of the markets of the day the makers open one in turn; none where enough of them are open already. */
export function placesToOpen(place: number, makers: number, open: number): readonly number[] {
  if (open >= marketsOfTheDay.length) return []
  return marketsOfTheDay.flatMap((_, index) => (index % makers === place ? [index] : []))
}

/** Markets of all currencies in turn; undefined where the chain is too thin for it. */
export function marketOfPlace({ market, markets, seed, now }: OpenerSetting, place: number): readonly WishLeg[] | undefined {
  const within = { from: now() + limits.expiryAtLeastMs, to: now() + limits.expiryAtMostMs }
  const { venue, currency } = markets[place % markets.length]!
  const chain = chainOf(market.instruments(venue), currency, within, market.markOf)
  return marketAt(createRandom(seed, `market ${place}`), chain, place)
}

/** To be called with what is open. Opens at most once. */
export function createOpener(setting: OpenerSetting): (open: number) => void {
  const { client, timers, markets, place, makers, onProblem } = setting
  let isDone = false

  function openMarket(at: number): void {
    const wanted = marketOfPlace(setting, at)
    if (wanted === undefined) return
    const legs = termsOfWish(wanted).map(({ price: _, ...leg }) => leg)
    const { venue } = markets[at % markets.length]!
    createRfq({ audience: 'ORDER_BOOK', venue, legs })
      .send(client)
      .catch((error: unknown) => {
        if (error instanceof ClientError && error.error === 'RateLimited')
          timers.later(error.retryAfterMs ?? AGAIN_MS, () => openMarket(at))
        else onProblem(error)
      })
  }

  return (open) => {
    if (isDone) return
    isDone = true
    placesToOpen(place, makers, open).forEach(openMarket)
  }
}
