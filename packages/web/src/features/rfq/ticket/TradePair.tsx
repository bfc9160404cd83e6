import type { Rfq, Side } from '@parley/client'
import {
  formatPrice,
  formatQuantity,
  legQuantities,
  parsePrice,
  parseQuantity,
  type Price,
  priceDecimals,
  priceText,
  quantityText,
  type Structure,
} from '@parley/core'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useIndex, useOldPrices } from '../../../live/use-live.ts'
import { Kbd } from '../../../components/Kbd.tsx'
import { useHasKeys } from '../../../components/use-media.ts'
import { classNames } from '../../../theme/class-names.ts'
import { MINUS } from '../../../components/figure-text.ts'
import { OF_MARKET } from '../../../theme/ink.ts'
import type { OrderLabels } from '../../order-entry/order-labels.ts'
import { useTypedAgain } from '../../order-entry/typed-again.ts'
import { useStructureFee } from '../../structure/use-structure-fee.ts'
import { ArmLine } from '../../order-entry/ArmLine.tsx'
import { averageOf, type Deal } from './deal.ts'
import { type DealMarket, dealLabels } from './deal-labels.ts'
import styles from './Entry.module.css'
import { FirstHint } from './FirstHint.tsx'
import { PriceOnceMore } from '../../order-entry/PriceOnceMore.tsx'
import { TradeButton } from '../../order-entry/TradeButton.tsx'
import type { Offered, PressState } from '../../order-entry/trade-press.ts'
import { type Arm, useArm } from '../../order-entry/use-arm.ts'
import { askedText } from './use-ask-when-old.ts'
import type { Attention } from '../../order-entry/TradeButton.tsx'
import { useNeedsApproval } from '../use-notional-reasons.ts'
import { type JudgedPrice, usePriceGuard } from './use-price-guard.ts'

/** One side of the entry: the order that would be sent, or why there is none. */
export type TradeSide = {
  readonly side: Side
  readonly quantity: string | undefined
  readonly price: string | undefined
  readonly deal: Deal | undefined
  readonly reason: string | undefined
}

/** A side that is armed as soon as the entry equals `entered`. */
export type ToArm = { readonly side: Side; readonly entered: string }

type TradePairProps = {
  readonly rfq: Rfq
  readonly structure: Structure
  readonly sides: readonly TradeSide[]
  /** The values typed and chosen in the entry. */
  readonly entered: string
  readonly isOneClick: boolean
  /** The side whose order is being sent. */
  readonly sending: Side | undefined
  readonly toArm?: ToArm | undefined
  /** The focused side. */
  readonly looked: Side | undefined
  readonly onAttention: (side: Side, attention: Attention) => void
  readonly onSend: (side: Side) => void
  /** Next to the line below the buttons. */
  readonly aside?: ReactNode
}

/** A sentence with the order that would be sent, and the two buttons that send it. */
export function TradePair(props: TradePairProps) {
  const { rfq, sides, entered, sending, toArm } = props
  const judge = useJudge(props)
  const arm = useArm()
  const needsApproval = useNeedsApproval(rfq, props.structure)
  const [focused, setFocused] = useState<Side>(sides[0]?.side ?? 'BUY')
  const typed = useTypedAgain(entered)
  const stale = useOldPrices(rfq)
  const judged = sides.map((side) => {
    const { words, judged } = judge.of(side)
    const reason = side.reason ?? (judged === undefined ? undefined : judge.reasonOf(judged, typed.is(side.price)))
    const isTypedTwice = side.reason === undefined && judged?.guard.guard === 'TYPE_TWICE'
    return { ...side, words, guardSays: judged?.says, reason, isTypedTwice, offered: offeredOf(side, { rfq, entered, stale }) }
  })
  const armAsAsked = useEffectEvent((asked: ToArm) => {
    const found = judged.find(({ side, reason }) => side === asked.side && reason === undefined)
    if (found?.offered !== undefined && found.offered.entered === asked.entered) arm.arm(found.offered)
  })
  useEffect(() => {
    if (toArm !== undefined) armAsAsked(toArm)
  }, [toArm])
  const pressed = judged.find(({ offered }) => offered !== undefined && arm.stateOf(offered) !== 'IDLE')
  const shown = judged.find(({ side }) => side === (pressed?.side ?? sending ?? props.looked ?? focused))
  const blocked = commonReason(judged)
  return (
    <>
      {judged.some(({ isTypedTwice }) => isTypedTwice) && <PriceOnceMore of="Price" typed={typed} step="1" />}
      <Sentence words={shown?.words} guardSays={shown?.guardSays} blocked={blocked} />
      <div className={classNames(styles['pair'], sides.length === 1 && styles['single'])}>
        {judged.map((one) => (
          <TradeButton
            key={one.side}
            side={one.side}
            words={one.words}
            title={titleOf(one, rfq)}
            reason={sending === undefined || sending === one.side ? one.reason : 'Your order on the other side is being sent.'}
            isReasonSaid={blocked !== undefined && blocked === one.reason}
            state={one.offered === undefined ? 'IDLE' : arm.stateOf(one.offered)}
            worse={one.offered === undefined ? undefined : arm.wordsOf(one.offered)?.replaceAll('-', MINUS)}
            isOneClick={props.isOneClick && one.guardSays === undefined && stale === undefined}
            isGuarded={one.guardSays !== undefined}
            needsApproval={needsApproval(one.quantity)}
            isSending={sending === one.side}
            armedAt={arm.asked}
            onFocus={() => setFocused(one.side)}
            onAttention={props.onAttention}
            onPress={() =>
              one.offered !== undefined &&
              // An unusual price needs confirmation, even with 1-click.
              arm.press(one.offered, props.isOneClick && one.guardSays === undefined ? 'ONE' : 'TWO', () => props.onSend(one.side))
            }
          />
        ))}
      </div>
      <div className={styles['way']}>
        <Below
          arm={arm}
          state={pressed?.offered === undefined ? 'IDLE' : arm.stateOf(pressed.offered)}
          isOneClick={props.isOneClick}
          asksTwice={judged.filter(({ guardSays, reason }) => guardSays !== undefined && reason === undefined).map(({ side }) => side)}
          rfqId={rfq.audience === 'DIRECT' ? rfq.id : undefined}
          isBlocked={judged.every(({ reason }) => reason !== undefined)}
          stale={stale}
        />
        {props.aside}
      </div>
    </>
  )
}

type BelowProps = {
  /** Only for the user's own RFQ. */
  readonly rfqId: string | undefined
  readonly isOneClick: boolean
  /** Sides with an unusual price: they need confirmation even with 1-click. */
  readonly asksTwice: readonly Side[]
  readonly arm: Arm
  readonly state: PressState
  readonly isBlocked: boolean
  readonly stale: string | undefined
}

const TwoPresses = () =>
  useHasKeys() ? (
    <>
      <Kbd of="buy" /> buy <Kbd of="sell" /> sell · twice, within 4 s
    </>
  ) : (
    'Press Buy or Sell twice, within 4 s'
  )

function Below({ isOneClick, asksTwice, rfqId, arm, state, isBlocked, stale }: BelowProps) {
  if (!isBlocked && state === 'ARMED') return <ArmLine arm={arm} />
  const asks = state === 'WORSE' ? 'Worse price: you will be asked again.' : undefined
  const warns = isBlocked ? undefined : stale === undefined ? asks : askedText(stale)
  return (
    <>
      <span className={styles['reason']} role="status" title={warns}>
        {warns}
      </span>
      {/* The account next to it keeps its position. */}
      {isBlocked && <span className={styles['rest']} />}
      {warns === undefined && !isBlocked && (
        <FirstHint of="RFQ" rfqId={isOneClick ? undefined : rfqId} hint="Click a quote, then Buy or Sell twice">
          <span className={styles['rest']}>{isOneClick ? oneClickText(asksTwice) : <TwoPresses />}</span>
        </FirstHint>
      )}
    </>
  )
}

function oneClickText(asksTwice: readonly Side[]): string {
  const [side, other] = asksTwice
  if (side === undefined) return '1-click: trades at once'
  return other === undefined ? `1-click, but ${verbs[side]} asks first` : '1-click, but both ask first'
}

/** A reason that applies to every side is shown once in place of the sentence. A reason of a single side is shown in its button. */
function commonReason(sides: readonly { readonly reason: string | undefined }[]): string | undefined {
  const [first] = sides
  return sides.every(({ reason }) => reason === first?.reason) ? first?.reason : undefined
}

type SentenceProps = {
  readonly words: OrderLabels | undefined
  readonly guardSays: string | undefined
  readonly blocked: string | undefined
}

const Sentence = ({ words, guardSays, blocked }: SentenceProps) => (
  // Offline, the figures of the market are blurred. The reason why nothing is sent stays readable.
  <div className={styles['sentence']}>
    <p className={styles['reason']} role="status">
      {blocked}
    </p>
    <p role="note" aria-label="Order to be sent" className={OF_MARKET}>
      {guardSays !== undefined && <b className={styles['reason']}>{`${guardSays}. `}</b>}
      {blocked === undefined && words?.sentence}
    </p>
  </div>
)

const verbs = { BUY: 'Buy', SELL: 'Sell' } as const

const titleOf = ({ side, quantity, price }: TradeSide, rfq: Rfq): string =>
  [
    `${verbs[side]} ${quantity === undefined ? '' : quantityText(quantity)}`.trim(),
    price === undefined ? '' : `limit ${priceText(price, priceDecimals(rfq))}`,
  ]
    .filter(Boolean)
    .join(' · ')

type Asking = { readonly rfq: Rfq; readonly entered: string; readonly stale: string | undefined }

/** Prices as shown on the button, so that the comparison uses what the user has read. */
function offeredOf({ side, deal }: TradeSide, { rfq, entered, stale }: Asking): Offered | undefined {
  if (deal === undefined) return undefined
  const decimals = priceDecimals(rfq)
  const average = averageOf(deal.fills, decimals + 1)
  const limit = formatPrice(parsePrice(deal.price) ?? (0 as Price), decimals)
  return { side, quantity: quantityText(deal.quantity), limit, average, entered, stale }
}

/** The texts of a side and the message of its price guard, from the current marks. */
function useJudge({ rfq, structure }: Pick<TradePairProps, 'rfq' | 'structure'>) {
  const guard = usePriceGuard(rfq, structure)
  const index = useIndex(rfq.baseCurrency, rfq.venue)
  const feeOf = useStructureFee(rfq, structure)
  const market: DealMarket = {
    feeOf,
    hedgeSizeOf: (instrumentName, quantity) => hedgeSizeOf(structure, instrumentName, quantity),
    ...{ legs: rfq.legs, kind: rfq.kind, baseCurrency: rfq.baseCurrency, quoteCurrency: rfq.quoteCurrency, decimals: priceDecimals(rfq) },
    mark: guard.mark,
    index: index === undefined ? undefined : Number(index.index_price),
  }
  return {
    reasonOf: guard.reasonOf,
    of: ({ side, price, deal }: TradeSide): { readonly words?: OrderLabels; readonly judged?: JudgedPrice } =>
      deal === undefined || price === undefined ? {} : { words: dealLabels(deal, market), judged: guard.judge(side, price) },
  }
}

function hedgeSizeOf(structure: Structure, instrumentName: string, quantity: string): number | undefined {
  const size = parseQuantity(quantity)
  const place = structure.legs.findIndex(({ instrument }) => instrument.name === instrumentName)
  const leg = size === undefined ? undefined : legQuantities(structure, size)?.[place]
  return leg === undefined ? undefined : Number(formatQuantity(leg))
}
