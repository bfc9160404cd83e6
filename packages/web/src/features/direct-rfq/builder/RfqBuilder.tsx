import { ClipboardPaste, EyeOff, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useMemo, useReducer, useRef, useState } from 'react'
import { accountCalls, directRfqCalls, type RfqView } from '@parley/contracts'
import type { Instrument } from '@parley/core'
import { selectRfq, type BuilderStart } from '../../../app/screen-state.ts'
import { Button, IconButton } from '../../../components/Button.tsx'
import { Dialog } from '../../../components/Dialog.tsx'
import { Empty } from '../../../components/Empty.tsx'
import { Kbd } from '../../../components/Kbd.tsx'
import { Segmented } from '../../../components/Segmented.tsx'
import { toast } from '../../../components/toasts.ts'
import { client } from '../../../live/api.ts'
import { useInstruments } from '../../../live/instruments.ts'
import { useOnce, usePages, wordsOf } from '../../../live/loadable.ts'
import { useUser } from '../../../live/session.ts'
import { useMarks, useNow, useRfqs } from '../../../live/use-live.ts'
import { emptyForm, reduceBuilder, type BuilderForm } from './builder-form.ts'
import { requestBody, summarise, type BuilderFacts, type BuilderSummary } from './builder-summary.ts'
import { chainRows, expiriesOfChain } from './chain.ts'
import { formOfDraft } from './from-draft.ts'
import { readLine } from './line.ts'
import { Legs } from './Legs.tsx'
import { OptionChain } from './OptionChain.tsx'
import { Preview } from './Preview.tsx'
import { SendTo } from './SendTo.tsx'
import { StructureList } from './StructureList.tsx'
import { suggestLegs } from './suggest.ts'
import styles from './RfqBuilder.module.css'

export type RfqBuilderProps = {
  readonly open: boolean
  readonly onClose: () => void
  /** A pasted line to start from, or a draft to edit: the draft is replaced by what is sent or saved. */
  readonly initial?: BuilderStart | undefined
}

const WEEKS_OUT_MS = 21 * 86_400_000

export const RfqBuilder = (props: RfqBuilderProps) => (
  <Dialog open={props.open} onClose={props.onClose} title="New RFQ" width={1446} height={872} isBare>
    <Builder {...props} />
  </Dialog>
)

function Builder({ onClose, initial }: RfqBuilderProps) {
  const draft = initial?.kind === 'draft' ? initial.draft : undefined
  const [form, act] = useReducer(reduceBuilder, draft, (from) => (from === undefined ? emptyForm('BTC') : formOfDraft(from)))
  const { facts, failed, retry, isLoading } = useFacts(form)
  const [line, setLine] = useState(initial?.kind === 'text' ? initial.text : '')
  const summary = useMemo(() => summarise(form, facts), [form, facts])
  const sending = useSending(form, summary, draft, onClose)
  const expiries = useMemo(() => expiriesOfChain(facts.instruments, facts.marks, facts.now), [facts])
  const expiry = form.expiry ?? (expiries.find((one) => one.at - facts.now > WEEKS_OUT_MS) ?? expiries[0])?.at
  const rows = useMemo(() => (expiry === undefined ? [] : chainRows(facts.instruments, expiry)), [facts.instruments, expiry])

  const choose = (name: string) => {
    const legs = expiry === undefined ? undefined : suggestLegs(name, facts.instruments, facts.marks, expiry)
    if (legs !== undefined) act({ kind: 'legsChosen', legs, ...(expiry === undefined ? {} : { expiry }) })
  }
  useFirstStructure(facts, expiry, form.legs.length > 0 || initial !== undefined, () => choose('Call Spread'))

  const understood = useMemo(() => readLine(line, facts.instruments, form.currency), [line, facts.instruments, form.currency])
  const takeLine = (text: string) => {
    setLine(text)
    const read = readLine(text, facts.instruments, form.currency)
    if (read.state === 'OTHER_CURRENCY') act({ kind: 'currencyChosen', currency: read.currency })
    if (read.state !== 'UNDERSTOOD') return
    act({ kind: 'legsChosen', legs: read.legs, ...(read.expiry === undefined ? {} : { expiry: read.expiry }) })
    if (read.quantity !== undefined) act({ kind: 'quantityTyped', quantity: read.quantity })
  }
  useEffect(() => {
    if (line !== '' && facts.instruments.size > 0) takeLine(line)
    // Once the other currency's instruments have come, the pasted line is read again.
  }, [facts.instruments])

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
        <label className={styles['line']}>
          <ClipboardPaste size={15} aria-hidden="true" />
          <input
            aria-label="Paste or type an RFQ"
            placeholder="Paste any line: BTC 27MAR26 100k/120k call spread 250x"
            value={line}
            spellCheck={false}
            onChange={(event) => takeLine(event.target.value)}
          />
          <span className={understood.state === 'UNDERSTOOD' ? styles['understood'] : styles['hint']}>{understood.words}</span>
        </label>
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
          <nav className={styles['left']} aria-label="Structure">
            <p className={styles['label']}>Venue</p>
            <Segmented
              label="Venue"
              value="DBT"
              options={[
                { value: 'DBT', label: 'DBT' },
                { value: 'BYB', label: 'BYB', disabledReason: 'Bybit is not connected in this version.' },
                { value: 'BIT', label: 'BIT', disabledReason: 'bit.com is not connected in this version.' },
              ]}
              onChange={() => undefined}
            />
            <p className={styles['label']}>Currency</p>
            <Segmented
              label="Currency"
              value={form.currency}
              options={[
                { value: 'BTC', label: 'BTC' },
                { value: 'ETH', label: 'ETH' },
              ]}
              onChange={(currency) => act({ kind: 'currencyChosen', currency })}
            />
            <p className={styles['label']}>Structure</p>
            <StructureList chosen={summary.name} onChoose={choose} />
          </nav>
          <main className={styles['middle']}>
            <OptionChain
              expiries={expiries}
              expiry={expiry}
              rows={rows}
              marks={facts.marks}
              legs={form.legs}
              isLoading={isLoading}
              onExpiry={(at) => act({ kind: 'expiryChosen', expiry: at })}
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
    </div>
  )
}

const noInstruments: ReadonlyMap<number, Instrument> = new Map()

function useFacts(form: BuilderForm): { facts: BuilderFacts; failed: string | undefined; retry: () => void; isLoading: boolean } {
  const user = useUser()
  const instruments = useInstruments('DBT', form.currency)
  const marks = useMarks()
  const rfqs = useRfqs()
  const now = useNow(1_000)
  const makers = usePages(directRfqCalls.listCounterparties, 'makers', { query: { group: 'LP', venues: ['DBT'] } })
  const accounts = useOnce(accountCalls.listVenueAccounts, {})
  const desk = user.trading_desk?.ticker ?? ''
  const facts = useMemo((): BuilderFacts => {
    const mine = [...rfqs.values()].filter((rfq) => rfq.role === 'TAKER')
    return {
      desk,
      instruments: instruments.state === 'LOADED' ? instruments.data : noInstruments,
      marks,
      makers: makers.rows.state === 'LOADED' ? makers.rows.data : [],
      accounts: accounts.state === 'LOADED' ? accounts.data.results.filter((account) => account.venue === 'DBT') : [],
      openRfqs: mine.filter((rfq) => rfq.state === 'OPEN' && rfq.base_currency === form.currency).length,
      drafts: mine.filter((rfq) => rfq.state === 'DRAFT').length,
      now,
    }
  }, [desk, instruments, marks, makers.rows, accounts, rfqs, now, form.currency])
  const failed = instruments.state === 'FAILED' ? instruments : makers.rows.state === 'FAILED' ? makers.rows : undefined
  return { facts, failed: failed?.words, retry: failed?.retry ?? (() => undefined), isLoading: instruments.state === 'LOADING' }
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

function useSending(form: BuilderForm, summary: BuilderSummary, draft: RfqView | undefined, onClose: () => void) {
  const [busy, setBusy] = useState<'OPEN' | 'DRAFT'>()
  // A press that is repeated because the answer was lost must not ask twice.
  const key = useRef(crypto.randomUUID())
  const draftReason = summary.structure === undefined ? summary.problem?.message : form.quantity === '' ? 'Enter a quantity.' : undefined
  const send = async (state: 'OPEN' | 'DRAFT') => {
    if (busy !== undefined || (state === 'OPEN' ? summary.problem !== undefined : draftReason !== undefined)) return
    setBusy(state)
    try {
      const body = requestBody(form, summary, state)
      const rfq = await client.call(directRfqCalls.createRfq, { body, idempotencyKey: key.current })
      if (draft !== undefined) await client.call(directRfqCalls.cancelRfq, { params: { id: draft.id } })
      const words = state === 'OPEN' ? `RFQ sent to ${rfq.counterparties.length} makers` : 'Draft saved'
      toast({ tone: 'done', title: words, text: rfq.description.replaceAll('\n', ' ') })
      onClose()
      if (state === 'OPEN') selectRfq(rfq.id)
    } catch (error) {
      toast({ tone: 'refused', title: state === 'OPEN' ? 'RFQ refused' : 'Draft refused', text: wordsOf(error) })
      key.current = crypto.randomUUID()
    } finally {
      setBusy(undefined)
    }
  }
  return { busy, send, draftReason }
}
