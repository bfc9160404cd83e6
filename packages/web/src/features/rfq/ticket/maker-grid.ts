/** The quotes of a direct RFQ for its taker: one line per maker that was asked, with both sides or the reason for having none. Pure. */
import type { Book, BookLevel, Decline, Rfq } from '@parley/client'
import { ageText } from '../../../components/time-text.ts'
import { declineLabels } from './decline-labels.ts'

export type MakerLine = {
  /** The maker's desk, or the quote itself if it is anonymous. */
  readonly maker: string
  readonly isNamed: boolean
  /** Best first. */
  readonly bids: readonly BookLevel[]
  readonly asks: readonly BookLevel[]
}

/** A maker without a quote. */
export type QuietMaker = { readonly maker: string; readonly words: string }

/** `answers` are the times of the makers' first responses. */
type Moment = { readonly now: number; readonly answers: ReadonlyMap<string, number> }

type Request = Pick<Rfq, 'counterparties' | 'declines' | 'createdAt' | 'state'>

/** The makers that are quoting, the best ask first. */
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

/** Makers without a quote: first those that may still quote, in the order in which they were asked, then those that declined. */
export function quietMakers(rfq: Request, quoted: readonly MakerLine[], { now, answers }: Moment): readonly QuietMaker[] {
  const quoting = new Set(quoted.map(({ maker }) => maker))
  const declines = new Map(rfq.declines.map((decline) => [decline.deskName, decline]))
  const quiet = rfq.counterparties.filter((maker) => !quoting.has(maker))
  const [pricing, declined] = [quiet.filter((maker) => !declines.has(maker)), quiet.filter((maker) => declines.has(maker))]
  return [
    ...pricing.map((maker) => ({ maker, words: waitText(rfq, answers.get(maker), now) })),
    ...declined.map((maker) => ({ maker, words: declinedText(rfq, declines.get(maker)!) })),
  ]
}

/** A maker that has responded and has no live quote has cancelled it or was filled. */
function waitText({ state, createdAt }: Request, answeredAt: number | undefined, now: number): string {
  if (answeredAt !== undefined) return `quote cancelled · ${answeredText(createdAt, answeredAt)}`
  return state === 'OPEN' ? `no response yet · ${secondsText(now - createdAt)}` : 'no quote'
}

function declinedText({ createdAt }: Request, { reason, text, at }: Decline): string {
  const why = text === undefined ? declineLabels[reason] : `${declineLabels[reason]}: ${text}`
  return `declined after ${ageText(at - createdAt)} · ${why}`
}

/** `answered after 1.9 s`. */
export const answeredText = (askedAt: number, answeredAt: number): string => `answered after ${ageText(answeredAt - askedAt)}`

/** Tenths of a second are not significant for a long wait. */
const secondsText = (ms: number): string => (ms < 10_000 ? `${Math.floor(Math.max(0, ms) / 1_000)} s` : ageText(ms))

/** Keeps the previous order and adds new lines at the end, so that nothing moves under the pointer. */
export function inHeldOrder<Line extends { readonly maker: string }>(lines: readonly Line[], held: readonly string[]): readonly Line[] {
  const placeOf = (maker: string) => (held.includes(maker) ? held.indexOf(maker) : held.length)
  return lines.toSorted((a, b) => placeOf(a.maker) - placeOf(b.maker))
}

/** The newest of a maker's prices gives the age of its quote. */
export const quotedAt = ({ bids, asks }: Pick<MakerLine, 'bids' | 'asks'>): number =>
  Math.max(...[...bids, ...asks].map(({ updatedAt }) => updatedAt))
