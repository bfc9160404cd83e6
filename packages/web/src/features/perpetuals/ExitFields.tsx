import { formatPrice, parsePrice } from '@parley/core'
import { Checkbox } from '../../components/Choice.tsx'
import { NumberField } from '../../components/NumberField.tsx'
import type { EnteredNumber } from '../../components/number-text.ts'
import { met } from './after-order.ts'
import { entryOf, type Exited, exitGainText, type ExitKind, exitKinds, exitLabels, exitMoves, type ExitTexts, rewardText } from './exits.ts'
import type { Market } from './model.ts'
import { canHaveExits } from './order-form.ts'
import styles from './PerpetualTicket.module.css'
import type { PerpetualEntry } from './use-perpetual-entry.ts'

/** The take profit and stop loss that are placed with an order. */
export function Bracket({ market, entry }: { readonly market: Market; readonly entry: PerpetualEntry }) {
  const { form, act, facts, drafts } = entry
  if (!canHaveExits(form)) return null
  const order = drafts.BUY.order ?? drafts.SELL.order
  const at = order === undefined ? undefined : entryOf(order, met(order, facts.book)?.average, market.mark)
  const exited = order === undefined || at === undefined ? undefined : { market, side: order.side, quantity: order.quantity, entry: at }
  return (
    <>
      <Checkbox checked={form.hasExits} onChange={(isOn) => act({ kind: 'exitsSet', isOn })}>
        Take profit and stop loss
      </Checkbox>
      {form.hasExits && (
        <ExitFields market={market} exited={exited} texts={form} onChange={(of, price) => act({ kind: 'exitTyped', of, price })} />
      )}
    </>
  )
}

type FieldsProps = {
  readonly market: Market
  /** Undefined until the side and the entry price are known. */
  readonly exited: Exited | undefined
  readonly texts: ExitTexts
  readonly onChange: (kind: ExitKind, price: EnteredNumber) => void
}

/** Both prices, each with the way the mark has to move and the result. One cancels the other, and both close the whole position. */
export function ExitFields({ market, exited, texts, onChange }: FieldsProps) {
  const reward = exited === undefined ? undefined : rewardText(texts, exited.entry)
  return (
    <div className={styles['exits']}>
      {exitKinds.map((kind) => (
        <NumberField
          key={kind}
          label={exited === undefined ? exitLabels[kind] : `${exitLabels[kind]}: mark ${exitMoves(exited.side, kind)}`}
          value={texts[kind]}
          step={formatPrice(market.tick)}
          stepFrom={market.mark === undefined ? undefined : market.mark.toFixed(1)}
          onChange={(price) => onChange(kind, price)}
        />
      ))}
      <div className={styles['results']}>
        {exitKinds.map((kind) => (
          <Result key={kind} of={exitLabels[kind]}>
            {resultText(exited, texts[kind])}
          </Result>
        ))}
        <Result of="Risk : reward">{reward === undefined ? '—' : `1 : ${reward}`}</Result>
        <p className={styles['used']}>One cancels the other. Both close the position at market.</p>
      </div>
    </div>
  )
}

const Result = ({ of, children }: { readonly of: string; readonly children: string }) => (
  <p className={styles['used']}>
    <span>{of}</span>
    <span>{children}</span>
  </p>
)

/** It is below the fields, because it is longer than a field is wide. */
function resultText(exited: Exited | undefined, text: EnteredNumber): string {
  const trigger = text === undefined || text === '' ? undefined : parsePrice(text)
  return exited === undefined || trigger === undefined ? '—' : exitGainText(exited, trigger)
}
