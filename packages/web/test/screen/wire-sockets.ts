/** The sockets of the simulated network. They use the server's JSON-RPC protocol and send the lists and messages that a test gives. */
import { isDoor, schemaOf } from './contracts-index.ts'

type Frame = { readonly id: number; readonly method: string; readonly params?: { readonly channel: string; readonly snapshot?: boolean } }
type Peer = { readonly door: string; readonly channels: Set<string>; readonly receive: (frame: object) => void; readonly end: () => void }

export type Sockets = {
  readonly Socket: typeof globalThis.WebSocket
  /** Sends a change to every subscriber of the channel. Without an event, the message is the newest value of a stream. */
  readonly publish: (channel: string, data: unknown, event?: 'ADDED' | 'UPDATED' | 'REMOVED') => void
  /** Sets the list of a channel. Current subscribers receive it now, later ones when they subscribe. Lists are empty at first. */
  readonly list: (channel: string, data: readonly unknown[]) => void
  /** Closes every connection. The page reconnects automatically. */
  readonly cut: () => void
  readonly setOnline: (isOnline: boolean) => void
  readonly close: () => void
}

export function createSockets(blame: (fault: string) => void): Sockets {
  const peers = new Set<Peer>()
  const lists = new Map<string, readonly unknown[]>()
  let isOnline = true
  let position = 0

  function notify(peer: Peer, channel: string, data: unknown, event: string | undefined): void {
    const schema = schemaOf(peer.door, channel)
    const wrong = event === 'SNAPSHOT' ? schema?.array().safeParse(data).error : schema?.safeParse(data).error
    if (wrong !== undefined) blame(`The test sends on ${channel} what the contracts do not allow: ${wrong.message}`)
    const meta = { seq_group: 1, seq_num: (position += 1) }
    peer.receive({
      ...{ jsonrpc: '2.0', method: 'subscription' },
      params: { channel, data, meta, ...(event === undefined ? {} : { event }) },
    })
  }

  function answer(peer: Peer, { id, method, params }: Frame): void {
    const channel = params?.channel ?? ''
    if (method === 'subscribe' && schemaOf(peer.door, channel) === undefined)
      return blame(`The contracts have no channel ${channel} at ${peer.door}.`)
    if (method === 'subscribe') peer.channels.add(channel)
    if (method === 'unsubscribe') peer.channels.delete(channel)
    peer.receive({ jsonrpc: '2.0', id, result: method === 'heartbeat' ? undefined : [channel] })
    if (method === 'subscribe' && params?.snapshot === true) notify(peer, channel, lists.get(channel) ?? [], 'SNAPSHOT')
  }

  const toSubscribers = (channel: string, data: unknown, event: string | undefined): void =>
    [...peers].filter((peer) => peer.channels.has(channel)).forEach((peer) => notify(peer, channel, data, event))
  const cut = (): void => [...peers].forEach((peer) => peer.end())
  return {
    Socket: socketClass({ peers, answer, isOnline: () => isOnline, blame }),
    publish: (channel, data, event) => toSubscribers(channel, data, event),
    list: (channel, data) => {
      lists.set(channel, data)
      toSubscribers(channel, data, 'SNAPSHOT')
    },
    cut,
    setOnline: (next) => {
      isOnline = next
      if (!next) cut()
    },
    close: () => peers.clear(),
  }
}

type Server = {
  readonly peers: Set<Peer>
  readonly answer: (peer: Peer, frame: Frame) => void
  readonly isOnline: () => boolean
  readonly blame: (fault: string) => void
}

/** Every step happens in a later microtask, because a real network never responds immediately. */
function socketClass({ peers, answer, isOnline, blame }: Server): typeof globalThis.WebSocket {
  class WireSocket extends EventTarget {
    static readonly OPEN = 1
    readonly OPEN = 1
    readyState = 0
    readonly #peer: Peer

    constructor(address: string) {
      super()
      const door = new URL(address).pathname
      if (!isDoor(door)) blame(`The contracts have no socket at ${door}.`)
      this.#peer = {
        ...{ door, channels: new Set(), end: () => this.#end() },
        receive: (frame) =>
          queueMicrotask(() => this.readyState === 1 && this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(frame) }))),
      }
      queueMicrotask(() => (isOnline() ? this.#open() : this.#end()))
    }

    send(text: string): void {
      queueMicrotask(() => peers.has(this.#peer) && answer(this.#peer, JSON.parse(text) as Frame))
    }

    close(): void {
      this.readyState = 3
      peers.delete(this.#peer)
    }

    #open(): void {
      if (this.readyState !== 0) return
      this.readyState = 1
      peers.add(this.#peer)
      this.dispatchEvent(new Event('open'))
    }

    #end(): void {
      this.close()
      this.dispatchEvent(new Event('close'))
    }
  }
  return WireSocket as unknown as typeof globalThis.WebSocket
}
