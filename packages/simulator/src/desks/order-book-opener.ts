/** The order-book markets at the start of the day: each is opened by one maker, from the seed, unless an earlier run has left enough. */
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
  /** The markets of the day, in turn. */
  readonly markets: readonly DeskMarket[]
  readonly seed: number
  /** The position of this maker among the makers. It opens the markets at its positions. */
  readonly place: number
  readonly makers: number
  readonly onProblem: (error: unknown) => void
}

const AGAIN_MS = 3_000

/** The makers take turns opening the markets of the day. None are opened if enough are open already. */
export function placesToOpen(place: number, makers: number, open: number): readonly number[] {
  if (open >= marketsOfTheDay.length) return []
  return marketsOfTheDay.flatMap((_, index) => (index % makers === place ? [index] : []))
}

/** Markets of all currencies in turn; undefined if the chain has too few instruments. */
export function marketOfPlace({ market, markets, seed, now }: OpenerSetting, place: number): readonly WishLeg[] | undefined {
  const within = { from: now() + limits.expiryAtLeastMs, to: now() + limits.expiryAtMostMs }
  const { venue, currency } = markets[place % markets.length]!
  const chain = chainOf(market.instruments(venue), currency, within, market.markOf)
  return marketAt(createRandom(seed, `market ${place}`), chain, place)
}

/** Call this with the open markets. Opens at most once. */
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
