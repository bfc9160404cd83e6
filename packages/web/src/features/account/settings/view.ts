/** Navigation between the views of the settings dialog. */
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

/** Values that one view passes to the next: full codes, or the used state of each masked code. */
export type Carried = { readonly codes?: readonly string[]; readonly masked?: readonly boolean[]; readonly venue?: VenueCode }
export type ViewProps = {
  readonly go: (view: ViewName, carried?: Carried) => void
  readonly close: () => void
  readonly carried: Carried
}
