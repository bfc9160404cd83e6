/** The desk's pre-trade limits (rulebook 11.8), for the header and for the guard of prices. They have no channel and are seldom changed: read again when the window is looked at. */
import { type DeskBoundsView, protectionCalls } from '@parley/contracts'
import { create } from 'zustand'
import { client } from './api.ts'
import { createSharedTimer } from './shared-timer.ts'

/** Undefined until they have been read. */
export const usePreTradeLimits = create<{ readonly limits: DeskBoundsView | undefined }>(() => ({ limits: undefined }))

export const holdPreTradeLimits = (limits: DeskBoundsView): void => usePreTradeLimits.setState({ limits })

/** A reading that fails keeps what was read before; the server judges every order by what holds then. */
export const readPreTradeLimits = (): Promise<void> =>
  client.call(protectionCalls.getDeskBounds, {}).then(holdPreTradeLimits, () => undefined)

const LOOK_AGAIN_MS = 60_000
const REFUSING_LOOK_AGAIN_MS = 2_000

/** While a limit refuses it is read often, because an administrator may lift it at any moment: one reading serves every form that waits. */
export const lookOftenAtPreTradeLimits = createSharedTimer(() => void readPreTradeLimits(), REFUSING_LOOK_AGAIN_MS)

/** For the time a person is signed in. */
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

/** The desk's own distance from the mark, per cent; undefined where it has none. */
export function useDeskPercent(): number | undefined {
  const percent = usePreTradeLimits(({ limits }) => limits?.most_deviation_percent ?? null)
  return percent === null ? undefined : Number(percent)
}
