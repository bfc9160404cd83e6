/** Why quantities are above the limit of the desk or the user (rulebook 11.8), with the server's message and before they are sent. */
import type { Rfq } from '@parley/client'
import { explainMinimumBlock, notionalRefusal, parseQuantity, type PreTradeLimits, type Structure, unitNotional } from '@parley/core'
import { useEffect } from 'react'
import { usePreTradeLimits } from '../../live/pre-trade-limits.ts'
import { lookOftenAtPreTradeLimits, useIsAbove } from '../../live/ticket-limits.ts'
import { useIndex } from '../../live/use-live.ts'

/** One reason for each quantity. Without an index price, only the server checks it. */
export function useNotionalReasons(
  { venue, baseCurrency }: Pick<Rfq, 'venue' | 'baseCurrency'>,
  structure: Structure | undefined,
  quantities: readonly (string | undefined)[],
): readonly (string | undefined)[] {
  const held = usePreTradeLimits(({ limits }) => limits)
  const unit = useUnit({ venue, baseCurrency }, structure)
  const reasons = quantities.map((text) => {
    const quantity = text === undefined ? undefined : parseQuantity(text)
    if (held === undefined || structure === undefined || unit === undefined || quantity === undefined) return undefined
    const { minimum: minimumBlock, increment: quantityIncrement } = explainMinimumBlock(structure)
    return notionalRefusal(limitsOf(held), { quantity, minimumBlock, quantityIncrement }, { unitNotional: unit })?.message
  })
  const isRefused = reasons.some((reason) => reason !== undefined)
  useEffect(() => (isRefused ? lookOftenAtPreTradeLimits() : undefined), [isRefused])
  return reasons
}

/** US dollars per unit. */
function useUnit({ venue, baseCurrency }: Pick<Rfq, 'venue' | 'baseCurrency'>, structure: Structure | undefined): number | undefined {
  const price = useIndex(baseCurrency, venue)?.index_price
  return structure && unitNotional(structure, price === undefined ? undefined : Number(price))
}

/** Whether an order of a quantity needs the approval of a colleague (rulebook 11.14). The server decides. */
export function useNeedsApproval(market: Pick<Rfq, 'venue' | 'baseCurrency'>, structure: Structure | undefined) {
  const unit = useUnit(market, structure)
  const isAbove = useIsAbove()
  return (quantity: string | undefined): boolean => isAbove(Number(quantity) * (unit ?? Infinity))
}

/** The same for lines that are sent together: their sum needs it (rulebook 22.14). */
export function useNeedsApprovalTogether({ venue, baseCurrency }: Pick<Rfq, 'venue' | 'baseCurrency'>) {
  const price = useIndex(baseCurrency, venue)?.index_price
  const isAbove = useIsAbove()
  return (lines: readonly { readonly structure: Structure | undefined; readonly quantity: string | undefined }[]): boolean => {
    const worthOf = (structure: Structure | undefined) =>
      structure && unitNotional(structure, price === undefined ? undefined : Number(price))
    return isAbove(lines.reduce((sum, { structure, quantity }) => sum + Number(quantity) * (worthOf(structure) ?? Infinity), 0))
  }
}

type Held = NonNullable<ReturnType<typeof usePreTradeLimits.getState>['limits']>

const limitsOf = ({ most_notional: ofDesk, own_most_notional: own }: Held): PreTradeLimits => ({
  ...(ofDesk === null ? {} : { mostNotional: Number(ofDesk) }),
  ...(own === undefined ? {} : { mostNotionalOfSender: Number(own) }),
})
