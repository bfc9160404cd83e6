/** Subscribes to the channels of perpetuals while their screen is open. */
import { type Attempt, channelOf, createReader, followChannels, type ListChannel, type Socket } from '@parley/client'
import { perpetualCalls, type PerpetualOrderView } from '@parley/contracts'
import { client } from '../../live/api.ts'
import type { Frame } from '../../live/batch-per-frame.ts'
import { serverNow } from '../../live/connection.ts'
import { forgetRefused, refusedOn } from '../../live/feeds.ts'
import { limits } from '../../live/limits.ts'
import { framesOfPart } from '../../live/frames-of-part.ts'
import { followReading, type ListsLoading } from '../../live/lists-loading.ts'
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

/** Messages are applied in the order of their arrival. */
const channel = (of: PerpetualMessage['of'], name: string, onRefused = refusedOn('PERPETUALS', name)): ListChannel =>
  channelOf<PerpetualMessage['data']>(name, (data) => frame?.received().push({ of, data } as PerpetualMessage), onRefused)

/** Markets and the desk's account. Returns a function that stops it and clears the received data. */
export function connectPerpetuals(socket: Socket): () => void {
  const frames = framesOfPart(usePerpetuals, { nothing: (): PerpetualMessage[] => [], apply: withMessages, onApplied: announce })
  frame = frames
  const unfollow = followChannels(socket, [
    channel('MARKETS', 'perpetual_markets', (refused) => usePerpetuals.setState({ refused })),
    channel('ACCOUNT', 'perpetual_account', (failure) => changeAccount(() => ({ line: 'DISCONNECTED', failure }))),
  ])
  const stopHistory = keepHistory()
  return () => {
    stopHistory()
    frames.stop()
    unfollow()
    frame = undefined
    usePerpetuals.clear()
  }
}

/** The book and trades of one market, while it is shown. Messages are missed during a disconnection, so the book is unknown until it arrives complete. */
export function watchMarket(socket: Socket, market: string): () => void {
  usePerpetuals.setState({
    watchedBook: { market, book: emptyBook, lost: undefined, isKnown: false },
    watchedTrades: { market, trades: [], fresh: [] },
  })
  const unfollow = followChannels(socket, [channel('BOOK', `perpetual_book.${market}`), channel('TRADES', `perpetual_trades.${market}`)])
  const stopListening = socket.onState((state) => state !== 'OPEN' && loseBook('The connection to the server was lost.'))
  return () => {
    stopListening()
    unfollow()
    forgetRefused('PERPETUALS')
  }
}

const loseBook = (reason: string): void =>
  usePerpetuals.setState(({ watchedBook }) => ({ watchedBook: watchedBook && { ...watchedBook, lost: reason, isKnown: false } }))

/** Applies the response to the desk's own order, which can arrive before the channel's message. */
export const applyResponse = (view: PerpetualOrderView): void => changeAccount(({ orders }) => ({ orders: withOrders(orders, [view]) }))

const DAY_MS = 86_400_000
const HISTORY_DAYS = 7

/** Loads the history when the account is connected, and again after each reconnection or failure. */
function keepHistory(): () => void {
  const isThere = () => usePerpetuals.getState().account.line === 'CONNECTED'
  const show = (history: ListsLoading) => usePerpetuals.setState({ history })
  const reader = createReader({
    ...{ read: readHistory, now: serverNow, againMs: limits.readAgainMs, canRead: isThere },
    onChange: followReading('The history of perpetuals could not be loaded.', () => reader.retry(), show),
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
  const closed = orders.results.filter((order) => orderFromWire(order)?.state === 'CLOSED')
  changeAccount((account) => ({ ...withRecords(account, fills.results, payments.results), orders: withOrders(account.orders, closed) }))
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
