import { type Book, isResting, type Side } from '@parley/client'
import { priceDecimals, priceText, quantityText, type Structure } from '@parley/core'
import { useMemo, useState } from 'react'
import { Toggle } from '../../../components/Choice.tsx'
import type { EnteredNumber } from '../../../components/number-text.ts'
import { Segmented } from '../../../components/Segmented.tsx'
import type { DirectRfq } from '../../../live/audiences.ts'
import { useBook, useNow, useRfqOrders } from '../../../live/use-live.ts'
import { setOneClick, useOneClickOf } from '../../../live/one-click.ts'
import { NO_DEFAULT_WARNING } from '../../account/settings/default-account-rows.ts'
import { useDefaultAccounts } from '../../account/settings/use-default-account.ts'
import { AllocationShares } from '../../allocation/AllocationShares.tsx'
import { type Allocation, useAllocation } from '../../allocation/use-allocation.ts'
import { useTradeReason } from '../../../live/trade-reasons.ts'
import { takenSides } from '../../structure/one-sided.ts'
import styles from './Entry.module.css'
import { NoDefaultAccount } from './NoDefaultAccount.tsx'
import { type Alternative, alternativesOf } from './order-outcome.ts'
import { Outcomes } from './Outcomes.tsx'
import type { Picked } from './picked.ts'
import { heldAfter } from './deal.ts'
import type { Considered } from './risk-view.ts'
import { commandOf, draftOf, type TakerDraft } from './taker-draft.ts'
import { isOvertaken, type TypedQuantity } from './quote-lines.ts'
import { remainingOf, type TakerWay } from './taker-form.ts'
import { AccountOrSplit, TakerFields } from './TakerFields.tsx'
import { type ToArm, TradePair } from './TradePair.tsx'
import { type Consider, useAttention, useConsidering } from './use-considered.ts'
import { useNotionalReasons } from '../use-notional-reasons.ts'
import { useCrossRules } from './use-cross-rules.ts'
import { useTakerSending } from './use-taker-sending.ts'
import { useTicketFocus } from './use-ticket-focus.ts'

type TakerEntryProps = {
  readonly rfq: DirectRfq
  readonly structure: Structure
  readonly tick: string
  readonly minimum: string | undefined
  readonly increment: string
  /** The level of the book that was clicked last. */
  readonly picked: Picked | undefined
  readonly consider: Consider
}

export function TakerEntry(props: TakerEntryProps) {
  const { rfq, structure, minimum, picked } = props
  const book = useBook(rfq.id)
  const remaining = remainingOf(rfq)
  const typed = useTyped(picked, remaining, takenSides(rfq)[0] ?? 'BUY')
  const { prices, quantity, way, set } = typed
  const [toArm, setToArm] = useState<ToArm>()
  const oneClick = useOneClick(rfq, structure)
  const { accounts } = useDefaultAccounts(rfq.venue)
  const names = useMemo(() => accounts.map(({ name }) => name), [accounts])
  const allocation = useAllocation({ accounts: names, quantity, minimum, increment: props.increment })
  const drafts = useDrafts(props, typed, { book, allocation })
  const attention = useAttention()
  useTicketFocus(rfq.id, 'FIELD')
  const looked = attention.side ?? typed.side
  useConsidering(props.consider, { ...consideredOf(drafts, looked, typed), isFocused: attention.side !== undefined })
  const { sent, sending, send, withdraw } = useSend(rfq, way)
  const take = ({ side, price, quantity: size, way: next }: Alternative) => {
    const taken = { prices: { ...prices, [side]: price }, quantity: size, way: next }
    set({ ...taken, side })
    setToArm({ side, entered: enteredAs(taken) })
  }
  return (
    <section className={styles['entry']} aria-label="Trade">
      {oneClick.isWithoutDefault && <NoDefaultAccount venue={rfq.venue} />}
      <Outcomes
        sent={sent}
        alternativesOf={(one) => alternativesOf(one, book, minimum)}
        onTake={take}
        onWithdraw={(one) => void withdraw(one)}
      />
      <AllocationShares allocation={allocation} />
      <TakerFields {...props} {...{ prices, quantity, set, book }} placeholder={way === 'NOW' ? 'best' : 'limit'} />
      <TradePair
        rfq={rfq}
        structure={structure}
        sides={drafts}
        entered={enteredAs(typed)}
        isOneClick={oneClick.isOn}
        sending={sending}
        toArm={toArm}
        looked={looked}
        onAttention={attention.attend}
        onSend={(side) => void send(drafts.find((draft) => draft.side === side))}
        aside={<AccountOrSplit rfq={rfq} allocation={allocation} />}
      />
      <Options way={way} setWay={(next) => set({ way: next })} oneClick={oneClick} />
    </section>
  )
}

/** For an order that cannot be sent, the risk uses the typed values. */
function consideredOf(drafts: readonly TakerDraft[], side: Side, { prices, quantity }: Entered): Omit<Considered, 'isFocused'> {
  const draft = drafts.find((one) => one.side === side)
  const price = draft?.price ?? (prices[side] === '' ? undefined : prices[side])
  const held = draft?.deal && heldAfter(draft.deal, draft.deal.price)
  return { by: 'ORDER', side, quantity: draft?.quantity ?? quantity, price, ...held }
}

/** Both sides as they would be sent, checked with the server's own rules as far as they are loaded. */
function useDrafts(
  { rfq, structure }: Pick<TakerEntryProps, 'rfq' | 'structure'>,
  { prices, quantity, way }: Entered,
  { book, allocation }: { readonly book: Book; readonly allocation: Allocation },
): readonly TakerDraft[] {
  const rules = useCrossRules()
  const closed = useTradeReason({ audience: 'DIRECT', products: rfq.productCodes })
  const own = useRfqOrders(rfq.id)
  const now = useNow(CLOCK_MS)
  const { isSplit, parts } = allocation
  const { BUY, SELL } = prices
  const drafts = useMemo(() => {
    const check = rules.state === 'HERE' ? rules.check : undefined
    const options = {
      book,
      remaining: remainingOf(rfq),
      parts: isSplit ? parts : undefined,
      resting: own.filter((order) => order.kind === 'CROSS' && isResting(order)),
      check: check && ((terms: Parameters<typeof check>[0]) => check(terms, { rfq, structure, book, own, now })),
    }
    return takenSides(rfq).map((side) => draftOf(side, { price: { BUY, SELL }[side], quantity, way }, options))
  }, [rules, book, rfq, structure, own, now, BUY, SELL, quantity, way, isSplit, parts])
  const notional = useNotionalReasons(
    rfq,
    structure,
    drafts.map(({ quantity: size }) => size),
  )
  const coming = rules.state === 'COMING' ? 'Loading the market’s rules.' : undefined
  const split = splitReason(allocation, way)
  const account = useAccountReason(rfq, allocation)
  return drafts.map((draft, place) => ({ ...draft, reason: closed ?? split ?? account ?? draft.reason ?? notional[place] ?? coming }))
}

/** Shown before sending: the RFQ's account, or one of the accounts that the order is split over, cannot settle at the moment (rulebook 2.22). */
function useAccountReason(rfq: DirectRfq, { isSplit, parts }: Allocation): string | undefined {
  const { settlingRefusal } = useDefaultAccounts(rfq.venue)
  const names = isSplit ? parts.map(({ account }) => account) : [rfq.account]
  return names.map(settlingRefusal).find((words) => words !== undefined)
}

/** Time-dependent rules work in minutes. */
const CLOCK_MS = 5_000

const verbs = { BUY: 'Buy', SELL: 'Sell' } as const

/** Sends the draft of a side at the time of the click. */
function useSend(rfq: DirectRfq, way: TakerWay) {
  const { sent, sending, send, withdraw } = useTakerSending(rfq)
  const decimals = priceDecimals(rfq)
  const sendDraft = async (draft: TakerDraft | undefined) => {
    const command = draft && commandOf(rfq, draft)
    if (command === undefined || draft?.price === undefined || draft.quantity === undefined) return
    const { side, quantity, price, replaces } = draft
    const what = `${verbs[side]} ${quantityText(quantity)} @ ${priceText(price, decimals)}`
    await send(what, { side, quantity, price, way, decimals, agreedBefore: replaces?.agreed }, command)
  }
  return { sent, sending, withdraw, send: sendDraft }
}

/** A product without a default account cannot use 1-click, whatever was chosen. */
function useOneClick(rfq: DirectRfq, structure: Structure) {
  const isChosen = useOneClickOf('DIRECT')
  const { whyNone } = useDefaultAccounts(rfq.venue)
  const isWithoutDefault = structure.legs.some(({ instrument }) => whyNone([instrument.productCode]) === NO_DEFAULT_WARNING)
  return { isWithoutDefault, isOn: isChosen && !isWithoutDefault, set: (isOn: boolean) => setOneClick('DIRECT', isOn) }
}

/** A resting order has one account: the parts of several would be known only when it fills. */
const splitReason = (allocation: Allocation, way: TakerWay): string | undefined =>
  allocation.isSplit && way !== 'NOW' ? 'Orders over several accounts cannot rest. Choose “Fill now”.' : allocation.refused

type Entered = {
  readonly prices: Readonly<Record<Side, EnteredNumber>>
  readonly quantity: EnteredNumber
  readonly way: TakerWay
}
/** `side` is the one that was typed in or clicked last. */
type Typed = Entered & TypedQuantity & { readonly side: Side; readonly picked: Picked | undefined }
const nothingTyped: Typed = { prices: { BUY: '', SELL: '' }, quantity: '', left: '', way: 'NOW', side: 'BUY', picked: undefined }

const enteredAs = ({ prices, quantity, way }: Entered): string => `${prices.BUY} ${prices.SELL} ${quantity} ${way}`

/** The typed values, until another level of the book is clicked. An empty quantity means everything that remains. */
function useTyped(picked: Picked | undefined, remaining: string, first: Side) {
  // A level may have been clicked before the catalogue was loaded, when there was no entry for it.
  const [own, setOwn] = useState<Typed>({ ...nothingTyped, side: first })
  const typed = picked === own.picked || picked === undefined ? own : { ...own, ...pickedInto(own, picked), picked }
  const set = (change: Partial<Omit<Typed, 'picked' | 'left'>>) =>
    setOwn({ ...typed, ...change, picked, left: 'quantity' in change ? remaining : typed.left })
  return { ...typed, quantity: typed.quantity === '' || isOvertaken(typed, remaining) ? remaining : typed.quantity, set }
}

/** A maker's ask is bought and its bid is sold. The desk's own limit is selected for replacing. */
function pickedInto({ prices }: Typed, { side: ofLevel, price, quantity, replaces }: Picked): Partial<Typed> {
  const side = replaces === undefined ? opposite[ofLevel] : ofLevel
  // A level may show more than is left.
  const taken = { side, quantity, left: '', prices: { ...prices, [side]: price } }
  return replaces === undefined ? taken : { ...taken, way: replaces.isHidden ? 'HIDDEN' : 'LIMIT' }
}

const opposite = { BUY: 'SELL', SELL: 'BUY' } as const

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
