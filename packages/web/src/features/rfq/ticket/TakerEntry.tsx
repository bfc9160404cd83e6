import { type OrderTerms, placeOrder } from '@parley/client'
import type { Structure } from '@parley/core'
import { useMemo, useRef, useState } from 'react'
import { Toggle } from '../../../components/Choice.tsx'
import { NumberField } from '../../../components/NumberField.tsx'
import type { EnteredNumber } from '../../../components/number-text.ts'
import { Segmented } from '../../../components/Segmented.tsx'
import type { DirectRfq } from '../../../live/audiences.ts'
import { keptText, useKept } from '../../../live/use-kept-setting.ts'
import { AllocationShares, SplitButton } from '../../allocation/AllocationShares.tsx'
import { type Allocation, useAllocation } from '../../allocation/use-allocation.ts'
import { useTradeReason } from '../../protection/use-protection.ts'
import { useBook, useStructureMark } from '../../../live/use-live.ts'
import { groupedText } from '../../market-data/figure-text.ts'
import { NO_DEFAULT_WARNING } from '../../account/settings/default-account-rows.ts'
import { useDefaultAccounts } from '../../account/settings/use-default-account.ts'
import { priceDecimals } from '../../structure/structure-text.ts'
import { CancelRfq } from './CancelRfq.tsx'
import styles from './Entry.module.css'
import { NoDefaultAccount } from './NoDefaultAccount.tsx'
import type { Picked } from './picked.ts'
import { Steps } from './Steps.tsx'
import type { Considered } from './risk-view.ts'
import { remainingOf, takerOffer, type TakerOffer, type TakerSide, type TakerWay } from './taker-form.ts'
import { TradeButton } from './TradeButton.tsx'
import { type Consider, useAttention, useConsidering } from './use-considered.ts'
import { useOrderSending } from './use-order-sending.ts'
import { useMarkOf } from '../../structure/use-structure.ts'
import { priceAtVol, readVolText, volsOfPrice, volsText } from './vol-price.ts'

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

export function TakerEntry({ rfq, structure, tick, minimum, increment, picked, consider }: TakerEntryProps) {
  const book = useBook(rfq.id)
  const mark = useStructureMark(rfq.legs)
  const remaining = remainingOf(rfq)
  const { price, quantity, entered, set } = useTyped(picked, remaining)
  const [way, setWay] = useState<TakerWay>('NOW')
  const oneClick = useOneClick(rfq, structure)
  const sending = useOrderSending(rfq.id)
  const closed = useTradeReason()
  const offers = useMemo(
    () => (['BUY', 'SELL'] as const).map((side) => takerOffer(side, { price, quantity, way }, book, remaining)),
    [price, quantity, way, book, remaining],
  )
  const attention = useAttention()
  useConsidering(consider, consideredOf(offers, attention.side, { price, quantity }))
  const vol = useVol(rfq, structure, price === '' ? (book.asks[0]?.price ?? '') : price)
  const { accounts } = useDefaultAccounts(rfq.venue)
  const allocation = useAllocation({ accounts: accounts.map(({ name }) => name), quantity, minimum, increment })
  const send = (offer: TakerOffer) =>
    sending.send(
      `${offer.side === 'BUY' ? 'Buy' : 'Sell'} ${offer.quantity} @ ${offer.price}`,
      placeOrder(rfq, termsOf(offer, way, allocation)),
    )
  return (
    <section className={styles['entry']} aria-label="Trade">
      {oneClick.isWithoutDefault && <NoDefaultAccount venue={rfq.venue} />}
      <Steps steps={sending.steps} refused={sending.refused} />
      <AllocationShares allocation={allocation} />
      <Fields
        {...{ rfq, tick, minimum, increment, allocation, price, quantity, set, vol, mark }}
        best={book.asks[0]?.price}
        placeholder={way === 'NOW' ? 'best' : 'limit'}
      />
      <div className={styles['pair']}>
        {offers.map((offer) => (
          <TradeButton
            key={offer.side}
            rfq={rfq}
            offer={offer}
            mark={mark}
            isOneClick={oneClick.isOn}
            isBusy={sending.isBusy}
            reason={closed ?? offer.reason ?? splitReason(allocation, way)}
            entered={`${entered} ${way}`}
            onAttention={attention.attend}
            onPress={() => void send(offer)}
          />
        ))}
      </div>
      <Options
        rfq={rfq}
        way={way}
        setWay={setWay}
        oneClick={oneClick}
        blocked={offers.every((offer) => offer.reason !== undefined) ? offers[0]?.reason : undefined}
      />
    </section>
  )
}

/** An offer that cannot be had now is looked at with the values typed. */
function consideredOf(
  offers: readonly TakerOffer[],
  looked: TakerSide | undefined,
  typed: { readonly price: EnteredNumber; readonly quantity: EnteredNumber },
): Considered {
  const side = looked ?? 'BUY'
  const offer = offers.find((one) => one.side === side)
  const price = offer?.price ?? (typed.price === '' ? undefined : typed.price)
  return { by: 'ORDER', side, quantity: offer?.quantity ?? typed.quantity, price, isLookedAt: looked !== undefined }
}

type FieldsProps = Omit<TakerEntryProps, 'structure' | 'picked' | 'consider'> & {
  readonly allocation: Allocation
  readonly price: EnteredNumber
  readonly quantity: EnteredNumber
  readonly set: ReturnType<typeof useTyped>['set']
  readonly vol: ReturnType<typeof useVol>
  readonly mark: number | undefined
  readonly best: string | undefined
  readonly placeholder: string
}

const Fields = ({ rfq, tick, minimum, increment, allocation, price, quantity, set, vol, mark, best, placeholder }: FieldsProps) => (
  <div className={styles['fields']}>
    <NumberField
      label={`Price (${rfq.quoteCurrency})`}
      value={price}
      step={tick}
      stepFrom={best ?? mark?.toFixed(priceDecimals(rfq))}
      placeholder={placeholder}
      hint={vol.text ?? (mark === undefined ? undefined : `mark ${groupedText(mark, priceDecimals(rfq))}`)}
      readOther={vol.read}
      onChange={(next) => {
        vol.typed(next)
        set({ price: next })
      }}
    />
    <NumberField
      label="Quantity"
      aside={<AccountOrSplit rfq={rfq} allocation={allocation} />}
      value={quantity}
      step={increment}
      isRounded
      hint={minimum === undefined ? undefined : `min ${minimum}`}
      onChange={(next) => set({ quantity: next })}
    />
  </div>
)

/** A product without a default account is not dealt in with one click, whatever was chosen. */
function useOneClick(rfq: DirectRfq, structure: Structure) {
  const [kept, setKept] = useKept('one-click', 'off', keptText(['on', 'off']))
  const { whyNone } = useDefaultAccounts(rfq.venue)
  const isWithoutDefault = whyNone(structure.legs[0]?.instrument.productCode) === NO_DEFAULT_WARNING
  return { isWithoutDefault, isOn: kept === 'on' && !isWithoutDefault, set: (isOn: boolean) => setKept(isOn ? 'on' : 'off') }
}

const AccountOrSplit = ({ rfq, allocation }: { readonly rfq: DirectRfq; readonly allocation: Allocation }) => (
  <span className={styles['account']}>
    {allocation.isSplit ? (
      <b>{allocation.parts.length} accounts</b>
    ) : (
      <>
        Account <b>{rfq.account ?? '—'}</b>
        <SplitButton allocation={allocation} />
      </>
    )}
  </span>
)

/** A resting order is of one account: the shares of several would be known only when it fills. */
const splitReason = (allocation: Allocation, way: TakerWay): string | undefined =>
  allocation.isSplit && way !== 'NOW' ? 'An order over several accounts never rests: choose Fill now.' : allocation.refused

const termsOf = (offer: TakerOffer, way: TakerWay, { isSplit, parts }: Allocation): OrderTerms => ({
  side: offer.side,
  quantity: offer.quantity!,
  price: offer.price!,
  isHidden: way === 'HIDDEN',
  timeInForce: way === 'NOW' ? 'FOK' : 'GTC',
  ...(isSplit ? { allocations: parts } : {}),
})

/** The vols that a price stands for, and the price that a typed vol stands for: what `52v` became is said beside it. */
function useVol(rfq: DirectRfq, structure: Structure, price: EnteredNumber) {
  const { markOf, now } = useMarkOf(rfq)
  // The vol as last read; only a value typed into the form counts.
  const lastRead = useRef<string>(undefined)
  const [became, setBecame] = useState<string>()
  const read = (text: string): string | undefined => {
    const vol = readVolText(text)
    lastRead.current = vol === undefined ? undefined : priceAtVol(structure, vol, markOf, now)
    return lastRead.current
  }
  const typed = (next: EnteredNumber) => setBecame(next === lastRead.current ? next : undefined)
  const vols = useMemo(
    () => (price === undefined || price === '' ? undefined : volsOfPrice(structure, price, markOf, now)),
    [structure, price, markOf, now],
  )
  const text = became !== undefined && became === price ? `= ${price}` : vols === undefined ? undefined : volsText(vols)
  return { read, typed, text }
}

type Typed = { readonly price: EnteredNumber; readonly quantity: EnteredNumber; readonly picked: Picked | undefined }
const nothingTyped: Typed = { price: '', quantity: '', picked: undefined }

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
  readonly rfq: DirectRfq
  readonly way: TakerWay
  readonly setWay: (way: TakerWay) => void
  readonly oneClick: ReturnType<typeof useOneClick>
  /** Why neither side can be pressed. */
  readonly blocked: string | undefined
}

const Options = ({ rfq, way, setWay, oneClick, blocked }: OptionsProps) => (
  <>
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
    <div className={styles['way']}>
      <span className={blocked === undefined ? undefined : styles['reason']}>{blocked ?? ways[way]}</span>
      <CancelRfq rfq={rfq} />
    </div>
  </>
)

const ways: Readonly<Record<TakerWay, string>> = {
  NOW: 'Fills whole at once, across makers if need be, or not at all.',
  LIMIT: 'What does not fill at once rests, and the makers you asked see it.',
  HIDDEN: 'What does not fill at once rests; nobody else ever sees it.',
}
