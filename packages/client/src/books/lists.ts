/**
 * Keeps lists current whose channels send changes only. They are read over REST once the server has confirmed the channels, so no change is missed in
 * between, and again after a gap, a lost connection or a failure. `withNewest` merges what was read with the changes that have overtaken it.
 */
import type { Client, Socket, Subscription } from '../transport/client.ts'
import { limits } from '../transport/limits.ts'
import { type Attempt, createReader, type Reader, type Reading } from './reader.ts'

/** Its type does not depend on the channel: `channelOf` checks the data of each channel. */
export type ListChannel = {
  readonly channel: string
  readonly receive: (data: never) => void
  /** Called if the server does not allow the channel. The lists are read anyway. */
  readonly onRefused?: (message: string) => void
}

export const channelOf = <Data>(
  channel: string,
  receive: (data: Data) => void,
  onRefused: (message: string) => void = () => undefined,
): ListChannel => ({ channel, receive, onRefused })

/** Receives the changes of a channel, without its lists. */
export const followChannel = (socket: Socket, { channel, receive, onRefused }: ListChannel, onSubscribed?: () => void): Subscription =>
  socket.subscribe<never>(channel, ({ event, data }) => event !== 'SNAPSHOT' && receive(data), {
    ...(onRefused === undefined ? {} : { onRefused }),
    ...(onSubscribed === undefined ? {} : { onSubscribed }),
  })

/** The same for several channels. Returns a function that stops it. */
export function followChannels(socket: Socket, channels: readonly ListChannel[]): () => void {
  const subscriptions = channels.map((channel) => followChannel(socket, channel))
  return () => {
    for (const one of subscriptions) one.unsubscribe()
  }
}

export type ListsOptions = {
  readonly channels: readonly ListChannel[]
  /** Reads all lists. Rejects if one could not be read. */
  readonly read: (attempt: Attempt) => Promise<void>
  readonly isFinal?: (error: unknown) => boolean
  readonly onChange: (reading: Reading) => void
}

export type Lists = Pick<Reader, 'reading' | 'retry'> & { readonly close: () => void }

export function keepLists(client: Pick<Client, 'clockSkewMs'>, socket: Socket, { channels, read, isFinal, onChange }: ListsOptions): Lists {
  const settled = new Set<string>()
  const reader = createReader({
    ...{ read, isFinal, onChange, againMs: limits.listsAgainMs },
    now: () => Date.now() + client.clockSkewMs(),
    // After a reconnection the channels are confirmed again.
    canRead: () => socket.state() === 'OPEN',
  })
  const settle = (channel: string): void => {
    settled.add(channel)
    if (settled.size === channels.length) reader.read()
  }
  const subscriptions = channels.map((one) => {
    const onRefused = (message: string) => {
      one.onRefused?.(message)
      settle(one.channel)
    }
    return followChannel(socket, { ...one, onRefused }, () => settle(one.channel))
  })
  const stopListening = socket.onState((state) => {
    if (state === 'OPEN') return
    settled.clear()
    reader.lose()
  })
  return {
    reading: reader.reading,
    retry: reader.retry,
    close: () => {
      reader.stop()
      stopListening()
      for (const one of subscriptions) one.unsubscribe()
    },
  }
}
