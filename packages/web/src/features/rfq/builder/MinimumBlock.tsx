import { formatQuantity, type MinimumBlockExplanation } from '@parley/core'
import styles from './SendTo.module.css'

/** The least that trades, and what makes it that. */
export const MinimumBlock = ({ minimum }: { readonly minimum: MinimumBlockExplanation }) => (
  <p className={styles['minimum']}>
    <strong>Minimum block {formatQuantity(minimum.minimum)}</strong>
    {minimum.parts.filter((part) => part.atLeast > 0).map((part) => ` · ${part.text}: ${formatQuantity(part.atLeast)}`)}
    {` · steps of ${formatQuantity(minimum.increment)}`}
  </p>
)
