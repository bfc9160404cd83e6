import type { Difference, DifferenceEvent } from './difference.ts'

/** Applies what was decided. It handles every event and checks no rule. */
export function evolve(_difference: Difference, event: DifferenceEvent): Difference {
  switch (event.kind) {
    case 'DifferenceReopened':
      return { state: 'OPEN' }
    case 'DifferenceGone':
      return { state: 'GONE', at: event.at }
    case 'DifferenceExplained':
      return { state: 'EXPLAINED', by: event.by, reason: event.reason, at: event.at }
    case 'DifferenceAccepted':
      return { state: 'ACCEPTED', by: event.by, reason: event.reason, at: event.at }
  }
}
