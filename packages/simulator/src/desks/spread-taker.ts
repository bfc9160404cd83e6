/**
 * A simulated taker in listed spreads: from time to time it compares some books of one currency and takes from the best of them, if its price is
 * fair.
 */
import { ClientError, type Client, type StrategyView } from '@parley/client'
import { spreadCalls, type SpreadBookSummaryView } from '@parley/contracts'
import { formatQuantity, quantity } from '@parley/core'
import type { Random } from '../exchange/random.ts'
import { exponential, oneOf, some, weighted } from './chance.ts'
import { limits } from './limits.ts'
import { isMissed } from './refusals.ts'
import type { Scenario } from './scenario.ts'
import { spreadAmount, spreadWorth } from './spread-ladder.ts'
import type { SpreadList } from './spread-list.ts'
import type { Timers } from './timers.ts'
import type { VenueMarks } from './venue-marks.ts'
import { cheapest, sizeToTake, type Offer } from './what-to-take.ts'

export type SpreadTakerSetting = {
  readonly client: Client
  readonly spreads: SpreadList
  readonly marks: VenueMarks
  readonly timers: Timers
  readonly now: () => number
  readonly random: Random
  readonly scenario: Scenario
  readonly account: string
  readonly onProblem: (error: unknown) => void
}

/** Keeps checking until its timers stop. */
export function startSpreadTaker(setting: SpreadTakerSetting): void {
  const { timers, random, scenario, onProblem } = setting
  timers.later(exponential(random, scenario.spreadTakeEveryMs), () => {
    look(setting).catch((error: unknown) => {
      if (!(error instanceof ClientError && isMissed(error.error))) onProblem(error)
    })
    startSpreadTaker(setting)
  })
}

async function look(setting: SpreadTakerSetting): Promise<void> {
  const { client, spreads, random } = setting
  const listed = spreads.strategies()
  if (listed.length === 0) return
  const { venue, base_currency: currency } = oneOf(random, listed)
  // No spread is listed at Paradex.
  if (venue === 'PRDX') return
  const { results } = await client.call(spreadCalls.listBookSummaries, { query: { venue, base_currency: currency } })
  const byId = new Map(listed.map((strategy) => [strategy.id, strategy]))
  const offers = some(random, results, limits.spreadsCompared).flatMap((summary) => offersIn(setting, byId.get(summary.id), summary))
  const best = cheapest(offers)
  if (best !== undefined) await take(setting, best)
}

function offersIn(
  { marks, now }: SpreadTakerSetting,
  book: StrategyView | undefined,
  best: SpreadBookSummaryView,
): readonly Offer<StrategyView>[] {
  const worth = book && spreadWorth(book, marks, now())
  if (book === undefined || worth === undefined) return []
  const offer = (side: 'BUY' | 'SELL', price: string | null, amount: string | null): readonly Offer<StrategyView>[] =>
    price === null || amount === null ? [] : [{ ...worth, book, side, price: Number(price), priceText: price, quantity: quantity(amount) }]
  return [
    ...offer('BUY', best.best_ask_price, best.best_ask_amount_decimal),
    ...offer('SELL', best.best_bid_price, best.best_bid_amount_decimal),
  ]
}

/** Everything at the best price, or a few blocks of it; less if another taker was faster. */
async function take({ client, random, account, spreads }: SpreadTakerSetting, offer: Offer<StrategyView>): Promise<void> {
  const { book, side, priceText: price, quantity: standing } = offer
  const wanted = weighted<number | 'ALL'>(random, [[1, 5], [2, 3], ['ALL', 2]]) // prettier-ignore
  const block = quantity(spreadAmount(book, spreads.ownBlock(book) * (wanted === 'ALL' ? 1 : wanted)))
  const amount = formatQuantity(wanted === 'ALL' ? standing : sizeToTake(standing, block))
  const body = { strategy_id: book.id, side, price, amount, time_in_force: 'IMMEDIATE_OR_CANCEL', account_name: account } as const
  await client.call(spreadCalls.createOrder, { body })
}
