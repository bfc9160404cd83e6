import { accountCalls, type AgreementKindName, type UserView } from '@parley/contracts'
import { hasRight } from '@parley/core'
import { Info } from 'lucide-react'
import { useState } from 'react'
import { navigate, useQuery } from '../../../components/router.ts'
import { Starting } from '../../../components/Starting.tsx'
import { Button } from '../../../components/Button.tsx'
import { toast } from '../../../components/toasts.ts'
import { showError } from '../../../live/error-popup.ts'
import { useOnce } from '../../../live/loadable.ts'
import { signOut, updateUser, useUser } from '../../../live/session.ts'
import styles from './Agreement.module.css'
import { AgreementScreen } from './AgreementScreen.tsx'
import { CustomerType, customerOf } from './CustomerType.tsx'

/** For a signed-in user who has accepted no agreement. Shows the one of their country, or else the one that they choose. */
export function AgreementOverlay() {
  const user = useUser()
  const asked = customerOf(useQuery('customer'))
  const open = useOnce(accountCalls.listUserAgreements, {})
  const [isSending, setIsSending] = useState(false)
  if (open.state === 'LOADING') return <Starting />
  // If the country is not on file, the user chooses between both.
  const mine = open.state === 'LOADED' && open.data.results.length === 1 ? open.data.results[0]?.kind : undefined
  const kind = mine ?? asked
  const accept = async (accepted: AgreementKindName) => {
    setIsSending(true)
    try {
      await updateUser(accepted === 'us' ? { has_accepted_us_agreement: true } : { has_accepted_non_us_agreement: true })
      toast({ tone: 'done', title: 'Profile updated successfully!' })
    } catch {
      setIsSending(false)
      showError('Unable to Accept the Agreement')
    }
  }
  if (kind === undefined) return <CustomerType>{<Leave />}</CustomerType>
  return (
    <AgreementScreen
      key={kind}
      kind={kind}
      onAccept={(accepted) => void accept(accepted)}
      isSending={isSending}
      onBack={mine === undefined ? () => navigate(location.pathname) : undefined}
      aside={<Leave />}
      hint={<AdministratorHint user={user} />}
    />
  )
}

export const Leave = () => (
  <Button kind="quiet" onClick={() => void signOut()}>
    Logout
  </Button>
)

/** An administrator accepts for the user they are signed in as, again if the desk had accepted before. */
export const AdministratorHint = ({ user }: { readonly user: UserView }) =>
  hasRight(user.role, 'Administer') ? (
    <p className={styles['note']} role="note">
      <Info size={15} aria-hidden="true" />
      <span>
        You administer {user.trading_desk?.name ?? user.firm.name}
        {user.trading_desk !== null && ` [${user.trading_desk.ticker}]`}: please re-accept the agreement for the related user,{' '}
        {user.first_name} {user.last_name} ({user.email}).
      </span>
    </p>
  ) : null
