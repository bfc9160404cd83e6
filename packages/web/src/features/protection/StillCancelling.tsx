import { TriangleAlert } from 'lucide-react'
import type { AnswerOf, protectionCalls } from '@parley/contracts'
import { useEffect } from 'react'
import { clockText, zoneName } from '../../components/time-text.ts'
import { useTimeZone } from '../../components/time-zone.ts'
import { readProtection } from '../../live/protection.ts'
import { classNames } from '../../theme/class-names.ts'
import styles from './Protection.module.css'

type Cancelling = AnswerOf<typeof protectionCalls.getProtection>['still_cancelling'][number]

/** How often the state is read while trading is stopped or something is not cancelled yet. */
const LOOK_MS = 3_000

const subjects = { rfqs: 'quotes, orders and RFQs', perpetuals: 'perpetual orders', auctions: 'bids' } as const

/** The cancellations of a stop or of an end of access that are not done yet (rulebook 11.6). */
export function StillCancelling({ all }: { readonly all: readonly Cancelling[] }) {
  useTimeZone()
  useEffect(() => {
    void readProtection()
    const looking = setInterval(() => void readProtection(), LOOK_MS)
    return () => clearInterval(looking)
  }, [])
  if (all.length === 0) return null
  return (
    <section className={classNames(styles['banner'], styles['alarm'])} aria-label="Not cancelled yet" role="alert">
      <TriangleAlert size={16} aria-hidden="true" />
      <p className={styles['bannerWords']}>
        {all.map((one) => (
          <span key={`${one.flow} ${one.user ?? ''}`}>{textOf(one)} </span>
        ))}
      </p>
    </section>
  )
}

const textOf = ({ flow, user, user_name: name, since }: Cancelling): string =>
  `Not cancelled yet: ${subjects[flow]} of ${user === null ? 'your desk' : (name ?? user)}, since ${clockText(since)} ${zoneName(since)}. They may still fill. Parley tries again until they are cancelled.`
