/** Made-up order-book markets for looking at their states without a server: `?screen=order-book-rejected`. */
import type { BookQuoteView, GroupQuoteView, GroupRfqView, GroupTradeView } from '@parley/contracts'
import { chooseFlow, selectMarket } from '../app/screen-state.ts'
import { groupBy } from '../live/collection.ts'
import { useGroupConnection } from '../live/group-connection.ts'
import { nothingOfGroup, useGroupLive } from '../live/group-store.ts'
import { usePlatform } from '../live/platform.ts'
import { useSession } from '../live/session.ts'
import { useLive } from '../live/store.ts'

const now = Date.now()

const marketOf = (
  id: number,
  code: string,
  legs: readonly (readonly [id: number, name: string, side: 'BUY' | 'SELL'])[],
): GroupRfqView => ({
  id,
  venue: 'DBT',
  status: 'ACTIVE',
  kind: 'OPTION',
  base_currency: 'BTC',
  quote_currency: 'BTC',
  product_codes: ['DO'],
  strategy_code: code,
  strategy_description: '',
  description: legs.map(([, name]) => name).join(' / '),
  legs: legs.map(([instrument_id, instrument, side]) => ({ instrument, instrument_id, product_code: 'DO', ratio: '1', side })),
  min_block_size: '12.5',
  min_order_size_increment: '0.1',
  min_tick_size: '0.0001',
  created: now - id * 60_000,
  latest_activity: now,
  expires_at: now + 30 * 86_400_000,
  last_trade: { price: '0.0425', quantity: '50', side: 'BUY', executed_at: now - 92_000 },
  desk_role: null,
  desk_status: null,
  quantities: null,
  traded: false,
  declines: [],
})

const markets = [
  marketOf(1, 'CS', [
    [1, 'BTC-25DEC26-100000-C', 'BUY'],
    [2, 'BTC-25DEC26-120000-C', 'SELL'],
  ]),
  marketOf(2, 'CL', [[1, 'BTC-25DEC26-100000-C', 'BUY']]),
]

const levelOf = (id: number, side: 'BUY' | 'SELL', price: string, quantity: string): BookQuoteView => ({
  ...{ id, rfq_id: 1, status: 'OPEN' as const, side, price, quantity },
  remaining_quantity: quantity,
  created: now - id * 1_000,
  lapses_at: now + 86_400_000,
})
const book = [
  levelOf(11, 'SELL', '0.0431', '180'),
  levelOf(12, 'SELL', '0.043', '100'),
  levelOf(13, 'SELL', '0.0428', '50'),
  levelOf(14, 'BUY', '0.0414', '75'),
  levelOf(15, 'BUY', '0.0412', '150'),
]

/** The desk's own among them, and one that is hidden from everybody else. */
const ownOf = (level: BookQuoteView, isHidden: 'hidden' | 'shown'): GroupQuoteView => ({
  ...level,
  client_order_id: null,
  pending_fill_quantity: '0',
  ioc: false,
  post_only: true,
  is_hidden: isHidden === 'hidden',
  order: { requested_quantity: level.quantity, filled_quantity: '0' },
  quantities: { original: level.quantity, filled: '0', remaining: level.quantity, canceled: '0', completed: '0' },
  legs: [],
  account: 'prop-1',
  label: null,
  last_updated: level.created,
  closed_reason: null,
  cancel_reason: null,
  venue: 'DBT',
  description: '',
})

const tradeOf = (id: number, change: Partial<GroupTradeView>): GroupTradeView => ({
  id,
  rfq_id: 1,
  order_id: null,
  quote_id: 13,
  status: 'PENDING',
  role: 'TAKER',
  side: 'BUY',
  price: '0.0428',
  quantity: '25',
  mark_price: '0.0421',
  index_price: '91482.1',
  venue: 'DBT',
  base_currency: 'BTC',
  quote_currency: 'BTC',
  product_codes: ['DO'],
  strategy_code: 'CS',
  description: '',
  account: 'prop-1',
  legs: [],
  venue_trade_id: null,
  venue_error: null,
  executed_at: now - 1_400,
  filled_at: null,
  ...change,
})

const trades: Readonly<Record<string, readonly GroupTradeView[]>> = {
  'order-book-settling': [tradeOf(1, {})],
  'order-book-filled': [tradeOf(1, { status: 'COMPLETED', filled_at: now - 900, venue_trade_id: 'BLOCK-38' })],
  'order-book-rejected': [tradeOf(1, { status: 'REJECTED', venue_error: 'not enough margin on the account of the other side' })],
}

/** The two calls that the markets are made of, for whoever asks for instruments; prices of legs as the server would share them out. */
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
  useGroupConnection.setState({ state: screen === 'order-book-disconnected' ? 'RECONNECTING' : 'OPEN', refused: {} })
  if (screen === 'order-book-loading') return
  const list = screen === 'order-book-empty' ? [] : markets
  const quotes = [ownOf(book[2]!, 'shown'), ownOf(book[3]!, 'shown'), ownOf(levelOf(16, 'SELL', '0.0429', '40'), 'hidden')]
  const dealt = trades[screen] ?? []
  useGroupLive.setState({
    ...nothingOfGroup,
    markets: new Map(list.map((market) => [market.id, market])),
    bookByMarket: groupBy(book, (quote) => quote.rfq_id, new Map<number, readonly BookQuoteView[]>()),
    quotesByMarket: groupBy(quotes, (quote) => quote.rfq_id, new Map<number, readonly GroupQuoteView[]>()),
    tradesByMarket: groupBy(dealt, (trade) => trade.rfq_id, new Map<number, readonly GroupTradeView[]>()),
    loaded: new Set(['rfq', 'quote', 'quote_book', 'order', 'trade', 'trade_tape']),
  })
  if (screen === 'order-book-empty') return
  if (screen !== 'order-book') selectMarket(1)
  alter[screen]?.()
}

/** What else is different in a state. */
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
