/** List RFQs that the desk can see, as a part of the one store: which open RFQs are lines of a list, and the net prices. */
import {
  type Audience,
  type ListPlace,
  type ModelChange,
  type NetPrice,
  type Subscription,
  watchListPlaces,
  watchNetPrices,
} from '@parley/client'
import { applyChanges } from './collection.ts'
import { useDirectSocket } from './connection.ts'
import { refusedOn } from './feeds.ts'
import { createPart } from './part.ts'

type RfqLists = {
  /** By the id of the RFQ. */
  readonly places: ReadonlyMap<string, ListPlace>
  /** Undefined until they have arrived. */
  readonly nets: ReadonlyMap<string, NetPrice> | undefined
}
export const useRfqLists = createPart<RfqLists>('LISTS', { places: new Map(), nets: undefined })

/** A change of a list, for messages. */
export type ListNews =
  | { readonly kind: 'PLACE'; readonly change: ModelChange<ListPlace> }
  | { readonly kind: 'NET'; readonly change: ModelChange<NetPrice> }
const listeners = new Set<(news: ListNews) => void>()
export const onListNews = (listener: (news: ListNews) => void): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function take(news: ListNews): void {
  if (news.kind === 'PLACE') useRfqLists.setState(({ places }) => ({ places: applyChanges(places, [news.change], forget) }))
  else useRfqLists.setState(({ nets = new Map() }) => ({ nets: applyChanges(nets, [news.change], forget) }))
  for (const listener of listeners) listener(news)
}
const forget = () => 'forget' as const
const onRefused = (words: string, audience: Audience, channel: string): void => refusedOn(audience, channel)(words)

let isConnected = false
let subscriptions: readonly Subscription[] = []

/** Follows the lists on the connection of the direct RFQs, and on each later one. Further calls change nothing. */
export function connectLists(): void {
  if (isConnected) return
  isConnected = true
  const join = () => {
    for (const one of subscriptions) one.unsubscribe()
    useRfqLists.clear()
    const { socket } = useDirectSocket.getState()
    subscriptions =
      socket === undefined
        ? []
        : [
            watchListPlaces([socket], (change) => take({ kind: 'PLACE', change }), { onRefused }),
            watchNetPrices([socket], (change) => take({ kind: 'NET', change }), { onRefused }),
          ]
  }
  useDirectSocket.subscribe(join)
  join()
}
