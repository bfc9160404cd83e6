/** A simulated desk books its self-booked trades at the venue and reports it a moment later, as a back office would. */
import { bookTrade, watchTrades, type Client, type Socket, type Trade } from '@parley/client'
import { limits } from './limits.ts'
import type { Timers } from './timers.ts'

export type BookingSetting = {
  readonly client: Client
  readonly sockets: readonly Socket[]
  readonly timers: Timers
  readonly onProblem: (error: unknown) => void
}

/** The first snapshot contains the trades that an earlier run has not reported. */
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

/** The simulated venue assigns no numbers to trades that it did not execute itself. */
const referenceOf = ({ id }: Trade): string => `BYB-${id.slice(-10)}`
