import type { DifferenceView } from '@parley/contracts'
import { displayDifference, displayDifferenceKind } from '@parley/core'
import { VenueBadge } from '../../components/Badge.tsx'
import { classNames } from '../../theme/class-names.ts'
import styles from './Reconciliation.module.css'
import { utcClock } from './reconciliation-text.ts'

type Props = {
  readonly differences: readonly DifferenceView[]
  readonly chosen: string | undefined
  readonly onChoose: (id: string) => void
  readonly empty: string
}

const isMissing = ({ kind }: DifferenceView): boolean => kind === 'MISSING_THERE' || kind === 'MISSING_HERE'

export function DifferenceList({ differences, chosen, onChoose, empty }: Props) {
  return (
    <>
      <div className={styles['listHead']}>
        <h2>Differences</h2>
        <span>found, UTC</span>
      </div>
      <div className={styles['panel']}>
        {differences.length === 0 ? (
          <p className={styles['empty']}>{empty}</p>
        ) : (
          <table className={styles['table']} aria-label="Differences">
            <thead>
              <tr>
                <th scope="col" className={styles['found']}>
                  Found
                </th>
                <th scope="col">Venue</th>
                <th scope="col">What</th>
                <th scope="col" className={styles['wide']}>
                  Block
                </th>
                <th scope="col" className={styles['number']}>
                  Ours
                </th>
                <th scope="col" className={styles['number']}>
                  Theirs
                </th>
              </tr>
            </thead>
            <tbody>
              {differences.map((one) => (
                <tr
                  key={one.id}
                  className={classNames(styles['row'], one.id === chosen && styles['chosen'])}
                  onClick={() => onChoose(one.id)}
                >
                  <td className={classNames(styles['none'], styles['found'])}>{utcClock(one.found_at).slice(0, 5)}</td>
                  <td>
                    <VenueBadge venue={one.venue} />
                  </td>
                  <td className={styles['what']}>
                    <button
                      type="button"
                      className={classNames(styles['name'], one.state === 'OPEN' && (isMissing(one) ? styles['bad'] : styles['warn']))}
                      aria-pressed={one.id === chosen}
                    >
                      {displayDifferenceKind(one.kind)}
                    </button>{' '}
                    <span className={styles['none']}>
                      {one.state === 'OPEN' ? one.description : `${displayDifference(one)} · ${one.description}`}
                    </span>
                  </td>
                  <td className={classNames(styles['wide'], styles['block'])} title={one.venue_trade_id}>
                    {one.venue_trade_id}
                  </td>
                  <td className={styles['number']}>{one.ours ?? '—'}</td>
                  <td className={styles['number']}>{one.theirs ?? '—'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
    </>
  )
}
