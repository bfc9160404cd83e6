import type { Rfq } from '@parley/client'
import { Toggle } from '../../../components/Choice.tsx'
import { NumberField } from '../../../components/NumberField.tsx'
import { keptText, useKept } from '../../../live/use-kept-setting.ts'
import { useStructureMark } from '../../../live/use-live.ts'
import { AllocationShares, SplitButton } from '../../allocation/AllocationShares.tsx'
import { priceDecimals, priceText, quantityText } from '../../structure/structure-text.ts'
import styles from '../ticket/Entry.module.css'
import { TradeButton } from '../ticket/TradeButton.tsx'
import { classNames } from '../../../theme/class-names.ts'
import { signedText } from '../../market-data/figure-text.ts'
import { Account } from './MakeEntry.tsx'
import type { EntryProps } from './use-quote-entry.ts'
import type { Side } from './quote-form.ts'
import { costWords, dealtOf } from './quote-words.ts'
import type { SideOfForm } from './use-quote-form.ts'

const verbs = { BUY: 'Buy', SELL: 'Sell' } as const

/** At once or not at all: an IOC quote at the limit; what it does not find is cancelled. */
export function TakeEntry({ market, entry }: EntryProps) {
  const { form, act, sides, sending, closed } = entry
  const [oneClick, setOneClick] = useKept('one-click', 'off', keptText(['on', 'off']))
  const mark = useStructureMark(market.legs)
  const press = (side: Side) => void entry.send([side], () => `${verbs[side]} ${sides[side].quantity} @ ${sides[side].price}`)
  const reasons = (['BUY', 'SELL'] as const).map((side) => closed ?? sides[side].reason ?? nothingThere(sides[side]))
  const blocked = reasons[0] !== undefined && reasons[1] !== undefined ? reasons[0] : undefined
  return (
    <>
      <AllocationShares allocation={entry.allocation} />
      <div className={styles['fields']}>
        <NumberField
          label={`Limit (${market.quoteCurrency})`}
          value={form.takePrice}
          step={market.tickSize}
          stepFrom={mark?.toFixed(priceDecimals(market))}
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
      <div className={styles['pair']}>
        {(['BUY', 'SELL'] as const).map((side, place) => (
          <TradeButton
            key={side}
            rfq={market}
            offer={{ ...offerOf(sides[side]), reason: reasons[place] }}
            mark={mark}
            isOneClick={oneClick === 'on' && entry.noAccount === undefined}
            isBusy={sending.isBusy}
            reason={reasons[place]}
            entered={`${form.takePrice} ${form.takeQuantity}`}
            lines={linesOf(sides[side], entry, market, mark)}
            onAttention={entry.attend}
            onPress={() => press(side)}
          />
        ))}
      </div>
      <div className={styles['options']}>
        <span className={classNames(styles['how'], blocked !== undefined && styles['reason'])}>
          {blocked ?? 'IOC: what is not there is cancelled.'}
        </span>
        <Toggle checked={oneClick === 'on'} onChange={(isOn) => setOneClick(isOn ? 'on' : 'off')}>
          1-click
        </Toggle>
      </div>
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

const offerOf = ({ side, price, quantity, verdict, isBlank }: SideOfForm) => ({
  side,
  price: isBlank ? undefined : price,
  quantity: quantity === '' ? undefined : quantity,
  makers: verdict?.deals.length ?? 0,
})

/** An order that would find nothing is not sent by mistake; hidden quotes may be there, so a typed limit that rests nothing is said, not sent. */
const nothingThere = ({ verdict, side }: SideOfForm): string | undefined =>
  verdict !== undefined && verdict.refused === undefined && verdict.deals.length === 0
    ? `Nobody ${side === 'BUY' ? 'offers' : 'bids'} within that limit.`
    : undefined

/** The money for the quantity that is there, and the quantity that is not. */
function linesOf(
  { side, verdict }: SideOfForm,
  entry: EntryProps['entry'],
  rfq: Rfq,
  mark: number | undefined,
): readonly [string, string] | undefined {
  if (verdict === undefined || verdict.deals.length === 0) return undefined
  const dealt = dealtOf(verdict)
  const isPart = Number(verdict.canceled) > 0
  const average = verdict.deals.reduce((sum, { price, quantity }) => sum + Number(price) * Number(quantity), 0) / Number(dealt)
  const decimals = priceDecimals(rfq)
  const versus = mark === undefined ? priceText(entry.sides[side].price, decimals) : `${signedText(average - mark, decimals)} vs mark`
  return [
    costWords(side, verdict.deals, rfq),
    isPart ? `only ${quantityText(dealt)} there; ${quantityText(verdict.canceled)} cancelled` : versus,
  ]
}
