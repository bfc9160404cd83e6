/** The desk's positions from its own settled trades here, for a desk without a readable account. */
import { useMemo } from 'react'
import { useInstrumentsOf } from '../../live/instruments.ts'
import { useOpenMarkets } from '../../live/open-markets.ts'
import { positionsOf } from '../positions/own-trades.ts'
import { type HeldRow, rowOfOwnTrades } from '../positions/position-row.ts'
import { useMarksOfNow } from '../positions/use-position-rows.ts'
import { useTradeHistory } from './use-histories.ts'

/** The largest page size: the sums need every trade. */
const EVERY = 1_000

/** Undefined while loading. */
export function useOwnTradeRows(): readonly HeldRow[] | undefined {
  const { rows } = useTradeHistory('ALL', EVERY)
  const at = useMarksOfNow()
  const instrumentsOf = useInstrumentsOf(useOpenMarkets())
  const positions = useMemo(() => (rows.state === 'LOADED' ? positionsOf(rows.data) : undefined), [rows])
  return useMemo(
    () =>
      positions?.map((held) => {
        const instrument =
          held.instrumentId === undefined ? undefined : instrumentsOf(`${held.venue}.${held.baseCurrency}`)?.get(held.instrumentId)
        return rowOfOwnTrades(held, instrument, at)
      }),
    [positions, instrumentsOf, at],
  )
}
