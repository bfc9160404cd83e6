/** Why quantities are above the limit of the desk or the user (rulebook 11.8), with the server's message and before they are sent. */
import type { Rfq } from '@parley/client'
import { explainMinimumBlock, notionalRefusal, parseQuantity, type PreTradeLimits, type Structure, unitNotional } from '@parley/core'
import { useEffect } from 'react'
import { lookOftenAtPreTradeLimits, usePreTradeLimits } from '../../live/pre-trade-limits.ts'
import { useIndex } from '../../live/use-live.ts'

/** One reason for each quantity. Without an index price, only the server checks it. */
export function useNotionalReasons(
  { venue, baseCurrency }: Pick<Rfq, 'venue' | 'baseCurrency'>,
  structure: Structure | undefined,
  quantities: readonly (string | undefined)[],
): readonly (string | undefined)[] {
  const held = usePreTradeLimits(({ limits }) => limits)
  const index = useIndex(baseCurrency, venue)
  const price = index === undefined ? undefined : Number(index.index_price)
  const unit = structure === undefined ? undefined : unitNotional(structure, price)
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

type Held = NonNullable<ReturnType<typeof usePreTradeLimits.getState>['limits']>

const limitsOf = ({ most_notional: ofDesk, own_most_notional: own }: Held): PreTradeLimits => ({
  ...(ofDesk === null ? {} : { mostNotional: Number(ofDesk) }),
  ...(own === undefined ? {} : { mostNotionalOfSender: Number(own) }),
})
