/** Who at the desk may not trade now, market by market as the channel says it: a stop stands while any market has it. */
import type { Socket, Subscription } from '@parley/client'
import type { TradingStopChangeView, TradingStopView } from '@parley/contracts'
import type { Change } from './collection.ts'
import { useProtection } from './protection.ts'

export type Stops = ReadonlyMap<string, TradingStopChangeView>

const keyOf = ({ seq_group: group, user }: TradingStopChangeView): string => `${group} ${user ?? ''}`

export function applyStops(held: Stops, change: Change<TradingStopChangeView>): Stops {
  if (change.event === 'SNAPSHOT') return new Map(change.data.map((one) => [keyOf(one), one]))
  const next = new Map(held)
  if (change.data.kind === 'STOPPED') next.set(keyOf(change.data), change.data)
  else next.delete(keyOf(change.data))
  return next
}

/** Each person once, the whole desk as one of them. */
export function standing(stops: Stops): readonly TradingStopView[] {
  const byUser = new Map([...stops.values()].map((one) => [one.user, one]))
  return [...byUser.values()].map(({ user, user_name, by, why, at }) => ({ user, user_name, by, why, at }))
}

export const subscribeStops = (socket: Socket, onRefused: (words: string) => void): Subscription => {
  let stops: Stops = new Map()
  return socket.subscribe<TradingStopChangeView>(
    'trading_stop',
    ({ event, data }) => {
      stops = applyStops(stops, event === 'SNAPSHOT' ? { event, data } : { event, data })
      useProtection.setState({ stops: standing(stops) })
    },
    { snapshot: true, onRefused },
  )
}
