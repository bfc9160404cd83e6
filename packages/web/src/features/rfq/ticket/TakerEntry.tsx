import { placeOrder, type Book, type Side } from '@parley/client'
import type { Structure } from '@parley/core'
import { useMemo, useState } from 'react'
import { Toggle } from '../../../components/Choice.tsx'
import type { EnteredNumber } from '../../../components/number-text.ts'
import { Segmented } from '../../../components/Segmented.tsx'
import type { DirectRfq } from '../../../live/audiences.ts'
import { useLatest } from '../../../live/use-latest.ts'
import { useBook, useNow, useRfqOrders, useStructureMark } from '../../../live/use-live.ts'
import { keptText, useKept } from '../../../live/use-kept-setting.ts'
import { NO_DEFAULT_WARNING } from '../../account/settings/default-account-rows.ts'
import { useDefaultAccounts } from '../../account/settings/use-default-account.ts'
import { AllocationShares } from '../../allocation/AllocationShares.tsx'
import { type Allocation, useAllocation } from '../../allocation/use-allocation.ts'
import { useTradeReason } from '../../protection/use-protection.ts'
import { priceDecimals, priceText, quantityText } from '../../structure/structure-text.ts'
import { CancelRfq } from './CancelRfq.tsx'
import styles from './Entry.module.css'
import { NoDefaultAccount } from './NoDefaultAccount.tsx'
import { type Alternative, alternativesOf } from './order-outcome.ts'
import { Outcomes } from './Outcomes.tsx'
import type { Picked } from './picked.ts'
import type { Considered } from './risk-view.ts'
import { draftOf, type TakerDraft } from './taker-draft.ts'
import { remainingOf, type TakerForm, type TakerWay } from './taker-form.ts'
import { TakerFields } from './TakerFields.tsx'
import { type ToArm, TradePair } from './TradePair.tsx'
import { type Consider, useAttention, useConsidering } from './use-considered.ts'
import { useCrossRules } from './use-cross-rules.ts'
import { useTakerSending } from './use-taker-sending.ts'
import { useTypedVol } from './use-typed-vol.ts'

type TakerEntryProps = {
  readonly rfq: DirectRfq
  readonly structure: Structure
  readonly tick: string
  readonly minimum: string | undefined
  readonly increment: string
  /** The level of the book that was pressed last. */
  readonly picked: Picked | undefined
  readonly consider: Consider
}

export function TakerEntry(props: TakerEntryProps) {
  const { rfq, structure, tick, minimum, increment, picked } = props
  const book = useBook(rfq.id)
  const mark = useStructureMark(rfq.legs)
  const remaining = remainingOf(rfq)
  const { price, quantity, entered, set } = useTyped(picked, remaining)
  const [way, setWay] = useState<TakerWay>('NOW')
  const [toArm, setToArm] = useState<ToArm>()
  const oneClick = useOneClick(rfq, structure)
  const vol = useTypedVol(rfq, structure, price === '' ? (book.asks[0]?.price ?? '') : price)
  const { accounts } = useDefaultAccounts(rfq.venue)
  const allocation = useAllocation({ accounts: accounts.map(({ name }) => name), quantity, minimum, increment })
  const drafts = useDrafts(props, { price, quantity, way }, { book, allocation })
  const attention = useAttention()
  useConsidering(props.consider, consideredOf(drafts, attention.side, { price, quantity }))
  const { sent, sending, send } = useSend(rfq, way, book)
  const take = (alternative: Alternative) => {
    set({ price: alternative.price, quantity: alternative.quantity })
    setWay(alternative.way)
    setToArm({ side: alternative.side, entered: enteredAs(alternative) })
  }
  return (
    <section className={styles['entry']} aria-label="Trade">
      {oneClick.isWithoutDefault && <NoDefaultAccount venue={rfq.venue} />}
      <Outcomes sent={sent} alternativesOf={(one) => alternativesOf(one, book, minimum)} onTake={take} />
      <AllocationShares allocation={allocation} />
      <TakerFields
        {...{ rfq, tick, minimum, increment, allocation, price, quantity, set, vol, mark }}
        best={book.asks[0]?.price}
        placeholder={way === 'NOW' ? 'best' : 'limit'}
      />
      <TradePair
        rfq={rfq}
        structure={structure}
        sides={drafts}
        entered={`${entered} ${way}`}
        isOneClick={oneClick.isOn}
        sending={sending}
        toArm={toArm}
        looked={attention.side}
        onAttention={attention.attend}
        onSend={(side) => void send(drafts.find((draft) => draft.side === side))}
        aside={<CancelRfq rfq={rfq} reason={Number(remaining) > 0 ? undefined : 'All of it is dealt.'} />}
      />
      <Options way={way} setWay={setWay} oneClick={oneClick} />
    </section>
  )
}

/** An order that cannot be sent now is looked at with the values typed. */
function consideredOf(drafts: readonly TakerDraft[], looked: Side | undefined, typed: Pick<TakerForm, 'price' | 'quantity'>): Considered {
  const side = looked ?? 'BUY'
  const draft = drafts.find((one) => one.side === side)
  const price = draft?.price ?? (typed.price === '' ? undefined : typed.price)
  return { by: 'ORDER', side, quantity: draft?.quantity ?? typed.quantity, price, isLookedAt: looked !== undefined }
}

/** Both sides as they would be sent, judged by the server's own rules as far as they are here. */
function useDrafts(
  { rfq, structure }: Pick<TakerEntryProps, 'rfq' | 'structure'>,
  { price, quantity, way }: TakerForm,
  { book, allocation }: { readonly book: Book; readonly allocation: Allocation },
): readonly TakerDraft[] {
  const rules = useCrossRules()
  const closed = useTradeReason()
  const own = useRfqOrders(rfq.id)
  const now = useNow(CLOCK_MS)
  const { isSplit, parts } = allocation
  const drafts = useMemo(() => {
    const check = rules.state === 'HERE' ? rules.check : undefined
    const options = {
      book,
      remaining: remainingOf(rfq),
      parts: isSplit ? parts : undefined,
      check: check && ((terms: Parameters<typeof check>[0]) => check(terms, { rfq, structure, book, own, now })),
    }
    return (['BUY', 'SELL'] as const).map((side) => draftOf(side, { price, quantity, way }, options))
  }, [rules, book, rfq, structure, own, now, price, quantity, way, isSplit, JSON.stringify(parts)])
  const coming = rules.state === 'COMING' ? 'The rules of the market are on their way.' : undefined
  const split = splitReason(allocation, way)
  return drafts.map((draft) => ({ ...draft, reason: closed ?? split ?? draft.reason ?? coming }))
}

/** Rules that look at the clock look at minutes. */
const CLOCK_MS = 5_000

const verbs = { BUY: 'Buy', SELL: 'Sell' } as const

/** Sends the draft of a side, as it stands when it is pressed. */
function useSend(rfq: DirectRfq, way: TakerWay, book: Book) {
  const { sent, sending, send } = useTakerSending(rfq.id)
  const latestBook = useLatest(book)
  const decimals = priceDecimals(rfq)
  const sendDraft = async (draft: TakerDraft | undefined) => {
    if (draft?.terms === undefined || draft.price === undefined || draft.quantity === undefined) return
    const { side, quantity, price, terms } = draft
    const what = `${verbs[side]} ${quantityText(quantity)} @ ${priceText(price, decimals)}`
    await send(what, { side, quantity, price, way, decimals }, placeOrder(rfq, { ...terms, price }), latestBook)
  }
  return { sent, sending, send: sendDraft }
}

/** A product without a default account is not dealt in with one click, whatever was chosen. */
function useOneClick(rfq: DirectRfq, structure: Structure) {
  const [kept, setKept] = useKept('one-click', 'off', keptText(['on', 'off']))
  const { whyNone } = useDefaultAccounts(rfq.venue)
  const isWithoutDefault = whyNone(structure.legs[0]?.instrument.productCode) === NO_DEFAULT_WARNING
  return { isWithoutDefault, isOn: kept === 'on' && !isWithoutDefault, set: (isOn: boolean) => setKept(isOn ? 'on' : 'off') }
}

/** A resting order is of one account: the shares of several would be known only when it fills. */
const splitReason = (allocation: Allocation, way: TakerWay): string | undefined =>
  allocation.isSplit && way !== 'NOW' ? 'An order over several accounts never rests: choose Fill now.' : allocation.refused

type Typed = { readonly price: EnteredNumber; readonly quantity: EnteredNumber; readonly picked: Picked | undefined }
const nothingTyped: Typed = { price: '', quantity: '', picked: undefined }

const enteredAs = ({ price, quantity, way }: TakerForm): string => `${price} ${quantity} ${way}`

/** The typed quantity, until another level of the book is pressed; an empty quantity is all that remains. */
function useTyped(picked: Picked | undefined, remaining: string) {
  // A level may have been pressed while the catalogue was still on its way, before there was an entry to put it in.
  const [own, setOwn] = useState<Typed>(nothingTyped)
  const isNew = picked !== own.picked && picked !== undefined
  const price = isNew ? picked.price : own.price
  const quantity = isNew ? picked.quantity : own.quantity === '' ? remaining : own.quantity
  const set = (change: Partial<Pick<Typed, 'price' | 'quantity'>>) => setOwn({ price, quantity, picked, ...change })
  return { price, quantity, entered: isNew ? `${price} ${quantity}` : `${own.price} ${own.quantity}`, set }
}

type OptionsProps = {
  readonly way: TakerWay
  readonly setWay: (way: TakerWay) => void
  readonly oneClick: ReturnType<typeof useOneClick>
}

const Options = ({ way, setWay, oneClick }: OptionsProps) => (
  <div className={styles['options']}>
    <Segmented
      label="How it trades"
      value={way}
      options={[
        { value: 'NOW', label: 'Fill now' },
        { value: 'LIMIT', label: 'Limit' },
        { value: 'HIDDEN', label: 'Hidden limit' },
      ]}
      onChange={setWay}
    />
    <Toggle checked={oneClick.isOn} disabled={oneClick.isWithoutDefault} onChange={oneClick.set}>
      1-click
    </Toggle>
  </div>
)
