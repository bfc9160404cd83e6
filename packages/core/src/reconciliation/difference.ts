/** A difference between a venue's record and ours: open until a person closes it, or until it is gone (rulebook 14.6 to 14.8). */
import type { Instant } from '../ids.ts'
import type { ComparedBlock, DifferingPart } from './compare-blocks.ts'

/** There is one machine for each block of an account. It begins when a comparison first finds a difference. */
export type Difference =
  | { readonly state: 'OPEN' }
  | { readonly state: 'EXPLAINED' | 'ACCEPTED'; readonly by: string; readonly reason: string; readonly at: Instant }
  | { readonly state: 'GONE'; readonly at: Instant }

export type DifferenceCommand =
  /** A comparison found it; `isChanged` if it differs from the earlier finding. */
  | { readonly kind: 'Find'; readonly isChanged: boolean }
  /** A comparison no longer finds it. */
  | { readonly kind: 'Miss' }
  | { readonly kind: 'Explain'; readonly by: string; readonly reason: string }
  | {
      readonly kind: 'Accept'
      readonly by: string
      readonly reason: string
      readonly what: DifferenceKind
      readonly also: readonly DifferingPart[]
    }

export type DifferenceEvent =
  | { readonly kind: 'DifferenceReopened' }
  | { readonly kind: 'DifferenceGone'; readonly at: Instant }
  | { readonly kind: 'DifferenceExplained' | 'DifferenceAccepted'; readonly by: string; readonly reason: string; readonly at: Instant }

export type DifferenceRefusal = 'DifferenceClosed' | 'NotAFeeAlone' | 'ReasonMissing'

/** Its name in lists. */
export type DifferenceKind = 'MISSING_THERE' | 'MISSING_HERE' | DifferingPart

export function kindOf(compared: Exclude<ComparedBlock, { readonly outcome: 'MATCHED' }>): DifferenceKind {
  return compared.outcome === 'DIFFERS' ? compared.differsIn[0]! : compared.outcome
}
