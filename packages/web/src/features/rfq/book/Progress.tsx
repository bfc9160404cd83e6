import type { Order, Rfq } from '@parley/client'
import { priceDecimals } from '@parley/core'
import { useEffect, useState } from 'react'
import { useRfqOrders, useRfqTrades } from '../../../live/use-live.ts'
import { orderOutcome, type SideOutcome } from '../ticket/side-outcome.ts'
import { OutcomeLine } from '../ticket/SideOutcomes.tsx'
import { Steps } from '../ticket/Steps.tsx'
import type { Refused, Step } from '../ticket/step.ts'
import { usePulledBy } from '../use-pulled-by.ts'
import type { QuoteSending } from './use-quote-sending.ts'
import { settlementOf } from './settlement-of.ts'

/** The way of what was pressed last, to its end: pressed, sent, accepted, and where it dealt, what the venue made of it. */
export function Progress({ market, sending }: { readonly market: Rfq; readonly sending: QuoteSending }) {
  const { refused, dealtBefore } = sending
  const gone = useGone(market, sending)
  const steps = sending.steps.filter(({ orderId }) => orderId === undefined || !gone.has(orderId))
  const settled = settlementOf(useRfqTrades(market.id), sending.steps[0]?.at, dealtBefore)
  // Settled before the answer has come back: here it is learnt of no earlier than that.
  const after: Step | undefined =
    settled?.state === 'FILLED' ? { word: `Filled on ${market.venue}`, at: Math.max(settled.at, sending.steps.at(-1)?.at ?? 0) } : undefined
  const rejected: Refused | undefined =
    settled?.state === 'REJECTED' ? { words: `${market.venue} says “${settled.words}”`, at: settled.at, field: undefined } : undefined
  return (
    <>
      <Steps steps={after === undefined ? steps : [...steps, after]} refused={refused ?? rejected} />
      {gone.size > 0 && (
        <div role="status" aria-label="Your quote">
          {[...gone].map(([id, outcome]) => (
            <OutcomeLine key={id} outcome={outcome} />
          ))}
        </div>
      )}
    </>
  )
}

type Gone = ReadonlyMap<string, SideOutcome>
const none: Gone = new Map()

/** Of the quotes sent last those that were pulled since. They leave the list of orders before the press leaves the screen. */
function useGone(market: Rfq, { steps }: QuoteSending): Gone {
  const orders = useRfqOrders(market.id)
  const pulledBy = usePulledBy(market.productCodes)
  const [seen, setSeen] = useState<Gone>(none)
  const ids = steps.flatMap(({ orderId }) => orderId ?? [])
  const pulled = orders.filter((order) => ids.includes(order.id) && isPulled(order) && !seen.has(order.id))
  useEffect(() => {
    if (pulled.length === 0) return
    const decimals = priceDecimals(market)
    setSeen((before) => new Map([...before, ...pulled.map((order) => [order.id, orderOutcome(order, decimals, pulledBy)] as const)]))
  }, [pulled.map(({ id }) => id).join(' ')])
  return ids.some((id) => seen.has(id)) ? new Map([...seen].filter(([id]) => ids.includes(id))) : none
}

/** Not an IOC quote's own end, which its answer has said. */
const isPulled = ({ state, canceled, cancelCause }: Order): boolean =>
  state === 'CLOSED' && Number(canceled) > 0 && cancelCause !== 'NOT_FILLED_AT_ONCE'
