import { ClipboardPaste } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import type { BuilderAction, BuilderForm } from './builder-form.ts'
import type { BuilderFacts } from './builder-summary.ts'
import { exampleLine, readLine } from './line.ts'
import styles from './RfqBuilder.module.css'

type PasteLineProps = {
  readonly form: BuilderForm
  readonly facts: BuilderFacts
  /** Those in which an RFQ may be built. */
  readonly currencies: readonly string[]
  readonly act: (action: BuilderAction) => void
  readonly initial: string
  /** The expiry whose chain is shown; the example is made from it. */
  readonly expiry: number | undefined
  /** The line that could not be read, as long as nothing was chosen by hand since: the structure below is not the typed one. */
  readonly onUnread: (words: string | undefined) => void
}

/** One line in the words of the desks; what it was understood as is said beside it and shown below. */
export function PasteLine({ form, facts, currencies, act, initial, expiry, onUnread }: PasteLineProps) {
  const [line, setLine] = useState(initial)
  // Once taken, a line is history: what is chosen by hand after it stays as chosen.
  const [isTaken, setIsTaken] = useState(false)
  const [typedOver, setTypedOver] = useState(form.legs)
  const understood = useMemo(
    () => readLine(line, facts.instruments, form.currency, currencies),
    [line, facts.instruments, form.currency, currencies],
  )
  const example = useMemo(
    () => (expiry === undefined ? undefined : exampleLine(facts.instruments, facts.marks, form.currency, expiry)),
    // Marks only choose the strikes; the example need not move with them.
    [facts.instruments, form.currency, expiry],
  )
  useEffect(() => {
    if (isTaken) return
    if (understood.state === 'OTHER_CURRENCY') act({ kind: 'marketChosen', market: { venue: form.venue, currency: understood.currency } })
    if (understood.state !== 'UNDERSTOOD') return
    setIsTaken(true)
    act({ kind: 'legsChosen', legs: understood.legs, ...(understood.expiry === undefined ? {} : { expiry: understood.expiry }) })
    if (understood.quantity !== undefined) act({ kind: 'quantityTyped', quantity: understood.quantity })
  }, [understood])
  const unread = understood.state === 'UNREADABLE' && !isTaken && form.legs === typedOver ? understood.words : undefined
  useEffect(() => onUnread(unread), [unread])
  return (
    <label className={styles['line']}>
      <ClipboardPaste size={15} aria-hidden="true" />
      <input
        aria-label="Paste or type an RFQ"
        placeholder={example === undefined ? 'Paste any line' : `Paste any line: ${example}`}
        value={line}
        spellCheck={false}
        onChange={(event) => {
          setLine(event.target.value)
          setIsTaken(false)
          setTypedOver(form.legs)
        }}
      />
      <span className={understood.state === 'UNDERSTOOD' ? styles['understood'] : unread === undefined ? styles['hint'] : styles['unread']}>
        {isTaken && understood.state !== 'UNDERSTOOD' ? '' : understood.words}
      </span>
    </label>
  )
}
