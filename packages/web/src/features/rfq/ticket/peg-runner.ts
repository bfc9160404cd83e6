/**
 * Runs pegs in this window (rulebook 11.11): it checks the market ten times a second, replaces live quotes, and cancels them when a peg stops. A
 * socket with cancel-on-disconnect is open at the same time, so that no quote outlives the window (rulebook 11.5).
 */
import { cancelOrder, isResting, type Order, type OrderLine, quoteTwoWay, replaceOrder, type Socket, type Trade } from '@parley/client'
import { type Instant, pegStep, type PegHistory, type PegTerms, type Side, type Structure } from '@parley/core'
import { create } from 'zustand'
import { client, send } from '../../../live/api.ts'
import type { DirectRfq } from '../../../live/audiences.ts'
import { useCancelOnLoss } from '../../../live/cancel-on-loss.ts'
import { serverNow, useHealth } from '../../../live/connection.ts'
import { useFeeds } from '../../../live/feeds.ts'
import { isLost } from '../../../live/late-answers.ts'
import { limits } from '../../../live/limits.ts'
import { errorMessage } from '../../../live/loadable.ts'
import { marketName } from '../../../live/open-markets.ts'
import { outageReasonNow } from '../../../live/outage.ts'
import { rememberCancels } from '../../../live/locally-cancelled.ts'
import { useSession } from '../../../live/session.ts'
import { useLive } from '../../../live/store.ts'
import { markFromWire } from '../../market-data/mark-from-wire.ts'
import { refusalsOf } from './line-refusals.ts'
import { legPricesOf, type MarkOf, priceFromText } from './maker-form.ts'
import { pegFigures, pegOrders, pegText } from './peg-figures.ts'
import { isPulledAtEnd, type PegEnd } from './peg-messages.ts'
import { inSafeOrder } from './quote-lines.ts'

const STEP_MS = 100
const SECOND_MS = 1_000

export type RunningPeg = {
  readonly state: 'ON'
  readonly rfq: DirectRfq
  readonly structure: Structure
  readonly terms: PegTerms
  readonly history: PegHistory
  /** The prices that it has set or found. */
  readonly prices: Partial<Readonly<Record<Side, string>>>
  /** The ids of the desk's trades in this RFQ that have been checked. */
  readonly judged: ReadonlySet<string>
  readonly doing: 'IN_PLACE' | 'PACE' | 'REPLACING'
}
export type EndedPeg = { readonly state: 'OFF'; readonly why: PegEnd; readonly at: number; readonly more: string | undefined }
export type Peg = RunningPeg | EndedPeg

export const usePegs = create<{ readonly pegs: ReadonlyMap<string, Peg> }>(() => ({ pegs: new Map() }))
const put = (id: string, peg: Peg) => usePegs.setState(({ pegs }) => ({ pegs: new Map(pegs).set(id, peg) }))
const running = (id: string): RunningPeg | undefined => {
  const peg = usePegs.getState().pegs.get(id)
  return peg?.state === 'ON' ? peg : undefined
}

let guard: Socket | undefined
let ticking: ReturnType<typeof setInterval> | undefined
const busy = new Set<string>()

type NewPeg = { readonly rfq: DirectRfq; readonly structure: Structure; readonly terms: PegTerms; readonly startMark: number }

let unfollow: (() => void) | undefined
/** Nothing is sent after the user has signed out. */
function followSignOut(): void {
  unfollow ??= useSession.subscribe(({ session }) => {
    if (session.state !== 'SIGNED_IN') forgetPegs()
  })
}

export function startPeg({ rfq, structure, terms, startMark }: NewPeg): void {
  const orders = restingIn(rfq.id)
  const sides = orders.map(({ side }) => side)
  followSignOut()
  // Once open it stays open as long as the window, because closing it would cancel everything.
  guard ??= client.socket({ cancelOnDisconnect: true })
  useCancelOnLoss.setState({ isOn: true })
  ticking ??= setInterval(stepAll, STEP_MS)
  put(rfq.id, {
    ...{ state: 'ON', rfq, structure, terms, doing: 'REPLACING' },
    history: { sides, startMark, replacedAt: [] },
    prices: Object.fromEntries(orders.map(({ side, price }) => [side, price])),
    judged: new Set(tradesIn(rfq.id).map(({ id }) => id)),
  })
}

export const endPeg = (id: string, why: PegEnd, more?: string): void => {
  if (running(id) === undefined) return
  put(id, { state: 'OFF', why, at: serverNow(), more })
  if (isPulledAtEnd(why)) void pull(restingIn(id))
}

function forgetPegs(): void {
  clearInterval(ticking)
  ticking = undefined
  guard?.close()
  guard = undefined
  useCancelOnLoss.setState({ isOn: false })
  usePegs.setState({ pegs: new Map() })
}

const tradesIn = (id: string): readonly Trade[] => useLive.getState().tradesByRfq.get(id) ?? []
const restingIn = (id: string): readonly Order[] => (useLive.getState().ordersByRfq.get(id) ?? []).filter(isResting)

async function pull(orders: readonly Order[]): Promise<void> {
  rememberCancels(orders.map(({ id }) => id))
  // After a lost connection the server cancels the rest.
  await Promise.allSettled(orders.map((order) => send(cancelOrder(order))))
}

function stepAll(): void {
  const on = [...usePegs.getState().pegs.values()].filter((peg) => peg.state === 'ON')
  if (on.length === 0) {
    clearInterval(ticking)
    ticking = undefined
  }
  for (const peg of on) step(peg)
}

function step(peg: RunningPeg): void {
  const { rfq, structure, terms, history } = peg
  const orders = restingIn(rfq.id)
  const now = serverNow()
  const markOf = marksOf(rfq, now)
  const figures = pegFigures(structure, markOf)
  const fills = tradesIn(rfq.id).filter(({ id }) => !peg.judged.has(id))
  const answer = pegStep(
    terms,
    { ...figures, ...lineOf(rfq), live: pegOrders(orders), fills: pegOrders(fills), now: now as Instant },
    history,
  )
  if (answer.step === 'STOP') return endPeg(rfq.id, answer.why)
  // While a replacement is pending, the peg can only be stopped.
  if (busy.has(rfq.id)) return
  if (orders.some(({ side, price }) => peg.prices[side] !== undefined && Number(peg.prices[side]) !== Number(price)))
    return endPeg(rfq.id, 'CHANGED')
  const judged = fills.length === 0 ? peg.judged : new Set([...peg.judged, ...fills.map(({ id }) => id)])
  if (answer.step === 'KEEP')
    return peg.doing === answer.why && judged === peg.judged ? undefined : put(rfq.id, { ...peg, judged, doing: answer.why })
  const texts = answer.prices.map(({ side, price }) => ({ side, price: pegText(price, structure) }))
  const lines: OrderLine[] = []
  for (const { side, price } of inSafeOrder(texts, bySide(orders))) {
    const { legPrices, reason } = priceFromText(structure, price, markOf, 'PRICE')
    if (legPrices === undefined) return endPeg(rfq.id, 'REFUSED', reason)
    const order = orders.find((one) => one.side === side)!
    if (Number(order.price) === Number(price)) continue
    lines.push({ order, changes: { quantity: order.quantity, legPrices: legPricesOf(structure, legPrices) } })
  }
  void replace({ ...peg, judged }, lines, { now, prices: Object.fromEntries(texts.map(({ side, price }) => [side, price])) })
}

const bySide = (orders: readonly Order[]) => Object.fromEntries(orders.map((order) => [order.side, order]))

/** A silent server counts as stale marks, because nothing newer can have arrived. */
function lineOf(rfq: DirectRfq): { readonly isConnected: boolean; readonly isStale: boolean } {
  const { silentMs } = useHealth.getState()
  const market = useLive.getState().markets.get(marketName({ currency: rfq.baseCurrency, venue: rfq.venue }))
  return {
    isConnected: useFeeds.getState().DIRECT.state === 'OPEN' && outageReasonNow() === undefined,
    isStale: market === undefined || market.is_stale || (silentMs ?? 0) > limits.oldMs,
  }
}

function marksOf(rfq: DirectRfq, now: number): MarkOf {
  const { marks, markets } = useLive.getState()
  const index = markets.get(marketName({ currency: rfq.baseCurrency, venue: rfq.venue }))?.index_price
  return (id) => markFromWire(marks.get(id), Number(index ?? 0), now)
}

type Replacing = { readonly now: number; readonly prices: RunningPeg['prices'] }

async function replace(peg: RunningPeg, lines: readonly OrderLine[], { now, prices }: Replacing): Promise<void> {
  const { id } = peg.rfq
  const replacedAt = [...peg.history.replacedAt.filter((at) => now - at < SECOND_MS), now as Instant]
  busy.add(id)
  put(id, { ...peg, doing: 'REPLACING', history: { ...peg.history, replacedAt } })
  const refused = await refusalOf(lines)
  if (running(id) !== undefined) {
    // The screen may receive the new price after the response. Until then the old price is not a manual change.
    if (refused === undefined) await seen(id, prices)
    const still = running(id)
    if (refused !== undefined) endPeg(id, refused.why, refused.more)
    else if (still !== undefined) put(id, { ...still, prices, doing: 'IN_PLACE' })
  }
  busy.delete(id)
}

/** Longer than prices take to become stale, so a silent server stops the peg first. */
const SEEN_WITHIN_MS = limits.oldMs + 3_000

/** Waits until the live quotes are shown at the new prices. */
async function seen(id: string, prices: RunningPeg['prices']): Promise<void> {
  const isSeen = () => restingIn(id).every(({ side, price }) => prices[side] === undefined || Number(prices[side]) === Number(price))
  if (isSeen()) return
  await new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(over)
      stop()
      resolve()
    }
    const over = setTimeout(done, SEEN_WITHIN_MS)
    const stop = useLive.subscribe(() => isSeen() && done())
  })
}

/** The message of the first line that was refused for its own reason. Both sides move, or neither. */
async function refusalOf(lines: readonly OrderLine[]): Promise<{ readonly why: PegEnd; readonly more?: string } | undefined> {
  try {
    const [first, second] = lines
    if (first !== undefined && 'order' in first && second === undefined) await send(replaceOrder(first.order, first.changes))
    if (first === undefined || second === undefined) return undefined
    const refused = refusalsOf(await send(quoteTwoWay('DIRECT', [first, second]))).find(
      (one) => one !== undefined && one.of !== 'OTHER_SIDE',
    )
    return refused && { why: 'REFUSED', more: refused.words }
  } catch (error) {
    return isLost(error) ? { why: 'UNANSWERED' } : { why: 'REFUSED', more: errorMessage(error) }
  }
}
