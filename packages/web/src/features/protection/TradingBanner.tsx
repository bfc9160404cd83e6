import { CalendarClock, Info, OctagonX } from 'lucide-react'
import type { PlatformStateView } from '@parley/contracts'
import { entityNames, hasRight } from '@parley/core'
import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { fetched } from '../../components/fetched.tsx'
import { useTimeZone } from '../../components/time-zone.ts'
import { useProtection } from '../../live/protection.ts'
import { usePlatform } from '../../live/platform.ts'
import { useUser } from '../../live/session.ts'
import { useNow } from '../../live/use-live.ts'
import { customerText } from '../../live/view-only.ts'
import { classNames } from '../../theme/class-names.ts'
import styles from './Protection.module.css'
import { useStop, useStops } from '../../live/trade-reasons.ts'
import { allowedBy, isOfOperator, stopTitle, stopText } from '../../live/stop-text.ts'
import { platformText } from './protection-text.ts'

const StillCancelling = fetched(() => import('./StillCancelling.tsx').then((part) => part.StillCancelling))
const AllowAgain = fetched(() => import('./AllowAgain.tsx').then((part) => part.AllowAgain))

/** Shown below the header to all users that it affects: the stop, the calls that still work, how it ends, and what a US customer can trade. */
export function TradingBanner() {
  const platform = usePlatform((state) => state.platform)
  const all = useProtection((state) => state.status?.still_cancelling) ?? []
  const isStopped = useStops().length > 0
  return (
    <>
      {platform !== undefined && <PlatformLine platform={platform} />}
      <StopLine />
      {(isStopped || all.length > 0) && <StillCancelling all={all} />}
      <CustomerLine />
    </>
  )
}

/** The buttons that a customer of the US entity cannot use have their reasons; this one is visible without them. */
function CustomerLine() {
  const text = customerText(useUser())
  if (text === undefined) return null
  return (
    <section className={classNames(styles['banner'], styles['calm'])} aria-label="What you can trade">
      <Info size={16} aria-hidden="true" />
      <p className={styles['bannerWords']}>
        <b>You are a customer of {entityNames.US}</b> {text}
      </p>
    </section>
  )
}

function PlatformLine({ platform }: { readonly platform: PlatformStateView }) {
  const now = useNow(1_000)
  const words = platformText(platform, now)
  if (words === undefined) return null
  return (
    <section className={classNames(styles['banner'], styles['calm'])} aria-label="State of the platform">
      <CalendarClock size={16} aria-hidden="true" />
      <p className={styles['bannerWords']}>
        <b>{words.title}.</b> {words.works} {words.next !== undefined && <span className={styles['countdown']}>{words.next}</span>}
      </p>
    </section>
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
