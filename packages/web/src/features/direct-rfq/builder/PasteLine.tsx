import { ClipboardPaste } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import type { BuilderAction, BuilderForm } from './builder-form.ts'
import type { BuilderFacts } from './builder-summary.ts'
import { readLine } from './line.ts'
import styles from './RfqBuilder.module.css'

type PasteLineProps = {
  readonly form: BuilderForm
  readonly facts: BuilderFacts
  readonly act: (action: BuilderAction) => void
  readonly initial: string
}

/** One line in the words of the desks; what it was understood as is said beside it and shown below. */
export function PasteLine({ form, facts, act, initial }: PasteLineProps) {
  const [line, setLine] = useState(initial)
  const understood = useMemo(() => readLine(line, facts.instruments, form.currency), [line, facts.instruments, form.currency])
  useEffect(() => {
    if (understood.state === 'OTHER_CURRENCY') act({ kind: 'currencyChosen', currency: understood.currency })
    if (understood.state !== 'UNDERSTOOD') return
    act({ kind: 'legsChosen', legs: understood.legs, ...(understood.expiry === undefined ? {} : { expiry: understood.expiry }) })
    if (understood.quantity !== undefined) act({ kind: 'quantityTyped', quantity: understood.quantity })
  }, [understood])
  return (
    <label className={styles['line']}>
      <ClipboardPaste size={15} aria-hidden="true" />
      <input
        aria-label="Paste or type an RFQ"
        placeholder="Paste any line: BTC 27MAR26 100k/120k call spread 250x"
        value={line}
        spellCheck={false}
        onChange={(event) => setLine(event.target.value)}
      />
      <span className={understood.state === 'UNDERSTOOD' ? styles['understood'] : styles['hint']}>{understood.words}</span>
    </label>
  )
}
