/** One socket for the page: subscribes to what every screen needs and writes what it hears into the store, once a frame. */
import type { ChannelMessage, Socket, SocketState, Subscription } from '@parley/client'
import type { MarketDataView } from '@parley/contracts'
import { create } from 'zustand'
import { client } from './api.ts'
import { checkSession } from './session.ts'
import type { Change } from './collection.ts'
import { createFrame } from './frame.ts'
import { limits } from './limits.ts'
import { announce } from './notices.ts'
import { subscribeLimits, subscribeProtection } from './protection.ts'
import { subscribeStops } from './stops.ts'
import { applyHeard, type ChannelName, type Heard, nothing, nothingHeard, sweepClosed, useLive } from './store.ts'

export type Connection = {
  readonly state: SocketState
  readonly latencyMs: number | undefined
  /** When the present break began, by our clock. */
  readonly brokenAt: number | undefined
  readonly attempts: number
  /** Channels the server would not give, with its words. */
  readonly refused: Readonly<Record<string, string>>
}

const closed: Connection = { state: 'CLOSED', latencyMs: undefined, brokenAt: undefined, attempts: 0, refused: {} }
export const useConnectionStore = create<Connection>(() => closed)

/** The venue and currencies that are open; the others join here when their markets do. */
const liveMarkets = ['DBT.BTC', 'DBT.ETH'] as const

/** Ours plus what the server's clock is ahead. */
export const serverNow = (): number => Date.now() + client.clockSkewMs()

/** Starts for a signed-in user; the answer stops it and forgets what was heard. */
export function connect(): () => void {
  const opened = client.socket({ cancelOnDisconnect: false })
  const frame = createFrame(nothingHeard, (all) => {
    const before = useLive.getState()
    const after = applyHeard(before, all, Date.now())
    useLive.setState(after, true)
    announce(before, after, all)
  })
  const subscriptions = subscribeAll(opened, frame.heard)
  const stopListening = opened.onState(stateChanged)
  stateChanged(opened.state())
  const ticking = setInterval(() => {
    useLive.setState((live) => sweepClosed(live, serverNow()), true)
    const latencyMs = opened.latencyMs()
    if (latencyMs !== useConnectionStore.getState().latencyMs) useConnectionStore.setState({ latencyMs })
  }, limits.sweepMs)
  return () => {
    clearInterval(ticking)
    frame.stop()
    for (const subscription of subscriptions) subscription.unsubscribe()
    stopListening()
    opened.close()
    useConnectionStore.setState(closed, true)
    useLive.setState(nothing, true)
  }
}

function stateChanged(state: SocketState): void {
  if (state === 'RECONNECTING' && useConnectionStore.getState().state === 'OPEN') checkSession()
  useConnectionStore.setState((before) => ({
    state,
    brokenAt: state === 'OPEN' ? undefined : (before.brokenAt ?? Date.now()),
    attempts: state === 'OPEN' ? 0 : state === 'RECONNECTING' ? before.attempts + 1 : before.attempts,
  }))
}

function subscribeAll(opened: Socket, heard: () => Heard): readonly Subscription[] {
  const list = <Data>(channel: ChannelName, into: (all: Heard) => Change<Data>[]) =>
    opened.subscribe<Data>(channel, (message) => void into(heard()).push(changeOf(message)), {
      snapshot: true,
      onRefused: refused(channel),
    })
  return [
    list('rfqs', (all) => all.rfqs),
    list('rfq_orders', (all) => all.quotes),
    list('orders', (all) => all.orders),
    list('trades', (all) => all.trades),
    list('trade_tape', (all) => all.tape),
    subscribeProtection(opened, refused('market_maker_protection')),
    subscribeStops(opened, refused('trading_stop')),
    subscribeLimits(opened, refused('protection_limits')),
    ...liveMarkets.map((market) =>
      opened.subscribe<MarketDataView>(
        `market_data.${market}`,
        (message) => void heard().markets.push(...(message.event === 'SNAPSHOT' ? message.data : [message.data])),
        { snapshot: true, onRefused: refused(`market_data.${market}`) },
      ),
    ),
  ]
}

const changeOf = <Data>(message: ChannelMessage<Data>): Change<Data> =>
  message.event === 'SNAPSHOT' ? { event: 'SNAPSHOT', data: message.data } : { event: message.event, data: message.data }

const refused = (channel: string) => (words: string) =>
  useConnectionStore.setState(({ refused: before }) => ({ refused: { ...before, [channel]: words } }))
