import type { Order, Rfq } from '@parley/client'
import { priceDecimals } from '@parley/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { useRfqOrders, useRfqTrades } from '../../../live/use-live.ts'
import { orderOutcome, type SideOutcome } from '../ticket/side-outcome.ts'
import { OutcomeLine } from '../ticket/SideOutcomes.tsx'
import { Steps } from '../ticket/Steps.tsx'
import type { Refused, Step } from '../ticket/step.ts'
import { Unanswered } from '../../order-entry/Unanswered.tsx'
import { usePulledBy } from '../use-pulled-by.ts'
import type { QuoteSending } from './use-quote-sending.ts'
import { settlementOf } from './settlement-of.ts'

/** The progress of the last order: entered, sent, accepted and, if it traded, the venue's result. */
export function Progress({ market, sending }: { readonly market: Rfq; readonly sending: QuoteSending }) {
  const { refused, dealtBefore } = sending
  const gone = useGone(market, sending)
  const steps = sending.steps.filter(({ orderId }) => orderId === undefined || !gone.has(orderId))
  const settled = settlementOf(useRfqTrades(market.id), sending.steps[0]?.at, dealtBefore)
  // The trade may settle before the response arrives. It is then shown at the time of the response.
  const after: Step | undefined =
    settled?.state === 'FILLED' ? { word: `Filled on ${market.venue}`, at: Math.max(settled.at, sending.steps.at(-1)?.at ?? 0) } : undefined
  const rejected: Refused | undefined =
    settled?.state === 'REJECTED' ? { words: `${market.venue}: “${settled.words}”`, at: settled.at, field: undefined } : undefined
  return (
    <>
      <Steps steps={after === undefined ? steps : [...steps, after]} refused={refused ?? rejected}>
        {sending.onItsWay !== undefined && <Unanswered of={sending.onItsWay} onWithdraw={sending.withdraw} />}
      </Steps>
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

type Seen = { readonly outcome: SideOutcome; readonly order: Pick<Order, 'state' | 'resting'> }
type Gone = ReadonlyMap<string, SideOutcome>
const none: Gone = new Map()

/** Quotes of the last action that have traded or been cancelled since. They leave the order list before the last action leaves the screen. */
function useGone(market: Rfq, { answered }: QuoteSending): Gone {
  const orders = useRfqOrders(market.id)
  const pulledBy = usePulledBy(market.productCodes)
  const [seen, setSeen] = useState<ReadonlyMap<string, Seen>>(new Map())
  const changed = orders.filter((order) => hasChanged(order, answered, seen.get(order.id)))
  const note = useEffectEvent(() => {
    if (changed.length === 0) return
    const decimals = priceDecimals(market)
    const outcomes = changed.map((order) => [order.id, { outcome: orderOutcome(order, decimals, pulledBy), order }] as const)
    setSeen((before) => new Map([...before, ...outcomes]))
  })
  const changes = changed.map(({ id, state, resting }) => `${id} ${state} ${resting}`).join(', ')
  useEffect(() => note(), [changes])
  const lately = answered.flatMap(({ id }) => {
    const found = seen.get(id)
    return found === undefined ? [] : [[id, found.outcome] as const]
  })
  return lately.length > 0 ? new Map(lately) : none
}

/** A quote that rested in the response and now rests less or not at all. The end of an IOC quote is already in its response. */
function hasChanged({ id, state, resting, agreed }: Order, answered: readonly Order[], seen: Seen | undefined): boolean {
  const then = answered.find((order) => order.id === id)
  if (then === undefined || Number(then.resting) === 0) return false
  if (seen?.order.state === state && seen.order.resting === resting) return false
  return state === 'CLOSED' || Number(agreed) > Number(then.agreed)
}
