/** Follows vault auctions while their screen is open. */
import { ClientError, keepAuctions, type Reading } from '@parley/client'
import { client } from '../../live/api.ts'
import { followFeed, refusedOn } from '../../live/feeds.ts'
import { limits } from '../../live/limits.ts'
import { loadingOf } from '../../live/lists-loading.ts'
import { onReturn } from '../../live/network.ts'
import { useAuctions } from './auction-store.ts'

/** Returns a function that stops it and clears the received data. */
export function connectAuctions(): () => void {
  const socket = client.socket({ cancelOnDisconnect: false, door: '/v1/vrfq', heartbeatMs: limits.heartbeatMs })
  const stopFollowing = followFeed('AUCTIONS', socket)
  const lists = keepAuctions(client, socket, {
    held: useAuctions.getState,
    store: useAuctions.setState,
    onReading: (reading) => take(reading, () => lists.retry()),
    onRefused: (words, channel) => refusedOn('AUCTIONS', channel)(words),
  })
  const stopReturning = onReturn(() => socket.retry())
  return () => {
    lists.close()
    stopReturning()
    stopFollowing()
    socket.close()
    useAuctions.clear()
  }
}

function take(reading: Reading, retry: () => void): void {
  const { error } = reading
  // Another attempt would not help if no chain is connected.
  const notHeld = error instanceof ClientError && error.error === 'AuctionsNotOffered' ? error.message : undefined
  useAuctions.setState({ notHeld, loading: loadingOf(reading, retry) })
}
