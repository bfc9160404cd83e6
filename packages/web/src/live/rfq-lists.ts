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

/** Undefined until they have arrived. */
type RfqLists = {
  /** By the id of the RFQ. */
  readonly places: ReadonlyMap<string, ListPlace> | undefined
  readonly nets: ReadonlyMap<string, NetPrice> | undefined
}
export const useRfqLists = createPart<RfqLists>('LISTS', { places: undefined, nets: undefined })

const forget = () => 'forget' as const
const onRefused = (words: string, audience: Audience, channel: string): void => refusedOn(audience, channel)(words)
const placed = (change: ModelChange<ListPlace>) =>
  useRfqLists.setState(({ places = new Map() }) => ({ places: applyChanges(places, [change], forget) }))
const priced = (change: ModelChange<NetPrice>) =>
  useRfqLists.setState(({ nets = new Map() }) => ({ nets: applyChanges(nets, [change], forget) }))

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
      socket === undefined ? [] : [watchListPlaces([socket], placed, { onRefused }), watchNetPrices([socket], priced, { onRefused })]
  }
  useDirectSocket.subscribe(join)
  join()
}
