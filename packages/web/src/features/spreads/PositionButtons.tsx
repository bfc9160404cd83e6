import { useMemo } from 'react'
import { Button } from '../../components/Button.tsx'
import { closingSide, rollOf, type SpreadPosition } from './positions.ts'
import { sideWord } from './order-text.ts'
import { loadOrder } from './spread-screen.ts'
import { useSpreadMarket } from './spread-store.ts'
import { shortAmount, strategyName } from './strategy-text.ts'

type PositionProps = { readonly position: SpreadPosition }

const sizeOf = ({ net }: SpreadPosition) => Math.abs(net) as typeof net

/** The buttons of a position: flatten and roll. */
export const PositionButtons = ({ position }: PositionProps) => (
  <>
    <FlattenButton position={position} />
    <RollButton position={position} />
  </>
)

/** Loads the market order that closes the position into the form. Nothing is sent. */
function FlattenButton({ position }: PositionProps) {
  const { strategy, net } = position
  if (net === 0) return null
  const side = closingSide(net)
  const label = `Flatten: ${sideWord(side).toLowerCase()} ${shortAmount(sizeOf(position))} ${strategyName(strategy)}`
  return (
    <Button
      size="small"
      aria-label={label}
      title={label}
      onClick={() => loadOrder({ strategy, side, amount: sizeOf(position), type: 'MARKET' })}
    >
      Flatten
    </Button>
  )
}

/** Opens the spread that moves the later leg to the next expiry, with the amount and the side of the position (rulebook 21.17). Nothing is sent. */
function RollButton({ position }: PositionProps) {
  const strategies = useSpreadMarket((market) => market.strategies)
  const roll = useMemo(() => rollOf(position, strategies.values()), [position, strategies])
  if (position.net === 0) return null
  const amount = sizeOf(position)
  const label = roll && `Roll: ${sideWord(roll.side).toLowerCase()} ${shortAmount(amount)} ${strategyName(roll.strategy)}`
  return (
    <Button
      size="small"
      aria-label={label}
      title={label}
      disabledReason={roll === undefined ? 'No spread to a later expiry is listed.' : undefined}
      onClick={() => roll && loadOrder({ ...roll, amount, type: 'LIMIT' })}
    >
      Roll
    </Button>
  )
}
