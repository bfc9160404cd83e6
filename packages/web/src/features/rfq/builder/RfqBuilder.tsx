import { EyeOff, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useMemo, useReducer, useRef, useState } from 'react'
import { type BuilderStart, useScreen } from '../../../live/screen-state.ts'
import { CouldNotLoad } from '../../../components/CouldNotLoad.tsx'
import { Button, IconButton } from '../../../components/Button.tsx'
import { Dialog } from '../../../components/Dialog.tsx'
import { Kbd } from '../../../components/Kbd.tsx'
import { runKey } from '../../../components/key-table.ts'
import { Segmented } from '../../../components/Segmented.tsx'
import { currenciesOf, firstMarket, type OpenMarket, useOpenMarkets } from '../../../live/open-markets.ts'
import { lifetimeText, quantityText } from '@parley/core'
import { legsName } from '../../structure/structure-name.ts'
import { type BuilderAction, emptyForm, reduceBuilder, type BuilderForm } from './builder-form.ts'
import { summarise, withUnread, type BuilderFacts, type BuilderSummary } from './builder-summary.ts'
import { chainRows, expiriesOfChain } from './chain.ts'
import { Choices } from './Choices.tsx'
import { useComparing } from './use-comparing.tsx'
import { formOfCopy, formOfDraft } from './from-draft.ts'
import { Legs } from './Legs.tsx'
import { OptionChain } from './OptionChain.tsx'
import { MarketTerms } from './MarketTerms.tsx'
import { PasteLine } from './PasteLine.tsx'
import { GoodFor } from './RequestFields.tsx'
import { Preview } from './Preview.tsx'
import { ASK_APPROVAL } from '../../order-entry/approval.ts'
import styles from './RfqBuilder.module.css'
import { dollarFuture } from './short-name.ts'
import { SendTo } from './SendTo.tsx'
import { suggestLegs } from './suggest.ts'
import type { BuilderFlow } from './line.ts'
import { useLine } from './use-line.ts'
import { useBuilderFacts } from './use-builder-facts.ts'
import { type Opening, useMarketOpening } from './use-market-opening.ts'
import { makersText, useSending, type Sending } from './use-sending.ts'

export type RfqBuilderProps = {
  readonly open: boolean
  readonly onClose: () => void
  /** A pasted line to start from, or a draft to edit. Sending or saving replaces the draft. */
  readonly initial?: BuilderStart | undefined
}

const flows = [
  { value: 'DIRECT', label: 'Direct' },
  { value: 'ORDER_BOOK', label: 'Order book' },
] as const
const isBookChosen = (): boolean => useScreen.getState().flow === 'ORDER_BOOK'
const WEEKS_OUT_MS = 21 * 86_400_000

export const RfqBuilder = (props: RfqBuilderProps) => (
  <Dialog open={props.open} onClose={props.onClose} title="New RFQ" width={1446} height={872} isBare outside="stays">
    <Builder {...props} />
  </Dialog>
)

/** Without an open market the builder shows that its instruments cannot be loaded. */

function firstForm(start: BuilderStart | undefined, markets: readonly OpenMarket[]): BuilderForm {
  if (start?.kind === 'draft') return formOfDraft(start.draft)
  return start?.kind === 'copy' ? formOfCopy(start.copy) : emptyForm(firstMarket(markets))
}

function Builder({ onClose, initial }: RfqBuilderProps) {
  const draft = initial?.kind === 'draft' ? initial.draft : undefined
  const markets = useOpenMarkets()
  const currencies = useMemo(() => currenciesOf(markets), [markets])
  const [form, act] = useReducer(reduceBuilder, initial, (start) => firstForm(start, markets))
  const { facts, failed, retry, isLoading } = useBuilderFacts(form)
  // A draft is an RFQ. Everything else starts in the flow that is shown.
  const [flow, setFlow] = useState<BuilderFlow>(
    initial?.kind !== 'draft' && initial?.kind !== 'copy' && isBookChosen() ? 'ORDER_BOOK' : 'DIRECT',
  )
  const line = useLine({ form, facts, currencies, flow, act, initial: initial?.kind === 'text' ? initial.text : '' })
  const summary = useMemo(() => withUnread(summarise(form, facts), line.problem), [form, facts, line.problem])
  const sending = useSending(form, summary, draft, onClose)
  const opening = useMarketOpening(summary, facts, onClose)
  const isMarket = flow === 'ORDER_BOOK'
  const chain = useChain(form, facts)
  const comparing = useComparing(form, summary, markets, act)
  const choose = useStructureChoice(facts, chain.expiry, act)
  useExample(facts, chain.expiry, initial === undefined, act)
  const onKeyDown = builderKeys(
    () => void (isMarket ? opening.open() : sending.send('OPEN')),
    isMarket ? undefined : () => void sending.send('DRAFT'),
    () => act({ kind: 'legsCleared' }),
    comparing.open,
  )
  return (
    <>
      {/* Outside the builder, whose shortcuts would send an RFQ that is only being compared. */}
      {comparing.dialog}
      <div className={styles['builder']} onKeyDown={onKeyDown}>
        <header className={styles['head']}>
          <h3 className={styles['title']}>{draft === undefined ? (isMarket ? 'Market' : 'New RFQ') : 'Edit draft'}</h3>
          {draft === undefined && <Segmented label="Market type" value={flow} options={flows} onChange={setFlow} />}
          <PasteLine line={line} form={form} facts={facts} expiry={chain.expiry} />
          <IconButton label="Close" keyOf="back" onClick={onClose}>
            <X size={17} />
          </IconButton>
        </header>
        {failed !== undefined ? (
          <CouldNotLoad what="the instruments" words={failed} retry={retry} />
        ) : (
          <div className={styles['columns']}>
            {/* First in the tab order: the line, its quantity, the makers. */}
            <aside data-scrolls className={styles['right']} aria-label={isMarket ? 'Market' : 'Send to'}>
              {isMarket ? (
                <MarketTerms summary={summary} opening={opening} />
              ) : (
                <SendTo form={form} summary={summary} facts={facts} act={act} />
              )}
              <Preview form={form} summary={summary} facts={facts} act={act} of={isMarket ? 'MARKET' : 'RFQ'} />
            </aside>
            <Choices
              form={form}
              markets={markets}
              instruments={facts.instruments}
              name={summary.name}
              act={act}
              onChoose={choose}
              comparing={comparing}
            />
            <Middle {...{ chain, form, facts, summary, isLoading, act }} onFuture={() => choose('Future')} />
          </div>
        )}
        {isMarket ? <MarketFoot opening={opening} /> : <Foot form={form} summary={summary} sending={sending} act={act} />}
      </div>
    </>
  )
}

type MiddleProps = Omit<FootProps, 'sending'> & {
  readonly chain: ReturnType<typeof useChain>
  readonly facts: BuilderFacts
  readonly isLoading: boolean
  readonly onFuture: () => void
}

/** The chain with clickable prices, and the resulting legs. */
const Middle = ({ chain, form, facts, summary, isLoading, act, onFuture }: MiddleProps) => (
  <main className={styles['middle']}>
    <OptionChain
      {...chain}
      marks={facts.marks}
      legs={form.legs}
      isExample={form.isExample}
      isLoading={isLoading}
      onExpiry={(expiry) => act({ kind: 'expiryChosen', expiry })}
      onPrice={(instrumentId, side) => act({ kind: 'pricePressed', instrumentId, side })}
      onFuture={onFuture}
    />
    <Legs form={form} summary={summary} facts={facts} act={act} />
  </main>
)

/** A structure chosen before the chain has loaded is applied when it has. */
function useStructureChoice(facts: BuilderFacts, expiry: number | undefined, act: (action: BuilderAction) => void) {
  const [waiting, setWaiting] = useState<string>()
  const choose = (name: string) => {
    // A future needs no chain, and its coin may have none.
    const legs = suggestLegs(name, facts.instruments, facts.marks, expiry ?? 0)
    setWaiting(expiry === undefined && legs === undefined ? name : undefined)
    if (legs !== undefined) act({ kind: 'legsChosen', legs, ...(expiry === undefined ? {} : { expiry }) })
  }
  const chooseNow = useEffectEvent(choose)
  useEffect(() => {
    if (waiting !== undefined && expiry !== undefined) chooseNow(waiting)
  }, [waiting, expiry])
  return choose
}

/** With Ctrl or Cmd: Enter sends, S saves if there is something to save, and Backspace clears the legs unless it can delete a word. */
const builderKeys =
  (send: () => void, save: (() => void) | undefined, clear: () => void, compare: () => void) => (event: KeyboardEvent) => {
    const hasText = event.target instanceof HTMLInputElement && event.target.value !== ''
    runKey(event, { sendRfq: send, saveDraft: save, clearLegs: hasText ? undefined : clear, compareVenues: compare })
  }

function useChain(form: BuilderForm, facts: BuilderFacts) {
  const expiries = useMemo(() => expiriesOfChain(facts.instruments, facts.marks, facts.now), [facts])
  const expiry = form.expiry ?? (expiries.find((one) => one.at - facts.now > WEEKS_OUT_MS) ?? expiries[0])?.at
  const rows = useMemo(() => (expiry === undefined ? [] : chainRows(facts.instruments, expiry)), [facts.instruments, expiry])
  return { expiries, expiry, rows }
}

type FootProps = {
  readonly form: BuilderForm
  readonly summary: BuilderSummary
  readonly sending: Sending
  readonly act: (action: BuilderAction) => void
}

function Foot({ form, summary, sending, act }: FootProps) {
  const problem = sending.sendReason
  return (
    <footer className={styles['foot']}>
      <p className={styles['sees']}>
        <EyeOff size={15} aria-hidden="true" />
        Makers see {form.isAnonymous ? '“Anonymous”' : 'your desk’s name'}, the structure and the quantity
        {form.takerSide === undefined ? '. Your side stays hidden.' : `, and that you ${form.takerSide.toLowerCase()}.`}
      </p>
      <p className={styles['what']}>{sentText(form, summary)}</p>
      <p className={problem === undefined ? styles['checked'] : styles['problem']} role="status">
        {problem ?? 'Checked against the server’s rules ✓'}
      </p>
      <GoodFor form={form} act={act} className={styles['goodFor']} />
      <Button
        size="large"
        keyOf="saveDraft"
        isBusy={sending.busy === 'DRAFT'}
        disabledReason={sending.draftReason}
        onClick={() => void sending.send('DRAFT')}
      >
        Save draft <Kbd of="saveDraft" />
      </Button>
      <Button
        kind="primary"
        size="large"
        keyOf="sendRfq"
        isBusy={sending.busy === 'OPEN'}
        disabledReason={problem}
        onClick={() => void sending.send('OPEN')}
      >
        {sending.needsApproval && problem === undefined ? ASK_APPROVAL : `Send RFQ to ${makersText(summary.asked.length)}`}{' '}
        <Kbd of="sendRfq" />
      </Button>
    </footer>
  )
}

/** Everything that is sent, also on a phone while the form is scrolled out of view. */
function sentText({ quantity, isAnonymous, isAutoHedged, takerSide, goodForMs }: BuilderForm, { structure }: BuilderSummary): string {
  if (structure === undefined) return ''
  const size = quantity === undefined || quantity === '' ? '…' : quantityText(quantity)
  const extras = [
    isAutoHedged ? 'delta hedged' : undefined,
    isAnonymous ? 'anonymous' : undefined,
    takerSide === undefined ? undefined : `one-way: you ${takerSide.toLowerCase()}`,
    `good for ${lifetimeText(goodForMs)}`,
  ].filter((word) => word !== undefined)
  const own = structure.legs.filter((leg) => !isAutoHedged || leg.price === undefined)
  const amount = dollarFuture({ structure }) === undefined || size === '…' ? `${size} ×` : `$${size} of`
  return [`${amount} ${legsName(own)}`, ...extras].join(', ')
}

const MarketFoot = ({ opening }: { readonly opening: Opening }) => {
  const { reason } = opening
  return (
    <footer className={styles['foot']}>
      <p className={styles['sees']}>
        <EyeOff size={15} aria-hidden="true" />
        All desks can see the market and every quote in it. Quotes are anonymous.
      </p>
      <p className={reason === undefined ? styles['checked'] : styles['problem']} role="status">
        {reason ?? 'Checked against the server’s rules ✓'}
      </p>
      <Button
        kind="primary"
        size="large"
        keyOf="sendRfq"
        isBusy={opening.isBusy}
        disabledReason={reason}
        onClick={() => void opening.open()}
      >
        {opening.existing === undefined ? 'Open market' : 'Join market'} <Kbd of="sendRfq" />
      </Button>
    </footer>
  )
}

/** New users see an example structure, priced and drawn. It is shown once, and never replaces anything. */
function useExample(
  { instruments, marks }: BuilderFacts,
  expiry: number | undefined,
  isWanted: boolean,
  act: (action: BuilderAction) => void,
): void {
  const isDone = useRef(!isWanted)
  useEffect(() => {
    if (isDone.current || expiry === undefined || marks.size === 0) return
    isDone.current = true
    const legs = suggestLegs('Call Spread', instruments, marks, expiry)
    if (legs !== undefined) act({ kind: 'exampleShown', legs, expiry })
  }, [instruments, marks, expiry, act])
}
