import { parsePrice } from '@parley/core'
import { useEffect, useRef } from 'react'
import { Button } from '../../../components/Button.tsx'
import { Checkbox } from '../../../components/Choice.tsx'
import { NumberField } from '../../../components/NumberField.tsx'
import { useFlag } from '../../../live/flags.ts'
import { useStructureMark } from '../../../live/use-live.ts'
import { priceDecimals, priceText, quantityText } from '../../structure/structure-text.ts'
import { AccountChoice } from '../ticket/AccountChoice.tsx'
import styles from '../ticket/Entry.module.css'
import { signedText } from '../../market-data/figure-text.ts'
import { midOf } from './book.ts'
import { LegPricesTable, needsHand } from './LegPricesTable.tsx'
import own from './MakeEntry.module.css'
import { aroundMiddle, type Side } from './quote-form.ts'
import { outcomeWords } from './quote-words.ts'
import type { EntryProps, QuoteEntryState } from './use-quote-entry.ts'
import { type SideOfForm, tickValueOf } from './use-quote-form.ts'

const words = { BUY: 'Bid', SELL: 'Ask' } as const

type MakeEntryProps = EntryProps & { readonly areLegsOpen: boolean }

/** Two-way: either side alone or both in one press. A sent quote takes its place in the book, or trades where it crosses. */
export function MakeEntry({ areLegsOpen, ...props }: MakeEntryProps) {
  const { market, entry } = props
  const { sides, sending, closed } = entry
  const decimals = priceDecimals(market)
  const label = (side: Side) => (sides[side].isBlank || sides[side].legs.state !== 'KNOWN' ? '—' : priceText(sides[side].price, decimals))
  const sentence = (side: Side) => `${words[side]} ${sides[side].quantity} @ ${sides[side].price}`
  const isLegsShown = areLegsOpen || needsHand(entry)
  const crossed = crossedWords(entry)
  const press = (which: readonly Side[]) => void entry.send(which, sentence)
  const filled = (['BUY', 'SELL'] as const).filter((side) => !sides[side].isBlank)
  const both = filled.find((side) => sides[side].reason !== undefined)
  const bothReason = closed ?? (filled.length === 0 ? 'Enter a bid, an ask or both.' : both === undefined ? crossed : sides[both].reason)
  const send = () => bothReason === undefined && !sending.isBusy && press(filled)
  return (
    <>
      <div className={styles['sides']}>
        <OneSide {...props} side="BUY" onEnter={send} />
        <OneSide {...props} side="SELL" onEnter={send} />
      </div>
      {isLegsShown && <LegPricesTable {...props} />}
      <Options {...props} />
      <Outcome {...props} reason={filled.length === 0 ? undefined : bothReason} />
      <div className={own['actions']}>
        <Button
          isBusy={sending.isBusy}
          className={own['bid']}
          disabledReason={closed ?? sides.BUY.reason}
          onClick={() => press(['BUY'])}
          size="large"
        >
          {`${entry.form.replaces.BUY === undefined ? 'Bid' : 'Replace'} ${shownQuantity(sides.BUY)}`}
        </Button>
        <Button kind="primary" size="large" isBusy={sending.isBusy} disabledReason={bothReason} onClick={send}>
          {`Quote ${label('BUY')} / ${label('SELL')}`}
        </Button>
        <Button
          isBusy={sending.isBusy}
          className={own['ask']}
          disabledReason={closed ?? sides.SELL.reason}
          onClick={() => press(['SELL'])}
          size="large"
        >
          {`${entry.form.replaces.SELL === undefined ? 'Ask' : 'Replace'} ${shownQuantity(sides.SELL)}`}
        </Button>
      </div>
    </>
  )
}

const shownQuantity = ({ quantity }: SideOfForm): string => (quantity === undefined ? '—' : quantityText(quantity))

/** Both in one press: the server would take the first and refuse the second (rulebook 10.10). */
function crossedWords({ sides }: QuoteEntryState): string | undefined {
  if (sides.BUY.isBlank || sides.SELL.isBlank || Number(sides.BUY.price) < Number(sides.SELL.price)) return undefined
  return `Your bid ${sides.BUY.price} must be below your ask ${sides.SELL.price}.`
}

function OneSide({ market, entry, side, onEnter }: EntryProps & { readonly side: Side; readonly onEnter: () => void }) {
  const { form, act, sides } = entry
  const input = useRef<HTMLInputElement>(null)
  // The keys B and S look for it.
  useEffect(() => input.current?.setAttribute('data-ticket-side', side.toLowerCase()), [side])
  const mark = useStructureMark(market.legs)
  const one = sides[side]
  const replaces = form.replaces[side]
  const versus = one.isBlank || mark === undefined ? undefined : signedText(Number(one.price) - mark, priceDecimals(market))
  return (
    <div className={styles['side']} onFocus={() => entry.attend(side, 'OVER')} onBlur={() => entry.attend(side, undefined)}>
      <NumberField
        label={<span className={side === 'BUY' ? styles['bid'] : styles['ask']}>{`${words[side]} (${market.quoteCurrency})`}</span>}
        aside={
          replaces === undefined ? (
            versus !== undefined && <span className={styles['account']}>{`${versus} vs mark`}</span>
          ) : (
            <button type="button" className={styles['choose']} onClick={() => act({ kind: 'replacingStopped', side })}>
              keep the old one
            </button>
          )
        }
        hasButtons
        inputRef={input}
        value={form.legs[side] === undefined ? form.price[side] : one.price}
        step={market.tickSize}
        stepFrom={mark?.toFixed(priceDecimals(market))}
        onEnter={onEnter}
        onChange={(price) => act({ kind: 'priceTyped', side, price })}
      />
      <NumberField
        aria-label={`${words[side]} quantity`}
        size="small"
        value={one.quantity}
        step={market.quantityIncrement}
        isRounded
        hint={`min ${quantityText(market.minBlockSize)}`}
        onEnter={onEnter}
        onChange={(quantity) => act({ kind: 'quantityTyped', side, quantity })}
      />
    </div>
  )
}

/** So many ticks from the middle: of the book where it has both sides, else of the mark. */
export function SpreadFromMid({ market, book, entry }: EntryProps) {
  const isOffered = useFlag('feature_spread_from_mid')
  const mark = useStructureMark(market.legs)
  if (!isOffered) return null
  const decimals = priceDecimals(market)
  const middle = midOf(book) ?? mark
  const prices =
    middle === undefined ? undefined : aroundMiddle(middle, entry.form.ticks, parsePrice(market.tickSize)!, tickValueOf(market))
  return (
    <span className={own['spread']}>
      <span aria-hidden="true">±</span>
      <NumberField
        aria-label="Spread from mid, ticks"
        size="small"
        className={own['ticks']}
        value={entry.form.ticks}
        step="1"
        hint="ticks"
        onChange={(ticks) => entry.act({ kind: 'ticksTyped', ticks })}
      />
      <Button
        size="small"
        disabledReason={
          prices !== undefined
            ? undefined
            : entry.form.ticks === undefined
              ? 'The ticks are no number.'
              : 'There is no middle now: the book is empty on a side, and the structure has no mark.'
        }
        onClick={() =>
          prices !== undefined &&
          entry.act({ kind: 'pricesSet', prices: { BUY: padded(prices.BUY, decimals), SELL: padded(prices.SELL, decimals) } })
        }
      >
        Set
      </Button>
    </span>
  )
}

/** `0.03` as `0.0300`: both sides with the same decimals are read faster. No digit is taken. */
function padded(price: string, decimals: number): string {
  const [whole = '0', fraction = ''] = price.split('.')
  return decimals === 0 && fraction === '' ? whole : `${whole}.${fraction.padEnd(decimals, '0')}`
}

function Options({ entry }: EntryProps) {
  const { form, act } = entry
  const canHide = useFlag('um_rfq_hidden_limit_order')
  const set = (option: 'isIoc' | 'isPostOnly' | 'isHidden') => (isOn: boolean) => act({ kind: 'optionSet', option, isOn })
  return (
    <div className={styles['options']}>
      <Checkbox checked={form.isIoc} onChange={set('isIoc')}>
        IOC
      </Checkbox>
      <Checkbox checked={form.isPostOnly} onChange={set('isPostOnly')}>
        Post-only
      </Checkbox>
      {canHide && (
        <Checkbox checked={form.isHidden} onChange={set('isHidden')}>
          Hidden
        </Checkbox>
      )}
      <Account entry={entry} />
    </div>
  )
}

export function Account({ entry }: { readonly entry: QuoteEntryState }) {
  const { accounts, primary, account, form, act } = entry
  return (
    <AccountChoice
      accounts={accounts.map(({ name }) => name)}
      usual={{ words: primary === undefined ? 'No default account' : `${primary} (default)`, account: primary }}
      account={account}
      chosen={form.account}
      onChoose={(chosen) => act({ kind: 'accountChosen', account: chosen })}
    />
  )
}

/** The outcome it would have, in one sentence for a side; or the reason why it cannot be sent. */
function Outcome({ market, entry, reason }: EntryProps & { readonly reason: string | undefined }) {
  const sentences = (['BUY', 'SELL'] as const).flatMap((side) => {
    const { verdict } = entry.sides[side]
    return entry.sides[side].isBlank || verdict === undefined || verdict.refused !== undefined ? [] : [outcomeWords(side, verdict, market)]
  })
  const isEstimated = (['BUY', 'SELL'] as const).some((side) => {
    const { legs } = entry.sides[side]
    return legs.state === 'KNOWN' && legs.isEstimated === true
  })
  const all = isEstimated ? [...sentences, 'A leg has no mark now; its price is estimated.'] : sentences
  return (
    <p className={own['outcome']} role="status">
      {reason === undefined ? all.join(' ') : <span className={styles['reason']}>{reason}</span>}
    </p>
  )
}
