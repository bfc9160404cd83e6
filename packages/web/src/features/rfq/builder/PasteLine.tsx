import { ClipboardPaste } from 'lucide-react'
import { useMemo } from 'react'
import { Button } from '../../../components/Button.tsx'
import { useIsNarrow } from '../../../components/use-media.ts'
import { useSnapshot } from '../../../live/use-snapshot.ts'
import type { BuilderForm } from './builder-form.ts'
import type { BuilderFacts } from './builder-summary.ts'
import { exampleLine } from './line.ts'
import { MarkedInput } from '../../line/MarkedInput.tsx'
import styles from './RfqBuilder.module.css'
import type { Line } from './use-line.ts'

type PasteLineProps = {
  readonly line: Line
  readonly form: BuilderForm
  readonly facts: BuilderFacts
  /** The expiry whose chain is shown. The example uses it. */
  readonly expiry: number | undefined
}

/** An RFQ in one line of text. Its interpretation is shown next to it and in the form below. */
export function PasteLine({ line, form, facts, expiry }: PasteLineProps) {
  const { text, read, problem } = line
  const { instruments } = facts
  const { currency } = form
  // Marks are used only to choose strikes, so the example does not have to follow them.
  const marks = useSnapshot(facts.marks, [instruments, currency, expiry])
  const example = useMemo(
    () => (expiry === undefined ? undefined : exampleLine(instruments, marks, currency, expiry)),
    [instruments, marks, currency, expiry],
  )
  // On a phone the keyboard would cover the content.
  const isNarrow = useIsNarrow()
  const offers = read.state === 'UNREADABLE' ? read.offers : []
  return (
    <div className={styles['line']}>
      <ClipboardPaste size={15} aria-hidden="true" />
      <MarkedInput
        aria-label="Paste or type an RFQ"
        isFirst={!isNarrow}
        placeholder={example === undefined ? 'Paste any RFQ line' : `Paste any RFQ line: ${example}`}
        text={text}
        parts={read.parts}
        onText={line.setText}
      />
      {problem === undefined ? (
        <span className={styles['understood']} title={read.words}>
          {read.words}
        </span>
      ) : (
        <div className={styles['answer']}>
          <span className={styles['unread']}>{read.words}</span>
          {offers.map((offer) => (
            <Button key={offer.line} size="small" title={offer.line} onClick={() => line.setText(offer.line)}>
              {`Use ${offer.part}`}
            </Button>
          ))}
          <Button size="small" kind="quiet" onClick={line.clear}>
            Clear it
          </Button>
        </div>
      )}
    </div>
  )
}
