/** Reads of the venue's markets and of a desk's account there, in the format of the API. */
import type { PerpetualPositionView, PerpetualSummaryView } from '@parley/contracts'
import { isRefusal, refuse, type DeskId, type Refusal } from '@parley/core'
import type { CandleMinutes, PerpetualsAccount, PerpetualsVenue, VenueAnswer } from '@parley/venues'
import type { DeskAccount, DeskAccounts } from './desk-account.ts'
import { perpetualLimits as limits } from './limits.ts'
import type { MarketBoard } from './market-board.ts'
import { noAccount, unknownMarket, unread } from './refusals.ts'
import * as wire from './wire.ts'

export type ReadParts = {
  readonly perpetuals: PerpetualsVenue
  readonly board: MarketBoard
  readonly accountOf: DeskAccounts
  readonly now: () => number
}
export type Period = { readonly from?: number | undefined; readonly to?: number | undefined }
type Results<Row> = { readonly results: Row[] }

export type Reads = ReturnType<typeof createReads>

export function createReads(parts: ReadParts) {
  return { ...marketReads(parts), ...accountReads(parts), ...historyReads(parts) }
}

function marketReads({ perpetuals, board, now }: ReadParts) {
  const ofMarket = async <Value>(market: string, read: () => Promise<VenueAnswer<Value>>): Promise<Value | Refusal> => {
    const listed = await board.read()
    if (listed.outcome !== 'DONE') return unread(listed)
    if (!listed.value.markets.has(market)) return unknownMarket(listed.value.markets.keys())
    const answer = await read()
    return answer.outcome === 'DONE' ? answer.value : unread(answer)
  }
  return {
    markets: async () => {
      const read = await board.read()
      if (read.outcome !== 'DONE') return unread(read)
      const { markets, summaries } = read.value
      return { results: [...markets.values()].map((market) => wire.presentMarket(market, summaries.get(market.name), now())) }
    },
    book: async (market: string) => {
      const book = await ofMarket(market, () => perpetuals.book(market))
      return isRefusal(book) ? book : wire.presentBook(book)
    },
    trades: async (market: string) =>
      resultsOf(await ofMarket(market, () => perpetuals.recentTrades(market)), (trades) =>
        trades.slice(0, limits.trades).map(wire.presentTrade),
      ),
    candles: async (market: string, minutes: CandleMinutes, { from, to }: { readonly from: number; readonly to: number }) => {
      if (from >= to || (to - from) / (minutes * 60_000) > limits.candles)
        return refuse('InvalidParams', '18.1', `The period can cover at most ${limits.candles} candles.`, 'from')
      return resultsOf(await ofMarket(market, () => perpetuals.candles({ market, minutes, from, to })), (candles) =>
        candles.map(wire.presentCandle),
      )
    },
    fundingRates: async (market: string, asked: Period) => {
      const period = periodOf(asked, now())
      if (isRefusal(period)) return period
      const rates = await ofMarket(market, () => perpetuals.fundingRates(market, period.from, period.to))
      return resultsOf(rates, (known) => known.map(wire.presentFundingRate))
    },
  }
}

function accountReads({ board, accountOf }: ReadParts) {
  const ofAccount = async <Value>(
    desk: DeskId,
    read: (trading: PerpetualsAccount, account: DeskAccount) => Promise<VenueAnswer<Value>>,
  ): Promise<Value | Refusal> => {
    const account = accountOf(desk)
    if (account === undefined) return noAccount
    const answer = await read(account.trading, account)
    return answer.outcome === 'DONE' ? answer.value : unread(answer)
  }
  return {
    summary: async (desk: DeskId): Promise<PerpetualSummaryView | Refusal> => {
      const name = accountOf(desk)?.name ?? ''
      const [margin, positions, listed] = await Promise.all([
        ofAccount(desk, (trading) => trading.margin()),
        ofAccount(desk, (trading) => trading.positions()),
        board.read(),
      ])
      if (isRefusal(margin)) return margin
      if (isRefusal(positions)) return positions
      const [market] = listed.outcome === 'DONE' ? listed.value.markets.values() : []
      return wire.presentSummary({ name, currency: market?.settlementCurrency ?? null }, margin, positions)
    },
    positions: async (desk: DeskId): Promise<Results<PerpetualPositionView> | Refusal> => {
      const positions = await ofAccount(desk, (trading) => trading.positions())
      if (isRefusal(positions)) return positions
      const listed = await board.read()
      const marks = listed.outcome === 'DONE' ? listed.value.summaries : board.known().summaries
      return { results: positions.map((position) => wire.presentPosition(position, marks.get(position.market)?.markPrice)) }
    },
    orders: async (desk: DeskId) =>
      resultsOf(await ofAccount(desk, (trading) => trading.openOrders()), (orders) =>
        orders.toSorted((one, other) => other.createdAt - one.createdAt).map(wire.presentOrder),
      ),
    margin: async (desk: DeskId, market: string) => {
      const listed = await board.read()
      if (listed.outcome === 'DONE' && !listed.value.markets.has(market)) return unknownMarket(listed.value.markets.keys())
      const setting = await ofAccount(desk, (trading) => trading.marginSetting(market))
      return isRefusal(setting) ? setting : wire.presentMargin(setting)
    },
  }
}

/** Newest first. */
function historyReads({ accountOf, now }: ReadParts) {
  const within =
    <Row, View>(
      read: (trading: PerpetualsAccount, from: number, to: number) => Promise<VenueAnswer<readonly Row[]>>,
      present: (row: Row) => View,
    ) =>
    async (desk: DeskId, asked: Period): Promise<Results<View> | Refusal> => {
      const account = accountOf(desk)
      if (account === undefined) return noAccount
      const period = periodOf(asked, now())
      if (isRefusal(period)) return period
      const answer = await read(account.trading, period.from, period.to)
      return answer.outcome === 'DONE' ? { results: answer.value.toReversed().map(present) } : unread(answer)
    }
  return {
    orderHistory: within((trading, from, to) => trading.orderHistory(from, to), wire.presentOrder),
    fills: within((trading, from, to) => trading.fills(from, to), wire.presentFill),
    fundingPayments: within((trading, from, to) => trading.fundingPayments(from, to), wire.presentFundingPayment),
  }
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
