import type { Rfq } from '@parley/client'
import { useRfqTrades } from '../../../live/use-live.ts'
import { Steps } from '../ticket/Steps.tsx'
import type { Refused, Step } from '../ticket/use-order-sending.ts'
import type { QuoteSending } from './use-quote-sending.ts'
import { settlementOf } from './settlement-of.ts'

/** The way of what was pressed last, to its end: pressed, sent, accepted, and where it dealt, what the venue made of it. */
export function Progress({ market, sending }: { readonly market: Rfq; readonly sending: QuoteSending }) {
  const { steps, refused, dealtBefore } = sending
  const settled = settlementOf(useRfqTrades(market.id), steps[0]?.at, dealtBefore)
  // Settled before the answer has come back: here it is learnt of no earlier than that.
  const after: Step | undefined =
    settled?.state === 'FILLED' ? { word: `Filled on ${market.venue}`, at: Math.max(settled.at, steps.at(-1)?.at ?? 0) } : undefined
  const rejected: Refused | undefined =
    settled?.state === 'REJECTED' ? { words: `${market.venue} says “${settled.words}”`, at: settled.at, field: undefined } : undefined
  return <Steps steps={after === undefined ? steps : [...steps, after]} refused={refused ?? rejected} />
}
