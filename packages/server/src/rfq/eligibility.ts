/** Structures without a market: a coin without a shard, and those that the operator's flags exclude from the order book. */
import { type DeskId, product, refuse, type Refusal, type Structure, type VenueCode } from '@parley/core'
import type { IsOn } from '../accounts/feature-flags.ts'

/** Whether the desk can open order books in a product. Options on smaller coins are available only if their flag is on. */
export function isInOrderBooks(productCode: string, isOn: IsOn, desk: DeskId): boolean {
  const { isDisabled = true, isDisabledForOb = true } = product(productCode) ?? {}
  return !isDisabled && (!isDisabledForOb || isOn('feature_alt_coins', desk))
}

export function orderBookRefusal({ legs }: Structure, isOn: IsOn, desk: DeskId): Refusal | undefined {
  for (const [place, { instrument }] of legs.entries()) {
    if (!isInOrderBooks(instrument.productCode, isOn, desk))
      return refuse(
        'ProductDisabled',
        '10.1',
        `${product(instrument.productCode)?.longName ?? instrument.productCode} does not currently trade in the order book. Send a direct RFQ instead.`,
        `legs.${place}`,
      )
  }
  return undefined
}

export const notHidden = (isHidden: boolean | null | undefined, isOn: IsOn, desk: DeskId): Refusal | undefined =>
  isHidden === true && !isOn('um_rfq_hidden_limit_order', desk)
    ? refuse('TypeNotAllowed', '10.11', 'Hidden quotes are currently disabled. Send the quote with is_hidden false.', 'is_hidden')
    : undefined

export const noShard = (venue: VenueCode, baseCurrency: string): Refusal =>
  refuse('ProductDisabled', '3.1', `There is no market in ${baseCurrency} at ${venue}.`, 'legs')
