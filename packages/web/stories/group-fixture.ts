/** Made-up order-book markets for viewing their states without a server: `?screen=order-book-rejected`. */
import type { Level, Order, Rfq, Trade } from '@parley/client'
import { chooseFlow, selectRfq } from '../src/live/screen-state.ts'
import { groupBy } from '../src/live/collection.ts'
import { useFeeds } from '../src/live/feeds.ts'
import { usePlatform } from '../src/live/platform.ts'
import { useSession } from '../src/live/session.ts'
import { nothing, useLive } from '../src/live/store.ts'
import { bookRfqOf, legOf, levelOf as anyLevelOf, orderOf, tradeOf as anyTradeOf } from '../test/model.ts'
import { allLists } from './fixture.ts'

const now = Date.now()

const marketOf = (number: number, code: string, legs: readonly (readonly [id: number, name: string, side: 'BUY' | 'SELL'])[]): Rfq =>
  bookRfqOf({
    id: `g_${number}`,
    number,
    strategyCode: code,
    description: legs.map(([, name]) => name).join(' / '),
    legs: legs.map(([instrumentId, instrumentName, side]) => legOf({ instrumentId, instrumentName, side })),
    minBlockSize: '12.5',
    createdAt: now - number * 60_000,
    updatedAt: now,
    expiresAt: now + 30 * 86_400_000,
    lastTrade: { price: '0.0425', quantity: '50', side: 'BUY', executedAt: now - 92_000 },
  })

const markets = [
  marketOf(1, 'CS', [
    [1, 'BTC-25DEC26-100000-C', 'BUY'],
    [2, 'BTC-25DEC26-120000-C', 'SELL'],
  ]),
  marketOf(2, 'CL', [[1, 'BTC-25DEC26-100000-C', 'BUY']]),
]

const inBook = { audience: 'ORDER_BOOK', rfqId: 'g_1' } as const
const levelOf = (number: number, side: 'BUY' | 'SELL', price: string, quantity: string): Level =>
  anyLevelOf({ ...inBook, id: `g_${number}`, number, side, price, quantity, createdAt: now - number * 1_000 })
const book = [
  levelOf(11, 'SELL', '0.0431', '180'),
  levelOf(12, 'SELL', '0.043', '100'),
  levelOf(13, 'SELL', '0.0428', '50'),
  levelOf(14, 'BUY', '0.0414', '75'),
  levelOf(15, 'BUY', '0.0412', '150'),
]

/** Includes the desk's own quotes, one of them hidden from other desks. */
const ownOf = ({ id, number, side, price, quantity, createdAt }: Level, isHidden: 'hidden' | 'shown'): Order =>
  orderOf({ ...inBook, id, number, side, price, quantity, createdAt, isPostOnly: true, isHidden: isHidden === 'hidden' })

const tradeOf = (number: number, change: Partial<Trade>): Trade =>
  anyTradeOf({ ...inBook, id: `g_${number}`, number, price: '0.0428', markPrice: '0.0421', indexPrice: '91482.1', strategyCode: 'CS', executedAt: now - 1_400, ...change }) // prettier-ignore

const trades: Readonly<Record<string, readonly Trade[]>> = {
  'order-book-settling': [tradeOf(1, {})],
  'order-book-filled': [tradeOf(1, { state: 'FILLED', filledAt: now - 900, venueTradeId: 'BLOCK-38' })],
  'order-book-rejected': [tradeOf(1, { state: 'REJECTED', rejection: 'not enough margin on the account of the other side' })],
}

/** The two calls that markets need, for every request for instruments. Prices of legs are split as the server would. */
function answerCalls(): void {
  const otherwise = globalThis.fetch
  globalThis.fetch = (input, init) => {
    const url = String(input instanceof Request ? input.url : input)
    if (url.includes('/instruments/')) return Promise.resolve(Response.json({ count: 2, next: null, results: instruments }))
    if (!url.includes('/pricing/')) return otherwise(input, init)
    const leg_prices = instruments.map(({ id }, place) => ({ instrument_id: id, bid_price: place === 0 ? '0.0811' : '0.039' }))
    return Promise.resolve(Response.json({ leg_prices }))
  }
}

const instruments = ['100000', '120000'].map((strike, place) => ({
  id: place + 1,
  venue: 'DBT',
  venue_instrument_name: `BTC-25DEC26-${strike}-C`,
  product_code: 'DO',
  kind: 'OPTION',
  base_currency: 'BTC',
  quote_currency: 'BTC',
  clearing_currency: 'BTC',
  margin_kind: 'INVERSE',
  option_kind: 'CALL',
  strike,
  expires_at: now + 30 * 86_400_000,
  contract_size: '1',
  min_tick_size: '0.0001',
  min_order_size_increment: '0.1',
  min_block_size: '25',
  state: 'ACTIVE',
}))

export function fillGroup(screen: string): void {
  if (!screen.startsWith('order-book')) return
  answerCalls()
  chooseFlow('ORDER_BOOK')
  useFeeds.setState({
    ORDER_BOOK: { state: screen === 'order-book-disconnected' ? 'RECONNECTING' : 'OPEN', hasOpened: true, refused: {} },
  })
  if (screen === 'order-book-loading') return
  const list = screen === 'order-book-empty' ? [] : markets
  const quotes = [ownOf(book[2]!, 'shown'), ownOf(book[3]!, 'shown'), ownOf(levelOf(16, 'SELL', '0.0429', '40'), 'hidden')]
  const dealt = trades[screen] ?? []
  const { markets: figures, marks } = useLive.getState()
  useLive.setState({
    ...nothing,
    markets: figures,
    marks,
    rfqs: new Map(list.map((market) => [market.id, market])),
    levelsByRfq: groupBy(book, (level) => level.rfqId, new Map()),
    ordersByRfq: groupBy(quotes, (order) => order.rfqId, new Map()),
    tradesByRfq: groupBy(dealt, (trade) => trade.rfqId, new Map()),
    loaded: new Set([...allLists('DIRECT'), ...allLists('ORDER_BOOK')]),
  })
  if (screen === 'order-book-empty') return
  if (screen !== 'order-book') selectRfq(markets[0])
  alter[screen]?.()
}

/** Further differences of a state. */
const alter: Readonly<Record<string, () => void>> = {
  'order-book-viewer': () =>
    useSession.setState(({ session }) =>
      session.state === 'SIGNED_IN' ? { session: { ...session, user: { ...session.user, role: 'viewer' } } } : { session },
    ),
  'order-book-closed': () =>
    usePlatform.setState({ platform: { state: 'UNAVAILABLE', next_state: 'AVAILABLE', next_state_time: now + 600_000 } }),
  'order-book-stale': () =>
    useLive.setState(({ markets: held }) => ({
      markets: new Map([...held].map(([key, market]) => [key, { ...market, at: now - 14_000, is_stale: true }])),
    })),
}
