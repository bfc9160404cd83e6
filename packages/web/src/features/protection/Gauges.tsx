import type { ProtectionStateView } from '@parley/contracts'
import { classNames } from '../../theme/class-names.ts'
import styles from './Protection.module.css'
import { gaugesOf, gaugeText, measureOf, nowText } from './protection-text.ts'

const FURTHEST = 'The bar shows the highest use, now or as older trades leave the window. Quotes are blocked when it is full.'

/** One bar per measure of the limit: the current use within the window. */
export const Gauges = ({ state }: { readonly state: ProtectionStateView }) => (
  <dl className={styles['gauges']}>
    {gaugesOf(state).map(({ measure, use, share, tone }) => (
      <div key={measure} className={styles['gauge']}>
        <dt>{measureOf(measure)}</dt>
        <dd className={styles['bar']} aria-hidden="true">
          <span className={classNames(styles['fill'], styles[tone])} style={{ width: `${share * 100}%` }} />
        </dd>
        <dd className={styles['figures']} title={nowText(use) === undefined ? undefined : FURTHEST}>
          {nowText(use) !== undefined && <span className={styles['now']}>{nowText(use)}</span>}
          {gaugeText(measure, use, state.limit.product)}
        </dd>
      </div>
    ))}
  </dl>
)
