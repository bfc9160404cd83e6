/** Sends the sides of a maker's quote in one call, cancels them, and keeps the last action on each side with its response. */
import { cancelOrder, cancelOrders, type Command, type Order, type OrderLine, placeOrder, quoteTwoWay, replaceOrder } from '@parley/client'
import { useState } from 'react'
import { settleToast, toast } from '../../../components/toasts.ts'
import { send as sendCommand } from '../../../live/api.ts'
import type { DirectRfq } from '../../../live/audiences.ts'
import { sendUntilAnswered, type TimedSending } from '../../../live/late-answers.ts'
import { errorMessage } from '../../../live/loadable.ts'
import { cancelFailed } from '../../../live/cancel-failed.ts'
import { rememberCancels } from '../../../live/locally-cancelled.ts'
import { type LineRefusal, type LineRefusals, NEITHER, refusalsOf } from './line-refusals.ts'
import type { MakerSide } from './maker-form.ts'
import { isBusy as isTripBusy, type Trip, useTrips } from '../../order-entry/use-trips.ts'
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
  const { trips, send: depart, withdraw: mark } = useTrips<MakerSide, string, LineRefusal | undefined>()
  const [isPulling, setIsPulling] = useState(false)
  const isBusy = isPulling || [...trips.values()].some(isTripBusy)
  const keyOf = (side: MakerSide) => `order-${rfq.id}-${side}`
  const send = async (lines: readonly MakerLine[]): Promise<void> => {
    if (isBusy || lines.length === 0) return
    const orders = lines.map(({ side, words }) => ({ place: side, about: words, message: { key: keyOf(side), title: words } }))
    await depart(orders, async (how, onLost) => {
      const refusals = await answersOf(lines, how, onLost)
      for (const [place, line] of lines.entries()) {
        const refusal = refusals[place]
        if (refusal === undefined || refusal.of === 'OTHER_SIDE') settleToast(keyOf(line.side))
        else refuse(keyOf(line.side), line, refusal)
      }
      // The order may have been placed after the cancellation that was meant to withdraw it.
      return lines.map(({ side }, place) => ({ outcome: refusals[place], cancel: () => void cancelSide(side) }))
    })
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
    if (mark(side) !== undefined) void cancelSide(side)
  }
  return { isBusy, presses: pressesOf(trips), send, pull, withdraw }
}

type Presses = Partial<Readonly<Record<MakerSide, SidePress>>>

const pressesOf = (trips: ReadonlyMap<MakerSide, Trip<string, LineRefusal | undefined>>): Presses =>
  Object.fromEntries([...trips].map(([side, { about, outcome, ...trip }]) => [side, { ...trip, words: about, refusal: outcome }]))

function refuse(key: string, line: MakerLine, { words, of }: LineRefusal): void {
  const title = of === 'ONE' ? `${sideWord[line.side]} rejected` : NEITHER
  toast({ key, tone: 'refused', title, text: `${line.words} rejected: ${words}` })
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
