import { formatQuantity, type MinimumBlockExplanation, quantityText, type Structure } from '@parley/core'
import { minimumText, unitText } from './minimum-labels.ts'
import styles from './SendTo.module.css'

/** Two decimals show which rule decides. Rounded up, so that a quantity of at least the displayed value is always accepted. */
const HUNDREDTH = 100

/** A tiny amount is subtracted first, because a figure that is whole in decimals is rarely so in doubles. */
const HAIR = 1e-6

const roughly = (exact: string): string => quantityText(String(Math.ceil(Number(exact) * HUNDREDTH - HAIR) / HUNDREDTH))

type MinimumBlockProps = { readonly structure: Structure; readonly minimum: MinimumBlockExplanation }

/** The minimum block, its calculation, and the units of quantity and price at the venue. */
export function MinimumBlock({ structure, minimum }: MinimumBlockProps) {
  const most = Math.max(...minimum.parts.map(({ atLeast }) => atLeast))
  const smaller = minimum.parts.filter(({ atLeast }) => atLeast > 0 && atLeast < most)
  return (
    <p className={styles['minimum']}>
      <strong>Minimum block {quantityText(formatQuantity(minimum.minimum))}</strong>
      {` ${minimumText(structure, minimum)}`}
      {smaller.map((part) => (
        <span key={part.text} title={`${part.text}: ${formatQuantity(part.atLeast)}`}>
          {` · ${part.text}: ${roughly(formatQuantity(part.atLeast))}`}
        </span>
      ))}
      {` · steps of ${quantityText(formatQuantity(minimum.increment))}. ${unitText(structure) ?? ''}`}
    </p>
  )
}
