/** When a venue takes nothing: what it says of itself, what it answers, and its calendar. Maintenance goes before settlement, because it lasts longer. */
import type { VenueHealth } from '../port/venue-port.ts'

export type Pause = NonNullable<VenueHealth['pause']>

/** How long a refusal for a pause stands for the pause itself, where the venue does not say when it goes on. */
const REFUSAL_STANDS_MS = 15_000
/** How often the calendar is looked at. */
const LOOK_MS = 1_000

export interface Pauses {
  /** The venue says that it is locked, or no longer. */
  said(pause: Pause | undefined): void
  /** The venue refused something for this reason. */
  refused(pause: Pause): void
  /** From now on its end is announced too. */
  watch(): void
  close(): void
}

export type PausesOptions = {
  readonly now: () => number
  /** The calendar's word on a moment. */
  readonly planned: (at: number) => Pause | undefined
  readonly onPause: (pause: Pause | undefined) => void
}

export function createPauses({ now, planned, onPause }: PausesOptions): Pauses {
  let said: Pause | undefined
  let refusal: { readonly pause: Pause; readonly at: number } | undefined
  let timer: NodeJS.Timeout | undefined
  const look = (): void => {
    const at = now()
    const refused = refusal !== undefined && at - refusal.at < REFUSAL_STANDS_MS ? refusal.pause : undefined
    const pauses = [said, refused, planned(at)]
    onPause(pauses.includes('MAINTENANCE') ? 'MAINTENANCE' : pauses.find((pause) => pause !== undefined))
  }
  return {
    said: (pause) => {
      said = pause
      look()
    },
    refused: (pause) => {
      refusal = { pause, at: now() }
      look()
    },
    watch: () => {
      timer ??= setInterval(look, LOOK_MS)
      timer.unref()
      look()
    },
    close: () => clearInterval(timer),
  }
}

const DAY_MS = 86_400_000
const EIGHT_MS = 8 * 3_600_000

/** The daily settlement, which begins at 08:00 UTC and takes this long. */
export const settlesAtEight =
  (lastsMs: number) =>
  (at: number): Pause | undefined =>
    (((at - EIGHT_MS) % DAY_MS) + DAY_MS) % DAY_MS < lastsMs ? 'SETTLEMENT' : undefined
