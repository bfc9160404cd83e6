/**
 * The desk's protections as last read, and freezes and stops from their channels. The usage of limits has no channel: it is read again after every
 * change of the desk, including a limit set by a colleague.
 */
import type { Socket, Subscription } from '@parley/client'
import {
  type AnswerOf,
  type HeldRequestView,
  protectionCalls,
  type ProtectionChangeView,
  type RefusedFillView,
  type TradingStopView,
} from '@parley/contracts'
import { create } from 'zustand'
import { client } from './api.ts'
import type { ListChange } from './collection.ts'
import { limits } from './limits.ts'
import { errorMessage } from './loadable.ts'
import { publishProtectionNotices, publishRefusedFill } from './protection-notices.ts'
import { useLive } from './store.ts'

export type ProtectionStatus = AnswerOf<typeof protectionCalls.getProtection>

export type ProtectionLive = {
  readonly status: ProtectionStatus | undefined
  /** Why the last read failed. */
  readonly failed: string | undefined
  /** By limit, product and label. */
  readonly frozen: ReadonlyMap<string, ProtectionChangeView>
  /** The users of the desk who may not trade, or the whole desk. */
  readonly stops: readonly TradingStopView[]
  /** The requests that wait for the approval of a second person. Undefined until one has (`held-requests.ts`). */
  readonly held?: readonly HeldRequestView[]
  /** The last limit that triggered in a product, and when that was received: a short freeze is over before its name can be read. */
  readonly triggered: ReadonlyMap<string, { readonly limit: string; readonly at: number }>
}

const nothing: ProtectionLive = { status: undefined, failed: undefined, frozen: new Map(), stops: [], triggered: new Map() }
export const useProtection = create<ProtectionLive>(() => nothing)

export function applyFrozen(
  held: ProtectionLive['frozen'],
  change: ListChange<ProtectionChangeView>,
): ReadonlyMap<string, ProtectionChangeView> {
  const keyOf = ({ limit, product, label }: ProtectionChangeView) => `${limit} ${product}${label === null ? '' : ` ${label}`}`
  if (change.event === 'SNAPSHOT') return new Map(change.data.map((one) => [keyOf(one), one]))
  const next = new Map(held)
  if (change.data.kind === 'TRIGGERED') next.set(keyOf(change.data), change.data)
  else next.delete(keyOf(change.data))
  return next
}

export function applyTriggered(
  held: ProtectionLive['triggered'],
  change: ListChange<ProtectionChangeView>,
  now: number,
): ProtectionLive['triggered'] {
  if (change.event === 'SNAPSHOT' || change.data.kind !== 'TRIGGERED') return held
  const { product, limit } = change.data
  return new Map([...held, [product, { limit, at: now }]])
}

let reading: Promise<void> | undefined

/** Concurrent requests share one call. */
export async function readProtection(): Promise<void> {
  reading ??= client
    .call(protectionCalls.getProtection, {})
    .then((status) => useProtection.setState({ status, failed: undefined }))
    .catch((error: unknown) => useProtection.setState({ failed: errorMessage(error) }))
    .finally(() => (reading = undefined))
  return reading
}

/** After a change of the desk, because fills count towards limits. */
function createSoon(): { readonly soon: () => void; readonly stop: () => void } {
  let waiting: ReturnType<typeof setTimeout> | undefined
  let isStopped = false
  return {
    soon: () => {
      waiting ??= isStopped
        ? undefined
        : setTimeout(() => {
            waiting = undefined
            void readProtection()
          }, limits.protectionSoonMs)
    },
    stop: () => {
      isStopped = true
      clearTimeout(waiting)
    },
  }
}

/** While a user is signed in. */
export function followProtection(): () => void {
  const { soon, stop } = createSoon()
  const unfollow = useLive.subscribe((live, before) =>
    live.orders === before.orders && live.trades === before.trades ? undefined : soon(),
  )
  void readProtection()
  return () => {
    stop()
    unfollow()
    useProtection.setState(nothing, true)
  }
}

export const subscribeProtection = (socket: Socket, onRefused: (words: string) => void): Subscription =>
  socket.subscribe<ProtectionChangeView>(
    'market_maker_protection',
    (message) => {
      const change: ListChange<ProtectionChangeView> =
        message.event === 'SNAPSHOT' ? { event: 'SNAPSHOT', data: message.data } : { event: message.event, data: message.data }
      const now = Date.now() + client.clockSkewMs()
      useProtection.setState(({ frozen, triggered }) => ({
        frozen: applyFrozen(frozen, change),
        triggered: applyTriggered(triggered, change, now),
      }))
      publishProtectionNotices(change, now)
      void readProtection()
    },
    { snapshot: true, onRefused },
  )

/** Limits that a colleague sets or removes appear on this screen too. */
export const subscribeLimits = (socket: Socket, onRefused: (words: string) => void): Subscription =>
  socket.subscribe('protection_limits', () => void readProtection(), { onRefused })

/** Shown as they happen. A missed one is not stored anywhere. */
export const subscribeRefusedFills = (socket: Socket, onRefused: (words: string) => void): Subscription =>
  socket.subscribe<RefusedFillView>(
    'refused_fills',
    (message) => {
      if (message.event !== 'SNAPSHOT') publishRefusedFill({ event: message.event, data: message.data })
    },
    { onRefused },
  )
