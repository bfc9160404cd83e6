/** Texts for the outcome of a taker's order, and what would be accepted if it was not filled. Pure. */
import type { Book, BookLevel, CancelCause, Order, Side } from '@parley/client'
import { priceText, quantityText } from '@parley/core'
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

type Answered = Pick<Order, 'agreed' | 'resting' | 'canceled' | 'cancelCause'>

export function outcomeOf({ agreed: whole, resting, canceled, cancelCause }: Answered, sent: SentOrder, book: Book): Outcome {
  const agreed = String((Math.round(Number(whole) * 1e6) - Math.round(Number(sent.agreedBefore ?? 0) * 1e6)) / 1e6)
  const [has, rests, gone] = [agreed, resting, canceled].map((text) => Number(text) > 0)
  if (!has && !rests) return { kind: 'NOT', words: `Not filled: ${notFilledReason(sent, book)}` }
  if (!has) return { kind: 'DONE', words: `Rests: ${quantityText(resting)} @ ${priceText(sent.price, sent.decimals)}` }
  const dealt = `Traded ${quantityText(agreed)}`
  if (rests) return { kind: 'DONE', words: `${dealt} of ${quantityText(sent.quantity)}; ${quantityText(resting)} rests` }
  if (gone)
    return {
      kind: 'PARTLY',
      words: `${dealt} of ${quantityText(sent.quantity)}; ${quantityText(canceled)} cancelled${becauseOf(cancelCause)}`,
    }
  return { kind: 'DONE', words: dealt }
}

const causes: Partial<Record<CancelCause, string>> = {
  NOT_FILLED_AT_ONCE: ', which was not available',
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

/** The reason is derived from the book: if the whole quantity is still shown at the limit, a maker's own limit allowed less. */
function notFilledReason(sent: SentOrder, book: Book): string {
  const there = levelsFor(sent.side, book).filter((level) => within(sent, level))
  const at = priceText(sent.price, sent.decimals)
  const sum = total(there)
  const names = [...new Set(there.map(({ deskName }) => deskName ?? 'an anonymous maker'))]
  if (names.length === 0) return `no ${sent.side === 'BUY' ? 'offers' : 'bids'} at ${at} any more`
  if (sum < Number(sent.quantity))
    return names.length === 1
      ? `${names[0]} takes at most ${quantityText(String(sum))} at ${at}`
      : `only ${quantityText(String(sum))} is available at ${at}`
  return names.length === 1
    ? `${names[0]} showed ${quantityText(String(sum))}, but its own limit allowed less`
    : `the makers’ own limits (${names.join(', ')}) allowed less than they showed`
}

/** An order that would be accepted instead. */
export type Alternative = Pick<SentOrder, 'side' | 'quantity' | 'price' | 'way'> & { readonly label: string }

/**
 * Up to three orders that would be accepted: the available part at the same limit, the whole quantity at the price where it is available, and, if a
 * maker allowed less than it showed, as much as it allows with the rest resting.
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
  const reached = reaching(isShownWhole ? levels.filter((level) => !within(sent, level)) : levels, sent.quantity)
  if (reached !== undefined && reached !== sent.price)
    offered.push({ ...sent, price: reached, way: 'NOW', label: words(sent.quantity, reached) })
  return offered
}

/** The price at which the quantity is available. */
function reaching(levels: readonly BookLevel[], quantity: string): string | undefined {
  let sum = 0
  return levels.find((level) => (sum += Math.round(Number(level.quantity) * 1e6)) >= Math.round(Number(quantity) * 1e6))?.price
}
