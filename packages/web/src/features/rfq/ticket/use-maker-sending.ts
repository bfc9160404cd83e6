/** Sends the sides of a maker's quote in one call, cancels them, and keeps the last action on each side with its response. */
import { cancelOrder, type Command, type Order, type OrderLine, placeOrder, quoteTwoWay, replaceOrder } from '@parley/client'
import { useState } from 'react'
import { settleToast, toast } from '../../../components/toasts.ts'
import { send as sendCommand } from '../../../live/api.ts'
import { serverNow } from '../../../live/connection.ts'
import { errorMessage } from '../../../live/loadable.ts'
import { cancelFailed } from '../../../live/cancel-failed.ts'
import { rememberCancels } from '../../../live/locally-cancelled.ts'
import { type LineRefusal, type LineRefusals, NEITHER, refusalsOf } from './line-refusals.ts'
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
  const refuse = (line: MakerLine, { words, of }: LineRefusal) => {
    const title = of === 'ONE' ? `${sideWord[line.side]} rejected` : NEITHER
    toast({ key: `order-${rfqId}-${line.side}`, tone: 'refused', title, text: `${line.words} rejected: ${words}` })
  }
  const send = async (lines: readonly MakerLine[]): Promise<void> => {
    if (isBusy || lines.length === 0) return
    setIsSending(true)
    const at = serverNow()
    keep(lines, ({ words }) => ({ words, at, answeredAt: undefined, refusal: undefined }))
    const refusals = await answersOf(lines)
    const answeredAt = serverNow()
    keep(lines, ({ words }, place) => ({ words, at, answeredAt, refusal: refusals[place] }))
    for (const [place, line] of lines.entries())
      if (refusals[place] === undefined || refusals[place].of === 'OTHER_SIDE') settleToast(`order-${rfqId}-${line.side}`)
      else refuse(line, refusals[place])
    setIsSending(false)
  }
  /** Does not wait for a pending quote or for the other side. */
  const pull = async (orders: readonly Order[]): Promise<void> => {
    if (isPulling) return
    setIsPulling(true)
    rememberCancels(orders.map(({ id }) => id))
    await Promise.all(
      orders.map((order) =>
        sendCommand(cancelOrder(order)).catch((error: unknown) => toast(cancelFailed(`${sideWord[order.side]} not cancelled`, error))),
      ),
    )
    setIsPulling(false)
  }
  return { isBusy, presses, send, pull }
}

/** The refusal of each line. Undefined if it was accepted. A bid and ask are accepted together or not at all. */
export async function answersOf(lines: readonly MakerLine[]): Promise<LineRefusals> {
  try {
    const [first, second] = lines.map(({ line }) => line)
    if (second !== undefined) return refusalsOf(await sendCommand(quoteTwoWay('DIRECT', [first!, second])))
    if (first !== undefined) await sendCommand(commandOf(first))
    return [undefined]
  } catch (error) {
    return lines.map(() => ({ words: errorMessage(error), of: 'ONE' }))
  }
}

const commandOf = (line: OrderLine): Command<Order> =>
  'order' in line ? replaceOrder(line.order, line.changes) : placeOrder(line.rfq, line.terms)
