import { Toggle } from '../../components/Choice.tsx'
import { NumberField } from '../../components/NumberField.tsx'
import { keptText, useKept } from '../../live/kept.ts'
import { useStructureMark } from '../../live/use-live.ts'
import { AllocationShares, SplitButton } from '../allocation/AllocationShares.tsx'
import { priceDecimals, priceText, quantityText } from '../direct-rfq/structure-text.ts'
import styles from '../direct-rfq/ticket/Entry.module.css'
import { TradeButton } from '../direct-rfq/ticket/TradeButton.tsx'
import { classNames } from '../../theme/class-names.ts'
import { signedText } from '../market-data/figure-text.ts'
import { Account, type EntryProps } from './MakeEntry.tsx'
import { shapeOf } from './market-shape.ts'
import type { Side } from './quote-form.ts'
import { costWords, dealtOf } from './quote-words.ts'
import type { SideOfForm } from './use-quote-form.ts'

const verbs = { BUY: 'Buy', SELL: 'Sell' } as const

/** At once or not at all: an IOC quote at the limit; what it does not find is cancelled. */
export function TakeEntry({ market, entry }: EntryProps) {
  const { form, act, sides, sending, closed } = entry
  const [oneClick, setOneClick] = useKept('one-click', 'off', keptText(['on', 'off']))
  const shape = shapeOf(market)
  const mark = useStructureMark(shape.legs)
  const press = (side: Side) => void entry.send([side], () => `${verbs[side]} ${sides[side].quantity} @ ${sides[side].price}`)
  const reasons = (['BUY', 'SELL'] as const).map((side) => closed ?? sides[side].reason ?? nothingThere(sides[side]))
  const blocked = reasons[0] !== undefined && reasons[1] !== undefined ? reasons[0] : undefined
  return (
    <>
      <AllocationShares allocation={entry.allocation} />
      <div className={styles['fields']}>
        <NumberField
          label={`Limit (${shape.quote_currency})`}
          value={form.takePrice}
          step={market.min_tick_size}
          stepFrom={mark?.toFixed(priceDecimals(shape))}
          placeholder="best"
          onChange={(price) => act({ kind: 'takeTyped', price })}
        />
        <NumberField
          label="Quantity"
          aside={<TakeAccount entry={entry} />}
          value={form.takeQuantity}
          step={market.min_order_size_increment}
          hint={`min ${quantityText(market.min_block_size)}`}
          onChange={(quantity) => act({ kind: 'takeTyped', quantity })}
        />
      </div>
      <div className={styles['pair']}>
        {(['BUY', 'SELL'] as const).map((side, place) => (
          <TradeButton
            key={side}
            rfq={shape}
            offer={{ ...offerOf(sides[side]), reason: reasons[place] }}
            mark={mark}
            isOneClick={oneClick === 'on' && entry.noAccount === undefined}
            isBusy={sending.isBusy}
            reason={reasons[place]}
            lines={linesOf(sides[side], entry, shape, mark)}
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

/** What is paid or received for what is there, and what of the quantity is not. */
function linesOf(
  { side, verdict }: SideOfForm,
  entry: EntryProps['entry'],
  shape: ReturnType<typeof shapeOf>,
  mark: number | undefined,
): readonly [string, string] | undefined {
  if (verdict === undefined || verdict.deals.length === 0) return undefined
  const dealt = dealtOf(verdict)
  const isPart = Number(verdict.canceled) > 0
  const average = verdict.deals.reduce((sum, { price, quantity }) => sum + Number(price) * Number(quantity), 0) / Number(dealt)
  const decimals = priceDecimals(shape)
  const versus = mark === undefined ? priceText(entry.sides[side].price, decimals) : `${signedText(average - mark, decimals)} vs mark`
  return [
    costWords(side, verdict.deals, shape),
    isPart ? `only ${quantityText(dealt)} there; ${quantityText(verdict.canceled)} cancelled` : versus,
  ]
}
