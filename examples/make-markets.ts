/**
 * A market maker in RFQs and order books: it quotes both sides around the mark in every RFQ it receives and in the open order books. It skews its
 * prices against its inventory, stops quoting a side once it holds enough, and handles market maker protection.
 */
import {
  cancelOrders,
  catalogueCalls,
  ClientError,
  createClient,
  type DirectData,
  directRfqCalls,
  type Leg,
  type Order,
  placeOrder,
  replaceOrder,
  type Rfq,
  type Screen,
  type Side,
  type Trade,
  watchRfqs,
  watchScreen,
  watchTrades,
} from '@parley/client'
import { deskOf } from './desk.ts'

/** How far from the mark a leg is quoted, how much a full inventory moves that, and how many contracts of an instrument are enough. */
const OPTION = { edgeTicks: 2, leanTicks: 4, enough: 500 } as const
/** A future has one dollar per contract, and its mark is known to the basis point. */
const FUTURE = { edgeOfMark: 0.0004, leanOfMark: 0.0004, enough: 2_000_000 } as const
/** How long to wait before quoting again after protection has triggered, and how many order books to quote in. */
const [THINK_MS, MOST_BOOKS] = [3_000, 8] as const

/** An RFQ that we quote in. */
type QuotedRfq = {
  readonly rfq: Rfq
  readonly orders: Partial<Record<Side, Order>>
  readonly leave: () => void
  basis: string
  isBusy: boolean
}

const { account, ...desk } = deskOf('MAKER')
const client = createClient({ baseUrl: desk.baseUrl, credentials: { kind: 'key', accessKey: desk.accessKey, secretKey: desk.secretKey } })
// When this program stops, its quotes are cancelled.
const direct = client.socket({ cancelOnDisconnect: true })
const sockets = [direct, client.socket({ door: '/v1/ob', cancelOnDisconnect: true })]
const listed = new Map<number, { readonly tick: string; readonly isFuture: boolean }>()
const quotedRfqs = new Map<string, QuotedRfq>()
/** Our position in each instrument, in contracts, from the trades since the start. */
const held = new Map<number, number>()
const blocked = new Set<string>()

for await (const page of client.pages(catalogueCalls.listInstruments, { query: { state: 'ACTIVE', page_size: 1000 } }))
  for (const { id, min_tick_size: tick, kind } of page.results) listed.set(id, { tick, isFuture: kind === 'FUTURE' })

watchRfqs(sockets, (change) => {
  if (change.event !== 'SNAPSHOT') return follow(change.data)
  change.gone.forEach(leave)
  change.data.forEach(follow)
})
watchTrades(sockets, ({ event, data }) => event !== 'SNAPSHOT' && traded(data), { resume: true })
direct.subscribe<DirectData['market_maker_protection']>(
  'market_maker_protection',
  ({ event, data }) => event !== 'SNAPSHOT' && protect(data),
)
console.log(`making markets at ${desk.baseUrl}`)

function follow(rfq: Rfq): void {
  if (rfq.state !== 'OPEN') return leave(rfq.id)
  const books = [...quotedRfqs.values()].filter((quoted) => quoted.rfq.audience === 'ORDER_BOOK').length
  if (quotedRfqs.has(rfq.id) || rfq.role === 'TAKER' || (rfq.audience === 'ORDER_BOOK' && books >= MOST_BOOKS)) return
  const screen = watchScreen(sockets, rfq, (prices) => void quote(quoted, prices))
  const quoted: QuotedRfq = { rfq, orders: {}, leave: screen.unsubscribe, basis: '', isBusy: false }
  quotedRfqs.set(rfq.id, quoted)
}

function leave(id: string): void {
  quotedRfqs.get(id)?.leave()
  quotedRfqs.delete(id)
}

async function quote(quoted: QuotedRfq, screen: Screen): Promise<void> {
  const { rfq } = quoted
  const at = rfq.legs.map((leg) => ({ ...leg, mark: Number(screen.legs.find((one) => one.instrumentId === leg.instrumentId)?.markPrice) }))
  // The prices depend on this value: quoting the same again would only cost calls.
  const basis = JSON.stringify(at.map(({ instrumentId, mark }) => [mark, fullness(instrumentId)]))
  const isBlocked = rfq.productCodes.some((product) => blocked.has(product))
  if (quoted.isBusy || isBlocked || quoted.basis === basis || at.some(({ mark }) => Number.isNaN(mark))) return
  quoted.isBusy = true
  const rises = basis > quoted.basis
  const isNew = quoted.basis === ''
  quoted.basis = basis
  try {
    // When the market rises, send the ask first, so that the desk's own bid never meets the desk's own ask.
    for (const side of rises ? (['SELL', 'BUY'] as const) : (['BUY', 'SELL'] as const)) {
      const legPrices = at.map((leg) => ({ instrumentId: leg.instrumentId, price: leg.price ?? priceOf(leg, leg.mark, side) }))
      await (isFull(quoted, side) ? pull(quoted, side) : place(quoted, side, legPrices)).catch(unlessPassing(quoted, side))
    }
    if (isNew) console.log(`quoting ${inOneLine(rfq.description)}`)
  } catch (error) {
    // The message describes what is accepted.
    forget(quoted)
    console.log(`${inOneLine(rfq.description)}: ${(error as Error).message}`)
  }
  quoted.isBusy = false
}

async function place({ rfq, orders }: QuotedRfq, side: Side, legPrices: { instrumentId: number; price: string }[]): Promise<void> {
  const known = orders[side]
  // Post-only, so that a maker never takes by mistake. Direct RFQs have no post-only orders.
  const terms = rfq.audience === 'ORDER_BOOK' ? { legPrices, isPostOnly: true } : { legPrices }
  const quantity = rfq.quantity ?? rfq.minBlockSize!
  const command = known ? replaceOrder(known, terms) : placeOrder(rfq, { ...terms, side, quantity, account })
  orders[side] = await command.send(client, { idempotencyKey: crypto.randomUUID() })
}

async function pull({ rfq, orders }: QuotedRfq, side: Side): Promise<void> {
  if (!orders[side]) return
  delete orders[side]
  await cancelOrders({ audience: rfq.audience, rfq, side }).send(client)
}

/** The order of a side has ended; without a side, the orders of both. The next mark places a new one. */
function forget(quoted: QuotedRfq, side?: Side): void {
  for (const one of side ? [side] : (['BUY', 'SELL'] as const)) delete quoted.orders[one]
  quoted.basis = ''
}

/**
 * Expected errors for a maker: the RFQ has closed, the order was filled and needs a new one, or the price would take, which a maker leaves to takers.
 * The next mark triggers another attempt.
 */
const unlessPassing =
  (quoted: QuotedRfq, side: Side) =>
  (error: unknown): void => {
    const passing = ['RfqClosed', 'OrderClosed', 'OrderUnknown', 'PostOnlyWouldCross', 'QuoteCrossesOwnSide', 'ProtectionActive']
    if (!(error instanceof ClientError) || !passing.includes(error.error ?? '')) throw error
    delete quoted.orders[side]
  }

/**
 * A buyer of the structure buys its bought legs and sells its sold ones. Each leg gets an edge in our favour, and the price moves against our
 * position.
 */
function priceOf({ instrumentId, side }: Leg, mark: number, ours: Side): string {
  const { tick, isFuture } = listed.get(instrumentId) ?? { tick: '0.0001', isFuture: false }
  const inTicks = mark / Number(tick)
  const edge = isFuture ? Math.ceil(inTicks * FUTURE.edgeOfMark) : OPTION.edgeTicks
  const lean = Math.round(fullness(instrumentId) * (isFuture ? inTicks * FUTURE.leanOfMark : OPTION.leanTicks))
  const steps = side === ours ? Math.floor(inTicks) - edge : Math.ceil(inTicks) + edge
  return (Math.max(1, steps - lean) * Number(tick)).toFixed(tick.split('.')[1]?.length ?? 0)
}

/** From -1, at the maximum short position, to 1, at the maximum long one. When long, we prefer to sell, and quote lower. */
function fullness(instrumentId: number): number {
  const enough = (listed.get(instrumentId)?.isFuture ? FUTURE : OPTION).enough
  return Math.max(-1, Math.min(1, (held.get(instrumentId) ?? 0) / enough))
}

/** Whether this side would add to an instrument of which we have enough. */
const isFull = ({ rfq }: QuotedRfq, ours: Side): boolean =>
  rfq.legs.some(({ instrumentId, side }) => fullness(instrumentId) * (side === ours ? 1 : -1) >= 1)

/** A structure without a name is described leg by leg; the first leg is enough. */
function inOneLine(description: string): string {
  const [word, first, ...more] = description.split('\n')
  return first === undefined ? word! : `${word} ${first}${more.length === 0 ? '' : ` and ${more.length} more`}`
}

/** Only settled trades count towards our position. */
function traded({ state, legs, side, quantity, description, price }: Trade): void {
  if (state !== 'FILLED') return
  for (const leg of legs)
    held.set(leg.instrumentId, (held.get(leg.instrumentId) ?? 0) + Number(leg.quantity) * (leg.side === 'BUY' ? 1 : -1))
  console.log(`traded: ${side} ${quantity} ${inOneLine(description)} at ${price}`)
}

/** The server has cancelled all our quotes in the product. Wait for a moment, then reset the protection; the next mark brings the quotes back. */
function protect({ kind, product, limit }: DirectData['market_maker_protection']): void {
  if (kind === 'RESET') return void blocked.delete(product)
  console.log(`protection ${limit} has triggered in ${product}`)
  blocked.add(product)
  for (const quoted of quotedRfqs.values()) if (quoted.rfq.productCodes.includes(product)) forget(quoted)
  setTimeout(() => {
    blocked.delete(product)
    client.call(directRfqCalls.resetMmp, { body: {} }).then(
      () => console.log(`quoting again in ${product}`),
      (error: Error) => console.log(`reset: ${error.message}`),
    )
  }, THINK_MS)
}
