/**
 * Tracks when a venue accepts no trades, from its own announcements, its refusals and its calendar. Maintenance takes precedence over settlement,
 * because it lasts longer.
 */
import type { VenueHealth } from '../port/venue-port.ts'

export type Pause = NonNullable<VenueHealth['pause']>

/** How long a refusal counts as a pause if the venue does not announce when it resumes. */
const REFUSAL_STANDS_MS = 15_000
/** How often the calendar is checked. */
const LOOK_MS = 1_000

export interface Pauses {
  /** The venue has announced that it is locked, or open again. */
  said(pause: Pause | undefined): void
  /** The venue refused a call for this reason. */
  refused(pause: Pause): void
  /** From here on, the end of the pause is announced too. */
  watch(): void
  close(): void
}

export type PausesOptions = {
  readonly now: () => number
  /** The pause at a given time, according to the calendar. */
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

/** The daily settlement, which begins at 08:00 UTC and lasts this long. */
export const settlesAtEight =
  (lastsMs: number) =>
  (at: number): Pause | undefined =>
    (((at - EIGHT_MS) % DAY_MS) + DAY_MS) % DAY_MS < lastsMs ? 'SETTLEMENT' : undefined
