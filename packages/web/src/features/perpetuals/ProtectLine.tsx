import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { ExitFields } from './ExitFields.tsx'
import { type Exited, exitsOf, type ExitTexts, noExits } from './exits.ts'
import type { Market, Position } from './model.ts'
import styles from './PerpetualPanel.module.css'
import { stopProtecting, usePerpetualScreen } from './perpetual-screen.ts'
import { usePerpetuals } from './perpetual-store.ts'
import { useDisabledReasons } from './use-perpetual-entry.ts'
import { usePerpetualSending } from './use-perpetual-sending.ts'

/** The line that adds a take profit and a stop loss to a position. */
export function ProtectLine() {
  const name = usePerpetualScreen((screen) => screen.protecting)
  const position = usePerpetuals(({ account }) => (name === undefined ? undefined : account.positions.get(name)))
  const market = usePerpetuals(({ markets }) => (name === undefined ? undefined : markets.get(name)))
  return position === undefined || market === undefined ? null : <Line key={market.name} position={position} market={market} />
}

function Line({ position, market }: { readonly position: Position; readonly market: Market }) {
  const [texts, setTexts] = useState<ExitTexts>(noExits)
  const { closing } = useDisabledReasons(market)
  const { sending, send } = usePerpetualSending(market)
  const exited = exitedOf(position, market)
  // A stop loss may protect a profit, so the position is measured from its mark.
  const { orders, reason } = exitsOf({ ...exited, entry: market.mark ?? exited.entry }, texts)
  const place = async () => {
    for (const order of orders ?? []) if (!(await send(order))) return
    stopProtecting()
  }
  return (
    <section className={styles['closing']} aria-label={`Take profit and stop loss of ${market.base}`}>
      <ExitFields market={market} exited={exited} texts={texts} onChange={(kind, price) => setTexts({ ...texts, [kind]: price })} />
      <Button kind="primary" isBusy={sending !== undefined} disabledReason={closing ?? reason} onClick={() => void place()}>
        {`Place ${(orders?.length ?? 0) === 2 ? 'both' : 'it'}`}
      </Button>
      <Button kind="quiet" onClick={stopProtecting}>
        Cancel
      </Button>
    </section>
  )
}

const exitedOf = ({ quantity, entry }: Position, market: Market): Exited => ({
  ...{ market, entry, side: quantity > 0 ? 'BUY' : 'SELL', quantity: Math.abs(quantity) as Position['quantity'] },
})
