/** Texts for the outcome of a taker's order, and what would be accepted if it was not filled. Pure. */
import { type Book, type BookLevel, type CancelCause, type Order, type Side } from '@parley/client'
import { type DeskId, parseQuantity, priceText, quantityText, slicesOf } from '@parley/core'
import { errorMessage } from '../../../live/loadable.ts'
import { unfilledText } from '../cancel-reasons.ts'
import type { TakerWay } from './taker-form.ts'

/** The order as it was sent. */
export type SentOrder = {
  readonly side: Side
  readonly quantity: string
  readonly price: string
  readonly way: TakerWay
  readonly decimals: number
  /** For a replacement: how much of the replaced order had already traded. */
  readonly agreedBefore?: string | undefined
}

/** DONE is used only for what happened. NOT is an accepted order that did not trade. */
export type Outcome = { readonly kind: 'DONE' | 'PARTLY' | 'NOT' | 'REFUSED'; readonly words: string }

type Answered = Pick<Order, 'agreed' | 'resting' | 'canceled' | 'cancelCause' | 'unfilledReason'>

/** The reason comes from the server, because the book may have changed since the order was matched. */
export function outcomeOf({ agreed: whole, resting, canceled, cancelCause, unfilledReason }: Answered, sent: SentOrder): Outcome {
  const agreed = String((Math.round(Number(whole) * 1e6) - Math.round(Number(sent.agreedBefore ?? 0) * 1e6)) / 1e6)
  const [has, rests, gone] = [agreed, resting, canceled].map((text) => Number(text) > 0)
  const why = unfilledText({ unfilledReason })
  if (!has && !rests) return { kind: 'NOT', words: why === undefined ? 'Not filled' : `Not filled: ${why}` }
  if (!has) return { kind: 'DONE', words: `Rests: ${quantityText(resting)} @ ${priceText(sent.price, sent.decimals)}` }
  const dealt = `Traded ${quantityText(agreed)}`
  if (rests) return { kind: 'DONE', words: `${dealt} of ${quantityText(sent.quantity)}; ${quantityText(resting)} rests` }
  if (gone)
    return {
      kind: 'PARTLY',
      words: `${dealt} of ${quantityText(sent.quantity)}; ${quantityText(canceled)} cancelled${why === undefined ? becauseOf(cancelCause) : `: ${why}`}`,
    }
  return { kind: 'DONE', words: dealt }
}

/** A refusal. An order that came too late was not placed. */
export const failureOf = (error: unknown): Outcome => ({ kind: 'REFUSED', words: tooLateText(error) ?? `Rejected: ${errorMessage(error)}` })

/** Undefined for any other error. */
export const tooLateText = (error: unknown): string | undefined =>
  error instanceof Object && 'error' in error && error.error === 'OrderTooLate' ? 'Not placed: it reached the market too late' : undefined

const causes: Partial<Record<CancelCause, string>> = {
  BELOW_BLOCK_MINIMUM: ', which is less than the minimum block',
  ABOVE_REMAINING: ', which exceeds the RFQ’s remaining quantity',
  PROTECTION: ', blocked by a protection of your desk',
}
const becauseOf = (cause: CancelCause | undefined): string => (cause === undefined ? '' : (causes[cause] ?? ''))

const within = ({ side, price }: Pick<SentOrder, 'side' | 'price'>, level: BookLevel): boolean =>
  side === 'BUY' ? Number(level.price) <= Number(price) : Number(level.price) >= Number(price)

const levelsFor = (side: Side, { asks, bids }: Book): readonly BookLevel[] => (side === 'BUY' ? asks : bids).filter(({ isOwn }) => !isOwn)

const total = (levels: readonly BookLevel[]): number =>
  levels.reduce((sum, level) => sum + Math.round(Number(level.quantity) * 1e6), 0) / 1e6

/** An order that would be accepted instead. */
export type Alternative = Pick<SentOrder, 'side' | 'quantity' | 'price' | 'way'> & { readonly label: string }

/**
 * Up to three orders that would be accepted: the available part at the same limit; if the whole is shown there, as much of it as the makers allow,
 * with the rest resting; and the whole quantity at the first price at which it fills in blocks.
 */
export function alternativesOf(sent: SentOrder, book: Book, minimum: string | undefined): readonly Alternative[] {
  const levels = levelsFor(sent.side, book)
  const there = levels.filter((level) => within(sent, level))
  const verb = sent.side === 'BUY' ? 'Buy' : 'Sell'
  const words = (quantity: string, price: string) => `${verb} ${quantityText(quantity)} @ ${priceText(price, sent.decimals)}`
  const sum = total(there)
  const isShownWhole = sum >= Number(sent.quantity)
  const offered: Alternative[] = []
  if (!isShownWhole && sum > 0 && sum >= Number(minimum ?? 0))
    offered.push({ ...sent, quantity: String(sum), way: 'NOW', label: words(String(sum), sent.price) })
  if (isShownWhole)
    offered.push({ ...sent, way: 'LIMIT', label: `${verb} up to ${quantityText(sent.quantity)} @ ${priceText(sent.price, sent.decimals)}` })
  const reached = reaching(isShownWhole ? levels.filter((level) => !within(sent, level)) : levels, sent, minimum)
  if (reached !== undefined && reached !== sent.price)
    offered.push({ ...sent, price: reached, way: 'NOW', label: words(sent.quantity, reached) })
  return offered
}

type Queued = { readonly owner: DeskId; readonly price: number; readonly quantity: number; readonly next: Queued | undefined }

// The levels are those of other desks, so one owner for them and another for the order is enough.
const [reader, other] = ['reader', 'other'] as [DeskId, DeskId]

/** The first price at which the whole quantity fills in blocks of at least the minimum (rulebook 5.24). */
function reaching(levels: readonly BookLevel[], { side, quantity }: SentOrder, minimum = '0'): string | undefined {
  const size = parseQuantity(quantity)
  const block = parseQuantity(minimum)
  if (size === undefined || block === undefined) return undefined
  const queue = levels.reduceRight<Queued | undefined>(
    (next, level) => ({ owner: other, price: Number(level.price), quantity: parseQuantity(level.quantity) ?? 0, next }),
    undefined,
  )
  return levels.find(({ price }) => slicesOf(queue, { owner: reader, side, limit: Number(price), quantity: size }, block) !== undefined)
    ?.price
}
