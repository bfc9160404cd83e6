/** The markets that stand in the order book when the day begins: each opened by one maker, from the seed, unless an earlier run has left enough. */
import { ClientError, type Client } from '@parley/client'
import { obCalls } from '@parley/contracts'
import { createRandom } from '../deribit/random.ts'
import { expiriesOf } from './chain.ts'
import { limits } from './limits.ts'
import type { MarketView } from './market-view.ts'
import { marketsOfTheDay, type WishLeg } from './what-to-ask.ts'
import type { Timers } from './timers.ts'

export type OpenerSetting = {
  readonly client: Client
  readonly market: MarketView
  readonly timers: Timers
  readonly venue: string
  readonly currencies: readonly string[]
  readonly seed: number
  /** This maker's among the makers: the market of its place is its own to open. */
  readonly place: number
  readonly makers: number
  readonly onProblem: (error: unknown) => void
}

const AGAIN_MS = 3_000

/** Markets of all currencies in turn; undefined where the chain is too thin for it. */
export function marketOfPlace({ market, currencies, seed }: OpenerSetting, place: number, now: number): readonly WishLeg[] | undefined {
  const currency = currencies[place % currencies.length]!
  const within = { from: now + limits.expiryAtLeastMs, to: now + limits.expiryAtMostMs }
  const expiries = expiriesOf(market.instruments(), currency, within, (id) => market.markOf(id)?.greeks?.delta)
  if (expiries.length === 0) return undefined
  const random = createRandom(seed, `market ${place}`)
  for (let draw = 0; draw < limits.draws; draw += 1) {
    const legs = marketsOfTheDay[place % marketsOfTheDay.length]!(random, expiries)
    if (legs !== undefined && new Set(legs.map(({ option }) => option.id)).size === legs.length) return legs
  }
  return undefined
}

/** To be called with what is open. Opens at most once. */
export function createOpener(setting: OpenerSetting): (open: number) => void {
  const { client, timers, venue, place, makers, onProblem } = setting
  let isDone = false

  function openMarket(): void {
    const wanted = marketOfPlace(setting, place, Date.now())
    if (wanted === undefined) return
    const legs = wanted.map(({ option, side, ratio }) => ({ instrument_id: option.id, side, ratio: String(ratio) }))
    client.call(obCalls.createRfq, { body: { venue, legs } }).catch((error: unknown) => {
      if (error instanceof ClientError && error.error === 'RateLimited') timers.later(error.retryAfterMs ?? AGAIN_MS, openMarket)
      else onProblem(error)
    })
  }

  return (open) => {
    if (isDone) return
    isDone = true
    if (open < makers) openMarket()
  }
}
