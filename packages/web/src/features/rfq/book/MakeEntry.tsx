import { parsePrice, priceDecimals, priceText, quantityText } from '@parley/core'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../../components/Button.tsx'
import { Checkbox } from '../../../components/Choice.tsx'
import { NumberField } from '../../../components/NumberField.tsx'
import { useScreenKeys } from '../../../components/use-screen-keys.ts'
import { useFlag } from '../../../live/feature-flags.ts'
import { useStructureMark } from '../../../live/use-live.ts'
import { OwnInterest } from '../OwnInterest.tsx'
import { AccountChoice } from '../../order-entry/AccountChoice.tsx'
import styles from '../ticket/Entry.module.css'
import { signedText } from '../../../components/figure-text.ts'
import { useAskWhenOld } from '../ticket/use-ask-when-old.ts'
import { ASK_APPROVAL, ONE_SIDE_WAITS } from '../../order-entry/approval.ts'
import { PriceOnceMore } from '../../order-entry/PriceOnceMore.tsx'
import { SettledButton } from '../../order-entry/SettledButton.tsx'
import { isZero } from '../typed-price.ts'
import { midOf } from './book.ts'
import { LegPricesTable, needsHand } from './LegPricesTable.tsx'
import own from './MakeEntry.module.css'
import { aroundMiddle, type SendAs, type Side } from './quote-form.ts'
import { mainLabel, otherTermsReason } from './own-target.ts'
import { outcomeText } from './quote-messages.ts'
import type { EntryProps, QuoteEntryState } from './use-quote-entry.ts'
import { type SideOfForm, tickValueOf } from './use-quote-form.ts'

const words = { BUY: 'Bid', SELL: 'Ask' } as const

type MakeEntryProps = EntryProps & { readonly areLegsOpen: boolean }

/** One side alone, or both at once. It replaces a resting quote of the desk. A further layer has its own button. */
export function MakeEntry({ areLegsOpen, ...props }: MakeEntryProps) {
  const { market, entry } = props
  const { sides, sending, closed } = entry
  const decimals = priceDecimals(market)
  const isKnown = (side: Side) => !sides[side].isBlank && sides[side].legs.state === 'KNOWN'
  const label = (side: Side) => (isKnown(side) ? priceText(sides[side].price, decimals) : '—')
  const sentence = (side: Side) => `${words[side]} ${sides[side].quantity} @ ${sides[side].price}`
  const ask = useAskWhenOld(market, sides.BUY.guard.says ?? sides.SELL.guard.says)
  /** Each button sends different orders, so each asks for its own confirmation. */
  const saidOf = (which: readonly Side[], as?: SendAs) => [as ?? '', ...which.map(sentence)].join(' ')
  const press = (which: readonly Side[], as?: SendAs) => ask.press(saidOf(which, as), () => void entry.send(which, sentence, as))
  /** A press that asks for approval names it before the quote. */
  const again = (which: readonly Side[], words: string, as?: SendAs) => {
    const said = which.some((side) => sides[side].needsApproval[as ?? 'REPLACEMENT']) ? `${ASK_APPROVAL}: ${words}` : words
    return ask.isAsking(saidOf(which, as)) ? `Again: ${said}` : said
  }
  const filled = bookSides.filter((side) => !sides[side].isBlank)
  const { refused, bothReason, layerReason } = reasonsOf(entry, filled)
  const [verb, figures] = mainLabel(filled.map((side) => ({ side, target: sides[side].target, label: label(side) })))
  const asked = useAsked(filled.length)
  const send = () => {
    if (bothReason !== undefined) return asked.show()
    if (!sending.isBusy) press(filled)
  }
  useScreenKeys({ quote: send })
  return (
    <>
      {closed === undefined && <Elsewhere market={market} entry={entry} />}
      <div className={styles['sides']}>
        <OneSide {...props} side="BUY" onEnter={send} />
        <OneSide {...props} side="SELL" onEnter={send} />
      </div>
      {(areLegsOpen || needsHand(entry)) && <LegPricesTable {...props} />}
      <AtZero entry={entry} />
      <Options {...props} />
      <div className={own['before']}>
        <Outcome
          {...props}
          reason={filled.length === 0 && !asked.isShown ? undefined : (refused ?? (bothReason === undefined ? ask.words : undefined))}
        />
        <SettledButton
          meaning="layer"
          size="small"
          isBusy={sending.isBusy}
          disabledReason={layerReason}
          title="Adds a quote. Your resting quotes stay unchanged"
          onClick={() => press(filled, 'LAYER')}
        >
          {again(filled, '+ layer', 'LAYER')}
          <span className="visually-hidden">{` ${bookSides.map(label).join(' / ')}`}</span>
        </SettledButton>
      </div>
      <div className={own['actions']}>
        <SideButton entry={entry} side="BUY" label={label} again={again} onPress={() => press(['BUY'])} />
        <SettledButton
          meaning={`${verb} ${filled.join(' ')}`}
          kind="primary"
          size="large"
          className={ask.asks === undefined || bothReason !== undefined ? undefined : styles['amber']}
          isBusy={sending.isBusy}
          disabledReason={bothReason}
          onClick={send}
        >
          <TwoLines first={again(filled, verb)} second={figures} />
        </SettledButton>
        <SideButton entry={entry} side="SELL" label={label} again={again} onPress={() => press(['SELL'])} />
      </div>
    </>
  )
}

/** Why the filled sides cannot be sent: as a quote, including one that equals the resting quote, and as a further layer. */
function reasonsOf(entry: QuoteEntryState, filled: readonly Side[]) {
  const { sides, closed, pairReason } = entry
  const crossed = crossedText(entry)
  const reasonOf = (reasonOfSide: (side: Side) => string | undefined) =>
    closed ?? (filled.length === 0 ? 'Enter a bid, an ask or both.' : (filled.map(reasonOfSide).find(Boolean) ?? crossed))
  // Each side alone may conflict with the other, although the pair does not.
  const waits = (as: SendAs) => (filled.length > 1 && filled.some((side) => sides[side].needsApproval[as]) ? ONE_SIDE_WAITS : undefined)
  const isPair = filled.length === 2 && sides.BUY.draft !== undefined && sides.SELL.draft !== undefined
  const refused =
    reasonOf((side) => (isPair ? otherTermsReason(side, sides[side].target) : sides[side].reason)) ??
    pairReason ??
    sides.BUY.guarded ??
    sides.SELL.guarded ??
    waits('REPLACEMENT')
  const same = filled.map((side) => sides[side].same)
  const hasOwn = bookSides.some((side) => sides[side].target.kind !== 'NONE')
  return {
    refused,
    // Shown on the button alone: it is so after every quote, and nothing is wrong.
    bothReason: refused ?? (same.includes(undefined) ? undefined : same[0]),
    layerReason: hasOwn ? (reasonOf((side) => sides[side].layerReason) ?? waits('LAYER')) : 'You have no resting quote to layer against.',
  }
}

/** An empty entry shows no reason until the user tries to send it. The next entry hides it again. */
function useAsked(filled: number) {
  const [at, setAt] = useState<number>()
  return { isShown: at === filled, show: () => setAt(filled) }
}

const Elsewhere = ({ market, entry: { act } }: Pick<EntryProps, 'market' | 'entry'>) => (
  <OwnInterest
    rfq={market}
    sides={bookSides}
    onTake={(side, price, quantity) => {
      act({ kind: 'priceTyped', side, price })
      act({ kind: 'quantityTyped', side, quantity })
    }}
  />
)

const TwoLines = ({ first, second }: { readonly first: string; readonly second: string }) => (
  <span className={own['words']}>
    <span>{first}</span> <span>{second}</span>
  </span>
)

const AtZero = ({ entry: { form, act } }: Pick<EntryProps, 'entry'>) =>
  (isZero(form.price.BUY) || isZero(form.price.SELL)) && (
    <Checkbox checked={form.isZeroMeant} onChange={(isOn) => act({ kind: 'zeroMeant', isOn })}>
      Quote at zero
    </Checkbox>
  )

const shownQuantity = ({ quantity }: SideOfForm): string => (quantity === undefined ? '—' : quantityText(quantity))
const bookSides = ['BUY', 'SELL'] as const

type SideButtonProps = Pick<EntryProps, 'entry'> & {
  readonly side: Side
  /** The price as text. */
  readonly label: (side: Side) => string
  readonly again: (which: readonly Side[], words: string) => string
  readonly onPress: () => void
}

/** Both sides may have the same quantity, so each names its side and its price. */
function SideButton({ entry, side, label, again, onPress }: SideButtonProps) {
  const { sides, sending, closed } = entry
  const verb = sides[side].target.kind === 'REPLACE' ? `Replace ${words[side].toLowerCase()}` : words[side]
  return (
    <SettledButton
      meaning={verb}
      isBusy={sending.isBusy}
      className={own[side === 'BUY' ? 'bid' : 'ask']}
      disabledReason={closed ?? sides[side].reason ?? sides[side].same}
      onClick={onPress}
      size="large"
    >
      <TwoLines
        first={again([side], verb)}
        second={sides[side].isBlank ? shownQuantity(sides[side]) : `${shownQuantity(sides[side])} @ ${label(side)}`}
      />
    </SettledButton>
  )
}

/** If both are sent at once, the server would accept the first and reject the second (rulebook 10.10). */
function crossedText({ sides }: QuoteEntryState): string | undefined {
  if (sides.BUY.isBlank || sides.SELL.isBlank || Number(sides.BUY.price) < Number(sides.SELL.price)) return undefined
  return `Your bid ${sides.BUY.price} must be below your ask ${sides.SELL.price}.`
}

function OneSide({ market, entry, side, onEnter }: EntryProps & { readonly side: Side; readonly onEnter: () => void }) {
  const { form, act, sides } = entry
  const input = useRef<HTMLInputElement>(null)
  // The shortcuts B and S look for it.
  useEffect(() => input.current?.setAttribute('data-ticket-side', side.toLowerCase()), [side])
  const mark = useStructureMark(market.legs)
  const one = sides[side]
  const replaces = form.replaces[side]
  const decimals = priceDecimals(market)
  const versus = one.isBlank || mark === undefined ? undefined : `${signedText(Number(one.price) - mark, decimals)} vs mark`
  const aside = one.target.kind === 'REPLACE' ? `replaces ${priceText(one.target.price, decimals)}` : versus
  return (
    <div className={styles['side']} onFocus={() => entry.attend(side, 'OVER')} onBlur={() => entry.attend(side, undefined)}>
      <NumberField
        label={<span className={side === 'BUY' ? styles['bid'] : styles['ask']}>{`${words[side]} (${market.quoteCurrency})`}</span>}
        aside={
          replaces === undefined ? (
            aside !== undefined && (
              <span className={styles['account']} title={versus}>
                {aside}
              </span>
            )
          ) : (
            <button type="button" className={styles['choose']} onClick={() => act({ kind: 'replacingStopped', side })}>
              keep the old quote
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
      {one.guard.again !== undefined && <PriceOnceMore of={words[side]} typed={one.guard.again} step={market.tickSize} />}
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

/** This many ticks from the mid of the book, or from the mark if a side is empty. */
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
              ? 'Enter a valid number of ticks.'
              : 'No mid price: one side of the book is empty and the structure has no mark.'
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

/** `0.03` as `0.0300`: equal decimals on both sides are easier to read. No digits are removed. */
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

/** The expected outcome of a side in one sentence, or the reason why it cannot be sent. */
function Outcome({ market, entry, reason }: EntryProps & { readonly reason: string | undefined }) {
  const sentences = (['BUY', 'SELL'] as const).flatMap((side) => {
    const { verdict } = entry.sides[side]
    return entry.sides[side].isBlank || verdict === undefined || verdict.refused !== undefined ? [] : [outcomeText(side, verdict, market)]
  })
  const isEstimated = (['BUY', 'SELL'] as const).some((side) => {
    const { legs } = entry.sides[side]
    return legs.state === 'KNOWN' && legs.isEstimated === true
  })
  const all = isEstimated ? [...sentences, 'A leg has no mark. Its price is an estimate.'] : sentences
  return (
    <p className={own['outcome']} role="status">
      {reason === undefined ? all.join(' ') : <span className={styles['reason']}>{reason}</span>}
    </p>
  )
}
