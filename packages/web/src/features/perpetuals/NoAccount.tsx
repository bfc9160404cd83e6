import { Plug } from 'lucide-react'
import { Empty } from '../../components/Empty.tsx'
import { links } from '../../components/links.ts'
import { useUser } from '../../live/session.ts'
import styles from './PerpetualTicket.module.css'

/** All users see the markets. Trading requires an account of the desk at the venue. */
export function NoAccount() {
  const isAdministrator = useUser().role === 'administrator'
  return (
    <Empty
      icon={Plug}
      title="Connect a Paradex account"
      text={
        <>
          Prices are live. To trade, your desk needs its own account at Paradex. On the dashboard, under <b>Venue accounts</b>, add the
          address of the account and the private key of a subkey, which can trade but not withdraw. The key is checked immediately and
          stored encrypted.
          {!isAdministrator && ' An administrator of your desk can do this.'}
        </>
      }
      action={
        <a className={styles['link']} href={`${links.dashboard}venue-accounts`} target="_blank" rel="noreferrer">
          Open Venue accounts
        </a>
      }
    />
  )
}
