/** Subscribes to the channels of perpetuals while their screen is open. */
import type { Socket, Subscription } from '@parley/client'
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
import { forgetRefused, refusedOn } from '../../live/feeds.ts'
import { errorMessage } from '../../live/loadable.ts'
import { report } from '../../live/report.ts'
import { emptyBook } from '../market-data/depth.ts'
import { announce } from './announce.ts'
import { fillFromWire, marginFromWire, orderFromWire, paymentFromWire } from './from-wire.ts'
import { newestOf, nothingKnown, type PerpetualMessage, usePerpetuals, withMessages, withOrders } from './perpetual-store.ts'

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
  const subscriptions = [
    follow<PerpetualMarketsView>(socket, 'perpetual_markets', {
      take: (data) => gathering.received().push({ of: 'MARKETS', data }),
      onRefused: (words) => usePerpetuals.setState({ refused: words }),
    }),
    follow<PerpetualAccountChangeView>(socket, 'perpetual_account', {
      take: (data) => gathering.received().push({ of: 'ACCOUNT', data }),
      onRefused: (words) => usePerpetuals.setState((held) => ({ account: { ...held.account, line: 'DISCONNECTED', failure: words } })),
    }),
  ]
  return () => {
    gathering.stop()
    for (const one of subscriptions) one.unsubscribe()
    frame = undefined
    usePerpetuals.setState(nothingKnown, true)
  }
}

type Following<Data> = { readonly take: (data: Data) => void; readonly onRefused: (words: string) => void }

const follow = <Data>(socket: Socket, channel: string, { take, onRefused }: Following<Data>): Subscription =>
  socket.subscribe<Data>(channel, ({ event, data }) => event !== 'SNAPSHOT' && take(data as Data), { onRefused })

/** The book and trades of one market, while it is shown. */
export function watchMarket(socket: Socket, market: string): () => void {
  usePerpetuals.setState({
    watchedBook: { market, book: emptyBook, lost: undefined, isKnown: false },
    watchedTrades: { market, trades: [], fresh: [] },
  })
  const book = follow<PerpetualBookChangeView>(socket, `perpetual_book.${market}`, {
    take: (data) => frame?.received().push({ of: 'BOOK', data }),
    onRefused: refusedOn('PERPETUALS', `perpetual_book.${market}`),
  })
  const trades = follow<PerpetualTradesView>(socket, `perpetual_trades.${market}`, {
    take: (data) => frame?.received().push({ of: 'TRADES', data }),
    onRefused: refusedOn('PERPETUALS', `perpetual_trades.${market}`),
  })
  return () => {
    book.unsubscribe()
    trades.unsubscribe()
    forgetRefused('PERPETUALS')
  }
}

/** Messages were missed during a disconnection, so the book is unknown until it arrives complete. */
export const loseBook = (reason: string): void =>
  usePerpetuals.setState(({ watchedBook }) => ({ watchedBook: watchedBook && { ...watchedBook, lost: reason, isKnown: false } }))

/** Applies the response to the desk's own order, which can arrive before the channel's message. */
export const applyResponse = (view: PerpetualOrderView): void =>
  usePerpetuals.setState(({ account }) => ({ account: { ...account, orders: withOrders(account.orders, [view]) } }))

const DAY_MS = 86_400_000
const HISTORY_DAYS = 7

/** Loads the time before the subscription: a week of fills, funding payments and past orders. */
export async function readHistory(now: number): Promise<string | undefined> {
  const query = { from: now - HISTORY_DAYS * DAY_MS, to: now }
  try {
    const [fills, payments, orders] = await Promise.all([
      client.call(perpetualCalls.listPerpetualFills, { query }),
      client.call(perpetualCalls.listPerpetualFundingPayments, { query }),
      client.call(perpetualCalls.listPerpetualOrderHistory, { query }),
    ])
    usePerpetuals.setState(({ account }) => ({
      account: {
        ...account,
        fills: newestOf(
          account.fills,
          fills.results.flatMap((fill) => fillFromWire(fill) ?? []),
        ),
        payments: newestOf(account.payments, payments.results.map(paymentFromWire)),
        orders: withOrders(
          account.orders,
          orders.results.filter((order) => orderFromWire(order)?.state === 'CLOSED'),
        ),
      },
    }))
    return undefined
  } catch (error) {
    return errorMessage(error)
  }
}

/** Loads the margin mode and leverage of a market. The channel reports only later changes. */
export async function readMargin(market: string): Promise<void> {
  const before = usePerpetuals.getState().account.margins.get(market)
  try {
    const view = await client.call(perpetualCalls.getPerpetualMargin, { params: { market } })
    // A change that arrived during the read is newer than its answer.
    if (usePerpetuals.getState().account.margins.get(market) !== before) return
    usePerpetuals.setState(({ account }) => ({
      account: { ...account, margins: new Map([...account.margins, [market, marginFromWire(view)]]) },
    }))
  } catch (error) {
    report(`The margin mode and leverage of ${market} could not be loaded.`, error)
  }
}
