import { useMemo } from 'react'
import { classNames } from '../../theme/class-names.ts'
import { groupedText, MINUS, signedText } from '../../components/figure-text.ts'
import type { Strategy } from './model.ts'
import { PositionButtons } from './PositionButtons.tsx'
import { positionsOf, profitOf } from './positions.ts'
import { useSpreadMarket } from './spread-store.ts'
import styles from './SpreadTicket.module.css'
import { decimalsFor, profitText, shortAmount } from './strategy-text.ts'
import { useValue } from './use-spreads.ts'

/** The desk's position in the spread of the ticket, with its profit in the coin that settles it, and what closes or rolls it. */
export function TicketPosition({ strategy }: { readonly strategy: Strategy }) {
  const trades = useSpreadMarket((market) => market.trades)
  const value = useValue(strategy.id)
  const position = useMemo(
    () =>
      positionsOf(
        [...trades.values()].filter(({ strategyId }) => strategyId === strategy.id),
        new Map([[strategy.id, strategy]]),
      )[0],
    [trades, strategy],
  )
  if (position === undefined || position.net === 0) return null
  const { net, average } = position
  const profit = profitOf(position, value)
  return (
    <section className={styles['position']} aria-label="Position">
      <p>
        <b className={styles[net > 0 ? 'plus' : 'minus']}>
          {net > 0 ? 'Long' : 'Short'} {shortAmount(Math.abs(net) as typeof net)}
        </b>
        {average !== undefined && ` @ ${groupedText(average, decimalsFor(strategy))}`}
        {profit !== undefined && (
          <span className={classNames(styles['profit'], profitText(profit).startsWith(MINUS) && styles['minus'])}>
            {profitText(profit)}
            {profit.dollars !== undefined && profit.currency === strategy.currency && ` (${signedText(profit.dollars, 0)} USD)`}
          </span>
        )}
      </p>
      <PositionButtons position={position} />
    </section>
  )
}
