/** A simulated taker in the order book: looks at some books now and then and takes from the one with the best price, whoever's it is. */
import { ClientError, type Client, type Socket } from '@parley/client'
import { obCalls, type BookQuoteView, type GroupRfqView } from '@parley/contracts'
import { formatPrice, formatQuantity, isRefusal, legPricesFor, parsePrice, quantity } from '@parley/core'
import type { Random } from '../deribit/random.ts'
import { termsOf, watchBooks, type Books } from './book-list.ts'
import { between, exponential, some, weighted } from './chance.ts'
import { worthOf } from './how-to-quote.ts'
import { limits } from './limits.ts'
import type { MarketView } from './market-view.ts'
import { isMissed } from './refusals.ts'
import type { Scenario } from './scenario.ts'
import type { Timers } from './timers.ts'
import { saidSize } from './sizes.ts'
import { cheapest, sizeToTake, type Offer } from './what-to-take.ts'

export type BookTakerSetting = {
  readonly client: Client
  readonly socket: Socket
  readonly market: MarketView
  readonly timers: Timers
  readonly random: Random
  readonly scenario: Scenario
  readonly account: string
  readonly onProblem: (error: unknown) => void
}

export function startBookTaker(setting: BookTakerSetting): void {
  const { client, socket, market, timers, random, scenario, account, onProblem } = setting
  let books: Books = new Map()

  async function offersIn(book: GroupRfqView): Promise<readonly Offer<GroupRfqView>[]> {
    const structure = market.structureOf(termsOf(book))
    const worth = structure && worthOf(structure, market.markOf)
    if (worth === undefined) return []
    const { bids, asks } = await client.call(obCalls.getRfqQuotes, { params: { id: book.id } })
    const offer = (side: 'BUY' | 'SELL', [best]: readonly BookQuoteView[]): Offer<GroupRfqView>[] =>
      best === undefined
        ? []
        : [{ book, side, ...worth, price: Number(best.price), priceText: best.price, quantity: quantity(best.remaining_quantity) }]
    return [...offer('BUY', asks), ...offer('SELL', bids)]
  }

  async function look(): Promise<void> {
    const looked = await Promise.all(some(random, [...books.values()], limits.booksCompared).map(offersIn))
    const best = cheapest(looked.flat())
    if (best !== undefined) await take(best)
  }

  async function take({ book, side, priceText, quantity: standing }: Offer<GroupRfqView>): Promise<void> {
    const structure = market.structureOf(termsOf(book))
    const price = parsePrice(priceText)
    const prices = structure && price !== undefined ? legPricesFor(structure, price, market.markOf) : undefined
    if (prices === undefined || isRefusal(prices)) return
    const blocks = weighted<number | 'ALL'>(random, [[1, 5], [2, 4], [3, 2], ['ALL', 2]]) // prettier-ignore
    const wanted = blocks === 'ALL' ? standing : saidSize(blocks * quantity(book.min_block_size), quantity(book.min_order_size_increment))
    const legs = book.legs.map(({ instrument_id }, index) => ({ instrument_id, price: formatPrice(prices[index]!) }))
    const body = { side, quantity: formatQuantity(sizeToTake(standing, wanted)), legs, ioc: true, account }
    await client.call(obCalls.createQuote, { params: { id: book.id }, body })
  }

  function lookNow(): void {
    look().catch((error: unknown) => {
      if (!(error instanceof ClientError && isMissed(error.error))) onProblem(error)
    })
    timers.later(exponential(random, scenario.takeEveryMs), lookNow)
  }

  watchBooks(socket, (open) => (books = open), onProblem)
  // A newcomer sees a deal at once, where there is life at all.
  const isLively = scenario.burst > 0
  timers.later(
    isLively ? between(random, limits.firstTakeLeastMs, limits.firstTakeMostMs) : exponential(random, scenario.takeEveryMs),
    lookNow,
  )
}
