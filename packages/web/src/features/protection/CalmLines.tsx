import { CalendarClock, Info } from 'lucide-react'
import type { PlatformStateView } from '@parley/contracts'
import { entityNames } from '@parley/core'
import { useNow } from '../../live/use-live.ts'
import { classNames } from '../../theme/class-names.ts'
import { platformText } from './platform-text.ts'
import styles from './Protection.module.css'

type CalmLinesProps = { readonly platform: PlatformStateView | undefined; readonly customer: string | undefined }

/** The state of the platform while it is not open or before it changes, and what a US customer can trade. */
export const CalmLines = ({ platform, customer }: CalmLinesProps) => (
  <>
    {platform !== undefined && <PlatformLine platform={platform} />}
    {customer !== undefined && <CustomerLine text={customer} />}
  </>
)

/** The buttons that a customer of the US entity cannot use have their reasons; this one is visible without them. */
const CustomerLine = ({ text }: { readonly text: string }) => (
  <section className={classNames(styles['banner'], styles['calm'])} aria-label="What you can trade">
    <Info size={16} aria-hidden="true" />
    <p className={styles['bannerWords']}>
      <b>You are a customer of {entityNames.US}</b> {text}
    </p>
  </section>
)

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
