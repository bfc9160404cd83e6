import type { AgreementKindName } from '@parley/contracts'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { AppLink } from '../../../components/AppLink.tsx'
import { AccessPage } from '../sign-in/AccessPage.tsx'
import styles from './Agreement.module.css'

/** The choice between the two agreements, for a user whose country is unknown. */
export const CustomerType = ({ children }: { readonly children?: ReactNode }) => (
  <AccessPage title="Agreement" text="Choose your customer type and review its agreement." size="wide">
    <div className={styles['choices']}>
      <AppLink to="?customer=non-us" className={styles['choice']}>
        <span className={styles['what']}>
          <span className={styles['who']}>Non-US person customer</span>
          <span className={styles['whom']}>Agreement with the Singapore affiliate. Required for non-US products such as Global RFQ.</span>
        </span>
        <ChevronRight size={17} aria-hidden="true" />
      </AppLink>
      <AppLink to="?customer=us" className={styles['choice']}>
        <span className={styles['what']}>
          <span className={styles['who']}>US person customer</span>
          <span className={styles['whom']}>
            Agreement with the US entity. US customers are not yet eligible for the Singapore affiliate.
          </span>
        </span>
        <ChevronRight size={17} aria-hidden="true" />
      </AppLink>
    </div>
    {children}
  </AccessPage>
)

/** The customer type in the address, if it is valid. */
export const customerOf = (query: string): AgreementKindName | undefined => (query === 'us' || query === 'non-us' ? query : undefined)
