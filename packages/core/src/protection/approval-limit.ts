/** Refuses an order above the notional from which a desk requires the approval of a second person (rulebook 11.14). Model figures are never money. */
import { formatQuantity, QUANTITY_DECIMALS, type Quantity } from '../decimal.ts'
import { figureText } from '../numbers/figure-text.ts'
import { withCommas } from '../numbers/thousands.ts'
import { refuse, type Refusal } from '../refusal.ts'
import type { PreTradeFigures, PreTradeTerms } from './pre-trade-limits.ts'

const QUANTITY_UNIT = 10 ** QUANTITY_DECIMALS

/** `above` in US dollars; undefined if the desk requires no approval, or if it was given. An order that cannot be measured requires it too. */
export function approvalRefusal(
  above: number | undefined,
  { quantity, quantityIncrement, minimumBlock }: Omit<PreTradeTerms, 'price'>,
  { unitNotional }: Pick<PreTradeFigures, 'unitNotional'>,
): Refusal<'ApprovalRequired'> | undefined {
  if (above === undefined) return undefined
  if (unitNotional === undefined) return required(`The venue's index price is not available. ${ruleOf(above)}`, 'quantity', undefined)
  const notional = (quantity / QUANTITY_UNIT) * unitNotional
  if (notional <= above) return undefined
  const largest = Math.floor(((above / unitNotional) * QUANTITY_UNIT) / quantityIncrement) * quantityIncrement
  const without = largest < minimumBlock ? 'No quantity is accepted' : `Up to ${sizeText(largest as Quantity)} is accepted`
  const worth = withCommas(figureText(notional))
  return required(
    `A quantity of ${sizeText(quantity)} is worth ${worth} USD. ${ruleOf(above)} ${without} without approval.`,
    'quantity',
    worth,
  )
}

/** Lines that are sent, quoted or traded together are one order (rulebook 22.14). */
export function sumApprovalRefusal(
  above: number | undefined,
  lines: readonly { readonly quantity: Quantity; readonly unitNotional: number | undefined }[],
): Refusal<'ApprovalRequired'> | undefined {
  if (above === undefined) return undefined
  if (lines.some(({ unitNotional }) => unitNotional === undefined))
    return required(`The venue's index price is not available for a line. ${ruleOf(above)}`, 'lines', undefined)
  const sum = lines.reduce((total, { quantity, unitNotional }) => total + (quantity / QUANTITY_UNIT) * unitNotional!, 0)
  if (sum <= above) return undefined
  const worth = withCommas(figureText(sum))
  return required(
    `The ${lines.length} lines are worth ${worth} USD together. ${ruleOf(above)} Lines of up to that notional together are accepted without approval.`,
    'lines',
    worth,
  )
}

const ruleOf = (above: number): string => `Above ${withCommas(figureText(above))} USD your desk requires the approval of a second person.`
const required = (message: string, field: string, worth: string | undefined): Refusal<'ApprovalRequired'> => ({
  ...refuse('ApprovalRequired', '11.14', message, field),
  asks: worth === undefined ? 'its notional is not known' : `worth ${worth} USD`,
})
const sizeText = (size: Quantity): string => withCommas(formatQuantity(size))
