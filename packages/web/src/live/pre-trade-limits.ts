/**
 * The desk's pre-trade limits (rulebook 11.8), for the header and the price guard. They have no channel and rarely change, so they are read again
 * when the window becomes visible.
 */
import { type DeskBoundsView, protectionCalls } from '@parley/contracts'
import { create } from 'zustand'
import { client } from './api.ts'

/** Undefined until they have been loaded. */
export const usePreTradeLimits = create<{ readonly limits: DeskBoundsView | undefined }>(() => ({ limits: undefined }))

export const holdPreTradeLimits = (limits: DeskBoundsView): void => usePreTradeLimits.setState({ limits })

/** If a read fails, the previous limits stay. The server checks every order with the current ones. */
export const readPreTradeLimits = (): Promise<void> =>
  client.call(protectionCalls.getDeskBounds, {}).then(holdPreTradeLimits, () => undefined)

const LOOK_AGAIN_MS = 60_000

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
