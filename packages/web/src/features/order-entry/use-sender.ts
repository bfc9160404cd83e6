/** Sends the orders of one form, one at a time, and follows each until the server answers (rulebook 5.25). */
import type { Command } from '@parley/client'
import { useState } from 'react'
import { settleToast, toast } from '../../components/toasts.ts'
import { cancelFailed } from '../../live/cancel-failed.ts'
import { serverNow } from '../../live/connection.ts'
import { sendUntilAnswered } from '../../live/late-answers.ts'
import { errorMessage } from '../../live/loadable.ts'
import type { OnItsWay } from './Unanswered.tsx'
import { useTrips } from './use-trips.ts'

/** The last order: as the response had it, or the reason of its refusal. The form follows the accepted one in its store. */
export type SentOrder<Placed> = {
  /** The order as a text: `Buy 100k @ 659.0`. */
  readonly what: string
  /** Epoch ms by the server's clock. */
  readonly at: number
} & ({ readonly placed: Placed; readonly words?: undefined } | { readonly placed?: undefined; readonly words: string })

/** An order without a response. It cannot trade or rest after `notAfter`. */
export type UnansweredOrder<Order> = OnItsWay & { readonly what: string; readonly order: Order; readonly isLost: boolean }

export type Sending<Order, View, Placed> = {
  /** One message per key: a later outcome replaces the earlier one. */
  readonly key: string
  readonly whatOf: (order: Order) => string
  readonly commandOf: (order: Order) => Command<View>
  /** Stores what the response has, and returns the order of it. */
  readonly take: (view: View) => Placed
  /** Cancels its resting part. Undefined if it has none. */
  readonly cancel: (placed: Placed) => Promise<unknown> | undefined
}

export type Sender<Order, Placed> = {
  /** The order that is being sent. */
  readonly sending: Order | undefined
  readonly unanswered: UnansweredOrder<Order> | undefined
  readonly last: SentOrder<Placed> | undefined
  /** Returns whether it was accepted. */
  readonly send: (order: Order) => Promise<boolean>
  /** Cancels the resting part of the unanswered order as soon as the server reports it. */
  readonly withdraw: () => void
}

export function useSender<Order, View, Placed>(of: Sending<Order, View, Placed>): Sender<Order, Placed> {
  const { key, whatOf, commandOf, take, cancel } = of
  const { trips, send: depart, withdraw } = useTrips<'FORM', { readonly what: string; readonly order: Order }, boolean>()
  const [last, setLast] = useState<SentOrder<Placed>>()
  const send = async (order: Order): Promise<boolean> => {
    const what = whatOf(order)
    let isAccepted = false
    await depart([{ place: 'FORM', about: { what, order }, message: { key, title: what } }], async (how, onLost) => {
      try {
        const placed = take(await sendUntilAnswered(commandOf(order), how, onLost))
        isAccepted = true
        settleToast(key)
        setLast({ what, placed, at: serverNow() })
        return [{ outcome: true, cancel: () => withdrawnFrom(cancel(placed), key) }]
      } catch (error) {
        const words = errorMessage(error)
        setLast({ what, words, at: serverNow() })
        toast({ key, tone: 'refused', title: 'Order rejected', text: `${what}: ${words}` })
        return [{ outcome: false }]
      }
    })
    return isAccepted
  }
  const trip = trips.get('FORM')
  const unanswered = trip === undefined || trip.answeredAt !== undefined ? undefined : { ...trip, ...trip.about }
  return {
    sending: unanswered?.isLost === false ? unanswered.order : undefined,
    ...{ unanswered, last, send, withdraw: () => void withdraw('FORM') },
  }
}

async function withdrawnFrom(cancelling: Promise<unknown> | undefined, key: string): Promise<void> {
  try {
    await cancelling
  } catch (error) {
    toast({ key: `${key}-withdrawn`, ...cancelFailed('Order not withdrawn', error) })
  }
}
