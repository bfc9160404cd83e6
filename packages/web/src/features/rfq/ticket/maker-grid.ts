/** The quotes of a direct RFQ as its taker reads them: one line for each maker asked, with both of its sides or the reason for none. Pure. */
import type { Book, BookLevel, Rfq } from '@parley/client'
import { ageText } from '../../../components/time-text.ts'
import { declineWords } from './decline-words.ts'

export type MakerLine = {
  /** Its desk; of a quote without a name the quote itself. */
  readonly maker: string
  readonly isNamed: boolean
  /** Best first. */
  readonly bids: readonly BookLevel[]
  readonly asks: readonly BookLevel[]
}

/** A maker without a quote. */
export type QuietMaker = { readonly maker: string; readonly words: string; readonly isPricing: boolean }

export type MakerGrid = { readonly quoted: readonly MakerLine[]; readonly quiet: readonly QuietMaker[] }

type Request = Pick<Rfq, 'counterparties' | 'declines' | 'createdAt' | 'state'>

/** The makers that quote, the best ask first; then those that are pricing, as they were asked, and those that declined. */
export function makerGrid(rfq: Request, { bids, asks }: Book, now: number): MakerGrid {
  const lines = new Map<string, { maker: string; isNamed: boolean; bids: BookLevel[]; asks: BookLevel[] }>()
  for (const level of [...asks, ...bids]) {
    const maker = level.deskName ?? level.id
    const line = lines.get(maker) ?? { maker, isNamed: level.deskName !== undefined, bids: [], asks: [] }
    lines.set(maker, line)
    if (level.side === 'BUY') line.bids.push(level)
    else line.asks.push(level)
  }
  const silent = rfq.counterparties.filter((maker) => !lines.has(maker))
  const declines = new Map(rfq.declines.map((decline) => [decline.deskName, decline]))
  const pricing = silent
    .filter((maker) => !declines.has(maker))
    .map((maker) => ({
      maker,
      isPricing: rfq.state === 'OPEN',
      words: rfq.state === 'OPEN' ? `pricing… ${secondsText(now - rfq.createdAt)}` : 'no quote',
    }))
  const declined = silent.flatMap((maker) => {
    const decline = declines.get(maker)
    if (decline === undefined) return []
    const { reason, text, at } = decline
    const why = text === undefined ? declineWords[reason] : `${declineWords[reason]}: ${text}`
    return [{ maker, isPricing: false, words: `declined after ${ageText(at - rfq.createdAt)} · ${why}` }]
  })
  return { quoted: [...lines.values()], quiet: [...pricing, ...declined] }
}

/** The tenths of a wait say nothing. */
const secondsText = (ms: number): string => (ms < 10_000 ? `${Math.floor(Math.max(0, ms) / 1_000)} s` : ageText(ms))

/** The lines as they stood before, those that are new behind them: nothing moves while somebody points at it. */
export function inHeldOrder<Line extends { readonly maker: string }>(lines: readonly Line[], held: readonly string[]): readonly Line[] {
  const placeOf = (maker: string) => (held.includes(maker) ? held.indexOf(maker) : held.length)
  return lines.toSorted((a, b) => placeOf(a.maker) - placeOf(b.maker))
}

/** The newest of a maker's prices says how old its quote is. */
export const quotedAt = ({ bids, asks }: Pick<MakerLine, 'bids' | 'asks'>): number =>
  Math.max(...[...bids, ...asks].map(({ updatedAt }) => updatedAt))
