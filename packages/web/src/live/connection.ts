/** Two sockets for the page, one for each published dialect: messages of both are written into the one store, once a frame. */
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
import { client } from './api.ts'
import { readEndedQuotes } from './ended-quotes.ts'
import { createFrame } from './frame.ts'
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
import { report } from './report.ts'
import { useVenueStates } from './venue-states.ts'

/** The line of one audience. */
export type Line = {
  readonly state: SocketState
  /** Channels the server would not give, with its words. */
  readonly refused: Readonly<Record<string, string>>
}
export type Connection = Line & {
  readonly latencyMs: number | undefined
  /** When the present break began, by our clock. */
  readonly brokenAt: number | undefined
  readonly attempts: number
  /** Whether this page has ever been connected since its sign-in. */
  readonly hasOpened: boolean
  /** For how long the server has said nothing, in steps of a tenth of a second; undefined while that is no time at all. */
  readonly silentMs: number | undefined
}

const silent: Line = { state: 'CLOSED', refused: {} }
/** The socket of the direct RFQs, for parts behind the first screen that subscribe to more of it. */
export const useDirectSocket = create<{ readonly socket: Socket | undefined }>(() => ({ socket: undefined }))
export const useLines = create<Readonly<Record<Audience, Line>>>(() => ({ DIRECT: silent, ORDER_BOOK: silent }))
const change = (audience: Audience, to: (before: Line) => Partial<Line>): void =>
  useLines.setState((lines) => ({ [audience]: { ...lines[audience], ...to(lines[audience]) } }))
const refused = (audience: Audience, channel: string) => (words: string) => {
  report(`The channel ${channel} could not be subscribed to.`, words)
  change(audience, (before) => ({ refused: { ...before.refused, [channel]: words } }))
}

const noHealth = { latencyMs: undefined, brokenAt: undefined, attempts: 0, hasOpened: false, silentMs: undefined }
/** How the line of the direct RFQs and of the market data goes, which the whole screen stands on. */
export const useHealth = create<Omit<Connection, keyof Line>>(() => noHealth)

/** Ours plus what the server's clock is ahead. */
export const serverNow = (): number => Date.now() + client.clockSkewMs()

/** The open line, for what only some screens follow. */
export let directSocket: Socket | undefined

/** For one thing that is looked at, on the line of the direct RFQs; undefined while there is none. */
export const subscribeDirect = <Data>(channel: string, listener: (data: Data) => void): Subscription | undefined =>
  directSocket?.subscribe<Data>(channel, ({ event, data }) => event !== 'SNAPSHOT' && listener(data))

/** Direct RFQs, market data and the desk's protections. Starts for a signed-in user; the answer stops it and forgets what was received. */
export function connectDirect(): () => void {
  const socket = client.socket({ cancelOnDisconnect: false, heartbeatMs: limits.heartbeatMs })
  directSocket = socket
  const stop = follow('DIRECT', socket, (received) => [
    subscribeProtection(socket, refused('DIRECT', 'market_maker_protection')),
    subscribeStops(socket, refused('DIRECT', 'trading_stop')),
    subscribeLimits(socket, refused('DIRECT', 'protection_limits')),
    subscribeRefusedFills(socket, refused('DIRECT', 'refused_fills')),
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
    // A page that was busy itself has yet to read what came meanwhile: only the next sample can tell.
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

/** Order books, under the base that counts now. */
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

/** The lists of one audience, and what else its socket brings. */
function follow(audience: Audience, socket: Socket, others: (received: () => FrameChanges) => readonly Subscription[]): () => void {
  const frame = createFrame(noFrameChanges, (all) => {
    const before = useLive.getState()
    const after = applyFrame(before, all, Date.now())
    useLive.setState(after, true)
    foldEnded(before, after)
    announce(before, after, all)
    readEndedQuotes(all)
  })
  const subscriptions = [...watchLists(socket, frame.received), ...others(frame.received)]
  const become = (state: SocketState) => change(audience, () => ({ state }))
  const stopListening = socket.onState(become)
  const stopReturning = onReturn(() => socket.retry())
  become(socket.state())
  return () => {
    frame.stop()
    for (const subscription of subscriptions) subscription.unsubscribe()
    stopListening()
    stopReturning()
    socket.close()
    change(audience, () => silent)
    useLive.setState((live) => withoutAudience(live, audience), true)
  }
}

function watchLists(socket: Socket, received: () => FrameChanges): readonly Subscription[] {
  const onRefused = (words: string, audience: Audience, channel: string) => refused(audience, channel)(words)
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
    { snapshot: true, onRefused: refused('DIRECT', `market_data.${market}`) },
  )

let wasOpen = false
let isLost = false
/** The server closes a line because of a changed right, and no message comes of one that changes before the line is back: the session is read at both moments. */
function healthChanged(state: SocketState): void {
  if (state === 'RECONNECTING' ? wasOpen : state === 'OPEN' && isLost) checkSession()
  isLost = state === 'RECONNECTING' || (isLost && state !== 'OPEN')
  wasOpen = state === 'OPEN'
  useHealth.setState((before) => ({
    brokenAt: state === 'OPEN' ? undefined : (before.brokenAt ?? Date.now()),
    hasOpened: before.hasOpened || state === 'OPEN',
    attempts: state === 'OPEN' ? 0 : state === 'RECONNECTING' ? before.attempts + 1 : before.attempts,
  }))
}
