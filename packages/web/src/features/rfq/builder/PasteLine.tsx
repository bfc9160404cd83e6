import { ClipboardPaste } from 'lucide-react'
import { useMemo } from 'react'
import { Button } from '../../../components/Button.tsx'
import type { BuilderForm } from './builder-form.ts'
import type { BuilderFacts } from './builder-summary.ts'
import { exampleLine } from './line.ts'
import styles from './RfqBuilder.module.css'
import type { Line } from './use-line.ts'

type PasteLineProps = {
  readonly line: Line
  readonly form: BuilderForm
  readonly facts: BuilderFacts
  /** The expiry whose chain is shown; the example is made from it. */
  readonly expiry: number | undefined
}

/** One line in the words of the desks; what it was understood as is said beside it and shown below. */
export function PasteLine({ line, form, facts, expiry }: PasteLineProps) {
  const { text, read, isDifferent, problem } = line
  const example = useMemo(
    () => (expiry === undefined ? undefined : exampleLine(facts.instruments, facts.marks, form.currency, expiry)),
    // Marks only choose the strikes; the example need not move with them.
    [facts.instruments, form.currency, expiry],
  )
  const correction = read.state === 'UNREADABLE' ? read.correction : undefined
  return (
    <div className={styles['line']}>
      <ClipboardPaste size={15} aria-hidden="true" />
      <input
        aria-label="Paste or type an RFQ"
        placeholder={example === undefined ? 'Paste any line' : `Paste any line: ${example}`}
        value={text}
        spellCheck={false}
        onChange={(event) => line.setText(event.target.value)}
      />
      <span className={problem === undefined ? styles['understood'] : styles['unread']} title={problem ?? read.words}>
        {isDifferent ? 'The line is not what is below:' : read.words}
      </span>
      {correction !== undefined && (
        <Button size="small" onClick={() => line.setText(correction.line)}>
          {`Use ${correction.part}`}
        </Button>
      )}
      {isDifferent && (
        <Button size="small" onClick={line.take}>
          Use the line
        </Button>
      )}
      {problem !== undefined && (
        <Button size="small" kind="quiet" onClick={line.clear}>
          Clear it
        </Button>
      )}
    </div>
  )
}
