import { ClientError, type CallInput } from '@parley/client'
import type { Call, OrderView } from '@parley/contracts'
import { useCallback, useState } from 'react'
import { toast } from '../../../components/toasts.ts'
import { write } from '../../../live/api.ts'
import { serverNow } from '../../../live/connection.ts'
import { wordsOf } from '../../../live/loadable.ts'

export type Step = { readonly word: string; readonly at: number }
export type Refused = { readonly words: string; readonly at: number; readonly field: string | undefined }

/** One order on its way: pressed, sent, accepted or refused, each with its time. */
export function useOrderSending(rfqId: string) {
  const [isBusy, setIsBusy] = useState(false)
  const [steps, setSteps] = useState<readonly Step[]>([])
  const [refused, setRefused] = useState<Refused>()
  const send = useCallback(
    async <C extends Call>(what: string, call: C, body: unknown, params?: unknown): Promise<OrderView | undefined> => {
      setIsBusy(true)
      setRefused(undefined)
      const pressed = { word: 'Pressed', at: serverNow() }
      setSteps([pressed, { word: 'Sent', at: serverNow() }])
      try {
        const input = { body, ...(params === undefined ? {} : { params }) }
        const order = (await write(call, input as unknown as CallInput<C>)) as unknown as OrderView | undefined
        setSteps((before) => [...before, { word: order === undefined ? 'Pulled' : stateWord(order), at: serverNow() }])
        return order
      } catch (error) {
        const field = error instanceof ClientError ? error.member : undefined
        setRefused({ words: wordsOf(error), at: serverNow(), field })
        toast({ key: `order-${rfqId}`, tone: 'refused', title: 'Order refused', text: `${what}: ${wordsOf(error)}` })
        return undefined
      } finally {
        setIsBusy(false)
      }
    },
    [rfqId],
  )
  return { isBusy, steps, refused, send }
}

function stateWord(order: OrderView): string {
  if (Number(order.pending_fill_quantity) > 0) return 'Dealt'
  if (order.state === 'OPEN') return 'Accepted'
  return Number(order.filled_quantity) > 0 ? 'Filled' : 'Not filled'
}
