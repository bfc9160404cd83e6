import { formatPrice, formatQuantity, quantityToNumber } from '@parley/core'
import { Checkbox } from '../../components/Choice.tsx'
import { NumberField } from '../../components/NumberField.tsx'
import { Segmented } from '../../components/Segmented.tsx'
import { Slider } from '../../components/Slider.tsx'
import { classNames } from '../../theme/class-names.ts'
import { groupedText } from '../../components/figure-text.ts'
import { quantityText, sizeDecimals } from './market-text.ts'
import type { Market, Position, Side } from './model.ts'
import { type FormKind, type How, isWaiting, type OrderForm } from './order-form.ts'
import { mostOf, shareOf, type SizeLimit, type SizeUnit } from './order-size.ts'
import { marginNeeded, sizeFacts } from './order-to-send.ts'
import styles from './PerpetualTicket.module.css'
import type { PerpetualEntry } from './use-perpetual-entry.ts'

const kinds: readonly { readonly value: FormKind; readonly label: string }[] = [
  { value: 'LIMIT', label: 'Limit' },
  { value: 'MARKET', label: 'Market' },
  { value: 'STOP', label: 'Stop' },
  { value: 'TAKE_PROFIT', label: 'Take profit' },
]
const hows: readonly { readonly value: How; readonly label: string }[] = [
  { value: 'REST', label: 'GTC' },
  { value: 'IOC', label: 'IOC' },
  { value: 'POST_ONLY', label: 'Post-only' },
]
const shares = [0, 25, 50, 75, 100].map((at) => ({ at, label: `${at} %` }))

type FieldsProps = { readonly market: Market; readonly entry: PerpetualEntry }

/** Type, time in force, price and size. The type cannot change while an order is amended. */
export function PerpetualFields({ market, entry }: FieldsProps) {
  const { form, act } = entry
  const isAmending = form.amends !== undefined
  return (
    <>
      <div className={classNames(styles['line'], styles['kinds'])}>
        <Segmented
          label="Order type"
          value={form.kind}
          options={fixed(kinds, form.kind, isAmending)}
          onChange={(to) => act({ kind: 'kindChosen', to })}
        />
        {form.kind !== 'MARKET' && (
          <Segmented
            label="Time in force"
            value={form.how}
            options={fixed(hows, form.how, isAmending)}
            onChange={(how) => act({ kind: 'howChosen', how })}
          />
        )}
      </div>
      <Prices market={market} entry={entry} />
      <Share market={market} entry={entry} />
      <Checkbox checked={form.isReduceOnly} disabled={isAmending} onChange={(isOn) => act({ kind: 'reduceOnlySet', isOn })}>
        Reduce-only
      </Checkbox>
    </>
  )
}

const FIXED = 'The type and time in force of an order cannot be amended. Cancel it and place a new one.'
const fixed = <T extends string>(options: readonly { readonly value: T; readonly label: string }[], chosen: T, isFixed: boolean) =>
  isFixed ? options.map((option) => (option.value === chosen ? option : { ...option, disabledReason: FIXED })) : options

function Prices({ market, entry }: FieldsProps) {
  const { form, act, facts } = entry
  const { book } = facts
  const best = book.bids[0]?.price ?? book.asks[0]?.price
  const step = { step: formatPrice(market.tick), stepFrom: best === undefined ? undefined : formatPrice(best), hasButtons: true }
  const hasTrigger = isWaiting(form.kind)
  return (
    <div className={styles['fields']} data-three={hasTrigger || undefined}>
      {hasTrigger && (
        <NumberField label="Trigger (mark)" value={form.trigger} {...step} onChange={(trigger) => act({ kind: 'triggerTyped', trigger })} />
      )}
      <NumberField
        label={`Price (${market.quote})`}
        value={form.kind === 'MARKET' ? '' : form.price}
        {...step}
        placeholder={form.kind === 'LIMIT' ? 'best' : 'market'}
        disabled={form.kind === 'MARKET'}
        onChange={(price) => act({ kind: 'priceTyped', price })}
      />
      <Size market={market} entry={entry} />
    </div>
  )
}

function Size({ market, entry }: FieldsProps) {
  const { form, act } = entry
  const units: readonly { readonly value: SizeUnit; readonly label: string }[] = [
    { value: 'COIN', label: market.base },
    { value: 'QUOTE', label: market.quote },
    { value: 'MARGIN', label: '% margin' },
  ]
  return (
    <NumberField
      label="Size"
      aside={
        <select
          className={styles['unit']}
          aria-label="Size unit"
          value={form.unit}
          onChange={(event) => act({ kind: 'unitChosen', unit: event.target.value as SizeUnit })}
        >
          {units.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      }
      value={form.size}
      step={form.unit === 'COIN' ? formatQuantity(market.increment) : '1'}
      isRounded={form.unit === 'COIN'}
      hasButtons
      onChange={(size) => act({ kind: 'sizeTyped', size })}
    />
  )
}

const limitWords: Readonly<Record<SizeLimit, string>> = { MARGIN: 'margin', ORDER: 'largest order', BOOK: 'book', POSITION: 'position' }

/** The side of an order that cannot be sent yet: an amendment has one, and a reduce-only order closes the position. */
const likelySide = ({ amends, isReduceOnly }: OrderForm, position: Position | undefined): Side =>
  amends?.side ?? (isReduceOnly && position !== undefined && position.quantity > 0 ? 'SELL' : 'BUY')

/** The size as a share of the free margin, with a slider, and the share that the typed size uses. */
function Share({ market, entry }: FieldsProps) {
  const { form, act, facts, drafts } = entry
  const order = drafts.BUY.order ?? drafts.SELL.order
  const known = sizeFacts(order?.side ?? likelySide(form, facts.position), order?.price ?? order?.trigger, facts, form)
  const share =
    form.unit === 'MARGIN' ? Number(form.size ?? 0) : order === undefined ? undefined : shareOf(marginNeeded(order, facts), known.free)
  const most = mostOf(known)
  const isAmending = form.amends !== undefined
  const worth = order === undefined || known.price === undefined ? undefined : quantityToNumber(order.quantity) * (known.price / 1e8)
  const inOtherUnit =
    form.unit === 'COIN' && worth !== undefined
      ? `${groupedText(worth, 0)} ${market.quote}`
      : `${order === undefined ? '' : quantityText(order.quantity, market)} ${market.base}`
  const words =
    share === undefined
      ? order === undefined
        ? form.size === ''
          ? 'Enter a size'
          : ''
        : 'free margin unknown'
      : `${groupedText(share, 1)} % of free margin`
  return (
    <div>
      <Slider
        label="Share of free margin"
        value={Math.round(share ?? 0)}
        least={0}
        most={100}
        step={1}
        valueText={words}
        marks={shares}
        disabled={isAmending || facts.summary === undefined || facts.margin === undefined}
        onChange={(percent) => act({ kind: 'shareChosen', percent })}
      />
      <p className={styles['used']}>
        <span>{order === undefined ? words : `= ${inOtherUnit} · ${words}`}</span>
        {most !== undefined && (
          <span>
            Max {groupedText(quantityToNumber(most.quantity), sizeDecimals(market))} ({limitWords[most.by]})
          </span>
        )}
      </p>
    </div>
  )
}
