/** The two clicks of a trade: the first asks, and the second trades at an equal or better price. A worse price is shown first. Pure. */
import { compareDecimals, type Side } from '@parley/client'

/** The trade that a click would make, as shown on the button. */
export type Offered = {
  readonly side: Side
  readonly quantity: string
  /** The limit that is sent. */
  readonly limit: string
  /** The average of the immediate fills. Undefined if nothing fills. */
  readonly average: string | undefined
  /** The typed and chosen values: another entry has not been confirmed yet. */
  readonly entered: string
  /** `Prices are 3.4 s old`, or undefined while they are fresh. */
  readonly stale: string | undefined
}

/** A first click that waits for the second. `worse` is the change that it accepted. */
export type FirstPress = { readonly offered: Offered; readonly worse: string | undefined }

export type PressState = 'IDLE' | 'ARMED' | 'WORSE'

const isSame = (asked: Offered, now: Offered): boolean => asked.side === now.side && asked.entered === now.entered

export function pressState(asked: FirstPress | undefined, now: Offered): PressState {
  if (asked === undefined || !isSame(asked.offered, now)) return 'IDLE'
  return worseText(asked.offered, now) === undefined ? 'ARMED' : 'WORSE'
}

/** The change for the worse since the first click, `0.1962 → 0.1965`. Undefined at an equal or better price. */
function worseText(asked: Offered, now: Offered): string | undefined {
  if (asked.quantity !== now.quantity) return `Quantity ${asked.quantity} → ${now.quantity}`
  if (isWorse(now.side, asked.limit, now.limit)) return `${asked.limit} → ${now.limit}`
  if (asked.average !== undefined && now.average !== undefined && isWorse(now.side, asked.average, now.average))
    return `avg ${asked.average} → ${now.average}`
  return asked.stale === undefined ? now.stale : undefined
}

const isWorse = (side: Side, asked: string, now: string): boolean => (side === 'BUY' ? 1 : -1) * compareDecimals(now, asked) > 0

/** The amber text of the button: the change for the worse since the click, or the one that the last click accepted. */
export function pressText(asked: FirstPress | undefined, now: Offered): string | undefined {
  if (asked === undefined || !isSame(asked.offered, now)) return undefined
  return worseText(asked.offered, now) ?? asked.worse ?? now.stale
}

/** The effect of a click: it trades, or asks. With 1-click every click trades at the displayed price, unless prices are stale. */
export function press(asked: FirstPress | undefined, now: Offered, clicks: 'ONE' | 'TWO'): 'DEAL' | FirstPress {
  if (clicks === 'ONE' && now.stale === undefined) return 'DEAL'
  if (pressState(asked, now) === 'ARMED') return 'DEAL'
  return { offered: now, worse: asked === undefined || !isSame(asked.offered, now) ? undefined : worseText(asked.offered, now) }
}
