/** The live connection as its user sees it: one that comes back by itself, with everything it listened to. */
import { socketAddress } from './address.ts'
import { waitMs } from './back-off.ts'
import type { ChannelMessage, ClientOptions, Socket, SocketDoor, SocketState } from './client.ts'
import { openConnection, type Connection } from './connection.ts'
import { limits } from './limits.ts'
import { createSubscriptions } from './subscriptions.ts'

const BACK_OFF = { firstMs: limits.reconnectFirstMs, factor: limits.reconnectFactor, longestMs: limits.reconnectLongestMs }

/** `askTicket` is a call like any other: its answer ends the session where it is over, which a refused handshake cannot tell. */
export function createSocket(
  options: ClientOptions,
  { cancelOnDisconnect, door }: { readonly cancelOnDisconnect: boolean; readonly door: SocketDoor },
  askTicket: () => Promise<string>,
): Socket {
  const subscriptions = createSubscriptions()
  const stateListeners = new Set<(state: SocketState) => void>()
  let state: SocketState = 'CONNECTING'
  let connection: Connection | undefined
  let failures = 0
  let latencyMs: number | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  /** Counts what was begun, so that a ticket that comes too late opens nothing. */
  let begun = 0

  function become(next: SocketState): void {
    if (state === next) return
    state = next
    for (const listener of [...stateListeners]) listener(next)
  }

  function connect(): void {
    clearTimeout(retry)
    const { credentials } = options
    if (credentials?.kind === 'key') return connectWith({ 'api-key': credentials.accessKey })
    if (credentials?.token() === undefined) return comeBack()
    const mine = (begun += 1)
    const unlessLate =
      <T>(act: (value: T) => void) =>
      (value: T) =>
        mine === begun ? act(value) : undefined
    askTicket().then(
      unlessLate((ticket) => connectWith({ ticket })),
      unlessLate(() => comeBack()),
    )
  }

  /** A browser cannot set headers on a handshake, so the proof travels in the query. */
  function connectWith(proof: Readonly<Record<string, string>>): void {
    const url = socketAddress(options.baseUrl, door, { ...proof, cancel_on_disconnect: cancelOnDisconnect })
    const opened = openConnection(url, options.WebSocket ?? globalThis.WebSocket, {
      onOpen: () => {
        failures = 0
        become('OPEN')
        subscriptions.use(opened)
      },
      onNotice: subscriptions.hear,
      onLatency: (measured) => {
        latencyMs = measured
      },
      onEnd: () => {
        if (connection === opened) comeBack()
      },
    })
    connection = opened
  }

  function comeBack(): void {
    connection = undefined
    latencyMs = undefined
    subscriptions.lost()
    if (state === 'CLOSED') return
    become('RECONNECTING')
    retry = setTimeout(connect, waitMs(BACK_OFF, failures, Math.random()))
    failures += 1
  }

  function drop(): void {
    clearTimeout(retry)
    begun += 1
    const dropped = connection
    connection = undefined
    subscriptions.lost()
    dropped?.end()
  }

  connect()
  return {
    state: () => state,
    latencyMs: () => latencyMs,
    onState: (listener) => {
      stateListeners.add(listener)
      return () => stateListeners.delete(listener)
    },
    subscribe: (channel, listener, { snapshot = false, resume = false, onRefused = () => undefined } = {}) =>
      subscriptions.add(channel, {
        hear: listener as (message: ChannelMessage<unknown>) => void,
        wantsSnapshot: snapshot,
        resumes: resume,
        refused: onRefused,
      }),
    reconnect: () => {
      if (state === 'CLOSED') return
      drop()
      failures = 0
      become('RECONNECTING')
      connect()
    },
    close: () => {
      become('CLOSED')
      drop()
    },
  }
}
