import { useEffect, useRef, useState } from 'react'
import { Button } from '../../../components/Button.tsx'
import { groupedText, signedText } from '../../market-data/figure-text.ts'
import type { Shape } from '../../group-rfq/market-shape.ts'
import { priceDecimals, priceText, quantityText } from '../structure-text.ts'
import { futureWords } from './future-words.ts'
import type { TakerOffer, TakerSide } from './taker-form.ts'

const CONFIRM_MS = 4_000

/** The button never moves and keeps its size; without 1-click the first press asks and the second deals. */
export function TradeButton(props: {
  readonly rfq: Shape
  readonly offer: TakerOffer
  readonly mark: number | undefined
  readonly isOneClick: boolean
  readonly isBusy: boolean
  readonly reason: string | undefined
  /** What it means in words, where the book says it more exactly than the price does. */
  readonly lines?: readonly [string, string] | undefined
  readonly onPress: () => void
}) {
  const { offer, rfq, mark } = props
  const asked = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [asking, setAsking] = useState<string>()
  useEffect(() => () => clearTimeout(asked.current), [])
  const words = `${offer.quantity === undefined ? '' : quantityText(offer.quantity)} @ ${offer.price === undefined ? '—' : priceText(offer.price, priceDecimals(rfq))}`
  const isAsking = asking === words && props.reason === undefined
  const [first, second] = cost(offer, rfq)
  const versus =
    offer.price === undefined || mark === undefined ? ' ' : `${signedText(Number(offer.price) - mark, priceDecimals(rfq))} vs mark`
  const press = () => {
    if (props.isOneClick || isAsking) {
      clearTimeout(asked.current)
      setAsking(undefined)
      props.onPress()
      return
    }
    setAsking(words)
    clearTimeout(asked.current)
    asked.current = setTimeout(() => setAsking(undefined), CONFIRM_MS)
  }
  return (
    <Button
      kind={offer.side === 'BUY' ? 'buy' : 'sell'}
      size="trade"
      data-ticket-side={offer.side.toLowerCase()}
      isBusy={props.isBusy}
      disabledReason={props.reason}
      onClick={press}
    >
      <b>{`${isAsking ? 'Press again: ' : ''}${sideWord[offer.side]} ${words}`}</b>
      <small>{props.lines?.[0] ?? first}</small>
      <small>{props.lines?.[1] ?? second ?? versus}</small>
    </Button>
  )
}

const sideWord: Readonly<Record<TakerSide, string>> = { BUY: 'Buy', SELL: 'Sell' }

/** In words: what leaves or reaches the account at that price; a negative price turns it round. */
function cost(offer: TakerOffer, rfq: Shape): readonly [string, string | undefined] {
  if (offer.price === undefined || offer.quantity === undefined) return [' ', undefined]
  if (rfq.kind === 'FUTURE') return futureWords(offer.side, offer.quantity, rfq.legs)
  const total = Number(offer.price) * Number(offer.quantity)
  const verb = (offer.side === 'BUY') === total >= 0 ? 'pay' : 'receive'
  return [`${verb} ${groupedText(Math.abs(total), 2)} ${rfq.quote_currency}`, undefined]
}
