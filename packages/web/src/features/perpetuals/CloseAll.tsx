import { CircleX } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { useArmed } from '../order-entry/use-arm.ts'
import { closingOrder, closingReason } from './closing.ts'
import type { Market, Position } from './model.ts'
import { usePerpetuals } from './perpetual-store.ts'
import { useDisabledReasons } from './use-perpetual-entry.ts'
import { usePerpetualSending } from './use-perpetual-sending.ts'

/** Closes every position with one market order each. The first click asks. Orders are sent one after another, and one that fails does not stop the rest. */
export function CloseAll() {
  const positions = usePerpetuals(({ account }) => account.positions)
  const markets = usePerpetuals((held) => held.markets)
  const summary = usePerpetuals(({ account }) => account.summary)
  const held = [...positions.values()].flatMap((position) => {
    const market = markets.get(position.market)
    return market === undefined ? [] : [{ position, market }]
  })
  const { closing: reason } = useDisabledReasons(held[0]?.market)
  const { send } = usePerpetualSending('ALL')
  const [isBusy, setIsBusy] = useState(false)
  const holds = held.map(({ position }) => `${position.market} ${position.quantity}`).join()
  const [armed, arm] = useArmed<'ALL'>(holds)
  const isArmed = armed !== undefined
  const closeAll = async () => {
    arm(undefined)
    setIsBusy(true)
    for (const { position } of held) await send(closingOrder(position, 'CLOSE'))
    setIsBusy(false)
  }
  const notSent = held.flatMap(
    ({ position, market }) => closingReason(closingOrder(position, 'CLOSE'), market, { position, summary, margin: undefined }) ?? [],
  )
  const what = `${held.length} position${held.length === 1 ? '' : 's'} at market`
  return (
    <Button
      kind="danger"
      icon={<CircleX size={14} aria-hidden="true" />}
      isBusy={isBusy}
      title={held.map(({ position, market }) => closingSummary(position, market)).join(', ')}
      disabledReason={
        held.length === 0 ? 'The account has no open positions.' : (reason ?? (notSent.length === held.length ? notSent[0] : undefined))
      }
      onClick={() => (isArmed ? void closeAll() : arm('ALL'))}
    >
      {isArmed ? `Again: close ${what}` : held.length === 0 ? 'Close all' : `Close all ${held.length}`}
    </Button>
  )
}

const closingSummary = ({ quantity }: Position, { base }: Market): string => `${base} ${quantity > 0 ? 'long' : 'short'}`
