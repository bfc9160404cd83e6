import type { Rfq } from '@parley/client'
import { useEffect, useState } from 'react'
import { Button } from '../../../components/Button.tsx'
import { groupedText, signedText } from '../../market-data/figure-text.ts'
import { priceDecimals, priceText, quantityText } from '../../structure/structure-text.ts'
import { futureWords } from '../../structure/future-words.ts'
import type { TakerOffer, TakerSide } from './taker-form.ts'
import { type FirstPress, type Offered, overtakenWords, press, pressState } from './trade-press.ts'
import type { Attention } from './use-considered.ts'

const CONFIRM_MS = 4_000

/** The button never moves and keeps its size; without 1-click the first press asks and the second deals. A press that the market overtook says so. */
export function TradeButton(props: {
  readonly rfq: Rfq
  readonly offer: TakerOffer
  readonly mark: number | undefined
  readonly isOneClick: boolean
  readonly isBusy: boolean
  readonly reason: string | undefined
  /** The values typed and chosen in the entry. */
  readonly entered: string
  /** Its meaning in words, where the book says it more exactly than the price does. */
  readonly lines?: readonly [string, string] | undefined
  /** Called when the pointer comes or goes, and when the button begins or ends waiting for its second press. */
  readonly onAttention: (side: TakerSide, attention: Attention) => void
  readonly onPress: () => void
}) {
  const { offer, rfq, mark } = props
  const now = {
    quantity: offer.quantity === undefined ? '' : quantityText(offer.quantity),
    price: offer.price === undefined ? '—' : priceText(offer.price, priceDecimals(rfq)),
    entered: props.entered,
  }
  const { isAsking, overtaken, onPress } = useTwoPresses(now, props)
  const hover = useAttentionSaid(offer.side, isAsking || overtaken !== undefined, props.onAttention)
  const [first, second] = cost(offer, rfq)
  const versus =
    offer.price === undefined || mark === undefined ? ' ' : `${signedText(Number(offer.price) - mark, priceDecimals(rfq))} vs mark`
  return (
    <>
      <Button
        kind={offer.side === 'BUY' ? 'buy' : 'sell'}
        size="trade"
        data-ticket-side={offer.side.toLowerCase()}
        isBusy={props.isBusy}
        disabledReason={props.reason}
        onClick={onPress}
        {...hover}
      >
        <b>{`${isAsking ? 'Press again: ' : ''}${sideWord[offer.side]} ${now.quantity} @ ${now.price}`}</b>
        {overtaken === undefined ? (
          <>
            <small>{props.lines?.[0] ?? first}</small>
            <small>{props.lines?.[1] ?? second ?? versus}</small>
          </>
        ) : (
          <small aria-hidden="true">{overtaken}</small>
        )}
      </Button>
      <span className="visually-hidden" role="status">
        {overtaken}
      </span>
    </>
  )
}

/** Both presses have so long; the sentence of an overtaken one has it anew. */
function useTwoPresses(
  now: Offered,
  props: { readonly isOneClick: boolean; readonly reason: string | undefined; readonly onPress: () => void },
) {
  const [asked, setAsked] = useState<FirstPress>()
  const overtaken = props.reason === undefined ? overtakenWords(asked, now) : undefined
  useEffect(() => {
    if (asked === undefined) return
    const over = setTimeout(() => setAsked(undefined), CONFIRM_MS)
    return () => clearTimeout(over)
  }, [asked, overtaken])
  const onPress = () => {
    const then = press(asked, now, props.isOneClick ? 'ONE' : 'TWO')
    setAsked(then === 'DEAL' ? undefined : then)
    if (then === 'DEAL') props.onPress()
  }
  return { isAsking: props.reason === undefined && pressState(asked, now) === 'ARMED', overtaken, onPress }
}

function useAttentionSaid(side: TakerSide, isArmed: boolean, onAttention: (side: TakerSide, attention: Attention) => void) {
  const [isOver, setIsOver] = useState(false)
  const attention = isOver ? 'OVER' : isArmed ? 'ARMED' : undefined
  useEffect(() => onAttention(side, attention), [onAttention, side, attention])
  // A button that is taken away under the pointer is not left by it.
  useEffect(() => () => onAttention(side, undefined), [onAttention, side])
  return { onPointerEnter: () => setIsOver(true), onPointerLeave: () => setIsOver(false) }
}

const sideWord: Readonly<Record<TakerSide, string>> = { BUY: 'Buy', SELL: 'Sell' }

/** In words: what leaves or reaches the account at that price; a negative price turns it round. */
function cost(offer: TakerOffer, rfq: Rfq): readonly [string, string | undefined] {
  if (offer.price === undefined || offer.quantity === undefined) return [' ', undefined]
  if (rfq.kind === 'FUTURE') return futureWords(offer.side, offer.quantity, rfq.legs)
  const total = Number(offer.price) * Number(offer.quantity)
  const verb = (offer.side === 'BUY') === total >= 0 ? 'pay' : 'receive'
  return [`${verb} ${groupedText(Math.abs(total), 2)} ${rfq.quoteCurrency}`, undefined]
}
