/** The results of an account by day and market (rulebook 18.13). Amounts are whole units of 1e-8 of the settlement currency, so that sums are exact. */
import { civilFromDays, daysFromCivil } from '../catalogue/calendar.ts'
import type { Price, Quantity } from '../decimal.ts'
import { formatUnits, parseUnits } from '../units.ts'

const AMOUNT_DECIMALS = 8
const UNITS = 10 ** AMOUNT_DECIMALS
const QUANTITY_UNITS = 1_000_000n
const DAY_MS = 86_400_000

/** A fill as far as results depend on it. Fee and profit are figures of the venue with at most eight decimals. */
export type FillResult = {
  readonly market: string
  readonly price: Price
  readonly quantity: Quantity
  /** Paid; negative if received. */
  readonly fee: number
  /** Without the fee. Undefined if the fill closed nothing. */
  readonly realizedProfit: number | undefined
  readonly at: number
}

/** Received, negative if paid. */
export type FundingResult = { readonly market: string; readonly amount: number; readonly at: number }

export type PnlSum = {
  readonly fills: number
  /** The traded notional. */
  readonly volume: bigint
  /** Without fees and funding. */
  readonly realized: bigint
  /** Paid; negative if received. */
  readonly fees: bigint
  /** Received; negative if paid. */
  readonly funding: bigint
}

/** `day` is 00:00 UTC of the day, in ms. */
export type DailyPnl = PnlSum & { readonly day: number; readonly market: string }

const nothing: PnlSum = { fills: 0, volume: 0n, realized: 0n, fees: 0n, funding: 0n }

/** The amount nearest to a figure of the venue. */
export const pnlFromNumber = (figure: number): bigint => BigInt(Math.round(figure * UNITS))
export const pnlToNumber = (amount: bigint): number => Number(amount) / UNITS

/** `-12.5`: plain digits without trailing zeros. */
export const formatPnl = (amount: bigint): string =>
  amount < 0n ? `-${formatUnits(-amount, AMOUNT_DECIMALS)}` : formatUnits(amount, AMOUNT_DECIMALS)

/** The reverse of `formatPnl`, or undefined if the text is not such an amount. */
export function parsePnl(text: string): bigint | undefined {
  const isNegative = text.startsWith('-')
  const amount = parseUnits(isNegative ? text.slice(1) : text, AMOUNT_DECIMALS)
  return amount === undefined || !isNegative ? amount : -amount
}

/** One row for each day and market in which something was filled or paid: the latest day first, markets by name. */
export function dailyPnl(fills: readonly FillResult[], payments: readonly FundingResult[]): readonly DailyPnl[] {
  const row = (market: string, at: number, part: Partial<PnlSum>): DailyPnl => ({ day: startOfUtcDay(at), market, ...nothing, ...part })
  return joinPnl([
    ...fills.map(({ market, at, price, quantity, fee, realizedProfit }) =>
      row(market, at, {
        fills: 1,
        volume: (BigInt(price) * BigInt(quantity)) / QUANTITY_UNITS,
        realized: pnlFromNumber(realizedProfit ?? 0),
        fees: pnlFromNumber(fee),
      }),
    ),
    ...payments.map(({ market, at, amount }) => row(market, at, { funding: pnlFromNumber(amount) })),
  ])
}

/** Parts of one period that were read separately, as one. */
export function joinPnl(parts: readonly DailyPnl[]): readonly DailyPnl[] {
  const rows = new Map<string, DailyPnl>()
  for (const part of parts) {
    const key = `${part.day} ${part.market}`
    rows.set(key, { day: part.day, market: part.market, ...added(rows.get(key) ?? nothing, part) })
  }
  return [...rows.values()].toSorted((a, b) => b.day - a.day || (a.market < b.market ? -1 : 1))
}

const added = (one: PnlSum, other: PnlSum): PnlSum => ({
  fills: one.fills + other.fills,
  volume: one.volume + other.volume,
  realized: one.realized + other.realized,
  fees: one.fees + other.fees,
  funding: one.funding + other.funding,
})

export const sumPnl = (rows: readonly PnlSum[]): PnlSum => rows.reduce(added, nothing)

/** The realised profit less the fees plus the funding. */
export const netPnl = ({ realized, fees, funding }: Pick<PnlSum, 'realized' | 'fees' | 'funding'>): bigint => realized - fees + funding

/** 00:00 UTC of the day, in ms. */
export const startOfUtcDay = (at: number): number => Math.floor(at / DAY_MS) * DAY_MS

export const PNL_PERIODS = ['TODAY', 'WEEK', 'MONTH', 'ALL'] as const
export type PnlPeriod = (typeof PNL_PERIODS)[number]

/** The first day of a period that ends now: today, the last seven days, the calendar month, or everything. All in UTC. */
export function startOfPnlPeriod(period: PnlPeriod, now: number): number {
  const today = startOfUtcDay(now)
  switch (period) {
    case 'TODAY':
      return today
    case 'WEEK':
      return today - 6 * DAY_MS
    case 'MONTH':
      return daysFromCivil({ ...civilFromDays(today / DAY_MS), day: 1 }) * DAY_MS
    case 'ALL':
      return 0
  }
}
