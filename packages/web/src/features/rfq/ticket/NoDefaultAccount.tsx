import type { VenueCode } from '@parley/core'
import { TriangleAlert } from 'lucide-react'
import { chooseDefaultAccounts } from '../../../live/screen-state.ts'
import { NO_DEFAULT_WARNING } from '../../account/settings/default-account-rows.ts'
import styles from './Entry.module.css'

/** Why 1-click is not available, and how to change that. */
export const NoDefaultAccount = ({ venue }: { readonly venue: VenueCode }) => (
  <span className={styles['missing']}>
    <TriangleAlert size={13} aria-hidden="true" />
    {NO_DEFAULT_WARNING}
    <button type="button" className={styles['choose']} onClick={() => chooseDefaultAccounts(venue)}>
      Choose
    </button>
  </span>
)
