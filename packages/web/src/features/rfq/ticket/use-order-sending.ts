import { ClientError, type Command, type Order } from '@parley/client'
import { useCallback, useState } from 'react'
import { toast } from '../../../components/toasts.ts'
import { send as sendCommand } from '../../../live/api.ts'
import { serverNow } from '../../../live/connection.ts'
import { wordsOf } from '../../../live/loadable.ts'

/** `isNot` is set of an order that was taken and dealt nothing: that is said, and not ticked off. */
export type Step = { readonly word: string; readonly at: number; readonly isNot?: boolean }
export type Refused = { readonly words: string; readonly at: number; readonly field: string | undefined }

/** One order on its way: pressed, sent, accepted or refused, each with its time. */
export function useOrderSending(rfqId: string) {
  const [isBusy, setIsBusy] = useState(false)
  const [steps, setSteps] = useState<readonly Step[]>([])
  const [refused, setRefused] = useState<Refused>()
  const send = useCallback(
    async (what: string, command: Command<Order | undefined>): Promise<Order | undefined> => {
      setIsBusy(true)
      setRefused(undefined)
      const pressed = { word: 'Pressed', at: serverNow() }
      setSteps([pressed, { word: 'Sent', at: serverNow() }])
      try {
        const order = await sendCommand(command)
        const word = order === undefined ? 'Pulled' : stateWord(order)
        setSteps((before) => [...before, { word, at: serverNow(), isNot: word === NOT_FILLED }])
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

const NOT_FILLED = 'Not filled'

function stateWord(order: Order): string {
  if (Number(order.pending) > 0) return 'Dealt'
  if (order.state === 'OPEN') return 'Accepted'
  return Number(order.filled) > 0 ? 'Filled' : NOT_FILLED
}
