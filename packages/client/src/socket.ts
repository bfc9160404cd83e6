/** The live connection as its user sees it: one that comes back by itself, with everything it listened to. */
import { socketAddress } from './address.ts'
import { waitMs } from './back-off.ts'
import type { ChannelMessage, ClientOptions, Credentials, Socket, SocketState } from './client.ts'
import { openConnection, type Connection } from './connection.ts'
import { limits } from './limits.ts'
import { createSubscriptions } from './subscriptions.ts'

const BACK_OFF = { firstMs: limits.reconnectFirstMs, factor: limits.reconnectFactor, longestMs: limits.reconnectLongestMs }

/** A refused handshake does not say why: `checkSession` asks by a call, whose answer ends the session where it is over. */
export function createSocket(options: ClientOptions, cancelOnDisconnect: boolean, checkSession: () => void): Socket {
  const subscriptions = createSubscriptions()
  const stateListeners = new Set<(state: SocketState) => void>()
  let state: SocketState = 'CONNECTING'
  let connection: Connection | undefined
  let failures = 0
  let latencyMs: number | undefined
  let retry: ReturnType<typeof setTimeout> | undefined

  function become(next: SocketState): void {
    if (state === next) return
    state = next
    for (const listener of [...stateListeners]) listener(next)
  }

  function connect(): void {
    clearTimeout(retry)
    const proof = proofOf(options.credentials)
    if (proof === undefined) return comeBack()
    const url = socketAddress(options.baseUrl, { ...proof, cancel_on_disconnect: cancelOnDisconnect })
    let hasOpened = false
    const opened = openConnection(url, options.WebSocket ?? globalThis.WebSocket, {
      onOpen: () => {
        hasOpened = true
        failures = 0
        become('OPEN')
        subscriptions.use(opened)
      },
      onNotice: subscriptions.hear,
      onLatency: (measured) => {
        latencyMs = measured
      },
      onEnd: () => {
        if (connection !== opened) return
        if (!hasOpened && options.credentials?.kind === 'session') checkSession()
        comeBack()
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
    subscribe: (channel, listener, { snapshot = false, onRefused = () => undefined } = {}) =>
      subscriptions.add(channel, {
        hear: listener as (message: ChannelMessage<unknown>) => void,
        wantsSnapshot: snapshot,
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

/** A browser cannot set headers on a handshake, so the proof travels in the query; undefined while nobody is signed in. */
function proofOf(credentials: Credentials | undefined): Readonly<Record<string, string>> | undefined {
  if (credentials?.kind === 'key') return { 'api-key': credentials.accessKey }
  const token = credentials?.token()
  return token === undefined ? undefined : { token }
}
