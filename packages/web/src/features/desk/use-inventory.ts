/** What the desk holds in a currency by its own settled trades here. */
import { type BlockTradeView, directRfqCalls } from '@parley/contracts'
import type { Instrument } from '@parley/core'
import { useMemo } from 'react'
import { useHistory } from '../../live/use-history.ts'
import type { Loadable } from '../../live/loadable.ts'
import { useTrades } from '../../live/use-live.ts'
import { positionsOf } from '../blotter/positions.ts'
import type { Holding } from './inventory.ts'

const EVERY = 1_000
const at = (trade: BlockTradeView): number => trade.executed_at

export function useHoldings(venue: string, currency: string, instruments: ReadonlyMap<number, Instrument>): Loadable<readonly Holding[]> {
  const trades = useTrades()
  const since = useMemo(() => [...trades.values()], [trades])
  const { rows } = useHistory(directRfqCalls.listTrades, 'inventory', { query: { page_size: EVERY } }, since, at)
  return useMemo((): Loadable<readonly Holding[]> => {
    if (rows.state !== 'LOADED') return rows
    const byName = new Map([...instruments.values()].map((one) => [one.name, one]))
    const held = positionsOf(rows.data).filter((position) => position.venue === venue && position.base_currency === currency)
    return { state: 'LOADED', data: held.map(({ instrument, net }) => ({ instrument: byName.get(instrument), net })) }
  }, [rows, instruments, venue, currency])
}
