import { directRfqCalls, type RfqView } from '@parley/contracts'
import { useMemo, useRef, useState } from 'react'
import { viewOnlyReason } from '../../../app/view-only.ts'
import { Button } from '../../../components/Button.tsx'
import { Toggle } from '../../../components/Choice.tsx'
import { NumberField } from '../../../components/NumberField.tsx'
import { Segmented } from '../../../components/Segmented.tsx'
import { keptText, useKept } from '../../../live/kept.ts'
import { useUser } from '../../../live/session.ts'
import { useBook, useStructureMark } from '../../../live/use-live.ts'
import { groupedText, signedText } from '../../market-data/figure-text.ts'
import { priceDecimals, priceText, quantityText } from '../structure-text.ts'
import type { Picked } from './picked.ts'
import { Progress, useOrderSending } from './Progress.tsx'
import { remainingOf, takerOffer, type TakerOffer, type TakerSide, type TakerWay } from './taker-form.ts'
import styles from './Entry.module.css'

type TakerEntryProps = {
  readonly rfq: RfqView
  readonly tick: string
  readonly minimum: string | undefined
  readonly increment: string
  /** The level of the book that was pressed last. */
  readonly picked: Picked | undefined
}

const CONFIRM_MS = 4_000

export function TakerEntry({ rfq, tick, minimum, increment, picked }: TakerEntryProps) {
  const book = useBook(rfq.id)
  const mark = useStructureMark(rfq.legs)
  const remaining = remainingOf(rfq)
  const [own, setOwn] = useState<{ price: string; quantity: string; picked: Picked | undefined }>({ price: '', quantity: '', picked })
  const [way, setWay] = useState<TakerWay>('NOW')
  const [oneClick, setOneClick] = useKept('one-click', 'off', keptText(['on', 'off']))
  const sending = useOrderSending(rfq.id)
  const user = useUser()
  const isNew = picked !== own.picked && picked !== undefined
  const price = isNew ? picked.price : own.price
  const quantity = isNew ? picked.quantity : own.quantity === '' ? remaining : own.quantity
  const set = (change: Partial<typeof own>) => setOwn({ price, quantity, picked, ...change })
  const offers = useMemo(
    () => (['BUY', 'SELL'] as const).map((side) => takerOffer(side, { price, quantity, way }, book, remaining)),
    [price, quantity, way, book, remaining],
  )
  const closed = rfq.state === 'OPEN' ? undefined : 'This RFQ is closed.'
  const send = (offer: TakerOffer) =>
    sending.send(`${offer.side === 'BUY' ? 'Buy' : 'Sell'} ${offer.quantity} @ ${offer.price}`, directRfqCalls.createOrder, {
      rfq_id: rfq.id,
      side: offer.side,
      quantity: offer.quantity!,
      price: offer.price!,
      type: way === 'HIDDEN' ? 'HIDDEN' : 'LIMIT',
      time_in_force: way === 'NOW' ? 'FILL_OR_KILL' : 'GOOD_TILL_CANCELED',
    })
  return (
    <section className={styles['entry']} aria-label="Trade">
      <div className={styles['fields']}>
        <NumberField
          label={`Price (${rfq.quote_currency})`}
          value={price}
          step={tick}
          stepFrom={book.asks[0]?.price ?? mark?.toFixed(priceDecimals(rfq))}
          placeholder={way === 'NOW' ? 'best' : 'limit'}
          hint={mark === undefined ? undefined : `mark ${groupedText(mark, priceDecimals(rfq))}`}
          onChange={(next) => set({ price: next })}
        />
        <NumberField
          label="Quantity"
          value={quantity}
          step={increment}
          hint={minimum === undefined ? undefined : `min ${minimum}`}
          onChange={(next) => set({ quantity: next })}
        />
      </div>
      <div className={styles['pair']}>
        {offers.map((offer) => (
          <TradeButton
            key={offer.side}
            rfq={rfq}
            offer={offer}
            mark={mark}
            isOneClick={oneClick === 'on'}
            isBusy={sending.isBusy}
            reason={viewOnlyReason(user) ?? closed ?? offer.reason}
            onPress={() => void send(offer)}
          />
        ))}
      </div>
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
        <Toggle checked={oneClick === 'on'} onChange={(isOn) => setOneClick(isOn ? 'on' : 'off')}>
          1-click
        </Toggle>
        <span className={styles['account']}>Acct: {rfq.account_name ?? '—'}</span>
      </div>
      <p className={styles['way']}>{ways[way]}</p>
      <Progress rfqId={rfq.id} steps={sending.steps} refused={sending.refused} />
    </section>
  )
}

const ways: Readonly<Record<TakerWay, string>> = {
  NOW: 'Fills whole at once, across makers if need be, or not at all.',
  LIMIT: 'What does not fill at once rests, and the makers you asked see it.',
  HIDDEN: 'What does not fill at once rests; nobody else ever sees it.',
}

/** The button never moves and keeps its size; without 1-click the first press asks and the second deals. */
function TradeButton(props: {
  readonly rfq: RfqView
  readonly offer: TakerOffer
  readonly mark: number | undefined
  readonly isOneClick: boolean
  readonly isBusy: boolean
  readonly reason: string | undefined
  readonly onPress: () => void
}) {
  const { offer, rfq, mark } = props
  const asked = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [asking, setAsking] = useState<string>()
  const words = `${offer.quantity === undefined ? '' : quantityText(offer.quantity)} @ ${offer.price === undefined ? '—' : priceText(offer.price, priceDecimals(rfq))}`
  const isAsking = asking === words && props.reason === undefined
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
      <small>{cost(offer, rfq)}</small>
      <small>
        {offer.price === undefined || mark === undefined ? ' ' : `${signedText(Number(offer.price) - mark, priceDecimals(rfq))} vs mark`}
      </small>
    </Button>
  )
}

const sideWord: Readonly<Record<TakerSide, string>> = { BUY: 'Buy', SELL: 'Sell' }

/** In words: what leaves or reaches the account at that price; a negative price turns it round. */
function cost(offer: TakerOffer, rfq: RfqView): string {
  if (offer.price === undefined || offer.quantity === undefined) return ' '
  const total = Number(offer.price) * Number(offer.quantity)
  const verb = (offer.side === 'BUY') === total >= 0 ? 'pay' : 'receive'
  const isFuture = rfq.kind === 'FUTURE'
  return isFuture ? `${quantityText(offer.quantity)} USD of it` : `${verb} ${groupedText(Math.abs(total), 2)} ${rfq.quote_currency}`
}
