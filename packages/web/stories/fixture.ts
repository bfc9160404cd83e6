/** Made-up data for viewing the screens without a server. */
import type { Audience, Level, Order, Rfq, TapeTrade } from '@parley/client'
import type { MarkView, UserView } from '@parley/contracts'
import { selectRfq } from '../src/live/screen-state.ts'
import { toast } from '../src/components/toasts.ts'
import { groupBy } from '../src/live/collection.ts'
import { useHealth } from '../src/live/connection.ts'
import { useFeeds } from '../src/live/feeds.ts'
import { useOpenMarketsStore } from '../src/live/open-markets.ts'
import { useSession } from '../src/live/session.ts'
import { type ListName, loadedName, nothing, useLive } from '../src/live/store.ts'
import { legOf, levelOf, orderOf, rfqOf, tapeTradeOf } from '../test/model.ts'

const user: UserView = {
  id: 'u_1',
  email: 'desk@orrery.example',
  first_name: 'Desk',
  last_name: 'Trader',
  color: 'TL',
  role: 'trader',
  firm: { name: 'Orrery Capital', leaderboard_anonymity: false, has_liquidity_providers: true },
  trading_desk: { ticker: 'ORRY', name: 'Orrery', is_maker: false },
  has_totp_enabled: false,
  has_passkey: false,
  visual_mobile_notifications_enabled: true,
  audio_mobile_notifications_enabled: true,
  audio_notifications_enabled: true,
  visual_notifications_enabled: true,
  email_notifications_enabled: false,
  trading_notifications_enabled: true,
  active_products: [],
  has_accepted_us_agreement: false,
  has_accepted_non_us_agreement: true,
  has_unaccepted_agreement: false,
  restricted_ip_rfqs_left: null,
  preferences: { data: {} },
}

type LegText = readonly [name: string, ratio: string, side: 'BUY' | 'SELL', mark: string, price?: string]
type RfqText = {
  readonly code: string
  readonly currency: 'BTC' | 'ETH'
  readonly role: 'TAKER' | 'MAKER'
  readonly quantity: string
  readonly legs: readonly LegText[]
  readonly bids: readonly string[]
  readonly asks: readonly string[]
  readonly from?: string
  readonly closed?: Rfq['closedReason']
}

// prettier-ignore
const texts: readonly RfqText[] = [
  { code: 'CS', currency: 'BTC', role: 'TAKER', quantity: '250', legs: [['BTC-25DEC26-100000-C', '1', 'BUY', '0.0811'], ['BTC-25DEC26-120000-C', '1', 'SELL', '0.039']], bids: ['0.0412', '0.0411', '0.0409', '0.0405'], asks: ['0.0428', '0.043', '0.0431', '0.0434'] },
  { code: 'CR', currency: 'ETH', role: 'MAKER', quantity: '2500', legs: [['ETH-25JUN27-3600-P', '1', 'SELL', '0.0895'], ['ETH-25JUN27-5200-C', '1', 'BUY', '0.1014']], bids: ['0.0105'], asks: ['0.0131'], from: 'Meridian' },
  { code: 'SD', currency: 'BTC', role: 'MAKER', quantity: '40', legs: [['BTC-25DEC26-92000-C', '1', 'BUY', '0.081'], ['BTC-25DEC26-92000-P', '1', 'BUY', '0.062']], bids: ['0.1421'], asks: [] },
  { code: 'CC', currency: 'BTC', role: 'TAKER', quantity: '120', legs: [['BTC-27NOV26-100000-C', '1', 'SELL', '0.03'], ['BTC-25DEC26-100000-C', '1', 'BUY', '0.0811']], bids: ['0.0298'], asks: ['0.0307'] },
  { code: 'PT', currency: 'BTC', role: 'TAKER', quantity: '300', legs: [['BTC-26FEB27-85000-P', '1', 'BUY', '0.0335'], ['BTC-PERPETUAL', '0.31', 'SELL', '91482.1', '91480']], bids: ['0.0332'], asks: ['0.034'] },
  { code: 'FD', currency: 'ETH', role: 'MAKER', quantity: '600', legs: [['ETH-25DEC26-2400-P', '1', 'BUY', '0.011'], ['ETH-25DEC26-2600-P', '1', 'SELL', '0.019'], ['ETH-25DEC26-3600-C', '1', 'SELL', '0.021'], ['ETH-25DEC26-3800-C', '1', 'BUY', '0.0112']], bids: [], asks: ['0.0188'], from: 'Northlight' },
  { code: 'CM', currency: 'BTC', role: 'MAKER', quantity: '75.5', legs: [['BTC-25DEC26-100000-C', '1', 'BUY', '0.0811'], ['BTC-25DEC26-120000-C', '1.125', 'SELL', '0.039']], bids: [], asks: [], from: 'Kestrel' },
  { code: 'CB', currency: 'BTC', role: 'TAKER', quantity: '80', legs: [['BTC-25DEC26-90000-C', '1', 'BUY', '0.09'], ['BTC-25DEC26-100000-C', '2', 'SELL', '0.0811'], ['BTC-25DEC26-110000-C', '1', 'BUY', '0.0786']], bids: ['0.0061'], asks: ['0.0066'], closed: 'EXECUTION_LIMIT' },
  { code: 'FS', currency: 'ETH', role: 'MAKER', quantity: '100000', legs: [['ETH-PERPETUAL', '1', 'SELL', '3018.44'], ['ETH-25DEC26', '1', 'BUY', '3060.06']], bids: ['41.25'], asks: ['42'], closed: 'EXECUTION_LIMIT' },
]

const desks = ['Kestrel', 'Halyard', 'Orrery', 'Meridian']
const ids = new Map<string, number>()
const idOf = (name: string): number => ids.get(name) ?? (ids.set(name, ids.size + 1), ids.size)

const productOf = (name: string): string =>
  /-[CP]$/.test(name) ? (name.startsWith('BTC') ? 'DO' : 'EH') : name.startsWith('BTC') ? 'CF' : 'AZ'

function requestOf(text: RfqText, index: number, now: number) {
  const isFuture = text.code === 'FS'
  const createdAt = now - 30_000 * (index + 1)
  return rfqOf({
    id: `r_fixture${String(index).padStart(20, '0')}`,
    state: text.closed === undefined ? 'OPEN' : 'CLOSED',
    closedReason: text.closed,
    role: text.role,
    kind: isFuture ? 'FUTURE' : text.legs.some((leg) => leg[4] !== undefined) ? 'OPTION_FUTURE' : 'OPTION',
    baseCurrency: text.currency,
    quoteCurrency: isFuture ? 'USD' : text.currency,
    productCodes: [...new Set(text.legs.map(([name]) => productOf(name)))],
    strategyCode: text.code,
    description: text.legs.map(([name]) => name).join(' / '),
    quantity: text.quantity,
    legs: text.legs.map(([name, ratio, side, , price]) =>
      legOf({
        instrumentId: idOf(name),
        instrumentName: name,
        productCode: productOf(name),
        ratio,
        quantity: String(Number(text.quantity) * Number(ratio)),
        side,
        price,
      }),
    ),
    account: 'prop-1',
    counterparties: desks,
    takerDeskName: text.role === 'TAKER' ? 'Orrery' : text.from,
    isTakerAnonymous: text.from === undefined,
    createdAt,
    expiresAt: createdAt + 300_000,
    updatedAt: text.closed === undefined ? createdAt : now + 3_600_000,
    traded: text.role === 'TAKER',
    similarOpen: text.role === 'TAKER' ? undefined : 0,
  })
}

const quoteOf = (rfq: Rfq, side: 'BUY' | 'SELL', price: string, index: number): Level =>
  levelOf({
    id: `o_${rfq.id}${side}${index}`,
    rfqId: rfq.id,
    side,
    price,
    quantity: String(Number(rfq.quantity) * (index % 3 === 1 ? 0.4 : 1)),
    deskName: desks[index % desks.length]!,
    createdAt: rfq.createdAt + 900,
    updatedAt: rfq.createdAt + 900,
  })

function ownOf(rfq: Rfq, side: 'BUY' | 'SELL', price: string): Order {
  const { id, rfqId, quantity, createdAt } = quoteOf(rfq, side, price, 0)
  return orderOf({
    ...{ id, rfqId, side, price, quantity, createdAt },
    state: rfq.state === 'OPEN' ? 'OPEN' : 'CLOSED',
    updatedAt: rfq.updatedAt,
    baseCurrency: rfq.baseCurrency,
    description: rfq.description,
    expiresAt: rfq.expiresAt,
  })
}

const markOf = (name: string, mark: string): MarkView => ({
  instrument_id: idOf(name),
  mark_price: mark,
  mark_iv: '52.40',
  bid_price: null,
  ask_price: null,
  bid_iv: null,
  ask_iv: null,
  underlying_price: '92000',
  delta: '0.42',
  gamma: '0.0001',
  vega: '91.2',
  theta: '-31.1',
  min_price: null,
  max_price: null,
})

function tapeOf(text: RfqText, index: number, now: number): TapeTrade {
  const {
    id: rfqId,
    kind,
    description,
    strategyCode,
    baseCurrency,
    quoteCurrency,
    productCodes,
    quantity,
    legs,
  } = requestOf(text, index, now)
  const price = text.asks[0] ?? text.bids[0] ?? '0.0377'
  return tapeTradeOf({
    ...{ rfqId, kind, description, strategyCode, baseCurrency, quoteCurrency, productCodes, quantity, price },
    id: `t_${index}`,
    side: index % 2 === 0 ? 'BUY' : 'SELL',
    markPrice: (Number(price) * 0.99).toFixed(4),
    indexPrice: baseCurrency === 'BTC' ? '91482.1' : '3018.44',
    legs: legs.map((leg) => ({ ...leg, price: leg.price ?? '0.04', iv: leg.price === undefined ? '40.1' : undefined })),
    executedAt: now - index * 47_000 - 2_000,
    filledAt: now - index * 47_000,
  })
}

/** As if every list of an audience had loaded. */
export const allLists = (audience: Audience) =>
  (['rfqs', 'levels', 'orders', 'trades', 'tape'] as const satisfies readonly ListName[]).map((list) => loadedName(list, audience))

export function fill(): void {
  globalThis.fetch = () => Promise.resolve(Response.json({ next: null, results: [] }))
  const now = Date.now()
  useOpenMarketsStore.setState({ markets: (['BTC', 'ETH'] as const).map((currency) => ({ venue: 'DBT', currency })) })
  useSession.setState({ session: { state: 'SIGNED_IN', user } })
  const rfqs = texts.map((text, index) => requestOf(text, index, now))
  const quotes = rfqs.flatMap((rfq, index) => {
    const { role, bids, asks } = texts[index]!
    return role === 'TAKER'
      ? [...bids.map((price, at) => quoteOf(rfq, 'BUY', price, at)), ...asks.map((price, at) => quoteOf(rfq, 'SELL', price, at))]
      : []
  })
  const orders = rfqs.flatMap((rfq, index) => {
    const { role, bids, asks } = texts[index]!
    return role === 'MAKER' ? [...bids.map((price) => ownOf(rfq, 'BUY', price)), ...asks.map((price) => ownOf(rfq, 'SELL', price))] : []
  })
  const market = (currency: string, index: string, change: string) => ({
    venue: 'DBT',
    base_currency: currency,
    at: now + 3_600_000,
    index_price: index,
    index_change_24h: change,
    index_change_since: null,
    is_stale: false,
    receivedAt: now,
  })
  const drafts = rfqs.slice(0, 2).map((rfq) => ({ ...rfq, id: `${rfq.id}d`, state: 'DRAFT' as const }))
  useLive.setState({
    ...nothing,
    rfqs: new Map([...rfqs, ...drafts].map((rfq) => [rfq.id, rfq])),
    levels: new Map(quotes.map((quote) => [quote.id, quote])),
    levelsByRfq: groupBy(quotes, (quote) => quote.rfqId, new Map()),
    orders: new Map(orders.map((order) => [order.id, order])),
    ordersByRfq: groupBy(orders, (order) => order.rfqId, new Map()),
    tape: texts.map((text, index) => tapeOf(text, index, now)),
    markets: new Map([
      ['DBT.BTC', market('BTC', '91482.1', '1.2')],
      ['DBT.ETH', market('ETH', '3018.44', '-0.4')],
    ]),
    marks: new Map(texts.flatMap(({ legs }) => legs.map(([name, , , mark]) => [idOf(name), markOf(name, mark)] as const))),
    loaded: new Set(allLists('DIRECT')),
  })
  useFeeds.setState({ DIRECT: { state: 'OPEN', hasOpened: true, refused: {} } })
  useHealth.setState({ latencyMs: 4, brokenAt: undefined, attempts: 0, silentMs: undefined })
  localStorage.setItem('unified-rfq-table-pinned-items', JSON.stringify({ [rfqs[0]!.id]: now }))
  const query = new URLSearchParams(location.search)
  if (query.has('selected')) selectRfq(rfqs[Number(query.get('selected'))])
  if (query.has('toasts')) {
    toast({ tone: 'done', title: 'Bought 250 @ 0.0428, filled', text: 'Call Spread · 27 MAR 26 · Halyard · settled on DBT' })
    toast({ tone: 'warn', title: 'All GRFQ/DRFQ quotes canceled: MMP limit reached', text: '6 quotes cancelled · quoting resumes in 30 s' })
    toast({ tone: 'refused', title: 'Order rejected', text: 'Price is off tick 0.0001. Accepted: 0.0427 or 0.0428' })
  }
}
