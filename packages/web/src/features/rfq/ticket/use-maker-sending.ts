/** Sends the sides of a maker's quote in one call, pulls them, and keeps each side's own press with its answer. */
import { cancelOrder, type Command, type Order, type OrderLine, placeOrder, placeOrders, replaceOrder } from '@parley/client'
import { useState } from 'react'
import { settleToast, toast } from '../../../components/toasts.ts'
import { send as sendCommand } from '../../../live/api.ts'
import { serverNow } from '../../../live/connection.ts'
import { wordsOf } from '../../../live/loadable.ts'
import { notTakenBack } from '../../../live/not-taken-back.ts'
import { rememberPulls } from '../../../live/pulled-here.ts'
import type { MakerSide } from './maker-form.ts'
import { sideWord } from './quote-lines.ts'
import type { SidePress } from './side-outcome.ts'

export type MakerLine = {
  readonly side: MakerSide
  /** `Bid 25 @ 0.0404`. */
  readonly words: string
  readonly line: OrderLine
}

export type MakerSending = ReturnType<typeof useMakerSending>

export function useMakerSending(rfqId: string) {
  const [isSending, setIsSending] = useState(false)
  const [isPulling, setIsPulling] = useState(false)
  const isBusy = isSending || isPulling
  const [presses, setPresses] = useState<Partial<Readonly<Record<MakerSide, SidePress>>>>({})
  const keep = (lines: readonly MakerLine[], pressOf: (line: MakerLine, place: number) => SidePress) =>
    setPresses((before) => ({ ...before, ...Object.fromEntries(lines.map((line, place) => [line.side, pressOf(line, place)])) }))
  const refuse = (line: MakerLine, words: string) =>
    toast({ key: `order-${rfqId}-${line.side}`, tone: 'refused', title: `${sideWord[line.side]} refused`, text: `${line.words}: ${words}` })
  const send = async (lines: readonly MakerLine[]): Promise<void> => {
    if (isBusy || lines.length === 0) return
    setIsSending(true)
    const at = serverNow()
    keep(lines, ({ words }) => ({ words, at, answeredAt: undefined, refusal: undefined }))
    const refusals = await answersOf(lines)
    const answeredAt = serverNow()
    keep(lines, ({ words }, place) => ({ words, at, answeredAt, refusal: refusals[place] }))
    for (const [place, line] of lines.entries())
      if (refusals[place] === undefined) settleToast(`order-${rfqId}-${line.side}`)
      else refuse(line, refusals[place])
    setIsSending(false)
  }
  /** Waits neither for a quote that is on its way nor for the other side. */
  const pull = async (orders: readonly Order[]): Promise<void> => {
    if (isPulling) return
    setIsPulling(true)
    rememberPulls(orders.map(({ id }) => id))
    await Promise.all(
      orders.map((order) =>
        sendCommand(cancelOrder(order)).catch((error: unknown) => toast(notTakenBack(`${sideWord[order.side]} not pulled`, error))),
      ),
    )
    setIsPulling(false)
  }
  return { isBusy, presses, send, pull }
}

/** Of each line the words of its refusal; undefined where it was accepted. */
export async function answersOf(lines: readonly MakerLine[]): Promise<readonly (string | undefined)[]> {
  try {
    if (lines.length === 1) return [await sendCommand(commandOf(lines[0]!.line)).then(() => undefined)]
    const verdicts = await sendCommand(
      placeOrders(
        'DIRECT',
        lines.map(({ line }) => line),
      ),
    )
    return lines.map((_, place) => verdicts[place]?.refusal?.message)
  } catch (error) {
    return lines.map(() => wordsOf(error))
  }
}

const commandOf = (line: OrderLine): Command<Order> =>
  'order' in line ? replaceOrder(line.order, line.changes) : placeOrder(line.rfq, line.terms)
