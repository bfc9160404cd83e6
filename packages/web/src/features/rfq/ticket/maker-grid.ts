/** The quotes of a direct RFQ as its taker reads them: one line for each maker asked, with both of its sides or the reason for none. Pure. */
import type { Book, BookLevel, Decline, Rfq } from '@parley/client'
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
export type QuietMaker = { readonly maker: string; readonly words: string }

/** `answers` are the times at which makers first answered. */
type Moment = { readonly now: number; readonly answers: ReadonlyMap<string, number> }

type Request = Pick<Rfq, 'counterparties' | 'declines' | 'createdAt' | 'state'>

/** The makers that quote, the best ask first. */
export function makerLines({ bids, asks }: Book): readonly MakerLine[] {
  const lines = new Map<string, { maker: string; isNamed: boolean; bids: BookLevel[]; asks: BookLevel[] }>()
  for (const level of [...asks, ...bids]) {
    const maker = level.deskName ?? level.id
    const line = lines.get(maker) ?? { maker, isNamed: level.deskName !== undefined, bids: [], asks: [] }
    lines.set(maker, line)
    if (level.side === 'BUY') line.bids.push(level)
    else line.asks.push(level)
  }
  return [...lines.values()]
}

/** Those without a quote: first the ones that may still quote, as they were asked, then those that declined. */
export function quietMakers(rfq: Request, quoted: readonly MakerLine[], { now, answers }: Moment): readonly QuietMaker[] {
  const quoting = new Set(quoted.map(({ maker }) => maker))
  const declines = new Map(rfq.declines.map((decline) => [decline.deskName, decline]))
  const quiet = rfq.counterparties.filter((maker) => !quoting.has(maker))
  const [pricing, declined] = [quiet.filter((maker) => !declines.has(maker)), quiet.filter((maker) => declines.has(maker))]
  return [
    ...pricing.map((maker) => ({ maker, words: waitWords(rfq, answers.get(maker), now) })),
    ...declined.map((maker) => ({ maker, words: declinedWords(rfq, declines.get(maker)!) })),
  ]
}

/** A maker that has answered and shows nothing has taken its quote back, or it was filled. */
function waitWords({ state, createdAt }: Request, answeredAt: number | undefined, now: number): string {
  if (answeredAt !== undefined) return `no quote now · ${answeredWords(createdAt, answeredAt)}`
  return state === 'OPEN' ? `pricing… ${secondsText(now - createdAt)}` : 'no quote'
}

function declinedWords({ createdAt }: Request, { reason, text, at }: Decline): string {
  const why = text === undefined ? declineWords[reason] : `${declineWords[reason]}: ${text}`
  return `declined after ${ageText(at - createdAt)} · ${why}`
}

/** `answered after 1.9 s`. */
export const answeredWords = (askedAt: number, answeredAt: number): string => `answered after ${ageText(answeredAt - askedAt)}`

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
