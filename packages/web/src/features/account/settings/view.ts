/** How the views of the settings modal lead to each other. */
import type { VenueCode } from '@parley/core'

export type ViewName =
  | 'main'
  | 'notifications'
  | 'default-accounts'
  | 'security'
  | 'change-password'
  | 'active-sessions'
  | 'two-factor'
  | 'passkeys'
  | 'backup-codes'
  | 'deactivate'
  | 'generate-codes'

/** Values that one view hands to the next: codes in full, or whether each of those that are masked is used. */
export type Carried = { readonly codes?: readonly string[]; readonly masked?: readonly boolean[]; readonly venue?: VenueCode }
export type ViewProps = {
  readonly go: (view: ViewName, carried?: Carried) => void
  readonly close: () => void
  readonly carried: Carried
}
