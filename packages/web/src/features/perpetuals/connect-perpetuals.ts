/** Subscribes to the channels of perpetuals while their screen is open. */
import { type Attempt, channelOf, createReader, followChannels, type Socket } from '@parley/client'
import {
  perpetualCalls,
  type PerpetualAccountChangeView,
  type PerpetualBookChangeView,
  type PerpetualMarketsView,
  type PerpetualOrderView,
  type PerpetualTradesView,
} from '@parley/contracts'
import { client } from '../../live/api.ts'
import { createFrame, type Frame } from '../../live/batch-per-frame.ts'
import { serverNow } from '../../live/connection.ts'
import { forgetRefused, refusedOn } from '../../live/feeds.ts'
import { limits } from '../../live/limits.ts'
import { loadingOf } from '../../live/lists-loading.ts'
import { report } from '../../live/report.ts'
import { emptyBook } from '../market-data/depth.ts'
import { announce } from './announce.ts'
import { orderFromWire } from './from-wire.ts'
import {
  changeAccount,
  type PerpetualMessage,
  usePerpetuals,
  withMargins,
  withMessages,
  withOrders,
  withRecords,
} from './perpetual-store.ts'

let frame: Frame<PerpetualMessage[]> | undefined

/** Markets and the desk's account. Returns a function that stops it and clears the received data. */
export function connectPerpetuals(socket: Socket): () => void {
  const gathering = createFrame<PerpetualMessage[]>(
    () => [],
    (messages) => {
      const before = usePerpetuals.getState()
      usePerpetuals.setState(withMessages(before, messages), true)
      announce(before, usePerpetuals.getState(), messages)
    },
  )
  frame = gathering
  const unfollow = followChannels(socket, [
    channelOf<PerpetualMarketsView>(
      'perpetual_markets',
      (data) => gathering.received().push({ of: 'MARKETS', data }),
      (words) => usePerpetuals.setState({ refused: words }),
    ),
    channelOf<PerpetualAccountChangeView>(
      'perpetual_account',
      (data) => gathering.received().push({ of: 'ACCOUNT', data }),
      (words) => changeAccount(() => ({ line: 'DISCONNECTED', failure: words })),
    ),
  ])
  const stopHistory = keepHistory()
  return () => {
    stopHistory()
    gathering.stop()
    unfollow()
    frame = undefined
    usePerpetuals.clear()
  }
}

/** The book and trades of one market, while it is shown. */
export function watchMarket(socket: Socket, market: string): () => void {
  usePerpetuals.setState({
    watchedBook: { market, book: emptyBook, lost: undefined, isKnown: false },
    watchedTrades: { market, trades: [], fresh: [] },
  })
  const [book, trades] = [`perpetual_book.${market}`, `perpetual_trades.${market}`]
  const unfollow = followChannels(socket, [
    channelOf<PerpetualBookChangeView>(book, (data) => frame?.received().push({ of: 'BOOK', data }), refusedOn('PERPETUALS', book)),
    channelOf<PerpetualTradesView>(trades, (data) => frame?.received().push({ of: 'TRADES', data }), refusedOn('PERPETUALS', trades)),
  ])
  return () => {
    unfollow()
    forgetRefused('PERPETUALS')
  }
}

/** Messages were missed during a disconnection, so the book is unknown until it arrives complete. */
export const loseBook = (reason: string): void =>
  usePerpetuals.setState(({ watchedBook }) => ({ watchedBook: watchedBook && { ...watchedBook, lost: reason, isKnown: false } }))

/** Applies the response to the desk's own order, which can arrive before the channel's message. */
export const applyResponse = (view: PerpetualOrderView): void => changeAccount(({ orders }) => ({ orders: withOrders(orders, [view]) }))

const DAY_MS = 86_400_000
const HISTORY_DAYS = 7

/** Loads the history when the account is connected, and again after each reconnection or failure. */
function keepHistory(): () => void {
  const isThere = () => usePerpetuals.getState().account.line === 'CONNECTED'
  const reader = createReader({
    ...{ read: readHistory, now: serverNow, againMs: limits.readAgainMs, canRead: isThere },
    onChange: (reading) => {
      if (reading.error !== undefined) report('The history of perpetuals could not be loaded.', reading.error)
      usePerpetuals.setState({ history: loadingOf(reading, () => reader.retry()) })
    },
  })
  const stop = usePerpetuals.subscribe(({ account: { line } }, { account: before }) => {
    if (line === before.line) return
    if (line === 'CONNECTED') reader.read()
    else reader.lose()
  })
  return () => {
    stop()
    reader.stop()
  }
}

/** Loads the time before the subscription: a week of fills, funding payments and past orders. */
async function readHistory({ isCurrent, show }: Attempt): Promise<void> {
  // The account itself is complete without it.
  show()
  const now = Math.round(serverNow())
  const query = { from: now - HISTORY_DAYS * DAY_MS, to: now }
  const [fills, payments, orders] = await Promise.all([
    client.call(perpetualCalls.listPerpetualFills, { query }),
    client.call(perpetualCalls.listPerpetualFundingPayments, { query }),
    client.call(perpetualCalls.listPerpetualOrderHistory, { query }),
  ])
  if (!isCurrent()) return
  changeAccount((account) => ({
    ...withRecords(account, fills.results, payments.results),
    orders: withOrders(
      account.orders,
      orders.results.filter((order) => orderFromWire(order)?.state === 'CLOSED'),
    ),
  }))
}

/** Loads the margin mode and leverage of a market. The channel reports only later changes. */
export async function readMargin(market: string): Promise<void> {
  const before = usePerpetuals.getState().account.margins.get(market)
  try {
    const view = await client.call(perpetualCalls.getPerpetualMargin, { params: { market } })
    // A change that arrived during the read is newer than its answer.
    if (usePerpetuals.getState().account.margins.get(market) !== before) return
    changeAccount(({ margins }) => ({ margins: withMargins(margins, [view]) }))
  } catch (error) {
    report(`The margin mode and leverage of ${market} could not be loaded.`, error)
  }
}
