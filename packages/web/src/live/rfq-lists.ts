/** List RFQs that the desk can see: which open RFQs are lines of a list, and the net prices. Followed while something shows it. */
import {
  type Audience,
  type ListPlace,
  type ModelChange,
  type NetPrice,
  type Socket,
  type Subscription,
  watchListPlaces,
  watchNetPrices,
} from '@parley/client'
import { create } from 'zustand'
import { useDirectSocket } from './connection.ts'
import { refusedOn } from './feeds.ts'

export type RfqLists = {
  /** By the id of the RFQ. */
  readonly places: ReadonlyMap<string, ListPlace>
  readonly nets: ReadonlyMap<string, NetPrice>
  /** Both have arrived. */
  readonly loaded: ReadonlySet<'places' | 'nets'>
}

const nothing: RfqLists = { places: new Map(), nets: new Map(), loaded: new Set() }
export const useRfqLists = create<RfqLists>(() => nothing)

/** What happened, for messages. */
export type ListNews =
  | { readonly kind: 'PLACE'; readonly change: ModelChange<ListPlace> }
  | { readonly kind: 'NET'; readonly change: ModelChange<NetPrice> }
const listeners = new Set<(news: ListNews) => void>()
export const onListNews = (listener: (news: ListNews) => void): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function changed<T extends { readonly id: string }>(before: ReadonlyMap<string, T>, change: ModelChange<T>): ReadonlyMap<string, T> {
  if (change.event === 'SNAPSHOT') return new Map(change.data.map((one) => [one.id, one]))
  const after = new Map(before)
  if (change.event === 'REMOVED') after.delete(change.data.id)
  else after.set(change.data.id, change.data)
  return after
}

const subscribe = (sockets: readonly Socket[]): readonly Subscription[] => [
  watchListPlaces(
    sockets,
    (change) => {
      useRfqLists.setState(({ places, loaded }) => ({ places: changed(places, change), loaded: new Set([...loaded, 'places']) }))
      for (const listener of listeners) listener({ kind: 'PLACE', change })
    },
    { onRefused: refused },
  ),
  watchNetPrices(
    sockets,
    (change) => {
      useRfqLists.setState(({ nets, loaded }) => ({ nets: changed(nets, change), loaded: new Set([...loaded, 'nets']) }))
      for (const listener of listeners) listener({ kind: 'NET', change })
    },
    { onRefused: refused },
  ),
]

const refused = (words: string, audience: Audience, channel: string): void => refusedOn(audience, channel)(words)

let users = 0
let stop = (): void => undefined

/** Every user of the data joins, and leaves with the returned function. The channels are subscribed to once. */
export function joinLists(): () => void {
  users += 1
  if (users === 1) stop = follow()
  return () => {
    users -= 1
    if (users === 0) stop()
  }
}

function follow(): () => void {
  let subscriptions: readonly Subscription[] = []
  const leave = () => subscriptions.forEach((one) => one.unsubscribe())
  const join = () => {
    leave()
    const { socket } = useDirectSocket.getState()
    useRfqLists.setState(nothing, true)
    subscriptions = socket === undefined ? [] : subscribe([socket])
  }
  const stopSocket = useDirectSocket.subscribe(join)
  join()
  return () => {
    stopSocket()
    leave()
    useRfqLists.setState(nothing, true)
  }
}
