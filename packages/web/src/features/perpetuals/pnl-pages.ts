/** The realised results of the account, read in pages of seven days from now backwards. Pure. */
import type { PerpetualDailyPnlView } from '@parley/contracts'
import { type DailyPnl, netPnl, parsePnl, pnlToNumber, startOfUtcDay } from '@parley/core'

const DAY_MS = 86_400_000
const PAGE_DAYS = 7
/** Five years in which something happened every week. */
const MOST_PAGES = 260

export type PnlPage = { readonly from: number; readonly to: number }
export type PnlHeld = {
  readonly rows: readonly DailyPnl[]
  readonly pages: number
  /** The time of the last fill or payment before what was read; undefined if there is none. */
  readonly earlier: number | undefined
}

const pageOf = (to: number): PnlPage => ({ from: startOfUtcDay(to) - (PAGE_DAYS - 1) * DAY_MS, to })

export const newestPage = pageOf

/** The page that has to be read next to know everything since a time. Days without results are skipped. */
export function nextPage({ earlier, pages }: PnlHeld, since: number): PnlPage | undefined {
  if (earlier === undefined || earlier < since || pages >= MOST_PAGES) return undefined
  return pageOf(startOfUtcDay(earlier) + DAY_MS - 1)
}

/** The page replaces the days that it covers. A newest page that is read again leaves the older ones as they are. */
export function withPage(
  held: PnlHeld | undefined,
  { from, to }: PnlPage,
  rows: readonly DailyPnl[],
  earlier: number | undefined,
): PnlHeld {
  const others = held?.rows.filter(({ day }) => day < from || day > to) ?? []
  const isOldest = others.every(({ day }) => day > to)
  return {
    rows: [...others, ...rows].toSorted((a, b) => b.day - a.day || (a.market < b.market ? -1 : 1)),
    pages: (held?.pages ?? 0) + (isOldest ? 1 : 0),
    earlier: held === undefined || isOldest ? earlier : held.earlier,
  }
}

/** Undefined if a figure cannot be read. */
export function rowFromWire(view: PerpetualDailyPnlView): DailyPnl | undefined {
  const [volume, realized, fees, funding] = [view.volume, view.realized_pnl, view.fees, view.funding].map(parsePnl)
  if (volume === undefined || realized === undefined || fees === undefined || funding === undefined) return undefined
  return { day: view.day, market: view.market, fills: view.fills, volume, realized, fees, funding }
}

/** One day of the chart: its result, and the sum since the first day. */
export type PnlDay = { readonly day: number; readonly net: number; readonly total: number }

/** Every day from the first to today, also those without a result. */
export function daysOf(rows: readonly DailyPnl[], first: number, today: number): readonly PnlDay[] {
  const byDay = new Map<number, bigint>()
  for (const row of rows) byDay.set(row.day, (byDay.get(row.day) ?? 0n) + netPnl(row))
  const count = Math.max(1, Math.round((startOfUtcDay(today) - startOfUtcDay(first)) / DAY_MS) + 1)
  let total = 0n
  return Array.from({ length: count }, (_, place) => {
    const day = startOfUtcDay(first) + place * DAY_MS
    const net = byDay.get(day) ?? 0n
    total += net
    return { day, net: pnlToNumber(net), total: pnlToNumber(total) }
  })
}
