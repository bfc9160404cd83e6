/**
 * The desk's pre-trade limits (rulebook 11.8), for the header and the price guard. They have no channel and rarely change, so they are read again
 * when the window becomes visible.
 */
import { type DeskBoundsView, protectionCalls } from '@parley/contracts'
import { create } from 'zustand'
import { client } from './api.ts'
import { createSharedTimer } from './shared-timer.ts'

/** Undefined until they have been loaded. */
export const usePreTradeLimits = create<{ readonly limits: DeskBoundsView | undefined }>(() => ({ limits: undefined }))

export const holdPreTradeLimits = (limits: DeskBoundsView): void => usePreTradeLimits.setState({ limits })

/** If a read fails, the previous limits stay. The server checks every order with the current ones. */
export const readPreTradeLimits = (): Promise<void> =>
  client.call(protectionCalls.getDeskBounds, {}).then(holdPreTradeLimits, () => undefined)

const LOOK_AGAIN_MS = 60_000
const REFUSING_LOOK_AGAIN_MS = 2_000

/** While a limit refuses an order it is read often, because an administrator may change it at any moment. One request serves all waiting forms. */
export const lookOftenAtPreTradeLimits = createSharedTimer(() => void readPreTradeLimits(), REFUSING_LOOK_AGAIN_MS)

/** While a user is signed in. */
export function followPreTradeLimits(): () => void {
  const onLook = () => void readPreTradeLimits()
  addEventListener('focus', onLook)
  const looking = setInterval(onLook, LOOK_AGAIN_MS)
  onLook()
  return () => {
    removeEventListener('focus', onLook)
    clearInterval(looking)
    usePreTradeLimits.setState({ limits: undefined })
  }
}

/** The desk's maximum distance from the mark, in percent. Undefined if it has none. */
export function useDeskPercent(): number | undefined {
  const percent = usePreTradeLimits(({ limits }) => limits?.most_deviation_percent ?? null)
  return percent === null ? undefined : Number(percent)
}

/** Whether a notional in US dollars is above the one from which a colleague has to approve an order (rulebook 11.14). */
export function useIsAbove(): (notional: number) => boolean {
  const above = usePreTradeLimits(({ limits }) => limits?.approval_above ?? Infinity)
  return (notional) => notional > Number(above)
}
