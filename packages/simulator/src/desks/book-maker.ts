/**
 * A simulated maker in the order book: keeps bids and asks around the mark in the markets it cares for, some of them two deep, leans away from
 * what it has just traded, widens or pulls a side now and then, and follows the mark. What moves goes in one call.
 */
import type { Client, Socket } from '@parley/client'
import { obCalls, type BodyOf, type GroupRfqView, type GroupTradeView } from '@parley/contracts'
import { formatPrice, formatQuantity, quantity, type Quantity, type Structure } from '@parley/core'
import type { Random } from '../deribit/random.ts'
import { termsOf, watchBooks, type Books } from './book-list.ts'
import { between, weighted } from './chance.ts'
import { drawMood, fairness, hasMoved, type Fairness, type MakerStyle, type Quote } from './how-to-quote.ts'
import { ladder, sizeAt, type Place, type Side } from './ladder.ts'
import { limits } from './limits.ts'
import type { MarketView } from './market-view.ts'
import type { ProtectionWatch } from './protection-watch.ts'
import { verdictOf } from './refusals.ts'
import type { Scenario } from './scenario.ts'
import { saidSize } from './sizes.ts'
import type { Timers } from './timers.ts'

export type BookMakerSetting = {
  readonly client: Client
  readonly socket: Socket
  readonly market: MarketView
  readonly timers: Timers
  readonly protection: ProtectionWatch
  readonly random: Random
  readonly style: MakerStyle
  readonly scenario: Scenario
  readonly account: string
  readonly onBooks: (books: Books) => void
  readonly onProblem: (error: unknown) => void
}

type Resting = { readonly id: number; quantity: Quantity; readonly size: Quantity }
type Kept = {
  readonly book: GroupRfqView
  readonly structure: Structure
  /** What it shows at the top, whole. */
  readonly size: Quantity
  readonly resting: Map<Place, Resting>
  /** What it bought less what it sold lately, in its own sizes. */
  position: number
  quoted: Fairness | undefined
  hasBegun: boolean
  isBusy: boolean
}
type Line = BodyOf<typeof obCalls.createQuotes>['quotes'][number]
type Entry = { readonly kept: Kept; readonly place: Place; readonly size: Quantity; readonly quantity: Quantity; readonly line: Line }

/** Of a position, each round of quoting forgets this part. */
const FORGOTTEN = 0.3
export function startBookMaker(setting: BookMakerSetting): void {
  const { client, socket, market, timers, protection, random, style, scenario, account, onProblem } = setting
  const cares = new Map<number, boolean>()
  const keeps = new Map<number, Kept>()

  /** What rested in the product is cancelled already. */
  function forget(product: string): void {
    for (const kept of keeps.values()) if (kept.book.product_codes.includes(product)) lose(kept)
  }

  function lose(kept: Kept): void {
    kept.resting.clear()
    kept.quoted = undefined
  }

  function hear(books: Books): void {
    for (const id of keeps.keys()) if (!books.has(id)) keeps.delete(id)
    for (const book of [...books.values()].slice(-limits.bookMarkets)) if (!keeps.has(book.id)) consider(book)
    setting.onBooks(books)
  }

  function consider(book: GroupRfqView): void {
    if (!cares.has(book.id)) cares.set(book.id, random.next() < scenario.bookInterest)
    const structure = cares.get(book.id) === true ? market.structureOf(termsOf(book)) : undefined
    if (structure === undefined) return
    const blocks = weighted(random, [[1, 4], [2, 4], [3, 2], [4, 2], [6, 1]] as const) // prettier-ignore
    const size = saidSize(blocks * quantity(book.min_block_size), quantity(book.min_order_size_increment))
    const kept: Kept = { book, structure, size, resting: new Map(), position: 0, quoted: undefined, hasBegun: false, isBusy: false }
    keeps.set(book.id, kept)
    timers.later(between(random, limits.quoteAfterLeastMs, limits.quoteAfterMostMs), () => {
      kept.hasBegun = true
      void quote([kept])
    })
  }

  async function quote(some: readonly Kept[]): Promise<void> {
    const moved = some.filter((kept) => !kept.isBusy && keeps.get(kept.book.id) === kept && !protection.isFrozen(kept.book.product_codes))
    const entries = moved.flatMap(linesOf)
    const busy = new Set(entries.map(({ kept }) => kept))
    for (const kept of busy) kept.isBusy = true
    try {
      for (let first = 0; first < entries.length; first += limits.quotesPerCall)
        await send(entries.slice(first, first + limits.quotesPerCall))
    } catch (error) {
      onProblem(error)
      await beginAgain()
    } finally {
      for (const kept of busy) kept.isBusy = false
    }
  }

  let isBeginningAgain = false

  /** Where a call was not answered nobody knows what rests: everything is cancelled, in one call, and quoted anew by the next round. */
  async function beginAgain(): Promise<void> {
    if (isBeginningAgain) return
    isBeginningAgain = true
    try {
      await client.call(obCalls.cancelQuotes, { query: {} })
    } catch (error) {
      onProblem(error)
    } finally {
      for (const kept of keeps.values()) lose(kept)
      isBeginningAgain = false
    }
  }

  function linesOf(kept: Kept): readonly Entry[] {
    const { widening, shows } = drawMood(random, 'STRANGER')
    const { structure, position, quoted } = kept
    const fair = fairness(structure, market.markOf, style, widening)
    if (fair === undefined || (quoted !== undefined && !hasMoved(quoted, fair))) return []
    kept.quoted = fair
    kept.position *= 1 - FORGOTTEN
    return ladder({ structure, markOf: market.markOf, style, position, fair, shows, quoted }).flatMap(({ place, quote: wanted }) => {
      if (wanted !== undefined) return [entryOf(kept, place, wanted)]
      pull(kept, place)
      return []
    })
  }

  function entryOf(kept: Kept, place: Place, { legs: prices }: Quote): Entry {
    const { book, resting } = kept
    const known = resting.get(place)
    const size = known?.size ?? sizeAt(place, kept.size)
    const shown = known?.quantity ?? size
    const legs = book.legs.map(({ instrument_id }, index) => ({ instrument_id, price: formatPrice(prices[index]!) }))
    const side = place.slice(0, -2) as Side
    const terms = { rfq_id: book.id, side, quantity: formatQuantity(shown), legs, post_only: true }
    const line = known === undefined ? { ...terms, account } : { ...terms, quote_id: known.id }
    return { kept, place, size, quantity: shown, line }
  }

  async function send(entries: readonly Entry[]): Promise<void> {
    const { results } = await client.call(obCalls.createQuotes, { body: { quotes: entries.map(({ line }) => line) } })
    for (const { index, quote: placed, error } of results) {
      const { kept, place, size, quantity: shown } = entries[index]!
      if (placed !== null) kept.resting.set(place, { id: placed.id, size, quantity: shown })
      else if (error !== null) fail(kept, place, error)
    }
  }

  function fail(kept: Kept, place: Place, { error, message }: { readonly error: string; readonly message: string }): void {
    kept.quoted = undefined
    switch (verdictOf(error)) {
      case 'QUOTE_IS_OVER':
        return void kept.resting.delete(place)
      case 'REQUEST_IS_OVER':
        return void keeps.delete(kept.book.id)
      case 'PROTECTED':
        return protection.refused(kept.book.product_codes)
      case 'LOST_COUNT':
        return void beginAgain()
      case 'PASSES':
        return
      case 'PROBLEM':
        return onProblem(new Error(message))
    }
  }

  function pull({ resting }: Kept, place: Place): void {
    const known = resting.get(place)
    if (known === undefined) return
    resting.delete(place)
    // One that has just traded is gone in any case.
    client.call(obCalls.cancelQuote, { params: { id: known.id } }).catch(() => undefined)
  }

  /** Leans away from what it has traded, and shows its whole size again with the next quote. */
  function traded({ rfq_id, quote_id, side, quantity: text }: GroupTradeView): void {
    const kept = keeps.get(rfq_id)
    const filled = [...(kept?.resting.values() ?? [])].find(({ id }) => id === quote_id)
    if (kept === undefined || filled === undefined) return
    const taken = quantity(text)
    filled.quantity = (filled.quantity + taken) as Quantity
    kept.position += ((side === 'BUY' ? 1 : -1) * taken) / filled.size
    kept.quoted = undefined
  }

  function round(): void {
    void quote([...keeps.values()].filter(({ hasBegun }) => hasBegun))
    timers.later(scenario.bookRoundMs * style.slowness * between(random, 0.8, 1.2), round)
  }

  async function start(): Promise<void> {
    // What an earlier run left behind is no longer anybody's opinion.
    await client.call(obCalls.cancelQuotes, { query: {} })
    watchBooks(socket, hear, onProblem)
    socket.subscribe<{ readonly kind: string; readonly trade: GroupTradeView }>('trade', ({ event, data }) => {
      if (event !== 'SNAPSHOT' && data.kind === 'PENDING') traded(data.trade)
    })
  }

  protection.onFrozen(forget)
  start().catch(onProblem)
  timers.later(scenario.bookRoundMs, round)
}
