/** Connects the Delta-1 Spreads screen to its socket while the screen is open. */
import {
  type Attempt,
  keepLists,
  keepSpreadBook,
  readRows,
  type ListChannel,
  type Socket,
  type SpreadBookDeltaView,
  type SpreadOrderView,
  type SpreadTapeTradeView,
  type SpreadTradeView,
  type StrategyView,
  type VenueBboView,
} from '@parley/client'
import { spreadCalls } from '@parley/contracts'
import { client } from '../../live/api.ts'
import type { Frame } from '../../live/batch-per-frame.ts'
import { channelInto, framesOfPart } from '../../live/frames-of-part.ts'
import { limits } from '../../live/limits.ts'
import { followReading, type ListsLoading } from '../../live/lists-loading.ts'
import { report } from '../../live/report.ts'
import { levelsFromWire, orderFromWire, strategyFromWire, tapeFromWire, topFromWire, tradeFromWire, valueFromWire } from './from-wire.ts'
import { applyChanges, type LookedAt, noChanges, type SpreadChanges, useSpreadMarket } from './spread-store.ts'
import type { Strategy } from './model.ts'
import { joinSpreadConnection } from '../../live/spread-connection.ts'

type Received = Frame<SpreadChanges>['received']

/** The connection while the screen is open. */
let open: { readonly socket: Socket; readonly received: Received } | undefined

/** Subscribes to everything except the book of one strategy. Returns a function that stops it and clears the received data. */
export function connectSpreads(): () => void {
  const { socket, leave } = joinSpreadConnection()
  const { received, stop } = framesOfPart(useSpreadMarket, { nothing: noChanges, apply: applyChanges })
  open = { socket, received }
  const show = (loading: ListsLoading) => useSpreadMarket.setState({ loading })
  const lists = keepLists(client, socket, {
    channels: channelsInto(received),
    read: (attempt) => readLists(received, attempt),
    onChange: followReading('The lists of spreads could not be loaded.', () => lists.retry(), show),
  })
  return () => {
    lists.close()
    stop()
    leave()
    open = undefined
    useSpreadMarket.clear()
  }
}

function channelsInto(received: Received): readonly ListChannel[] {
  const into = channelInto('SPREADS', received)
  return [
    into('strategy_state.ALL.ALL', putStrategy),
    into('order_book.ALL.L1', putTop),
    into('venue_bbo.ALL', putValue),
    into('orders.ALL.ALL.ALL', putOrder),
    into('trades.ALL.ALL.ALL', putTrade),
    into('trade_tape.ALL.ALL.ALL', putTapeTrade),
  ]
}

const putStrategy = ({ strategies }: SpreadChanges, view: StrategyView) =>
  strategies.set(view.id, view.state === 'ACTIVE' ? strategyFromWire(view) : undefined)

/** Level L1 sends the best bid and ask whenever one of them changes. A side without rows is empty. */
const putTop = ({ tops }: SpreadChanges, { id, bids, asks }: SpreadBookDeltaView) =>
  tops.set(id, { bid: levelsFromWire(bids)[0], ask: levelsFromWire(asks)[0] })

const putValue = ({ values }: SpreadChanges, view: VenueBboView) => values.set(view.id, valueFromWire(view))
const putOrder = ({ orders }: SpreadChanges, view: SpreadOrderView) => orders.push(orderFromWire(view))
const putTrade = ({ trades }: SpreadChanges, view: SpreadTradeView) => trades.push(tradeFromWire(view))
const putTapeTrade = ({ tape }: SpreadChanges, view: SpreadTapeTradeView) => tape.push(tapeFromWire(view))

/** Positions are calculated from trades. */
const PAGES = { resting: 10, over: 5, trades: 10, tape: 2 } as const
/** The page size for lists that have to be complete: the maximum that the server allows. */
const MOST_A_PAGE = 1_000
/** Ended spreads that the lists refer to, newest first. */
const MOST_ENDED = 100

/** Loads strategies and best prices first, because the screen shows them first. Rejects if a list could not be read. */
async function readLists(received: Received, { isCurrent, show }: Attempt): Promise<void> {
  const active = client.pages(spreadCalls.listStrategies, { query: { state: 'ACTIVE', page_size: limits.pageRows } })
  const strategies = await readRows(active, Infinity, isCurrent)
  const { results: summaries } = await client.call(spreadCalls.listBookSummaries, { query: {} })
  if (!isCurrent()) return
  const changes = received()
  for (const id of useSpreadMarket.getState().strategies.keys()) changes.strategies.set(id, undefined)
  for (const view of strategies) putStrategy(changes, view)
  for (const view of summaries) if (!changes.tops.has(view.id)) changes.tops.set(view.id, topFromWire(view))
  show()
  const ordersIn = (state: 'OPEN' | 'CLOSED', page_size: number) => client.pages(spreadCalls.listOrders, { query: { state, page_size } })
  const tradePages = client.pages(spreadCalls.listTrades, { query: { page_size: MOST_A_PAGE } })
  const tapePages = client.pages(spreadCalls.listTape, { query: { page_size: limits.pageRows } })
  const lists = await Promise.all([
    readRows(tradePages, PAGES.trades, isCurrent, (view) => putTrade(received(), view)),
    // Loads all resting orders, however many other orders have been closed since.
    readRows(ordersIn('OPEN', MOST_A_PAGE), PAGES.resting, isCurrent, (view) => putOrder(received(), view)),
    readRows(ordersIn('CLOSED', limits.pageRows), PAGES.over, isCurrent, (view) => putOrder(received(), view)),
    readRows(tapePages, PAGES.tape, isCurrent, (view) => putTapeTrade(received(), view)),
  ])
  if (!isCurrent()) return
  const [trades, resting, over] = lists
  await readEndedOrders(received, isCurrent, new Set([...resting, ...over].map(({ id }) => id)))
  if (!isCurrent()) return
  useSpreadMarket.setState({ tradesCutAt: trades.length < PAGES.trades * MOST_A_PAGE ? undefined : trades.length })
  void readEnded(received, isCurrent, new Set(lists.flat().map((view) => view.strategy_id))).catch((error: unknown) =>
    report('Ended spreads could not be loaded.', error),
  )
}

/** Orders that were open before a disconnection and are in neither list are read one by one, so that each shows how it ended. */
async function readEndedOrders(received: Received, isMine: () => boolean, listed: ReadonlySet<string>): Promise<void> {
  const gone = [...useSpreadMarket.getState().orders.values()].filter(({ id, state }) => state === 'OPEN' && !listed.has(id))
  for (const { id } of gone.slice(0, MOST_ENDED)) {
    const view = await client.call(spreadCalls.getOrder, { params: { id } })
    if (!isMine()) return
    putOrder(received(), view)
  }
}

/** Loads ended spreads, so that their orders and trades stay in the lists with their names and steps. */
async function readEnded(received: Received, isMine: () => boolean, named: ReadonlySet<string>): Promise<void> {
  const { strategies, ended } = useSpreadMarket.getState()
  const unknown = [...named].filter((id) => !strategies.has(id) && !ended.has(id)).slice(0, MOST_ENDED)
  for (const id of unknown) {
    const strategy = await endedOf(id)
    if (!isMine()) return
    if (strategy !== undefined) received().ended.set(id, strategy)
  }
}

/** Loads a strategy by its id. Undefined if it accepts orders. */
async function endedOf(id: string): Promise<Strategy | undefined> {
  const view = await client.call(spreadCalls.getStrategy, { params: { strategy_id: id } })
  return view.state === 'ACTIVE' ? undefined : strategyFromWire(view)
}

/** Loads the strategy of an address, and keeps it as the lists do. Undefined if the address names none. */
export async function findEnded(id: string): Promise<Strategy | undefined> {
  const strategy = useSpreadMarket.getState().ended.get(id) ?? (await endedOf(id).catch(() => undefined))
  if (strategy !== undefined) open?.received().ended.set(id, strategy)
  return strategy
}

/** Applies the response to the desk's own order, which can arrive before the channel's message. */
export const applyResponse = (view: SpreadOrderView): void => void (open && putOrder(open.received(), view))

/** Follows the complete book of one strategy while it is shown. */
export function watchBook(strategyId: string): () => void {
  useSpreadMarket.setState({ activeBook: { strategyId, book: undefined, isWhole: false } })
  if (open === undefined) return () => undefined
  const { socket, received } = open
  const kept = keepSpreadBook(client, socket, strategyId)
  // Sorted once per frame, however many changes arrive.
  const read = (): LookedAt => {
    const isWhole = kept.isWhole()
    const before = useSpreadMarket.getState().activeBook
    const book = isWhole ? { bids: levelsFromWire(kept.bids()), asks: levelsFromWire(kept.asks()) } : before?.book
    return { strategyId, book: before?.strategyId === strategyId || isWhole ? book : undefined, isWhole }
  }
  const stopListening = kept.onChange(() => void (received().readBook = read))
  return () => {
    stopListening()
    kept.close()
  }
}
