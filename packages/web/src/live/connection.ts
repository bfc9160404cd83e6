/** Two sockets for the page, one for each published dialect. Messages of both are written into one store, once per frame. */
import {
  type Audience,
  type Socket,
  type SocketState,
  type Subscription,
  watchLevels,
  watchOrders,
  watchRfqs,
  watchTape,
  watchTrades,
  type OrderBookBase,
  type ModelChange,
} from '@parley/client'
import type { MarketDataView, PlatformStateView, VenueStatesView } from '@parley/contracts'
import { create } from 'zustand'
import { beginCut, endCutWith, forgetCut } from './after-cut.ts'
import { client } from './api.ts'
import { readEndedQuotes } from './ended-quotes.ts'
import { createFrame } from './batch-per-frame.ts'
import { type FeedStatus, followFeed, refusedOn } from './feeds.ts'
import { limits } from './limits.ts'
import { onNetwork, onReturn } from './network.ts'
import { announce, foldEnded } from './notices.ts'
import { marketName, openMarkets } from './open-markets.ts'
import { measureOutage, useOutage } from './outage.ts'
import { usePlatform } from './platform.ts'
import { subscribeLimits, subscribeRefusedFills, subscribeProtection } from './protection.ts'
import { checkSession } from './session.ts'
import { subscribeStops } from './stops.ts'
import { applyFrame, type FrameChanges, type ListName, noFrameChanges, sweepClosed, useLive, withoutAudience } from './store.ts'
import { useVenueStates } from './venue-states.ts'

export type Connection = FeedStatus & {
  readonly latencyMs: number | undefined
  /** When the current interruption began, by the local clock. */
  readonly brokenAt: number | undefined
  readonly attempts: number
  /** How long the server has been silent, in tenths of a second. Undefined if that is not significant. */
  readonly silentMs: number | undefined
}

/** The socket of the direct RFQs, for code loaded later that subscribes to more channels of it. */
export const useDirectSocket = create<{ readonly socket: Socket | undefined }>(() => ({ socket: undefined }))

const noHealth = { latencyMs: undefined, brokenAt: undefined, attempts: 0, silentMs: undefined }
/** The state of the connection for direct RFQs and market data, on which the whole screen depends. */
export const useHealth = create<Omit<Connection, keyof FeedStatus>>(() => noHealth)

/** The local time plus the offset of the server's clock. */
export const serverNow = (): number => Date.now() + client.clockSkewMs()

/** The open connection, for channels that only some screens follow. */
export let directSocket: Socket | undefined

/** Subscribes to one visible object on the connection of the direct RFQs. Undefined without a connection. */
export const subscribeDirect = <Data>(channel: string, listener: (data: Data) => void): Subscription | undefined =>
  directSocket?.subscribe<Data>(channel, ({ event, data }) => event !== 'SNAPSHOT' && listener(data))

/** Direct RFQs, market data and the desk's protections. Starts for a signed-in user. The returned function stops it and discards the data. */
export function connectDirect(): () => void {
  const socket = client.socket({ cancelOnDisconnect: false, heartbeatMs: limits.heartbeatMs })
  directSocket = socket
  const stop = follow('DIRECT', socket, (received) => [
    subscribeProtection(socket, refusedOn('DIRECT', 'market_maker_protection')),
    subscribeStops(socket, refusedOn('DIRECT', 'trading_stop')),
    subscribeLimits(socket, refusedOn('DIRECT', 'protection_limits')),
    subscribeRefusedFills(socket, refusedOn('DIRECT', 'refused_fills')),
    socket.subscribe<VenueStatesView>('venue_states', ({ data, event }) => {
      if (event !== 'SNAPSHOT') useVenueStates.setState(data)
    }),
    ...openMarkets().map((market) => subscribeMarket(socket, marketName(market), received)),
  ])
  useDirectSocket.setState({ socket })
  let networkLostAt = navigator.onLine ? undefined : Date.now()
  const look = () => {
    networkLostAt = navigator.onLine ? undefined : (networkLostAt ?? Date.now())
    const { brokenAt } = useHealth.getState()
    measureOutage({ state: socket.state(), brokenAt, silentMs: socket.silentMs(), networkLostAt, now: Date.now() })
  }
  const stopListening = socket.onState((state) => (healthChanged(state), look()))
  const stopNetwork = onNetwork(look)
  healthChanged(socket.state())
  const ticking = setInterval(() => {
    const before = useLive.getState()
    const after = sweepClosed(before, serverNow())
    useLive.setState(after, true)
    foldEnded(before, after)
    const latencyMs = socket.latencyMs()
    if (latencyMs !== useHealth.getState().latencyMs) useHealth.setState({ latencyMs })
  }, limits.sweepMs)
  let sampledAt = performance.now()
  const listening = setInterval(() => {
    look()
    const now = performance.now()
    const wasBusy = now - sampledAt > 2 * limits.silenceSampleMs
    sampledAt = now
    // After the page itself was busy, it has to process waiting messages first. Only the next sample is meaningful.
    if (wasBusy) return
    const silentMs = noticedSilence(socket.silentMs())
    if (silentMs !== useHealth.getState().silentMs) useHealth.setState({ silentMs })
  }, limits.silenceSampleMs)
  return () => {
    directSocket = undefined
    clearInterval(ticking)
    clearInterval(listening)
    stopListening()
    stopNetwork()
    useDirectSocket.setState({ socket: undefined })
    stop()
    useHealth.setState(noHealth)
    useOutage.setState({ since: undefined, seconds: 0 })
    useLive.setState({ markets: new Map(), marks: new Map() })
    useVenueStates.setState({ venues: [] })
  }
}

const TENTH_MS = 100
const noticedSilence = (ms: number | undefined): number | undefined =>
  ms === undefined || ms <= limits.ageingMs ? undefined : Math.floor(ms / TENTH_MS) * TENTH_MS

/** Order books, with the current API base. */
export function connectOrderBook(base: OrderBookBase): () => void {
  const socket = client.socket({ cancelOnDisconnect: false, door: base })
  const stop = follow('ORDER_BOOK', socket, () => [
    socket.subscribe<PlatformStateView>('platform_state', ({ data, event }) => {
      if (event !== 'SNAPSHOT') usePlatform.setState({ platform: data })
    }),
  ])
  return () => {
    stop()
    usePlatform.setState({ platform: undefined })
  }
}

/** The lists of one audience, and the other channels of its socket. */
function follow(audience: Audience, socket: Socket, others: (received: () => FrameChanges) => readonly Subscription[]): () => void {
  const frame = createFrame(noFrameChanges, (all) => {
    const before = useLive.getState()
    const after = applyFrame(before, all, Date.now())
    useLive.setState(after, true)
    foldEnded(before, after)
    announce(before, after, all)
    endCutWith(all, Date.now())
    readEndedQuotes(all)
  })
  const subscriptions = [...watchLists(socket, frame.received), ...others(frame.received)]
  const stopFollowing = followFeed(audience, socket)
  let wasOpen = socket.state() === 'OPEN'
  const stopCuts = socket.onState((state) => {
    if (state === 'RECONNECTING' && wasOpen) beginCut(audience, Date.now() - (socket.silentMs() ?? 0))
    wasOpen = state === 'OPEN'
  })
  const stopReturning = onReturn(() => socket.retry())
  return () => {
    frame.stop()
    for (const subscription of subscriptions) subscription.unsubscribe()
    stopReturning()
    stopCuts()
    forgetCut(audience)
    stopFollowing()
    socket.close()
    useLive.setState((live) => withoutAudience(live, audience), true)
  }
}

function watchLists(socket: Socket, received: () => FrameChanges): readonly Subscription[] {
  const onRefused = (words: string, audience: Audience, channel: string) => refusedOn(audience, channel)(words)
  const into =
    <T>(list: ListName) =>
    (one: ModelChange<T>) =>
      void (received()[list] as ModelChange<unknown>[]).push(one)
  return [
    watchRfqs([socket], into('rfqs'), { onRefused }),
    watchLevels([socket], into('levels'), { onRefused }),
    watchOrders([socket], into('orders'), { onRefused }),
    watchTrades([socket], into('trades'), { onRefused }),
    watchTape([socket], into('tape'), { onRefused }),
  ]
}

const subscribeMarket = (socket: Socket, market: string, received: () => FrameChanges): Subscription =>
  socket.subscribe<MarketDataView>(
    `market_data.${market}`,
    (message) => void received().markets.push(...(message.event === 'SNAPSHOT' ? message.data : [message.data])),
    { snapshot: true, onRefused: refusedOn('DIRECT', `market_data.${market}`) },
  )

let isLost = false
/**
 * The server closes a connection when a right changes, and does not report changes made before it is restored. The user is therefore read again
 * when it is; when it breaks, the token is checked (`followFeed`).
 */
function healthChanged(state: SocketState): void {
  if (state === 'OPEN' && isLost) checkSession()
  isLost = state === 'RECONNECTING' || (isLost && state !== 'OPEN')
  useHealth.setState((before) => ({
    brokenAt: state === 'OPEN' ? undefined : (before.brokenAt ?? Date.now()),
    attempts: state === 'OPEN' ? 0 : state === 'RECONNECTING' ? before.attempts + 1 : before.attempts,
  }))
}
