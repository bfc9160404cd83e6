import type { DirectRfq } from '../../../live/audiences.ts'
import { priceDecimals, quantityText, type Structure } from '@parley/core'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useRfqOrders } from '../../../live/use-live.ts'
import { Checkbox } from '../../../components/Choice.tsx'
import { Kbd } from '../../../components/Kbd.tsx'
import { NumberField } from '../../../components/NumberField.tsx'
import { Segmented } from '../../../components/Segmented.tsx'
import { useHasKeys } from '../../../components/use-media.ts'
import { useScreenKeys } from '../../../components/use-screen-keys.ts'
import { useFlag } from '../../../live/feature-flags.ts'
import { goToNextNew } from '../../../live/screen-state.ts'
import { classNames } from '../../../theme/class-names.ts'
import { useCancelReason, useQuoteReason } from '../../../live/trade-reasons.ts'
import { NO_DEFAULT_WARNING } from '../../account/settings/default-account-rows.ts'
import { notAskedText, quotedSides, takerVerb } from '../../structure/one-sided.ts'
import { OwnInterest } from '../OwnInterest.tsx'
import { AccountChoice } from '../../order-entry/AccountChoice.tsx'
import styles from './Entry.module.css'
import { Knobs, Versus, Vols, VolsAt } from './MakerPricing.tsx'
import { NoDefaultAccount } from './NoDefaultAccount.tsx'
import { Peg } from './Peg.tsx'
import type { Picked } from './picked.ts'
import { FirstHint } from './FirstHint.tsx'
import { followWords } from './live-quote-labels.ts'
import { ASKS_APPROVAL, CANNOT_FOLLOW } from '../../order-entry/approval.ts'
import { PriceOnceMore } from '../../order-entry/PriceOnceMore.tsx'
import { SettledButton } from '../../order-entry/SettledButton.tsx'
import { makerSides, quoteButtonLabel } from './quote-lines.ts'
import { SideOutcomes } from './SideOutcomes.tsx'
import { TicketLegs } from './TicketLegs.tsx'
import { TakerLimits } from './TakerLimits.tsx'
import { useShownVols } from './typed-quote.ts'
import { useTicketFocus } from './use-ticket-focus.ts'
import { useAskWhenOld } from './use-ask-when-old.ts'
import type { Attention } from '../../order-entry/TradeButton.tsx'
import { type Consider, useAttention, useConsidering } from './use-considered.ts'
import { type GuardedSide, useGuardedSide } from './use-price-guard.ts'
import { useMakerForm, type Maker, type MakerMode, type Sides } from './use-maker-form.ts'
import { type OpenQuotes, useOpenQuotes, useQuoting } from './use-quoting.ts'

type MakerEntryProps = {
  readonly rfq: DirectRfq
  readonly structure: Structure
  readonly tick: string
  readonly minimum: string
  readonly increment: string
  /** The desk's own quote that was clicked last. */
  readonly picked: Picked | undefined
  readonly consider: Consider
}

/** Two-way price entry: from vol, around the mark, or as a price. Quoting again replaces the live quote. */
export function MakerEntry({ rfq, structure, tick, minimum, increment, picked, consider }: MakerEntryProps) {
  const open = useOpenQuotes(rfq.id)
  const maker = useMakerForm(rfq, structure, open)
  const quoting = useQuoting(rfq, structure, maker, { minimum, increment })
  const { account, sending, drafts } = quoting
  useShownVols(rfq, structure, maker, open)
  const enter = useEffectEvent(({ side, price }: Picked) => maker.typePrice(side, price))
  useEffect(() => {
    if (picked !== undefined) enter(picked)
  }, [picked])
  const attention = useAttention()
  const looked = attention.side ?? quotedSides(rfq)[0] ?? 'BUY'
  useConsidering(consider, {
    by: 'QUOTE',
    side: looked,
    quantity: maker.quantity[looked],
    price: maker.sides[looked].price,
    isFocused: attention.side !== undefined,
  })
  const decimals = priceDecimals(rfq)
  const closed = useQuoteReason(rfq.productCodes)
  const guards = useGuardedSides(rfq, structure, maker)
  const reason = closed ?? account.whyNone ?? maker.reason ?? crossed(maker) ?? quoting.refused ?? guards.BUY.reason ?? guards.SELL.reason
  const ask = useAskWhenOld(rfq, guards.BUY.says ?? guards.SELL.says)
  const said = quoteButtonLabel(drafts, open, decimals).join(' ')
  const send = (then?: () => void) => {
    if (reason !== undefined || sending.isBusy) return
    ask.press(said, () => {
      void quoting.send(drafts)
      then?.()
    })
  }
  useMakerKeys(rfq, maker, quoting, send)
  return (
    <>
      <TakerLimits rfq={rfq} structure={structure} maker={maker} quoting={quoting} closed={closed} />
      {closed === undefined && <Elsewhere rfq={rfq} maker={maker} />}
      <section className={classNames(styles['entry'], styles['tight'])} aria-label="Quote">
        <Modes maker={maker} />
        {maker.mode === 'VOL' ? <Vols rfq={rfq} maker={maker} /> : <TicketLegs rfq={rfq} isWithin />}
        <TwoSides {...{ rfq, maker, tick, minimum, increment, guards }} onAttention={attention.attend} onEnter={() => send()} />
        <VolsAt maker={maker} />
        {maker.zero !== undefined && (
          <Checkbox checked={maker.zero.isMeant} onChange={maker.zero.mean}>
            Quote at zero
          </Checkbox>
        )}
        <Follows maker={maker} open={open} decimals={decimals} />
        <SideOutcomes
          orders={useRfqOrders(rfq.id)}
          presses={quoting.sending.presses}
          products={rfq.productCodes}
          decimals={decimals}
          onWithdraw={quoting.sending.withdraw}
        />
        <Presses {...{ quoting, open, decimals, reason, ask }} onSend={() => send()} />
        <Options {...{ rfq, account, open, reason, ask }} />
      </section>
      <Peg {...{ rfq, structure, maker, open }} closed={closed ?? (quoting.isLarge ? CANNOT_FOLLOW : undefined)} />
    </>
  )
}

const Elsewhere = ({ rfq, maker }: { readonly rfq: DirectRfq; readonly maker: Maker }) => (
  <OwnInterest
    rfq={rfq}
    sides={quotedSides(rfq)}
    onTake={(side, price, quantity) => {
      maker.typePrice(side, price)
      maker.typeQuantity(side, Number(quantity) < Number(maker.left) ? quantity : maker.left)
    }}
  />
)

type OptionsProps = {
  readonly rfq: DirectRfq
  readonly account: ReturnType<typeof useQuoting>['account']
  readonly open: OpenQuotes
  readonly reason: string | undefined
  readonly ask: ReturnType<typeof useAskWhenOld>
}

/** Why it cannot be sent, or needs confirmation, and the account. */
const Options = ({ rfq, account, open, reason, ask }: OptionsProps) => {
  const hasKeys = useHasKeys()
  return (
    <div className={styles['options']}>
      <span className={classNames(styles['how'], (reason ?? ask.asks) !== undefined && styles['reason'])}>
        {reason === NO_DEFAULT_WARNING ? (
          <NoDefaultAccount venue={rfq.venue} />
        ) : (
          (reason ??
          ask.words ?? (
            <FirstHint
              of="QUOTE"
              rfqId={(open.BUY ?? open.SELL) === undefined ? undefined : rfq.id}
              hint={`Quote is live. Press again to amend${hasKeys ? ', X to cancel' : ''}`}
            >
              Good for the RFQ’s lifetime
            </FirstHint>
          ))
        )}
      </span>
      <AccountChoice
        accounts={account.names}
        usual={account.usual}
        account={account.shown}
        chosen={account.chosen}
        onChoose={account.choose}
      />
    </div>
  )
}

const useGuardedSides = (rfq: DirectRfq, structure: Structure, { sides }: Maker): Sides<GuardedSide> => ({
  BUY: useGuardedSide(rfq, structure, 'BUY', sides.BUY.price),
  SELL: useGuardedSide(rfq, structure, 'SELL', sides.SELL.price),
})

/** Shortcuts for the quote: they move and send both sides, and cancel it. */
function useMakerKeys(rfq: DirectRfq, maker: Maker, { open, pull }: ReturnType<typeof useQuoting>, send: (then: () => void) => void): void {
  const canPull = useCancelReason() === undefined && (open.BUY ?? open.SELL) !== undefined
  useScreenKeys({
    quote: () => send(() => goToNextNew(rfq.id)),
    pullHere: canPull ? () => void pull() : undefined,
    narrower: () => maker.widen(-1),
    wider: () => maker.widen(1),
    skewDown: () => maker.lean(-1),
    skewUp: () => maker.lean(1),
    bothUp: () => maker.tickBoth(1),
    bothDown: () => maker.tickBoth(-1),
  })
  useTicketFocus(rfq.id, maker.mode === 'VOL' ? 'VOL' : 'FIELD')
}

type PressesProps = {
  readonly quoting: ReturnType<typeof useQuoting>
  readonly open: OpenQuotes
  readonly decimals: number
  readonly reason: string | undefined
  readonly ask: ReturnType<typeof useAskWhenOld>
  readonly onSend: () => void
}

/** The main button shows the quote that it sends. The button next to it cancels the live quote. */
function Presses({ quoting, open, decimals, reason, ask, onSend }: PressesProps) {
  const cannotPull = useCancelReason()
  const [words, more] = quoteButtonLabel(quoting.drafts, open, decimals)
  const isAsking = ask.isAsking(`${words} ${more}`)
  const hasOpen = open.BUY !== undefined || open.SELL !== undefined
  const cancels = open.BUY !== undefined && open.SELL !== undefined ? 'Cancel both' : 'Cancel'
  return (
    <div className={styles['actions']}>
      <SettledButton
        meaning={`${quoting.asks ? 'Ask ' : ''}${hasOpen ? 'Replace' : 'Quote'} ${quoting.drafts.map(({ side }) => side).join(' ')}`}
        kind="primary"
        size="trade"
        isBusy={quoting.sending.isBusy}
        className={ask.asks === undefined || reason !== undefined ? undefined : styles['amber']}
        disabledReason={reason}
        keyOf="quote"
        onClick={onSend}
      >
        <b>
          {isAsking ? `Again: ${words}` : words} <Kbd of="quote" isSilent />
        </b>
        <small>{isAsking ? ask.asks : quoting.asks && reason === undefined ? `${ASKS_APPROVAL} · ${more}` : more}</small>
      </SettledButton>
      <SettledButton
        meaning={cancels}
        size="trade"
        className={styles['pull']}
        keyOf="pullHere"
        disabledReason={cannotPull ?? (hasOpen ? undefined : 'You have no live quote.')}
        onClick={() => void quoting.pull()}
      >
        {cancels}
      </SettledButton>
    </div>
  )
}

type FollowsProps = { readonly maker: Maker; readonly open: OpenQuotes; readonly decimals: number }

/** The entry follows the mark and the live quote does not. Two separate sentences prevent confusion. */
function Follows({ maker, open, decimals }: FollowsProps) {
  const { entry, live, isBehind } = followWords(maker.mode !== 'PRICE', maker.sides, open, decimals)
  return (
    <p className={styles['follows']}>
      {live !== undefined && (
        <>
          <span className={isBehind ? styles['behind'] : undefined}>{live}</span>
          {' · '}
        </>
      )}
      {entry}
    </p>
  )
}

const titles: Readonly<Record<MakerMode, string>> = { VOL: 'Price from vol', SPREAD: 'Price around the mark', PRICE: 'Price' }

function Modes({ maker }: { readonly maker: Maker }) {
  const isAroundOffered = useFlag('feature_spread_from_mid')
  return (
    <div className={styles['modes']}>
      <h3 className="visually-hidden">{titles[maker.mode]}</h3>
      <Segmented<MakerMode>
        label="Quote by"
        value={maker.mode}
        options={[
          ...(maker.canVol ? [{ value: 'VOL' as const, label: 'Vol' }] : []),
          ...(isAroundOffered ? [{ value: 'SPREAD' as const, label: '± ticks' }] : []),
          { value: 'PRICE', label: 'Price' },
        ]}
        onChange={maker.setMode}
      />
      <Knobs maker={maker} />
    </div>
  )
}

type TwoSidesProps = Omit<MakerEntryProps, 'structure' | 'picked' | 'consider'> & {
  readonly maker: Maker
  readonly guards: Sides<GuardedSide>
  readonly onAttention: (side: 'BUY' | 'SELL', attention: Attention) => void
  readonly onEnter: () => void
}

function TwoSides(props: TwoSidesProps) {
  const asked = quotedSides(props.rfq)
  return (
    <div className={styles['sides']}>
      {makerSides.map((side) =>
        asked.includes(side) ? (
          <OneSide key={side} {...props} side={side} />
        ) : (
          <p key={side} className={styles['notAsked']}>
            {notAskedText(takerVerb(props.rfq) ?? 'buys')}
          </p>
        ),
      )}
    </div>
  )
}

function OneSide({ side, ...props }: TwoSidesProps & { readonly side: 'BUY' | 'SELL' }) {
  const { rfq, maker, guards, tick, minimum, increment, onAttention, onEnter } = props
  const input = useRef<HTMLInputElement>(null)
  // The shortcuts B and S look for it.
  useEffect(() => input.current?.setAttribute('data-ticket-side', side.toLowerCase()), [side])
  const word = side === 'BUY' ? 'Bid' : 'Ask'
  return (
    <div className={styles['side']} onFocus={() => onAttention(side, 'OVER')} onBlur={() => onAttention(side, undefined)}>
      <NumberField
        label={<span className={side === 'BUY' ? styles['bid'] : styles['ask']}>{`${word} (${rfq.quoteCurrency})`}</span>}
        hasButtons
        inputRef={input}
        value={maker.shown[side]}
        step={tick}
        stepFrom={maker.mark?.toFixed(priceDecimals(rfq))}
        readOther={maker.readVol}
        onEnter={onEnter}
        onChange={(price) => maker.typePrice(side, price)}
      />
      <Versus maker={maker} side={side} decimals={priceDecimals(rfq)} tick={tick} />
      {guards[side].again !== undefined && <PriceOnceMore of={word} typed={guards[side].again} step={tick} />}
      <NumberField
        aria-label={`${word} quantity`}
        size="small"
        value={maker.quantity[side]}
        step={increment}
        isRounded
        hint={sizeHint(maker, rfq, side, minimum)}
        onChange={(quantity) => maker.typeQuantity(side, quantity)}
      />
    </div>
  )
}

/** `30 left · min 12.5` after a partial fill. */
function sizeHint({ quantity, left }: Maker, rfq: DirectRfq, side: 'BUY' | 'SELL', minimum: string): string {
  const size = Number(left) < Number(rfq.quantity) ? `${quantityText(left)} left · ` : quantity[side] === rfq.quantity ? 'full · ' : ''
  return `${size}min ${minimum}`
}

function crossed({ mode, width, sides }: Maker): string | undefined {
  const [bid, ask] = [sides.BUY.price, sides.SELL.price]
  if (bid === undefined || ask === undefined || Number(bid) < Number(ask)) return undefined
  if (mode === 'VOL' && Number(bid) === Number(ask) && Number(width) > 0)
    return `A width of ${width} vol is less than a tick here. Enter a larger width, or quote in ticks or prices.`
  return `Your bid ${quantityText(bid)} must be below your ask ${quantityText(ask)}.`
}
