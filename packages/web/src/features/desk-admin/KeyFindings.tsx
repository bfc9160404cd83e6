import type { KeyCheckView } from '@parley/contracts'
import type { AccountVenue } from '@parley/core'
import { CircleCheck, CircleDashed, CircleX, Info, type LucideIcon, TriangleAlert } from 'lucide-react'
import { Time } from '../../components/Time.tsx'
import { classNames } from '../../theme/class-names.ts'
import styles from './KeyFindings.module.css'
import { adviceOf, findingsOf, venueName } from './venue-account-text.ts'

type Verdict = KeyCheckView['findings'][number]['verdict']

const icons: Readonly<Record<Verdict, LucideIcon>> = {
  GOOD: CircleCheck,
  WARNING: TriangleAlert,
  BAD: CircleX,
  NOT_SAID: CircleDashed,
}
const meanings: Readonly<Record<Verdict, string>> = { GOOD: 'Good', WARNING: 'Warning', BAD: 'Bad', NOT_SAID: 'Not reported' }

/** The venue's findings about a key, item by item. */
export function KeyFindings({ check, venue }: { readonly check: KeyCheckView; readonly venue: AccountVenue }) {
  const advice = adviceOf(check, venue)
  return (
    <section className={styles['answer']} aria-label={`Response from ${venueName(venue)}`}>
      <header className={styles['head']}>
        <h3 className={styles['title']}>Response from {venueName(venue)}</h3>
        <span className={styles['when']}>
          checked <Time at={check.checked_at} /> · {check.took_ms} ms · no trades were made
        </span>
      </header>
      <ul className={styles['findings']}>
        {findingsOf(check, venue).map(({ about, verdict, sentence, venue_words }) => {
          const Icon = icons[verdict]
          return (
            <li key={about} className={classNames(styles['finding'], styles[verdict.toLowerCase()])}>
              <Icon size={15} role="img" aria-label={meanings[verdict]} />
              <span>
                <span className={styles['sentence']}>{sentence}</span>
                {venue_words !== null && <span className={styles['words']}>{venue_words}</span>}
              </span>
            </li>
          )
        })}
      </ul>
      {advice !== '' && (
        <p className={styles['advice']}>
          <Info size={15} aria-hidden="true" /> <span>{advice}</span>
        </p>
      )}
    </section>
  )
}
