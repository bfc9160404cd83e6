/** The channel on which a desk receives the venues' fees, trade by trade, as their records are read. */
import type { VenueFeesView } from '@parley/contracts'
import type { StreamChannel } from '../calls/channel.ts'
import type { Sql } from '../database/sql.ts'
import type { Log } from '../log/log.ts'
import { venueFeesOf } from '../rfq/venue-fees-view.ts'
import { FEES_READ, type FeeStore, type KnownFee } from './fee-store.ts'

type FeeChannel = { readonly channel: StreamChannel; close(): Promise<void> }
type Listener = { readonly desk: string; readonly push: (data: VenueFeesView) => void }

const viewOf = (fees: readonly KnownFee[]): VenueFeesView => ({
  trades: fees.map(({ tradeId, number, legs }) => ({
    trade_id: tradeId,
    trade_number: number === 0 ? null : number,
    venue_fees: venueFeesOf(legs),
  })),
})

/** Every push contains the desk's newest fees as a whole, so that a slow reader misses nothing. */
export async function openFeeChannel(sql: Sql, fees: Pick<FeeStore, 'newestOf'>, log: Log): Promise<FeeChannel> {
  const listeners = new Set<Listener>()
  const publish = async (desk: string) => {
    const own = [...listeners].filter((each) => each.desk === desk)
    if (own.length === 0) return
    const view = viewOf(await fees.newestOf(desk as Parameters<typeof fees.newestOf>[0]))
    for (const { push } of own) push(view)
  }
  const listening = await sql.listen(FEES_READ, (desk) => {
    publish(desk).catch((error: unknown) => log.error({ error, desk }, 'Could not publish fees'))
  })
  return {
    channel: {
      kind: 'stream',
      pattern: 'venue_fees',
      async open({ desk }, _params, push) {
        const listener: Listener = { desk, push }
        listeners.add(listener)
        push(viewOf(await fees.newestOf(desk)))
        return () => void listeners.delete(listener)
      },
    },
    close: () => listening.unlisten(),
  }
}
