/** The desk's positions in a currency by its own settled trades here. */
import type { Instrument } from '@parley/core'
import { useMemo } from 'react'
import type { Loadable } from '../../live/loadable.ts'
import { positionsOf } from '../blotter/positions.ts'
import { useTradeHistory } from '../blotter/use-histories.ts'
import type { Holding } from './inventory.ts'

const EVERY = 1_000

export function useHoldings(venue: string, currency: string, instruments: ReadonlyMap<number, Instrument>): Loadable<readonly Holding[]> {
  const { rows } = useTradeHistory('DIRECT', EVERY)
  return useMemo((): Loadable<readonly Holding[]> => {
    if (rows.state !== 'LOADED') return rows
    const byName = new Map([...instruments.values()].map((one) => [one.name, one]))
    const held = positionsOf(rows.data).filter((position) => position.venue === venue && position.baseCurrency === currency)
    return { state: 'LOADED', data: held.map(({ instrument, net }) => ({ instrument: byName.get(instrument), net })) }
  }, [rows, instruments, venue, currency])
}
