/** The desk's pre-trade limits, as tickets judge orders by them (rulebook 11.8, 11.14). Loaded with the tickets, after the first screen. */
import { readPreTradeLimits, usePreTradeLimits } from './pre-trade-limits.ts'
import { createSharedTimer } from './shared-timer.ts'

const REFUSING_LOOK_AGAIN_MS = 2_000

/** While a limit refuses an order it is read often, because an administrator may change it at any moment. One request serves all waiting forms. */
export const lookOftenAtPreTradeLimits = createSharedTimer(() => void readPreTradeLimits(), REFUSING_LOOK_AGAIN_MS)

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
