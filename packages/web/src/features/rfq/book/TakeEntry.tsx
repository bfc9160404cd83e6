import type { Book, BookLevel } from '@parley/client'
import { parsePrice, parseQuantity, priceDecimals, priceText, quantityText } from '@parley/core'
import { useState } from 'react'
import { Button } from '../../../components/Button.tsx'
import { Toggle } from '../../../components/Choice.tsx'
import { NumberField } from '../../../components/NumberField.tsx'
import { setOneClick, useOneClickOf } from '../../../live/one-click.ts'
import { useStructureMark } from '../../../live/use-live.ts'
import { AllocationShares, SplitButton } from '../../allocation/AllocationShares.tsx'
import { dealOf, type OnArrival } from '../ticket/deal.ts'
import styles from '../ticket/Entry.module.css'
import { type Alternative, alternativesOf, type SentOrder } from '../ticket/order-outcome.ts'
import { reached } from '../ticket/taker-form.ts'
import { type ToArm, TradePair, type TradeSide } from '../ticket/TradePair.tsx'
import { Account } from './MakeEntry.tsx'
import type { Side } from './quote-form.ts'
import type { EntryProps } from './use-quote-entry.ts'
import type { SideOfForm } from './use-quote-form.ts'

const verbs = { BUY: 'Buy', SELL: 'Sell' } as const

/** At once or not at all: an IOC quote at the limit; what it does not find is cancelled. */
export function TakeEntry({ market, structure, book, entry }: EntryProps) {
  const { form, act, sides, sending, closed } = entry
  const isOneClick = useOneClickOf('ORDER_BOOK')
  const [sent, setSent] = useState<SentOrder>()
  const [toArm, setToArm] = useState<ToArm>()
  const mark = useStructureMark(market.legs)
  const decimals = priceDecimals(market)
  const press = (side: Side) => {
    const { quantity = '', price } = sides[side]
    setSent({ side, quantity, price, way: 'NOW', decimals })
    void entry.send([side], () => `${verbs[side]} ${quantityText(quantity)} @ ${priceText(price, decimals)}`)
  }
  const take = ({ side, price, quantity }: Alternative) => {
    act({ kind: 'limitTyped', price })
    act({ kind: 'takeQuantityTyped', quantity })
    setToArm({ side, entered: `${price} ${quantity}` })
  }
  return (
    <>
      {sending.steps.at(-1)?.isNot === true && sent !== undefined && (
        <span className={styles['options']} role="group" aria-label="What would be accepted">
          {alternativesOf(sent, book, market.minBlockSize)
            .filter(({ way }) => way === 'NOW')
            .map((alternative) => (
              <Button key={alternative.label} size="small" onClick={() => take(alternative)}>
                {alternative.label}
              </Button>
            ))}
        </span>
      )}
      <AllocationShares allocation={entry.allocation} />
      <div className={styles['fields']}>
        <NumberField
          label={`Limit (${market.quoteCurrency})`}
          value={form.takePrice}
          step={market.tickSize}
          stepFrom={mark?.toFixed(decimals)}
          placeholder="best"
          onChange={(price) => act({ kind: 'limitTyped', price })}
        />
        <NumberField
          label="Quantity"
          aside={<TakeAccount entry={entry} />}
          value={form.takeQuantity}
          step={market.quantityIncrement}
          isRounded
          hint={`min ${quantityText(market.minBlockSize)}`}
          onChange={(quantity) => act({ kind: 'takeQuantityTyped', quantity })}
        />
      </div>
      <TradePair
        rfq={market}
        structure={structure}
        sides={(['BUY', 'SELL'] as const).map((side) => tradeSide(sides[side], book, entry, closed))}
        entered={`${form.takePrice} ${form.takeQuantity}`}
        isOneClick={isOneClick && entry.noAccount === undefined}
        sending={sending.isBusy ? sent?.side : undefined}
        toArm={toArm}
        looked={entry.looked}
        onAttention={entry.attend}
        onSend={press}
        aside={
          <Toggle checked={isOneClick} onChange={(isOn) => setOneClick('ORDER_BOOK', isOn)}>
            1-click
          </Toggle>
        }
      />
    </>
  )
}

const TakeAccount = ({ entry }: Pick<EntryProps, 'entry'>) =>
  entry.allocation.isSplit ? (
    <span className={styles['account']}>
      <b>{entry.allocation.parts.length} accounts</b>
    </span>
  ) : (
    <>
      <Account entry={entry} />
      <SplitButton allocation={entry.allocation} />
    </>
  )

function tradeSide(one: SideOfForm, book: Book, { allocation }: EntryProps['entry'], closed: string | undefined): TradeSide {
  const { side, price, quantity, verdict, isBlank } = one
  const reason = closed ?? one.reason ?? nothingThere(one)
  if (isBlank || quantity === undefined || quantity === '') return { side, quantity, price: undefined, deal: undefined, reason }
  const onArrival: OnArrival =
    verdict === undefined
      ? { ...withinLimit(side === 'BUY' ? book.asks : book.bids, one), rests: '0', takesBack: [] }
      : { ...verdict, fills: verdict.deals.map((deal) => ({ maker: undefined, ...deal })), takesBack: [] }
  const terms = { side, quantity, timeInForce: 'IOC' as const, ...(allocation.isSplit ? { allocations: allocation.parts } : {}) }
  return { side, quantity, price, deal: dealOf(terms, price, onArrival), reason }
}

/** The quotes that others show within the limit; used where the rules could not be fetched. */
function withinLimit(levels: readonly BookLevel[], { side, price, quantity = '' }: SideOfForm): Pick<OnArrival, 'fills' | 'canceled'> {
  const size = parseQuantity(quantity)
  if (size === undefined) return { fills: [], canceled: '0' }
  const others = levels.filter(({ isOwn }) => !isOwn)
  const { fills, quantity: there } = reached(others, size, side, parsePrice(price))
  return { fills, canceled: String((size - there) / 1e6) }
}

/** An order that would find nothing is not sent by mistake; hidden quotes may be there, so a typed limit that rests nothing is said, not sent. */
const nothingThere = ({ verdict, side }: SideOfForm): string | undefined =>
  verdict !== undefined && verdict.refused === undefined && verdict.deals.length === 0
    ? `Nobody ${side === 'BUY' ? 'offers' : 'bids'} within that limit.`
    : undefined
