/** The realised results of the account, read in pages of seven days from now backwards. A page with very many fills arrives in parts. Pure. */
import type { PerpetualDailyPnlView } from '@parley/contracts'
import { type DailyPnl, joinPnl, netPnl, parsePnl, pnlToNumber, startOfUtcDay } from '@parley/core'

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
  /** The end of the newest page that was read. */
  readonly until: number
  /** The newest part of a page, and the rest of it, which has to be read next. */
  readonly part: { readonly page: PnlPage; readonly rows: readonly DailyPnl[]; readonly rest: PnlPage } | undefined
}
export const noPnl: PnlHeld = { rows: [], pages: 0, earlier: undefined, until: 0, part: undefined }

/** The rows are complete from a time on, which is later than requested if only a part of the page could be read. */
export type PnlAnswer = { readonly rows: readonly DailyPnl[]; readonly from: number; readonly earlier: number | undefined }

const pageOf = (to: number): PnlPage => ({ from: startOfUtcDay(to) - (PAGE_DAYS - 1) * DAY_MS, to })

export const newestPage = pageOf

/** The days that may have new results: from the last one that was read on. */
export const newsPage = ({ until }: PnlHeld, now: number): PnlPage => ({ from: startOfUtcDay(until), to: now })

const PAUSE_MS = 2_000
const PAUSE_PER_FILL_MS = 10

/** New results within this time are read together. The more fills a day has, the more calls it takes to read them again. */
export function newsPauseMs({ rows, until }: PnlHeld): number {
  const today = startOfUtcDay(until)
  return PAUSE_MS + PAUSE_PER_FILL_MS * rows.filter(({ day }) => day === today).reduce((sum, { fills }) => sum + fills, 0)
}

/** The page that has to be read next to know everything since a time. Days without results are skipped. */
export function nextPage({ earlier, pages, part }: PnlHeld, since: number): PnlPage | undefined {
  if (part !== undefined) return part.rest
  if (earlier === undefined || earlier < since || pages >= MOST_PAGES) return undefined
  return pageOf(startOfUtcDay(earlier) + DAY_MS - 1)
}

/** A part is kept until its page is complete. The page then replaces the days that it covers, and leaves the others as they are. */
export function withAnswer(held: PnlHeld, asked: PnlPage, { rows, from, earlier }: PnlAnswer): PnlHeld {
  const page = held.part?.page ?? asked
  const read = joinPnl([...(held.part?.rows ?? []), ...rows])
  if (from > asked.from) return { ...held, part: { page, rows: read, rest: { from: asked.from, to: from - 1 } } }
  const others = held.rows.filter(({ day }) => day < startOfUtcDay(page.from) || day > page.to)
  const isOldest = others.every(({ day }) => day > page.to)
  return {
    rows: joinPnl([...others, ...read]),
    pages: held.pages + (isOldest ? 1 : 0),
    earlier: isOldest ? earlier : held.earlier,
    until: Math.max(held.until, page.to),
    part: undefined,
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
