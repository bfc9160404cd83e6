/** Follows vault auctions while their screen is open. */
import { ClientError, keepAuctions, type Reading } from '@parley/client'
import { client } from '../../live/api.ts'
import { followFeed, refusedOn } from '../../live/feeds.ts'
import { limits } from '../../live/limits.ts'
import { loadingOf } from '../../live/lists-loading.ts'
import { onReturn } from '../../live/network.ts'
import { useAuctions } from './auction-store.ts'

let retry: (() => void) | undefined

/** Returns a function that stops it and clears the received data. */
export function connectAuctions(): () => void {
  const socket = client.socket({ cancelOnDisconnect: false, door: '/v1/vrfq', heartbeatMs: limits.heartbeatMs })
  const stopFollowing = followFeed('AUCTIONS', socket)
  const lists = keepAuctions(client, socket, {
    held: useAuctions.getState,
    store: useAuctions.setState,
    onReading: take,
    onRefused: (words, channel) => refusedOn('AUCTIONS', channel)(words),
  })
  retry = lists.retry
  const stopReturning = onReturn(() => socket.retry())
  return () => {
    lists.close()
    retry = undefined
    stopReturning()
    stopFollowing()
    socket.close()
    useAuctions.clear()
  }
}

function take(reading: Reading): void {
  const { error } = reading
  // Another attempt would not help if no chain is connected.
  const notHeld = error instanceof ClientError && error.error === 'AuctionsNotOffered' ? error.message : undefined
  useAuctions.setState({ notHeld, loading: loadingOf(reading, readAuctions) })
}

/** Reads the lists now. The shown rows stay. */
export const readAuctions = (): void => retry?.()
