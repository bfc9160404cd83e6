/**
 * A market maker in both flows: two-way quotes around the mark in every RFQ it is asked in and in the order-book markets there are. Its prices
 * lean away from what it already holds, it stops the side on which it holds enough, and it knows what to do when market maker protection fires.
 */
import { catalogueCalls, ClientError, createClient, type DirectData, directRfqCalls, type GroupData, obCalls } from '@parley/client'
import { deskOf } from './desk.ts'

/** How far from the mark a leg is quoted, by how much a full inventory moves that, and how many contracts of an instrument are enough. */
const OPTION = { edgeTicks: 2, leanTicks: 4, enough: 500 } as const
/** A future is a dollar a contract, and its mark is known to the basis point. */
const FUTURE = { edgeOfMark: 0.0004, leanOfMark: 0.0004, enough: 2_000_000 } as const
/** How long to look before quoting again after protection has fired, and how many markets of the order book to quote in. */
const [THINK_MS, MOST_MARKETS] = [3_000, 8] as const

type Side = 'BUY' | 'SELL'
type Leg = { readonly instrument_id: number; readonly side: Side; readonly price?: string | null | undefined }
type LegPrice = { readonly instrument_id: number; readonly price: string }
type Trade = Pick<DirectData['trades'], 'side' | 'quantity' | 'description' | 'price'> & {
  readonly legs: readonly { readonly instrument_id: number; readonly side: Side; readonly quantity: string }[]
}
/** Something to quote in, of whichever flow. */
type Line = {
  readonly name: string
  readonly legs: readonly Leg[]
  readonly products: readonly string[]
  readonly place: (side: Side, legs: LegPrice[]) => Promise<void>
  readonly pull: (side: Side) => Promise<void>
  /** The order of a side is over; without a side, of both. */
  readonly forget: (side?: Side) => void
  readonly leave: () => void
  quoted: string
  isBusy: boolean
}

const { account, ...desk } = deskOf('MAKER')
const client = createClient({ baseUrl: desk.baseUrl, credentials: { kind: 'key', accessKey: desk.accessKey, secretKey: desk.secretKey } })
// When this program is gone, so are its quotes.
const direct = client.socket({ cancelOnDisconnect: true })
const market = client.socket({ door: '/v1/ob', cancelOnDisconnect: true })
const listed = new Map<number, { readonly tick: string; readonly isFuture: boolean }>()
const lines = new Map<string | number, Line>()
/** What we hold of each instrument, in contracts, from the trades since the start. */
const held = new Map<number, number>()
const frozen = new Set<string>()

for await (const page of client.pages(catalogueCalls.listInstruments, { query: { state: 'ACTIVE', page_size: 1000 } }))
  for (const { id, min_tick_size: tick, kind } of page.results) listed.set(id, { tick, isFuture: kind === 'FUTURE' })

direct.subscribe<DirectData['rfqs']>('rfqs', ({ event, data }) => (event === 'SNAPSHOT' ? data : [data]).forEach(followRfq), {
  snapshot: true,
})
direct.subscribe<DirectData['trades']>('trades', ({ event, data }) => event === 'UPDATED' && data.state === 'FILLED' && hold(data), {
  resume: true,
})
direct.subscribe<DirectData['market_maker_protection']>(
  'market_maker_protection',
  ({ event, data }) => event !== 'SNAPSHOT' && protect(data),
)
market.subscribe<GroupData['rfq']>('rfq', ({ event, data }) => (event === 'SNAPSHOT' ? data : [data]).forEach(followMarket), {
  snapshot: true,
})
market.subscribe<GroupData['trade']>('trade', ({ event, data }) => event !== 'SNAPSHOT' && data.kind === 'COMPLETED' && hold(data.trade), {
  resume: true,
})
console.log(`making markets at ${desk.baseUrl}`)

function followRfq(rfq: DirectData['rfqs']): void {
  if (rfq.role !== 'MAKER') return
  if (rfq.state !== 'OPEN') return leave(rfq.id)
  if (lines.has(rfq.id)) return
  const orders: Partial<Record<Side, string>> = {}
  const place = async (side: Side, legs: LegPrice[]): Promise<void> => {
    const known = orders[side]
    const body = { rfq_id: rfq.id, side, quantity: rfq.quantity, legs, account_name: account }
    const placed = known
      ? await client.call(directRfqCalls.replaceOrder, { params: { id: known }, body: { legs } })
      : await client.call(directRfqCalls.createOrder, { body, idempotencyKey: crypto.randomUUID() })
    orders[side] = placed.id
  }
  const pull = async (side: Side): Promise<void> => {
    const known = orders[side]
    delete orders[side]
    if (known) await client.call(directRfqCalls.cancelOrder, { params: { id: known } })
  }
  const forget = (side?: Side): void => (side ? [side] : (['BUY', 'SELL'] as const)).forEach((one) => delete orders[one])
  const bbo = direct.subscribe<DirectData['bbo.{rfq_id}']>(
    `bbo.${rfq.id}`,
    ({ event, data }) => event !== 'SNAPSHOT' && void quote(line, data.legs),
  )
  const line: Line = {
    name: inOneLine(rfq.description),
    legs: rfq.legs,
    products: rfq.product_codes,
    place,
    pull,
    forget,
    leave: bbo.unsubscribe,
    quoted: '',
    isBusy: false,
  }
  lines.set(rfq.id, line)
}

function followMarket({ rfq }: GroupData['rfq']): void {
  if (rfq.status !== 'ACTIVE') return leave(rfq.id)
  if (lines.has(rfq.id) || [...lines.keys()].filter((key) => typeof key === 'number').length >= MOST_MARKETS) return
  const params = { id: rfq.id }
  // PATCH replaces the quote of a side, or places it: there is nothing to remember. Post-only: a maker does not take by mistake.
  const place = async (side: Side, legs: LegPrice[]): Promise<void> =>
    void (await client.call(obCalls.upsertQuote, { params, body: { side, quantity: rfq.min_block_size, legs, account, post_only: true } }))
  const pull = async (side: Side): Promise<void> => void (await client.call(obCalls.cancelQuotes, { query: { rfq_id: rfq.id, side } }))
  const bbo = market.subscribe<GroupData['bbo.{rfq_id}']>(
    `bbo.${rfq.id}`,
    ({ event, data }) => event !== 'SNAPSHOT' && void quote(line, data.leg_prices),
  )
  const line: Line = {
    name: inOneLine(rfq.description),
    legs: rfq.legs,
    products: rfq.product_codes,
    place,
    pull,
    forget: () => undefined,
    leave: bbo.unsubscribe,
    quoted: '',
    isBusy: false,
  }
  lines.set(rfq.id, line)
}

function leave(id: string | number): void {
  lines.get(id)?.leave()
  lines.delete(id)
}

type Marked = { readonly instrument_id: number; readonly mark_price: string }

async function quote(line: Line, marks: readonly Marked[]): Promise<void> {
  const at = line.legs.map((leg) => ({ ...leg, mark: Number(marks.find((one) => one.instrument_id === leg.instrument_id)?.mark_price) }))
  // What the prices depend on: quoting the same again would only cost calls.
  const basis = JSON.stringify(at.map(({ instrument_id, mark }) => [mark, fullness(instrument_id)]))
  const isFrozen = line.products.some((product) => frozen.has(product))
  if (line.isBusy || isFrozen || line.quoted === basis || at.some(({ mark }) => Number.isNaN(mark))) return
  line.isBusy = true
  const rises = basis > line.quoted
  try {
    // When the market rises the ask goes first: the own bid never meets the own ask.
    for (const side of rises ? (['SELL', 'BUY'] as const) : (['BUY', 'SELL'] as const)) {
      const prices = at.map((leg) => ({ instrument_id: leg.instrument_id, price: leg.price ?? priceOf(leg, leg.mark, side) }))
      await (isFull(line, side) ? line.pull(side) : line.place(side, prices)).catch(unlessPassing(line, side))
    }
    if (line.quoted === '') console.log(`quoting ${line.name}`)
    line.quoted = basis
  } catch (error) {
    // A refusal says what would be accepted.
    line.forget()
    console.log(`${line.name}: ${(error as Error).message}`)
  }
  line.isBusy = false
}

/**
 * What belongs to the day of a maker: the request is over; the order was filled, and is placed anew; or the price would take from somebody
 * who stands there, which a maker leaves to takers. The next mark brings the next try.
 */
const unlessPassing =
  (line: Line, side: Side) =>
  (error: unknown): void => {
    const passing = ['RfqClosed', 'OrderClosed', 'OrderUnknown', 'PostOnlyWouldCross', 'QuoteCrossesOwnSide', 'ProtectionActive']
    if (!(error instanceof ClientError) || !passing.includes(error.error ?? '')) throw error
    line.forget(side)
  }

/** Who buys the structure buys its bought legs and sells its sold ones: an edge in our favour on each, and all of it away from what we hold. */
function priceOf({ instrument_id, side }: Leg, mark: number, ours: Side): string {
  const { tick, isFuture } = listed.get(instrument_id) ?? { tick: '0.0001', isFuture: false }
  const inTicks = mark / Number(tick)
  const edge = isFuture ? Math.ceil(inTicks * FUTURE.edgeOfMark) : OPTION.edgeTicks
  const lean = Math.round(fullness(instrument_id) * (isFuture ? inTicks * FUTURE.leanOfMark : OPTION.leanTicks))
  const steps = side === ours ? Math.floor(inTicks) - edge : Math.ceil(inTicks) + edge
  return (Math.max(1, steps - lean) * Number(tick)).toFixed(tick.split('.')[1]?.length ?? 0)
}

const enoughOf = (instrumentId: number): number => (listed.get(instrumentId)?.isFuture ? FUTURE : OPTION).enough

/** From -1, as short as we want to be, to 1: where we are long we would rather sell, and quote lower. */
function fullness(instrumentId: number): number {
  return Math.max(-1, Math.min(1, (held.get(instrumentId) ?? 0) / enoughOf(instrumentId)))
}

/** Whether this side would add to an instrument of which we have enough. */
const isFull = ({ legs }: Line, ours: Side): boolean =>
  legs.some(({ instrument_id, side }) => fullness(instrument_id) * (side === ours ? 1 : -1) >= 1)

/** A structure that has no name is told leg by leg: the first of them will do. */
function inOneLine(description: string): string {
  const [word, first, ...more] = description.split('\n')
  return first === undefined ? word! : `${word} ${first}${more.length === 0 ? '' : ` and ${more.length} more`}`
}

function hold({ legs, side, quantity, description, price }: Trade): void {
  for (const leg of legs)
    held.set(leg.instrument_id, (held.get(leg.instrument_id) ?? 0) + Number(leg.quantity) * (leg.side === 'BUY' ? 1 : -1))
  console.log(`traded: ${side} ${quantity} ${inOneLine(description)} at ${price}`)
}

/** The server has pulled every quote of the product. We look for a moment, then say that we are ready; the next mark brings the quotes back. */
function protect({ kind, product, limit }: DirectData['market_maker_protection']): void {
  if (kind === 'RESET') return void frozen.delete(product)
  console.log(`protection ${limit} has fired in ${product}`)
  frozen.add(product)
  for (const line of lines.values()) if (line.products.includes(product)) (line.forget(), (line.quoted = ''))
  setTimeout(() => {
    frozen.delete(product)
    client.call(directRfqCalls.resetMmp, { body: {} }).then(
      () => console.log(`quoting again in ${product}`),
      (error: Error) => console.log(`reset: ${error.message}`),
    )
  }, THINK_MS)
}
