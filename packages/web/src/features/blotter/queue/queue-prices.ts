/** The quotes that one action sends for several RFQs: exactly the orders whose prices the rows show. Pure. */
import type { OrderLine } from '@parley/client'
import {
  formatPrice,
  formatQuantity,
  parseQuantity,
  type Price,
  priceText,
  priceToNumber,
  type Quantity,
  quantityText,
  type Structure,
  structureTick,
} from '@parley/core'
import type { EnteredNumber } from '../../../components/number-text.ts'
import type { DirectRfq } from '../../../live/audiences.ts'
import type { Verdict } from '../../rfq/rules/check-quote.ts'
import type { MakerDraft } from '../../rfq/rules/check-direct.ts'
import { guardFigures } from '../../rfq/ticket/guard-figures.ts'
import { judgePrice } from '../../rfq/ticket/guard-messages.ts'
import { type MakerSide, priceFromText } from '../../rfq/ticket/maker-form.ts'
import { inSafeOrder, makerSides, roomOf, sideWord, wholeQuantity } from '../../rfq/ticket/quote-lines.ts'
import { type OpenQuotes, orderLineOf, type QuotedSide } from '../../rfq/ticket/use-quoting.ts'
import type { MarkOf } from '../../structure/use-structure.ts'
import { quotedSides } from '../../structure/one-sided.ts'
import type { QueueRow } from './queue-rows.ts'

/** Width and skew in vol points as typed, the least distance of bid and ask in ticks, and the part of each RFQ to quote. */
export type QueueKnobs = {
  readonly width: EnteredNumber
  readonly skew: EnteredNumber
  readonly least: EnteredNumber
  readonly size: QueueSize
}
export type QueueSize = 'FULL' | 'HALF' | 'MINIMUM'

export type QueueQuote =
  | { readonly state: 'CAN'; readonly lines: readonly QueueLine[]; readonly isReplacing: boolean }
  | { readonly state: 'CANNOT'; readonly reason: string }

export type QueueLine = {
  readonly side: MakerSide
  /** As displayed in the row. */
  readonly price: string
  /** The resting quantity. */
  readonly size: string
  /** `Bid 25 @ 0.0404`. */
  readonly words: string
  readonly line: OrderLine
}

export type QueueFacts = {
  readonly rfq: DirectRfq
  readonly structure: Structure
  readonly minimum: string
  readonly increment: string
  readonly markOf: MarkOf
  readonly open: OpenQuotes
  /** For a new quote. Undefined if the desk has no default account. */
  readonly account: string | undefined
  readonly check: (drafts: readonly MakerDraft[]) => readonly Verdict[]
}

const cannot = (reason: string): QueueQuote => ({ state: 'CANNOT', reason })

export function queueQuote(queue: QueueRow, knobs: QueueKnobs, facts: QueueFacts): QueueQuote {
  const blocked = blockedReason(queue) ?? knobReason(knobs)
  if (blocked !== undefined) return cannot(blocked)
  const drafts = draftsOf(queue, knobs, facts)
  if (typeof drafts === 'string') return cannot(drafts)
  const [bid, ask] = makerSides.map((side) => drafts.find((draft) => draft.side === side))
  if (bid !== undefined && ask !== undefined && Number(bid.price) >= Number(ask.price)) return cannot('the bid would cross the ask')
  if (facts.account === undefined && quotedSides(facts.rfq).some((side) => facts.open[side] === undefined))
    return cannot('no default account')
  const guarded = guardReason(drafts, queue, facts)
  if (guarded !== undefined) return cannot(guarded)
  const ordered = inSafeOrder(drafts, facts.open)
  const refused = facts.check(ordered).find((verdict) => verdict.refused !== undefined)?.refused
  if (refused !== undefined) return cannot(refused.message)
  return {
    state: 'CAN',
    lines: ordered.map((draft) => lineOf(draft, queue, facts)),
    isReplacing: makerSides.some((side) => facts.open[side] !== undefined),
  }
}

const blockedReason = ({ row, held }: QueueRow): string | undefined => {
  if (row.isOver) return `it is ${row.status.toLowerCase()}`
  if (held !== undefined) return `blocked by ${held.limit}`
  return row.mark === undefined ? 'no mark price' : undefined
}

function knobReason({ width, skew, least }: QueueKnobs): string | undefined {
  if (width === undefined || !(Number(width) > 0)) return 'enter a valid width'
  if (least === undefined || !(Number(least) >= 1)) return 'enter a minimum width of 1 tick or more'
  return skew === undefined ? 'enter a valid skew' : undefined
}

// A price that is on the tick in decimals is rarely so in doubles.
const HAIR = 1e-6

/**
 * Both sides around the mark, on the tick and never closer than entered. A structure whose vega is small, or that has none, is quoted at the minimum
 * width in ticks. Otherwise the reason why a side cannot be priced.
 */
function draftsOf(queue: QueueRow, knobs: QueueKnobs, facts: QueueFacts): readonly QuotedSide[] | string {
  const { structure, open, markOf } = facts
  const tick = structureTick(structure)
  const step = priceToNumber(tick)
  const volPoint = queue.volPoint ?? 0
  const middle = (queue.row.mark! + Number(knobs.skew) * volPoint) / step
  const half = Math.max((Number(knobs.width) * volPoint) / step, Number(knobs.least) / 2)
  const drafts: QuotedSide[] = []
  for (const side of quotedSides(facts.rfq)) {
    const at = side === 'BUY' ? middle - half : middle + half
    const ticks = side === 'BUY' ? Math.floor(at + HAIR) : Math.ceil(at - HAIR)
    const price = formatPrice((ticks * tick) as Price)
    const made = priceFromText(structure, price, markOf)
    if (made.legPrices === undefined) return `the ${sideWord[side].toLowerCase()} ${price} is not possible: ${made.reason}`
    const held = open[side]
    const rests = sizeOf(knobs.size, facts, side)
    drafts.push({ side, price: made.price, rests, legPrices: made.legPrices, quantity: wholeQuantity(rests, held), replaces: held?.id })
  }
  return drafts
}

/** Half is rounded down to the increment, and is at least the minimum block. */
function sizeOf(size: QueueSize, { rfq, open, minimum, increment }: QueueFacts, side: MakerSide): string {
  const full = roomOf(rfq, open[side])
  const [most, least, step] = [full, minimum, increment].map((text) => parseQuantity(text) ?? 0) as [number, number, number]
  switch (size) {
    case 'FULL':
      return full
    case 'HALF':
      return formatQuantity(Math.min(most, Math.max(least, step === 0 ? most : Math.floor(most / 2 / step) * step)) as Quantity)
    case 'MINIMUM':
      return formatQuantity(Math.min(most, least) as Quantity)
  }
}

/** A price beyond the guard has to be sent from the ticket. */
function guardReason(drafts: readonly QuotedSide[], { row }: QueueRow, { structure, markOf }: QueueFacts): string | undefined {
  const figures = guardFigures(structure, markOf)
  for (const { side, price } of drafts) {
    const { says } = judgePrice(side, price, figures[side], row.decimals)
    if (says !== undefined) return `the ${sideWord[side].toLowerCase()} ${says}`
  }
  return undefined
}

function lineOf(draft: QuotedSide, { row }: QueueRow, { rfq, structure, open, account }: QueueFacts): QueueLine {
  const { side, price, rests } = draft
  return {
    side,
    price,
    size: rests,
    words: `${sideWord[side]} ${quantityText(rests)} @ ${priceText(price, row.decimals)}`,
    line: orderLineOf(draft, { rfq, structure, held: open[side], account, chosen: '' }),
  }
}

export type Chosen = { readonly queue: QueueRow; readonly quote: QueueQuote }

/** The label of the send button, derived from what it sends: `Quote 3`, `Replace 2`, `Quote 3 · replace 2`. */
export function barLabel(chosen: readonly Chosen[]): string {
  const sent = chosen.flatMap(({ quote }) => (quote.state === 'CAN' ? [quote.isReplacing] : []))
  const replaced = sent.filter(Boolean).length
  const fresh = sent.length - replaced
  if (replaced === 0) return `Quote ${fresh}`
  return fresh === 0 ? `Replace ${replaced}` : `Quote ${fresh} · replace ${replaced}`
}

/** `all 5 within the 10 % guard`, or which RFQs are not sent and why. */
export function guardSentence(chosen: readonly Chosen[], guardPercent: number): string {
  const left = chosen.flatMap(({ queue, quote }) => (quote.state === 'CANNOT' ? [{ name: nameOf(queue), reason: quote.reason }] : []))
  const byReason = Map.groupBy(left, ({ reason }) => reason)
  const words = [...byReason].map(([reason, same]) => `${same.map(({ name }) => name).join(', ')}: ${reason}`)
  if (left.length > 0) return [`${left.length} not sent`, ...words].join(' · ')
  return chosen.length === 1 ? `within the ${guardPercent} % guard` : `all ${chosen.length} within the ${guardPercent} % guard`
}

/** `BTC Put 85k`: the name of an RFQ in the bar and in outcomes. */
export const nameOf = ({ row }: QueueRow): string => `${row.rfq.baseCurrency} ${row.strategy} ${row.structure}`
