/**
 * The desk's positions in a currency at a venue, as the venue reports them. If no account can be read, they are calculated from its own settled
 * trades here.
 */
import type { Instrument } from '@parley/core'
import { useMemo } from 'react'
import type { Loadable } from '../../live/loadable.ts'
import { useTradeHistory } from '../blotter/use-histories.ts'
import { positionsOf } from '../positions/own-trades.ts'
import { usePositionRows } from '../positions/use-position-rows.ts'
import type { Holding } from './inventory.ts'

const EVERY = 1_000

type Wanted = { readonly venue: string; readonly currency: string; readonly instruments: ReadonlyMap<number, Instrument> }

export type VenueHoldings =
  | { readonly state: 'LOADING' | 'UNREADABLE' }
  | { readonly state: 'VENUE'; readonly holdings: readonly Holding[] }

export function useVenueHoldings({ venue, currency, instruments }: Wanted): VenueHoldings {
  const held = usePositionRows()
  return useMemo((): VenueHoldings => {
    if (held.state !== 'VENUE') return { state: held.state }
    const byName = new Map([...instruments.values()].map((one) => [one.name, one]))
    const own = held.rows.filter((row) => row.venue === venue && row.currency === currency)
    return {
      state: 'VENUE',
      holdings: own.map(({ instrumentName, quantity }) => ({ instrument: byName.get(instrumentName), net: quantity })),
    }
  }, [held, venue, currency, instruments])
}

export function useTradedHoldings({ venue, currency, instruments }: Wanted): Loadable<readonly Holding[]> {
  const { rows } = useTradeHistory('DIRECT', EVERY)
  return useMemo((): Loadable<readonly Holding[]> => {
    if (rows.state !== 'LOADED') return rows
    const byName = new Map([...instruments.values()].map((one) => [one.name, one]))
    const held = positionsOf(rows.data).filter((position) => position.venue === venue && position.baseCurrency === currency)
    return { state: 'LOADED', data: held.map(({ instrument, net }) => ({ instrument: byName.get(instrument), net })) }
  }, [rows, instruments, venue, currency])
}
