import { EyeOff, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useMemo, useReducer, useRef } from 'react'
import type { BuilderStart } from '../../../app/screen-state.ts'
import { Button, IconButton } from '../../../components/Button.tsx'
import { Dialog } from '../../../components/Dialog.tsx'
import { Empty } from '../../../components/Empty.tsx'
import { Kbd } from '../../../components/Kbd.tsx'
import { emptyForm, reduceBuilder, type BuilderForm } from './builder-form.ts'
import { summarise, type BuilderFacts, type BuilderSummary } from './builder-summary.ts'
import { chainRows, expiriesOfChain } from './chain.ts'
import { Choices } from './Choices.tsx'
import { formOfDraft } from './from-draft.ts'
import { Legs } from './Legs.tsx'
import { OptionChain } from './OptionChain.tsx'
import { PasteLine } from './PasteLine.tsx'
import { Preview } from './Preview.tsx'
import styles from './RfqBuilder.module.css'
import { SendTo } from './SendTo.tsx'
import { suggestLegs } from './suggest.ts'
import { useBuilderFacts } from './use-builder-facts.ts'
import { useSending, type Sending } from './use-sending.ts'

export type RfqBuilderProps = {
  readonly open: boolean
  readonly onClose: () => void
  /** A pasted line to start from, or a draft to edit: the draft is replaced by what is sent or saved. */
  readonly initial?: BuilderStart | undefined
}

const WEEKS_OUT_MS = 21 * 86_400_000

export const RfqBuilder = (props: RfqBuilderProps) => (
  <Dialog open={props.open} onClose={props.onClose} title="New RFQ" width={1446} height={872} isBare outside="stays">
    <Builder {...props} />
  </Dialog>
)

function Builder({ onClose, initial }: RfqBuilderProps) {
  const draft = initial?.kind === 'draft' ? initial.draft : undefined
  const [form, act] = useReducer(reduceBuilder, draft, (from) => (from === undefined ? emptyForm('BTC') : formOfDraft(from)))
  const { facts, failed, retry, isLoading } = useBuilderFacts(form)
  const summary = useMemo(() => summarise(form, facts), [form, facts])
  const sending = useSending(form, summary, draft, onClose)
  const chain = useChain(form, facts)
  const choose = (name: string) => {
    if (chain.expiry === undefined) return
    const legs = suggestLegs(name, facts.instruments, facts.marks, chain.expiry)
    if (legs !== undefined) act({ kind: 'legsChosen', legs, expiry: chain.expiry })
  }
  useFirstStructure(facts, chain.expiry, form.legs.length > 0 || initial !== undefined, () => choose('Call Spread'))
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey)) return
    if (event.key === 'Enter') void sending.send('OPEN')
    else if (event.key.toLowerCase() === 's') void sending.send('DRAFT')
    else return
    event.preventDefault()
  }
  return (
    <div className={styles['builder']} onKeyDown={onKeyDown}>
      <header className={styles['head']}>
        <h3 className={styles['title']}>{draft === undefined ? 'New RFQ' : 'Edit draft'}</h3>
        <PasteLine form={form} facts={facts} act={act} expiry={chain.expiry} initial={initial?.kind === 'text' ? initial.text : ''} />
        <IconButton label="Close" onClick={onClose}>
          <X size={17} />
        </IconButton>
      </header>
      {failed !== undefined ? (
        <Empty
          icon={X}
          title="Could not load the instruments"
          text={failed}
          tone="danger"
          action={<Button onClick={retry}>Try again</Button>}
        />
      ) : (
        <div className={styles['columns']}>
          <Choices form={form} name={summary.name} act={act} onChoose={choose} />
          <main className={styles['middle']}>
            <OptionChain
              {...chain}
              marks={facts.marks}
              legs={form.legs}
              isLoading={isLoading}
              onExpiry={(expiry) => act({ kind: 'expiryChosen', expiry })}
              onPrice={(instrumentId, side) => act({ kind: 'pricePressed', instrumentId, side })}
            />
            <Legs form={form} summary={summary} facts={facts} act={act} />
          </main>
          <aside className={styles['right']} aria-label="Send to">
            <SendTo form={form} summary={summary} facts={facts} act={act} />
            <Preview form={form} summary={summary} facts={facts} />
          </aside>
        </div>
      )}
      <Foot form={form} summary={summary} sending={sending} />
    </div>
  )
}

function useChain(form: BuilderForm, facts: BuilderFacts) {
  const expiries = useMemo(() => expiriesOfChain(facts.instruments, facts.marks, facts.now), [facts])
  const expiry = form.expiry ?? (expiries.find((one) => one.at - facts.now > WEEKS_OUT_MS) ?? expiries[0])?.at
  const rows = useMemo(() => (expiry === undefined ? [] : chainRows(facts.instruments, expiry)), [facts.instruments, expiry])
  return { expiries, expiry, rows }
}

function Foot({ form, summary, sending }: { form: BuilderForm; summary: BuilderSummary; sending: Sending }) {
  return (
    <footer className={styles['foot']}>
      <p className={styles['sees']}>
        <EyeOff size={15} aria-hidden="true" />
        Makers see {form.isAnonymous ? '“Anonymous”' : 'your desk’s name'}, the structure and the quantity. Your side stays hidden.
      </p>
      <p className={summary.problem === undefined ? styles['checked'] : styles['problem']} role="status">
        {summary.problem === undefined ? 'Checked against the server’s rules ✓' : summary.problem.message}
      </p>
      <Button
        size="large"
        isBusy={sending.busy === 'DRAFT'}
        disabledReason={sending.draftReason}
        onClick={() => void sending.send('DRAFT')}
      >
        Save draft <Kbd>⌘S</Kbd>
      </Button>
      <Button
        kind="primary"
        size="large"
        isBusy={sending.busy === 'OPEN'}
        disabledReason={summary.problem?.message}
        onClick={() => void sending.send('OPEN')}
      >
        {`Send RFQ to ${summary.asked.length} ${summary.asked.length === 1 ? 'maker' : 'makers'}`} <Kbd>⌘↵</Kbd>
      </Button>
    </footer>
  )
}

/** Somebody who opens the builder sees a structure at once, priced and drawn, instead of an empty form. */
function useFirstStructure(facts: BuilderFacts, expiry: number | undefined, hasOne: boolean, choose: () => void): void {
  const done = useRef(hasOne)
  useEffect(() => {
    if (done.current || expiry === undefined || facts.marks.size === 0) return
    done.current = true
    choose()
  }, [facts.marks, expiry])
}
