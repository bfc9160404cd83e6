import { useState } from 'react'
import { ConfirmDialog } from '../components/ConfirmDialog.tsx'
import { useUser } from '../live/session.ts'
import styles from './RestrictedAddress.module.css'

/** Warns a user who signed in from a restricted address, once at each start and before anything else can be clicked. */
export function RestrictedAddress() {
  const left = useUser().restricted_ip_rfqs_left
  const [hasProceeded, setHasProceeded] = useState(false)
  const proceed = () => setHasProceeded(true)
  if (left === null) return null
  return (
    <ConfirmDialog
      open={!hasProceeded}
      title="Restricted IP Detected"
      onClose={proceed}
      confirm={{ label: 'Proceed Anyway', onPress: proceed }}
    >
      <p>We've detected a login from a restricted IP address. The creation of RFQs is disabled.</p>
      <p className={styles['allowance']}>{allowance(left)}</p>
    </ConfirmDialog>
  )
}

const allowance = (left: number): string =>
  left === 0
    ? 'You have no RFQs left. You can still see the market, quote and manage open orders.'
    : `If you proceed, you have ${left} ${left === 1 ? 'RFQ' : 'RFQs'} left.`
