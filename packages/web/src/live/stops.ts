/** The stops of the desk, shard by shard as the channel publishes them: a stop is active while any shard has it. */
import type { Socket, Subscription } from '@parley/client'
import type { TradingStopChangeView, TradingStopView } from '@parley/contracts'
import type { ListChange } from './collection.ts'
import { useProtection } from './protection.ts'

export type Stops = ReadonlyMap<string, TradingStopChangeView>

const keyOf = ({ seq_group: group, user }: TradingStopChangeView): string => `${group} ${user ?? ''}`

export function applyStops(held: Stops, change: ListChange<TradingStopChangeView>): Stops {
  if (change.event === 'SNAPSHOT') return new Map(change.data.map((one) => [keyOf(one), one]))
  const next = new Map(held)
  if (change.data.kind === 'STOPPED') next.set(keyOf(change.data), change.data)
  else next.delete(keyOf(change.data))
  return next
}

/** Each user once. The whole desk counts as one of them. */
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
