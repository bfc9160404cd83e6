/** A simulated taker in the order book: looks at some books now and then and takes from the one with the best price, whoever's it is. */
import { ClientError, type Client, type Socket } from '@parley/client'
import { obCalls, type BookQuoteView, type GroupRfqView } from '@parley/contracts'
import { formatPrice, isRefusal, legPricesFor, parsePrice, structureMark } from '@parley/core'
import type { Random } from '../deribit/random.ts'
import { asRfqLegs, watchBooks, type Books } from './book-list.ts'
import { between, exponential, some, weighted } from './chance.ts'
import { limits } from './limits.ts'
import type { MarketView } from './market-view.ts'
import type { Scenario } from './scenario.ts'
import type { Timers } from './timers.ts'
import { cheapest, type Offer } from './what-to-take.ts'

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

/** Somebody was quicker, or it is too soon after the last one: there will be another. */
const MISSED = new Set(['RateLimited', 'RfqClosed', 'QuoteWindowClosed', 'PriceOutsideBand', 'Unavailable'])

export function startBookTaker(setting: BookTakerSetting): void {
  const { client, socket, market, timers, random, scenario, account, onProblem } = setting
  let books: Books = new Map()

  async function offersIn(book: GroupRfqView): Promise<readonly Offer<GroupRfqView>[]> {
    const structure = market.structureOf(asRfqLegs(book))
    const mark = structure && structureMark(structure, market.markOf)?.markPrice
    if (mark === undefined) return []
    const { bids, asks } = await client.call(obCalls.getRfqQuotes, { params: { id: book.id } })
    const offer = (side: 'BUY' | 'SELL', [best]: readonly BookQuoteView[]): Offer<GroupRfqView>[] =>
      best === undefined ? [] : [{ book, side, mark, price: Number(best.price), priceText: best.price, quantity: best.remaining_quantity }]
    return [...offer('BUY', asks), ...offer('SELL', bids)]
  }

  async function look(): Promise<void> {
    const looked = await Promise.all(some(random, [...books.values()], limits.booksCompared).map(offersIn))
    const best = cheapest(looked.flat())
    if (best !== undefined) await take(best)
  }

  async function take({ book, side, priceText, quantity }: Offer<GroupRfqView>): Promise<void> {
    const structure = market.structureOf(asRfqLegs(book))
    const price = parsePrice(priceText)
    const prices = structure && price !== undefined ? legPricesFor(structure, price, market.markOf) : undefined
    if (prices === undefined || isRefusal(prices)) return
    const blocks = weighted(random, [[1, 5], [2, 4], [3, 2], [Infinity, 2]] as const) // prettier-ignore
    const wanted = Math.min(Number(quantity), blocks * Number(book.min_block_size))
    const legs = book.legs.map(({ instrument_id }, index) => ({ instrument_id, price: formatPrice(prices[index]!) }))
    const body = { side, quantity: String(wanted), legs, ioc: true, account }
    await client.call(obCalls.createQuote, { params: { id: book.id }, body })
  }

  function lookNow(): void {
    look().catch((error: unknown) => {
      const isMissed = error instanceof ClientError && error.error !== undefined && MISSED.has(error.error)
      if (!isMissed) onProblem(error)
    })
    timers.later(exponential(random, scenario.takeEveryMs), lookNow)
  }

  watchBooks(socket, (open) => (books = open), onProblem)
  timers.later(between(random, limits.firstTakeLeastMs, limits.firstTakeMostMs), lookNow)
}
