import { OctagonX } from 'lucide-react'
import { hasRight } from '@parley/core'
import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { fetched } from '../../components/fetched.tsx'
import { useTimeZone } from '../../components/time-zone.ts'
import { useProtection } from '../../live/protection.ts'
import { usePlatform } from '../../live/platform.ts'
import { useUser } from '../../live/session.ts'
import { customerText } from '../../live/view-only.ts'
import { classNames } from '../../theme/class-names.ts'
import styles from './Protection.module.css'
import { useStop, useStops } from '../../live/trade-reasons.ts'
import { allowedBy, isOfOperator, stopTitle, stopText } from '../../live/stop-text.ts'

const CalmLines = fetched(() => import('./CalmLines.tsx').then((part) => part.CalmLines))
const StillCancelling = fetched(() => import('./StillCancelling.tsx').then((part) => part.StillCancelling))
const HeldRequests = fetched(() => import('./HeldRequests.tsx').then((part) => part.HeldRequests))
const AllowAgain = fetched(() => import('./AllowAgain.tsx').then((part) => part.AllowAgain))

/** Shown below the header to all users that it affects: the stop, the calls that still work, how it ends, and what a US customer can trade. */
export function TradingBanner() {
  const platform = usePlatform((state) => state.platform)
  const notable = platform?.state === 'AVAILABLE' && platform.next_state === null ? undefined : platform
  const customer = customerText(useUser())
  const all = useProtection((state) => state.status?.still_cancelling) ?? []
  const held = useProtection((state) => state.held)
  const isStopped = useStops().length > 0
  return (
    <>
      {(customer ?? notable) !== undefined && <CalmLines platform={notable} customer={customer} />}
      <StopLine />
      {(isStopped || all.length > 0) && <StillCancelling all={all} />}
      {held?.length ? <HeldRequests held={held} /> : null}
    </>
  )
}

function StopLine() {
  useTimeZone()
  const stop = useStop()
  const user = useUser()
  const [isAsked, setIsAsked] = useState(false)
  if (stop === undefined) return null
  const mayAllow = hasRight(user.role, 'Administer') && !isOfOperator(stop)
  return (
    <section className={classNames(styles['banner'], styles['alarm'])} aria-label="Trading is stopped" role="alert">
      <OctagonX size={16} aria-hidden="true" />
      <p className={styles['bannerWords']}>
        <b>{stopTitle(stop)}.</b> {stopText(stop)}. {!mayAllow && `${allowedBy(stop)}. You can still cancel orders.`}
      </p>
      {mayAllow && (
        <Button size="small" onClick={() => setIsAsked(true)}>
          Resume trading
        </Button>
      )}
      {isAsked && <AllowAgain stop={stop} onClose={() => setIsAsked(false)} />}
    </section>
  )
}
