/** A simulated desk books what it has traded at the venue itself, and says so a moment later, as a person's back office would. */
import { bookTrade, watchTrades, type Client, type Socket, type Trade } from '@parley/client'
import { limits } from './limits.ts'
import type { Timers } from './timers.ts'

export type BookingSetting = {
  readonly client: Client
  readonly sockets: readonly Socket[]
  readonly timers: Timers
  readonly onProblem: (error: unknown) => void
}

/** The first snapshot has the trades of which an earlier run said nothing. */
export function bookTrades({ client, sockets, timers, onProblem }: BookingSetting): void {
  const begun = new Set<string>()
  const see = (trade: Trade): void => {
    const { id, booking } = trade
    if (booking?.state !== 'WAITING' || booking.mine !== undefined || begun.has(id)) return
    begun.add(id)
    timers.later(limits.bookAfterMs, () => {
      bookTrade(trade, { booked: true, venueReference: referenceOf(trade) })
        .send(client)
        .catch(onProblem)
        .finally(() => begun.delete(id))
    })
  }
  watchTrades(sockets, (change) => {
    if (change.event === 'SNAPSHOT') change.data.forEach(see)
    else see(change.data)
  })
}

/** The simulated venue numbers nothing that it did not execute itself. */
const referenceOf = ({ id }: Trade): string => `BYB-${id.slice(-10)}`
