import { Lightbulb, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFirstHint, type FirstHint as HintName } from '../../../live/first-hints.ts'
import styles from './FirstHint.module.css'

type FirstHintProps = {
  readonly of: HintName
  /** Undefined if there is nothing to hint at yet. */
  readonly rfqId: string | undefined
  readonly hint: string
  /** The normal text. The hint takes its place, so that nothing moves. */
  readonly children?: ReactNode
}

export function FirstHint({ of, rfqId, hint, children }: FirstHintProps) {
  const { isShown, dismiss } = useFirstHint(of, rfqId)
  if (!isShown) return children
  return (
    <span className={styles['hint']} role="note" aria-label="Hint" title={hint}>
      <Lightbulb size={12} aria-hidden="true" />
      <span>{hint}</span>
      <button type="button" aria-label="Dismiss the hint" title="Dismiss the hint" onClick={dismiss}>
        <X size={11} aria-hidden="true" />
      </button>
    </span>
  )
}
