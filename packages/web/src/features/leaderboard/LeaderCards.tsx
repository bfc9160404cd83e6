import { classNames } from '../../theme/class-names.ts'
import { dollarText } from '../../components/figure-text.ts'
import { largestOf } from './leader-rows.ts'
import { firmText, percentText, waitText } from './leader-text.ts'
import styles from './Leaderboard.module.css'
import type { Shown } from './LeaderSummary.tsx'
import { Change, PartBar, Sparkline } from './RowParts.tsx'

/** The rows on a phone. */
export function LeaderCards({ rows, role }: Shown) {
  const most = largestOf(rows)
  return (
    <ol className={styles['cards']} aria-label={`Leaderboard of ${role === 'MAKER' ? 'makers' : 'takers'}`}>
      {rows.map((row) => {
        const isOwn = row.kind === 'OWN'
        return (
          <li
            key={`${row.kind} ${row.firm}`}
            className={classNames(styles['card'], isOwn && styles['ownCard'])}
            aria-current={isOwn ? 'true' : undefined}
          >
            <div className={styles['cardHead']}>
              <span className={styles['place']}>{row.rank ?? ''}</span>
              <b>{firmText(row)}</b>
              <Sparkline line={row.line} isOwn={isOwn} />
              <span className={styles['cardVolume']}>{dollarText(row.volume)}</span>
            </div>
            {row.kind !== 'TOGETHER' && <PartBar part={row.volume / most} isOwn={isOwn} />}
            <div className={styles['cardFoot']}>
              <span>{percentText(row.share, 1)} share</span>
              <span>{row.trades === 1 ? '1 trade' : `${row.trades} trades`}</span>
              {role === 'MAKER' && row.responseRate !== null && (
                <span>
                  {percentText(row.responseRate)} {row.medianMs === null ? 'response' : `in ${waitText(row.medianMs)}`}
                </span>
              )}
              {row.change !== null && row.change !== 0 && <Change change={row.change} />}
            </div>
          </li>
        )
      })}
    </ol>
  )
}
