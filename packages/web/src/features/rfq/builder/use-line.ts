/** Keeps the line at the top of the builder and the form together: an understood line is applied once, and a field that is changed by hand rewrites it. */
import { createListing, type Instrument } from '@parley/core'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { takeTypedAhead } from '../../../components/typed-ahead.ts'
import { useSnapshot } from '../../../live/use-snapshot.ts'
import { markedBy } from '../../line/listing-marks.ts'
import type { BuilderAction, BuilderForm } from './builder-form.ts'
import type { BuilderFacts } from './builder-summary.ts'
import { agrees, type BuilderFlow, type ReadLine, readLine, rewritten } from './line.ts'

export type Line = ReturnType<typeof useLine>

type LineOf = {
  readonly form: BuilderForm
  readonly facts: BuilderFacts
  /** The currencies in which an RFQ can be built. */
  readonly currencies: readonly string[]
  readonly initial: string
  readonly flow: BuilderFlow
  readonly act: (action: BuilderAction) => void
}

export function useLine({ form, facts, currencies, initial, flow, act }: LineOf) {
  const [text, setText] = useState(initial)
  const [taken, setTaken] = useState<string>()
  const { instruments } = facts
  const { currency } = form
  const listing = useMemo(
    () => (instruments.size === 0 ? undefined : createListing(instruments.values(), currency)),
    [instruments, currency],
  )
  // Marks change all the time. A line is read again when the first marks have arrived, and not with every change.
  const marks = useSnapshot(facts.marks, [text, listing, currencies, flow, facts.marks.size > 0])
  const around = useMemo(() => {
    const marked = listing && { ...listing, markedAt: (one: Instrument) => markedBy(marks, one) }
    return { listing: marked, currency, currencies, flow }
  }, [listing, marks, currency, currencies, flow])
  const read = useMemo(() => readLine(text, around), [text, around])
  const take = () => {
    setTaken(read.state === 'UNDERSTOOD' ? text : undefined)
    if (read.state === 'OTHER_CURRENCY') act({ kind: 'marketChosen', market: { venue: form.venue, currency: read.currency } })
    else if (read.state === 'UNDERSTOOD') act({ kind: 'lineTaken', line: read })
  }
  const takeNew = useEffectEvent(() => {
    if (text !== taken) take()
  })
  useEffect(() => takeNew(), [read])
  useEffect(() => {
    const ahead = takeTypedAhead()
    if (ahead !== '') setText((before) => before + ahead)
  }, [])
  const isChanged = text === taken && read.state !== 'UNREADABLE' && read.state !== 'EMPTY' && !isBelow(read, form)
  const rewrite = useEffectEvent(() => {
    // A quantity that cannot be read is no change yet.
    if (!isChanged || form.quantity === undefined) return
    const next = rewritten(form, instruments, read.state === 'UNDERSTOOD' ? read.kept : {}, around)
    setText(next)
    setTaken(next)
  })
  // The marks change as well, but only the user changes the form.
  useEffect(() => rewrite(), [form])
  return {
    text,
    setText,
    read,
    clear: () => setText(''),
    /** Why the form cannot be sent: the line cannot be read, or is not applied yet. */
    problem: read.state === 'EMPTY' || isBelow(read, form) || isChanged ? undefined : read.words,
  }
}

const isBelow = (read: ReadLine, form: BuilderForm): boolean => read.state === 'UNDERSTOOD' && agrees(read, form)
