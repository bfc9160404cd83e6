/** Sends a taker's orders, one at a time, and keeps the outcome of the last one on each side. */
import { cancelOrder, cancelOrders, type Command, isResting, type Order, type Side } from '@parley/client'
import { navigate } from '../../../components/router.ts'
import { settleToast, toast } from '../../../components/toasts.ts'
import { send as sendCommand } from '../../../live/api.ts'
import type { DirectRfq } from '../../../live/audiences.ts'
import { cancelFailed } from '../../../live/cancel-failed.ts'
import { sendUntilAnswered } from '../../../live/late-answers.ts'
import { goToRfq } from '../../../live/screen-state.ts'
import { isBusy, type Trip, useTrips } from '../../order-entry/use-trips.ts'
import { failureOf, type Outcome, outcomeOf, type SentOrder } from './order-outcome.ts'

/** `what` is `Buy 50 @ 0.0416`. */
type About = SentOrder & { readonly what: string }
/** `answeredAt` and the outcome arrive with the response. */
export type SentSide = About & Omit<Trip<About, Outcome>, 'about'>

export function useTakerSending(rfq: DirectRfq) {
  const { id: rfqId, audience } = rfq
  const { trips, send: depart, withdraw: mark } = useTrips<Side, About, Outcome>()
  const sent = [...trips.values()].map(({ about, ...trip }): SentSide => ({ ...about, ...trip })).toReversed()
  const sending = [...trips.values()].find(isBusy)?.about.side
  const send = async (what: string, order: SentOrder, command: Command<Order>): Promise<void> => {
    if (sending !== undefined) return
    // The ticket offers what would be accepted now. A message would offer what was accepted when it appeared.
    const open = () => {
      navigate('/rfqs')
      goToRfq({ id: rfqId, audience })
    }
    const about = { key: `order-${rfqId}`, title: what, open }
    await depart([{ place: order.side, about: { ...order, what }, message: about }], async (how, onLost) => {
      const answer = await sendUntilAnswered(command, how, onLost).catch(failureOf)
      const outcome = 'words' in answer ? answer : outcomeOf(answer, order)
      settleToast(about.key)
      if (outcome.kind === 'NOT') toast({ ...about, tone: 'warn', text: outcome.words })
      if (outcome.kind === 'REFUSED') toast({ ...about, tone: 'refused', title: 'Order rejected', text: `${what}: ${outcome.words}` })
      // The order may have been placed after the cancellation that was meant to withdraw it.
      return [{ outcome, cancel: () => ('words' in answer || !isResting(answer) ? undefined : cancelled(cancelOrder(answer))) }]
    })
  }
  /** A desk has at most one resting order on a side of an RFQ (rulebook 5.3), so this cancels no other. */
  const withdraw = ({ side }: Pick<SentSide, 'side'>): void => {
    if (mark(side) !== undefined) void cancelled(cancelOrders({ audience, rfq, side }))
  }
  return { sent, sending, send, withdraw }
}

const cancelled = (command: Command<unknown>) =>
  sendCommand(command).catch((error: unknown) => toast(cancelFailed('Order not withdrawn', error)))
