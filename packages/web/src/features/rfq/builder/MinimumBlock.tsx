import { formatQuantity, type MinimumBlockExplanation, quantityText } from '@parley/core'
import styles from './SendTo.module.css'

/** A hundredth is enough to see which rule decides; rounded up, so that no less than what it says is ever asked. */
const HUNDREDTH = 100

/** A hair is taken off first: a figure that is whole in decimals is seldom so in doubles. */
const HAIR = 1e-6

const roughly = (exact: string): string => quantityText(String(Math.ceil(Number(exact) * HUNDREDTH - HAIR) / HUNDREDTH))

/** The least that trades, and what makes it that. */
export const MinimumBlock = ({ minimum }: { readonly minimum: MinimumBlockExplanation }) => (
  <p className={styles['minimum']}>
    <strong>Minimum block {quantityText(formatQuantity(minimum.minimum))}</strong>
    {minimum.parts
      .filter((part) => part.atLeast > 0)
      .map((part) => (
        <span key={part.text} title={`${part.text}: ${formatQuantity(part.atLeast)}`}>
          {` · ${part.text}: ${roughly(formatQuantity(part.atLeast))}`}
        </span>
      ))}
    {` · steps of ${quantityText(formatQuantity(minimum.increment))}`}
  </p>
)
