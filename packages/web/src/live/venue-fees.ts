/** The fees of the desk's own trades: from the lists, and as they become known while they are visible. */
import type { VenueFeesView, VenueFeeView } from '@parley/contracts'
import { useEffect, useState } from 'react'
import { directSocket } from './connection.ts'

export type Fees = ReadonlyMap<string | number, readonly VenueFeeView[]>
const none: Fees = new Map()

export function useVenueFees(): Fees {
  const [fees, setFees] = useState(none)
  useEffect(() => {
    const following = directSocket?.subscribe<VenueFeesView>('venue_fees', ({ event, data }) => {
      if (event === 'SNAPSHOT') return
      setFees(new Map(data.trades.map(({ trade_id, trade_number, venue_fees }) => [trade_number ?? trade_id, venue_fees])))
    })
    return () => following?.unsubscribe()
  }, [])
  return fees
}
