/** Books and their changes in the published format of /v1/fs. All readers see the same, without desks. */
import { formatPrice, type BookOrder, type LastTrade, type Rfq } from '@parley/core'
import type { SpreadBookLevelView, SpreadBookOrderView, SpreadBookSummaryView, SpreadBookView } from '@parley/contracts'
import type { BookLevel, BookSides } from '../../../spreads/spread-book.ts'
import type { SpreadBookNow } from '../../../spreads/spread-books.ts'
import { amounts, amountsOrNull, nanoseconds, nanosecondsOrZero } from './figures.ts'
import { idOf } from './ids.ts'

export type BookLevelWord = SpreadBookView['level']
export const bookLevelWords: readonly BookLevelWord[] = ['L1', 'L2', 'L3']

type LevelOf = Pick<BookLevel, 'price' | 'quantity'>

/** Orders and levels of a book are immutable values and are formatted once: of ten thousand that are read again and again, few have changed. */
const levelViews = new WeakMap<LevelOf, SpreadBookLevelView>()
const orderViews = new WeakMap<BookOrder, SpreadBookOrderView>()

export function levelView(level: LevelOf): SpreadBookLevelView {
  const known = levelViews.get(level)
  if (known !== undefined) return known
  const view = { price: formatPrice(level.price), ...amounts('amount', level.quantity) }
  levelViews.set(level, view)
  return view
}

export function orderView(order: BookOrder): SpreadBookOrderView {
  const known = orderViews.get(order)
  if (known !== undefined) return known
  const { price, quantity, createdAt } = order
  const amount = amounts('amount', quantity)
  const view = { price: formatPrice(price), ...amount, order_id: idOf(order), created_at: nanoseconds(createdAt) }
  orderViews.set(order, view)
  return view
}

type Wanted = { readonly level: BookLevelWord; readonly depth: number; readonly ownIds: ReadonlySet<string> }

/** The whole book, or its best levels. `seq` is that of the last change it includes. */
export function presentBook(strategy: Rfq, now: SpreadBookNow, { level, depth, ownIds }: Wanted): SpreadBookView {
  const most = level === 'L1' ? 1 : depth
  const own = (order: BookOrder): SpreadBookOrderView => ({ ...orderView(order), is_own: ownIds.has(order.id) })
  const side = (of: keyof BookSides<unknown>) =>
    level === 'L3' ? now.orders[of].slice(0, most).map(own) : now.levels[of].slice(0, most).map(levelView)
  return {
    id: idOf(strategy),
    level,
    seq_id: now.seq,
    last_updated: nanoseconds(now.at),
    bids: side('bids'),
    asks: side('asks'),
  }
}

export function presentSummary(strategy: Rfq, now: SpreadBookNow, last: LastTrade | undefined): SpreadBookSummaryView {
  const [bid, ask] = [now.levels.bids[0], now.levels.asks[0]]
  return {
    id: idOf(strategy),
    seq_id: now.seq,
    last_updated: nanoseconds(now.at),
    best_bid_price: bid === undefined ? null : formatPrice(bid.price),
    ...amountsOrNull('best_bid_amount', bid?.quantity),
    best_ask_price: ask === undefined ? null : formatPrice(ask.price),
    ...amountsOrNull('best_ask_amount', ask?.quantity),
    last_trade_price: last === undefined ? null : formatPrice(last.price),
    ...amountsOrNull('last_trade_amount', last?.quantity),
    last_trade_at: nanosecondsOrZero(last?.at),
  }
}
