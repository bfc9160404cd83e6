/** Sends the sides of a maker's quote in one call, cancels them, and keeps the last action on each side with its response. */
import { cancelOrder, cancelOrders, type Command, type Order, type OrderLine, placeOrder, quoteTwoWay, replaceOrder } from '@parley/client'
import { useRef, useState } from 'react'
import { settleToast, toast } from '../../../components/toasts.ts'
import { send as sendCommand } from '../../../live/api.ts'
import { serverNow } from '../../../live/connection.ts'
import type { DirectRfq } from '../../../live/audiences.ts'
import { sendingAt, sendUntilAnswered, type TimedSending } from '../../../live/late-answers.ts'
import { errorMessage } from '../../../live/loadable.ts'
import { cancelFailed } from '../../../live/cancel-failed.ts'
import { rememberCancels } from '../../../live/locally-cancelled.ts'
import { type LineRefusal, type LineRefusals, NEITHER, refusalsOf } from './line-refusals.ts'
import type { MakerSide } from './maker-form.ts'
import { lostText } from '../../order-entry/lost-text.ts'
import { tooLateText } from './order-outcome.ts'
import { sideWord } from './quote-lines.ts'
import type { SidePress } from './side-outcome.ts'

export type MakerLine = {
  readonly side: MakerSide
  /** `Bid 25 @ 0.0404`. */
  readonly words: string
  readonly line: OrderLine
}

export type MakerSending = ReturnType<typeof useMakerSending>

export function useMakerSending(rfq: DirectRfq) {
  const [sendingSince, setSendingSince] = useState<number>()
  const [isPulling, setIsPulling] = useState(false)
  const isBusy = sendingSince !== undefined || isPulling
  const [presses, setPresses] = useState<Presses>({})
  const withdrawn = useRef(new Set<string>())
  const keyOf = (side: MakerSide) => `order-${rfq.id}-${side}`
  const refuse = (line: MakerLine, { words, of }: LineRefusal) => {
    const title = of === 'ONE' ? `${sideWord[line.side]} rejected` : NEITHER
    toast({ key: keyOf(line.side), tone: 'refused', title, text: `${line.words} rejected: ${words}` })
  }
  const send = async (lines: readonly MakerLine[]): Promise<void> => {
    if (isBusy || lines.length === 0) return
    const pressedAt = serverNow()
    setSendingSince(pressedAt)
    const answered = () => setSendingSince((since) => (since === pressedAt ? undefined : since))
    const how = sendingAt(pressedAt)
    const sent = { pressedAt, notAfter: how.notAfter, answeredAt: undefined, refusal: undefined }
    setPresses((before) => ({ ...before, ...Object.fromEntries(lines.map(({ side, words }) => [side, { ...sent, words }])) }))
    const change = (changeOf: (place: number) => Partial<SidePress>) => setPresses((before) => changed(before, lines, pressedAt, changeOf))
    const refusals = await answersOf(lines, how, () => {
      change(() => ({ isLost: true }))
      for (const { side, words } of lines) toast({ key: keyOf(side), tone: 'warn', title: words, text: lostText(how.notAfter) })
      answered()
    })
    const answeredAt = serverNow()
    change((place) => ({ answeredAt, refusal: refusals[place] }))
    for (const [place, line] of lines.entries())
      if (refusals[place] === undefined || refusals[place].of === 'OTHER_SIDE') settleToast(keyOf(line.side))
      else refuse(line, refusals[place])
    answered()
    // It may have been placed after the cancel that withdrew it.
    for (const { side } of lines) if (withdrawn.current.has(`${side} ${pressedAt}`)) void cancelSide(side)
  }
  /** Does not wait for a pending quote or for the other side. */
  const pull = async (orders: readonly Order[]): Promise<void> => {
    if (isPulling) return
    setIsPulling(true)
    rememberCancels(orders.map(({ id }) => id))
    await Promise.all(orders.map((order) => cancelled(order.side, cancelOrder(order))))
    setIsPulling(false)
  }
  /** A desk has at most one quote on a side of an RFQ (rulebook 5.3), so this cancels no other. */
  const cancelSide = (side: MakerSide) => cancelled(side, cancelOrders({ audience: rfq.audience, rfq, side }))
  const withdraw = (side: MakerSide): void => {
    const press = presses[side]
    if (press === undefined) return
    withdrawn.current.add(`${side} ${press.pressedAt}`)
    setPresses((before) => ({ ...before, [side]: { ...press, isWithdrawn: true } }))
    void cancelSide(side)
  }
  return { isBusy, presses, send, pull, withdraw }
}

type Presses = Partial<Readonly<Record<MakerSide, SidePress>>>

/** A later quote on a side has taken the place of this one. */
function changed(
  before: Presses,
  lines: readonly MakerLine[],
  pressedAt: number,
  changeOf: (place: number) => Partial<SidePress>,
): Presses {
  const now = lines.flatMap(({ side }, place) => {
    const press = before[side]
    return press?.pressedAt === pressedAt ? [[side, { ...press, ...changeOf(place) }] as const] : []
  })
  return { ...before, ...Object.fromEntries(now) }
}

const cancelled = (side: MakerSide, command: Command<unknown>): Promise<unknown> =>
  sendCommand(command).catch((error: unknown) => toast(cancelFailed(`${sideWord[side]} not cancelled`, error)))

/**
 * The refusal of each line. Undefined if it was accepted. A bid and ask are accepted together or not at all. If the response is lost, calls `onLost`
 * and settles once the server has reported the outcome.
 */
export async function answersOf(lines: readonly MakerLine[], how: TimedSending, onLost: () => void): Promise<LineRefusals> {
  try {
    const [first, second] = lines.map(({ line }) => line)
    if (second !== undefined) return refusalsOf(await sendUntilAnswered(quoteTwoWay('DIRECT', [first!, second]), how, onLost))
    if (first !== undefined) await sendUntilAnswered(commandOf(first), how, onLost)
    return [undefined]
  } catch (error) {
    return lines.map(() => ({ words: tooLateText(error) ?? errorMessage(error), of: 'ONE' }))
  }
}

const commandOf = (line: OrderLine): Command<Order> =>
  'order' in line ? replaceOrder(line.order, line.changes) : placeOrder(line.rfq, line.terms)
