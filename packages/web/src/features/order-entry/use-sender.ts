/** Sends the orders of one form, one at a time, and keeps the outcome of the last one. */
import { useCallback, useState } from 'react'
import { settleToast, toast } from '../../components/toasts.ts'
import { serverNow } from '../../live/connection.ts'
import { errorMessage } from '../../live/loadable.ts'

export type SentOrder = {
  /** The order as a text: `Buy 100k @ 659.0`. */
  readonly what: string
  /** The outcome that the response named, or the reason of the refusal. */
  readonly words: string
  readonly isRefused: boolean
  /** Epoch ms by the server's clock. */
  readonly at: number
  /** The id of an order that was accepted. It can still be filled or closed later. */
  readonly id?: string
}

/** The response to an accepted order. */
export type Accepted = { readonly words: string; readonly id: string }

export function useSender<Order>(/** One message per key: a later outcome replaces the earlier one. */ key: string) {
  const [sending, setSending] = useState<Order>()
  const [last, setLast] = useState<SentOrder>()
  /** Returns whether it was accepted. */
  const send = useCallback(
    async (order: Order, what: string, place: (order: Order) => Promise<Accepted>): Promise<boolean> => {
      setSending(order)
      try {
        const { words, id } = await place(order)
        settleToast(key)
        setLast({ what, words, isRefused: false, at: serverNow(), id })
        return true
      } catch (error) {
        const words = errorMessage(error)
        setLast({ what, words, isRefused: true, at: serverNow() })
        toast({ key, tone: 'refused', title: 'Order rejected', text: `${what}: ${words}` })
        return false
      } finally {
        setSending(undefined)
      }
    },
    [key],
  )
  return { sending, last, send }
}
