/** Two desks may negotiate once both have approved it (rulebook 2). One machine for each unordered pair of desks. */
import type { DeskId, Instant } from '../ids.ts'

export type Approval =
  | { readonly state: 'STRANGERS' }
  | { readonly state: 'ASKED'; readonly by: DeskId; readonly askedAt: Instant }
  | { readonly state: 'APPROVED'; readonly approvedAt: Instant }
