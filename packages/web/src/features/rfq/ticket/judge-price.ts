/** One price against its guard (rulebook 11.9). Pure. */
import { type GuardFigures, guardPrice, type Side } from '@parley/core'
import { guardMessage, guardReason } from './guard-messages.ts'

/** The message of the guard, whether the price has to be typed again, and why it cannot be sent. */
export function judgePrice(side: Side, price: string, figures: GuardFigures, decimals: number) {
  const guarded = guardPrice(side, Number(price), figures)
  const says = guardMessage(guarded, { side, price, mark: figures.mark, decimals })
  const reason = (isTypedAgain: boolean) => guardReason(says, guarded.guard, { isTypedAgain, deskPercent: figures.deskPercent })
  return { says, isTypedTwice: guarded.guard === 'TYPE_TWICE', reason }
}
