/** Reads of the venue's markets and of a desk's account there, in the format of the API. */
import type { Call, PerpetualPositionView, PerpetualSummaryView } from '@parley/contracts'
import { type DailyPnl, dailyPnl, isRefusal, refuse, type DeskId, type Refusal } from '@parley/core'
import type {
  AccountResults,
  CandleMinutes,
  MarginSummary,
  PerpetualOrder,
  PerpetualPosition,
  PerpetualsAccount,
  PerpetualsVenue,
  Reader,
  VenueAnswer,
} from '@parley/venues'
import type { RouteInput } from '../calls/route.ts'
import { createJoinedReads, createKeptReads, type JoinedReads, type KeptReads } from '../queues/joined-reads.ts'
import type { Audited } from './audited.ts'
import type { DeskAccounts } from './desk-account.ts'
import { perpetualLimits as limits } from './limits.ts'
import type { MarketBoard } from './market-board.ts'
import { noAccount, unknownMarket, unread } from './refusals.ts'
import * as wire from './wire.ts'

export type ReadParts = {
  readonly perpetuals: PerpetualsVenue
  readonly board: MarketBoard
  readonly accountOf: DeskAccounts
  /** Whether the desk has set the margin of a market here. */
  readonly hasChosenMargin: Audited['hasChosenMargin']
  readonly now: () => number
}
export type Period = { readonly from?: number | undefined; readonly to?: number | undefined }
type Results<Row> = { readonly results: Row[] }

export type Reads = ReturnType<typeof createReads>

export function createReads(parts: ReadParts) {
  const kept = createKeptReads({ now: parts.now, keptMs: limits.publicLifeMs, isGood: isDone })
  const joined = createJoinedReads()
  return { ...marketReads(parts, kept), ...accountReads(parts, joined), ...historyReads(parts, joined) }
}

const isDone = (answer: unknown): boolean => (answer as VenueAnswer<unknown>).outcome === 'DONE'

type Gone = RouteInput<Call>['gone']

/** Public data is the same for all, so one read of the last second answers all readers (rulebook 18.1). */
function marketReads({ perpetuals, board, now }: ReadParts, kept: KeptReads) {
  const ofMarket = async <Value>(
    { name, market, gone }: { readonly name: string; readonly market: string; readonly gone: Gone },
    read: (reader: Reader) => Promise<VenueAnswer<Value>>,
  ): Promise<Value | Refusal> => {
    const listed = await board.read()
    if (listed.outcome !== 'DONE') return unread(listed)
    if (!listed.value.markets.has(market)) return unknownMarket(listed.value.markets.keys())
    const answer = await kept.read(`${market} ${name}`, (signal) => read({ signal }), gone?.())
    return answer.outcome === 'DONE' ? answer.value : unread(answer)
  }
  return {
    markets: async () => {
      const read = await board.read()
      if (read.outcome !== 'DONE') return unread(read)
      const { markets, summaries } = read.value
      return { results: [...markets.values()].map((market) => wire.presentMarket(market, summaries.get(market.name), now())) }
    },
    book: async (market: string, gone?: Gone) => {
      const book = await ofMarket({ name: 'book', market, gone }, (reader) => perpetuals.book(market, reader))
      return isRefusal(book) ? book : wire.presentBook(book)
    },
    trades: async (market: string, gone?: Gone) =>
      resultsOf(await ofMarket({ name: 'trades', market, gone }, (reader) => perpetuals.recentTrades(market, reader)), (trades) =>
        trades.slice(0, limits.trades).map(wire.presentTrade),
      ),
    candles: async (market: string, minutes: CandleMinutes, { from, to }: { readonly from: number; readonly to: number }, gone?: Gone) => {
      if (from >= to || (to - from) / (minutes * 60_000) > limits.candles)
        return refuse('InvalidParams', '18.1', `The period can cover at most ${limits.candles} candles.`, 'from')
      const read = (reader: Reader) => perpetuals.candles({ market, minutes, from, to }, reader)
      return resultsOf(await ofMarket({ name: `candles ${minutes} ${from} ${to}`, market, gone }, read), (candles) =>
        candles.map(wire.presentCandle),
      )
    },
    fundingRates: async (market: string, asked: Period, gone?: Gone) => {
      const period = periodOf(asked, now())
      if (isRefusal(period)) return period
      const name = `funding ${period.from} ${period.to}`
      const rates = await ofMarket({ name, market, gone }, (reader) => perpetuals.fundingRates(market, period.from, period.to, reader))
      return resultsOf(rates, (known) => known.map(wire.presentFundingRate))
    },
  }
}

type Named<Value> = {
  readonly name: string
  readonly read: (trading: PerpetualsAccount, reader: Reader) => Promise<VenueAnswer<Value>>
}

/** Reads of one account are joined: the members of a desk wait for one of a kind at a time, however often they ask. */
const readOf =
  ({ accountOf }: Pick<ReadParts, 'accountOf'>, joined: JoinedReads) =>
  async <Value>(desk: DeskId, { name, read }: Named<Value>, gone: Gone): Promise<Value | Refusal> => {
    const account = accountOf(desk)
    if (account === undefined) return noAccount
    const { id, keyedAt, trading } = account
    const answer = await joined.read(`${id} ${keyedAt} ${name}`, (signal) => read(trading, { signal }), gone?.())
    return answer.outcome === 'DONE' ? answer.value : unread(answer)
  }

const POSITIONS: Named<readonly PerpetualPosition[]> = { name: 'positions', read: (trading, reader) => trading.positions(reader) }
const MARGIN: Named<MarginSummary> = { name: 'margin', read: (trading, reader) => trading.margin(reader) }
const ORDERS: Named<readonly PerpetualOrder[]> = { name: 'orders', read: (trading, reader) => trading.openOrders(reader) }

function accountReads(parts: ReadParts, joined: JoinedReads) {
  const { board, accountOf, hasChosenMargin } = parts
  const ofAccount = readOf(parts, joined)
  return {
    summary: async (desk: DeskId, gone?: Gone): Promise<PerpetualSummaryView | Refusal> => {
      const name = accountOf(desk)?.name ?? ''
      const [margin, positions, listed] = await Promise.all([ofAccount(desk, MARGIN, gone), ofAccount(desk, POSITIONS, gone), board.read()])
      if (isRefusal(margin)) return margin
      if (isRefusal(positions)) return positions
      const [market] = listed.outcome === 'DONE' ? listed.value.markets.values() : []
      return wire.presentSummary({ name, currency: market?.settlementCurrency ?? null }, margin, positions)
    },
    positions: async (desk: DeskId, gone?: Gone): Promise<Results<PerpetualPositionView> | Refusal> => {
      const positions = await ofAccount(desk, POSITIONS, gone)
      if (isRefusal(positions)) return positions
      const listed = await board.read()
      const marks = listed.outcome === 'DONE' ? listed.value.summaries : board.known().summaries
      return { results: positions.map((position) => wire.presentPosition(position, marks.get(position.market)?.markPrice)) }
    },
    orders: async (desk: DeskId, gone?: Gone) =>
      resultsOf(await ofAccount(desk, ORDERS, gone), (orders) =>
        orders.toSorted((one, other) => other.createdAt - one.createdAt).map(wire.presentOrder),
      ),
    margin: async (desk: DeskId, market: string, gone?: Gone) => {
      const listed = await board.read()
      if (listed.outcome === 'DONE' && !listed.value.markets.has(market)) return unknownMarket(listed.value.markets.keys())
      const read = (trading: PerpetualsAccount, reader: Reader) => trading.marginSetting(market, reader)
      const [setting, isChosen] = await Promise.all([
        ofAccount(desk, { name: `margin ${market}`, read }, gone),
        hasChosenMargin(desk, market),
      ])
      return isRefusal(setting) ? setting : wire.presentMargin(setting, { isChosen })
    },
  }
}

type ReadHistory<Row> = (trading: PerpetualsAccount, from: number, to: number, reader: Reader) => Promise<VenueAnswer<readonly Row[]>>

/** Newest first. */
function historyReads(parts: ReadParts, joined: JoinedReads) {
  const ofAccount = readOf(parts, joined)
  const within =
    <Row, View>(name: string, read: ReadHistory<Row>, present: (row: Row) => View) =>
    async (desk: DeskId, asked: Period, gone?: Gone): Promise<Results<View> | Refusal> => {
      if (parts.accountOf(desk) === undefined) return noAccount
      const period = periodOf(asked, parts.now())
      if (isRefusal(period)) return period
      const { from, to } = period
      const named = {
        name: `${name} ${from} ${to}`,
        read: (trading: PerpetualsAccount, reader: Reader) => read(trading, from, to, reader),
      }
      return resultsOf(await ofAccount(desk, named, gone), (rows) => rows.toReversed().map(present))
    }
  return {
    orderHistory: within('orders', (trading, from, to, reader) => trading.orderHistory(from, to, reader), wire.presentOrder),
    fills: within('fills', (trading, from, to, reader) => trading.fills(from, to, reader), wire.presentFill),
    fundingPayments: within(
      'payments',
      (trading, from, to, reader) => trading.fundingPayments(from, to, reader),
      wire.presentFundingPayment,
    ),
    /** Rulebook 18.17. */
    transfers: within('transfers', (trading, from, to, reader) => trading.transfers(from, to, reader), wire.presentTransfer),
    dailyPnl: async (desk: DeskId, asked: Period, gone?: Gone) => {
      if (parts.accountOf(desk) === undefined) return noAccount
      const period = periodOf(asked, parts.now())
      if (isRefusal(period)) return period
      const { from, to } = period
      const name = `daily pnl ${from} ${to}`
      const read = await ofAccount(desk, { name, read: (trading, reader) => readDailyPnl(trading, { from, to }, reader) }, gone)
      if (isRefusal(read)) return read
      return { results: read.rows.map(wire.presentDailyPnl), from: read.since, earlier: read.earlier ?? null }
    },
  }
}

/** Computed from the venue's own fills and payments at each read, so that it always agrees with them (rulebook 18.13, 18.15). */
async function readDailyPnl(
  trading: PerpetualsAccount,
  { from, to }: { readonly from: number; readonly to: number },
  reader: Reader,
): Promise<VenueAnswer<AccountResults & { readonly rows: readonly DailyPnl[] }>> {
  const read = await trading.results(from, to, reader)
  return read.outcome === 'DONE'
    ? { outcome: 'DONE', value: { ...read.value, rows: dailyPnl(read.value.fills, read.value.payments) } }
    : read
}

function periodOf({ from, to }: Period, now: number): { readonly from: number; readonly to: number } | Refusal {
  const end = to ?? now
  const start = from ?? end - limits.historyUnlessSaidMs
  if (start > end) return refuse('InvalidParams', '18.1', 'The period must begin before it ends.', 'from')
  if (end - start > limits.historyMs) return refuse('InvalidParams', '18.1', 'The period can be at most 31 days.', 'from')
  return { from: Math.max(0, start), to: end }
}

const resultsOf = <Row, View>(read: readonly Row[] | Refusal, present: (rows: readonly Row[]) => View[]): Results<View> | Refusal =>
  isRefusal(read) ? read : { results: present(read) }
