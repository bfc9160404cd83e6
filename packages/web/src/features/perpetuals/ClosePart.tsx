import { useEffect, useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { NumberField } from '../../components/NumberField.tsx'
import type { EnteredNumber } from '../../components/number-text.ts'
import { Segmented } from '../../components/Segmented.tsx'
import { useArmed } from '../order-entry/use-arm.ts'
import { useClosing, useEffectText } from './ClosePair.tsx'
import { type ClosingWay, closingPart, closingTitle } from './closing.ts'
import { quantityText } from './market-text.ts'
import type { Market, Position } from './model.ts'
import styles from './PerpetualPanel.module.css'
import { stopClosing, usePerpetualScreen } from './perpetual-screen.ts'
import { usePerpetuals } from './perpetual-store.ts'

const shares = ['25', '33', '50', '75', '100'] as const
const shareOptions = shares.map((value) => ({ value, label: `${value} %` }))

/** The line that closes a part of a position. It is open until it has been used or left. */
export function ClosePart() {
  const closing = usePerpetualScreen((screen) => screen.closing)
  const position = usePerpetuals(({ account }) => (closing === undefined ? undefined : account.positions.get(closing.market)))
  const market = usePerpetuals(({ markets }) => (closing === undefined ? undefined : markets.get(closing.market)))
  if (closing === undefined || position === undefined || market === undefined) return null
  return <Line key={market.name} position={position} market={market} percent={closing.percent} />
}

type LineProps = { readonly position: Position; readonly market: Market; readonly percent: number }

function Line({ position, market, percent }: LineProps) {
  const [share, setShare] = useState<EnteredNumber>(String(percent))
  useEffect(() => setShare(String(percent)), [percent])
  const { sending, send, reasonOf } = useClosing({ position, market })
  const effectOf = useEffectText({ position, market })
  const [armed, arm] = useArmed<ClosingWay>(position.quantity)
  const entered = Number(share ?? NaN)
  const isValid = entered > 0 && entered <= 100
  const order = closingPart(position, isValid ? entered : 0, market)
  const words = closingTitle(order, market)
  const choose = (next: EnteredNumber) => {
    arm(undefined)
    setShare(next)
  }
  return (
    <section className={styles['closing']} aria-label={`Close a part of ${market.base}`}>
      <b>Close part</b>
      <Segmented label="Share to close" value={share ?? ''} options={shareOptions} onChange={choose} />
      <NumberField label="Share" aria-label="Share to close in per cent" value={share} step="1" size="small" onChange={choose} />
      <span>
        {quantityText(order.quantity, market)} of {quantityText(position.quantity, market)}
      </span>
      <span className={styles['effect']} role="status">
        {isValid ? effectOf(order) : 'Enter a share from 1 to 100 %.'}
      </span>
      <Button
        kind="danger"
        isBusy={sending !== undefined}
        disabledReason={isValid ? reasonOf(order) : 'Enter a share from 1 to 100 %.'}
        onClick={() => {
          if (armed === undefined) return arm('CLOSE')
          arm(undefined)
          void send(order).then((isSent) => isSent && stopClosing())
        }}
      >
        {armed === undefined ? words : `Again: ${words}`}
      </Button>
      <Button kind="quiet" onClick={stopClosing}>
        Keep position
      </Button>
    </section>
  )
}
