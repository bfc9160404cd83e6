/** The two presses of a trade: the first asks, the second deals at an equal or better price. A worse one is shown first. Pure. */
import { compareDecimals, type Side } from '@parley/client'

/** The deal that a press would make, as the button says it. */
export type Offered = {
  readonly side: Side
  readonly quantity: string
  /** The limit that is sent. */
  readonly limit: string
  /** The average of what fills at once; undefined where nothing does. */
  readonly average: string | undefined
  /** The values typed and chosen: after another entry nothing has been asked yet. */
  readonly entered: string
  /** `Prices are 3.4 s old`; undefined while they are fresh. */
  readonly stale: string | undefined
}

/** A first press waiting for its second; `worse` is what it accepted that the press before had not. */
export type FirstPress = { readonly offered: Offered; readonly worse: string | undefined }

export type PressState = 'IDLE' | 'ARMED' | 'WORSE'

const isSame = (asked: Offered, now: Offered): boolean => asked.side === now.side && asked.entered === now.entered

export function pressState(asked: FirstPress | undefined, now: Offered): PressState {
  if (asked === undefined || !isSame(asked.offered, now)) return 'IDLE'
  return worseWords(asked.offered, now) === undefined ? 'ARMED' : 'WORSE'
}

/** The change for the worse since it was asked, `0.1962 → 0.1965`; undefined at an equal or better price. */
function worseWords(asked: Offered, now: Offered): string | undefined {
  if (asked.quantity !== now.quantity) return `Quantity ${asked.quantity} → ${now.quantity}`
  if (isWorse(now.side, asked.limit, now.limit)) return `${asked.limit} → ${now.limit}`
  if (asked.average !== undefined && now.average !== undefined && isWorse(now.side, asked.average, now.average))
    return `avg ${asked.average} → ${now.average}`
  return asked.stale === undefined ? now.stale : undefined
}

const isWorse = (side: Side, asked: string, now: string): boolean => (side === 'BUY' ? 1 : -1) * compareDecimals(now, asked) > 0

/** The amber words of the button: the change for the worse since the press, or the one that the last press accepted. */
export function pressWords(asked: FirstPress | undefined, now: Offered): string | undefined {
  if (asked === undefined || !isSame(asked.offered, now)) return undefined
  return worseWords(asked.offered, now) ?? asked.worse ?? now.stale
}

/** The effect of a press: it deals, or asks. With 1-click every press deals at the price it was pressed at, but for old prices. */
export function press(asked: FirstPress | undefined, now: Offered, clicks: 'ONE' | 'TWO'): 'DEAL' | FirstPress {
  if (clicks === 'ONE' && now.stale === undefined) return 'DEAL'
  if (pressState(asked, now) === 'ARMED') return 'DEAL'
  return { offered: now, worse: asked === undefined || !isSame(asked.offered, now) ? undefined : worseWords(asked.offered, now) }
}
