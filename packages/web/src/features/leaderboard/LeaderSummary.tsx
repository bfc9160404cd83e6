import { dollarText } from '../../components/figure-text.ts'
import type { LeaderAnswers, LeaderRow } from './leader-rows.ts'
import { DASH, percentText, strengthText, waitText } from './leader-text.ts'
import styles from './Leaderboard.module.css'
import { Change } from './RowParts.tsx'
import { useStrengths } from './use-leaderboard.ts'

export type Shown = { readonly answers: LeaderAnswers; readonly rows: readonly LeaderRow[]; readonly role: 'MAKER' | 'TAKER' }

/** The user's own firm in four figures, and its strengths. */
export function LeaderSummary({ rows, role }: Shown) {
  const strengths = useStrengths()
  const own = rows.find(({ kind }) => kind === 'OWN')
  return (
    <>
      <dl className={styles['summary']}>
        <Figure name="Total volume" value={dollarText(rows.reduce((sum, { volume }) => sum + volume, 0))} />
        <Figure
          name="Your rank"
          value={own?.rank == null ? DASH : String(own.rank)}
          beside={own?.rank != null ? <Change change={own.change} /> : own?.share === null && 'not ranked: no other firm shows its name'}
        />
        <Figure
          name="Your share"
          value={own === undefined ? DASH : percentText(own.share, 1)}
          beside={own !== undefined && dollarText(own.volume)}
        />
        {role === 'MAKER' && (
          <Figure
            name="Your response"
            value={percentText(own?.responseRate ?? null)}
            beside={own?.medianMs != null && waitText(own.medianMs)}
          />
        )}
      </dl>
      {strengths.length > 0 && (
        <ul className={styles['strengths']} aria-label="Your strengths in the last 60 days">
          {strengths.map((strength) => (
            <li key={strengthText(strength)}>{strengthText(strength)}</li>
          ))}
        </ul>
      )}
    </>
  )
}

const Figure = ({ name, value, beside }: { readonly name: string; readonly value: string; readonly beside?: React.ReactNode }) => (
  <div className={styles['figure']}>
    <dt>{name}</dt>
    <dd>
      <b>{value}</b> {beside}
    </dd>
  </div>
)
