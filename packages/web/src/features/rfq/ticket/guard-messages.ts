/** Texts of the price guard (rulebook 11.9). Pure. */
import {
  type GuardedPrice,
  type GuardFigures,
  guardPrice,
  PRICE_GUARD_STEPS,
  priceText,
  refusedBeyondPercent,
  type Side,
} from '@parley/core'
import { groupedText } from '../../../components/figure-text.ts'

/** From here on a price is described as a multiple of the mark. */
const MULTIPLE_FROM = 2

type Judged = { readonly side: Side; readonly price: string; readonly mark: number | undefined; readonly decimals: number }

/** `0.4250 is 8.7 × the mark`, `0.0470 is 12 % above the mark`, or undefined. */
export function guardMessage({ guard, percent, isBeyondVenue }: GuardedPrice, { side, price, mark, decimals }: Judged): string | undefined {
  if (guard === 'FREE') return undefined
  const shown = priceText(price, decimals)
  const beyond = side === 'BUY' ? 'above' : 'below'
  if (percent === undefined || mark === undefined) return `No mark to compare ${shown} with`
  const isFar = percent > PRICE_GUARD_STEPS.at(-1)!.beyondPercent
  if (!isFar && isBeyondVenue) return `${shown} is ${beyond} the venue’s own price`
  const multiple = Number(price) / mark
  if (side === 'BUY' && multiple >= MULTIPLE_FROM) return `${shown} is ${groupedText(multiple, 1)} × the mark`
  if (!Number.isFinite(percent)) return `${shown} is ${beyond} a mark of zero`
  return `${shown} is ${groupedText(percent, 0)} % ${beyond} the mark`
}

type Typing = {
  /** The second field has the same price. */
  readonly isTypedAgain: boolean
  readonly deskPercent: number | undefined
}

/** Why the button is disabled. */
export function guardReason(
  words: string | undefined,
  guard: GuardedPrice['guard'],
  { isTypedAgain, deskPercent }: Typing,
): string | undefined {
  if (guard === 'REFUSE') return `${words}. Prices more than ${refusedBeyondPercent(deskPercent)} % away are not sent.`
  return guard === 'TYPE_TWICE' && !isTypedAgain ? `${words}. Type the price again.` : undefined
}

/** A price against its guard: the message, whether it has to be typed again, and why it cannot be sent. */
export function judgePrice(side: Side, price: string, figures: GuardFigures, decimals: number) {
  const guarded = guardPrice(side, Number(price), figures)
  const says = guardMessage(guarded, { side, price, mark: figures.mark, decimals })
  const reason = (isTypedAgain: boolean) => guardReason(says, guarded.guard, { isTypedAgain, deskPercent: figures.deskPercent })
  return { says, isTypedTwice: guarded.guard === 'TYPE_TWICE', reason }
}
