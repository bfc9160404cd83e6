import { priceDecimals, priceText, quantityText } from '@parley/core'
import { useState } from 'react'
import { Button } from '../../../components/Button.tsx'
import { Toggle } from '../../../components/Choice.tsx'
import { NumberField } from '../../../components/NumberField.tsx'
import { setOneClick, useOneClickOf } from '../../../live/one-click.ts'
import { useStructureMark } from '../../../live/use-live.ts'
import { AllocationShares, SplitButton } from '../../allocation/AllocationShares.tsx'
import styles from '../ticket/Entry.module.css'
import { type Alternative, alternativesOf, type SentOrder } from '../ticket/order-outcome.ts'
import { type ToArm, TradePair } from '../ticket/TradePair.tsx'
import { Account } from './MakeEntry.tsx'
import type { Side } from './quote-form.ts'
import { takeSide } from './take-side.ts'
import type { EntryProps } from './use-quote-entry.ts'

const takenSides = ['BUY', 'SELL'] as const
const verbs = { BUY: 'Buy', SELL: 'Sell' } as const

/** An IOC quote at the limit. The part that does not fill is cancelled. */
export function TakeEntry({ market, structure, book, entry }: EntryProps) {
  const { form, act, sides, sending, closed } = entry
  const parts = entry.allocation.isSplit ? entry.allocation.parts : undefined
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
        <Accepted alternatives={alternativesOf(sent, book, market.minBlockSize)} onTake={take} />
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
        sides={takenSides.map((side) => takeSide(sides[side], book, parts, closed))}
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

type AcceptedProps = { readonly alternatives: readonly Alternative[]; readonly onTake: (alternative: Alternative) => void }

/** Below a rejection: the orders that would be accepted. */
const Accepted = ({ alternatives, onTake }: AcceptedProps) => (
  <span className={styles['options']} role="group" aria-label="Orders that would be accepted">
    {alternatives
      .filter(({ way }) => way === 'NOW')
      .map((alternative) => (
        <Button key={alternative.label} size="small" onClick={() => onTake(alternative)}>
          {alternative.label}
        </Button>
      ))}
  </span>
)

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
