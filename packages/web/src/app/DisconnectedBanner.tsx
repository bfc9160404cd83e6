import { WifiOff } from 'lucide-react'
import { useMemo } from 'react'
import { Button } from '../components/Button.tsx'
import { Time } from '../components/Time.tsx'
import { liveOnServer, liveCountsText } from '../live/live-on-server.ts'
import { useCancelOnLoss } from '../live/cancel-on-loss.ts'
import { serverNow } from '../live/connection.ts'
import { useOutage } from '../live/outage.ts'
import { useProtection } from '../live/protection.ts'
import { useFeed, useIsLoaded, useNow, useOrders, useRfqs } from '../live/use-live.ts'
import { untilText } from '../features/protection/protection-text.ts'
import styles from './DisconnectedBanner.module.css'

/**
 * Shown below the header while the server cannot be reached. The screen stays readable, and the banner shows how old it is and which orders are still
 * open at the server.
 */
export function DisconnectedBanner() {
  const since = useOutage((outage) => outage.since)
  return since === undefined ? null : <Disconnected since={since} />
}

function Disconnected({ since }: { readonly since: number }) {
  const seconds = useOutage((outage) => outage.seconds)
  const hasOpened = useFeed('DIRECT').hasOpened
  return (
    <section className={styles['banner']} aria-label="Disconnected">
      <WifiOff size={16} aria-hidden="true" />
      <div className={styles['words']}>
        <p>
          <b>Offline {seconds} s</b>, as of <Time at={since + (serverNow() - Date.now())} /> · <Stands /> · <DeadMan />
        </p>
        <p className={styles['more']} role="alert">
          {hasOpened ? 'Disconnected from the provider servers, trying to reconnect' : 'Error connecting to the provider servers'}. Please
          check your network. You can still try to cancel orders or to stop trading.
          {!hasOpened && ' If other sites open, a proxy may block sockets: it must forward the header Upgrade.'}
        </p>
      </div>
      <Button size="small" kind="primary" onClick={() => location.reload()}>
        Try now
      </Button>
    </section>
  )
}

function Stands() {
  const now = useNow(1_000)
  const rfqs = useRfqs()
  const orders = useOrders()
  const isKnown = [useIsLoaded('rfqs', 'DIRECT'), useIsLoaded('orders', 'DIRECT')].every(Boolean)
  const text = useMemo(() => liveCountsText(liveOnServer({ rfqs, orders }, now)), [rfqs, orders, now])
  if (!isKnown) return <span>loading your open orders</span>
  return <span title="Last known state. Later fills and cancellations appear when the connection is back.">{text}</span>
}

/** Shows whether the server cancels the orders of this session while it is disconnected. */
function DeadMan() {
  const at = useProtection(({ status }) => status?.cancel_all_at ?? null)
  const { isOn } = useCancelOnLoss()
  const now = useNow(1_000)
  if (isOn) return <span>dead man’s switch on: the server cancels all orders of this session</span>
  if (at === null) return <span>your orders stay open</span>
  return <span>dead man’s switch on: {at > now ? `cancels all in ${untilText(at, now)}` : 'all orders cancelled'}</span>
}
