/** Follows vault auctions while their screen is open. */
import { ClientError, keepAuctions, type Reading } from '@parley/client'
import { client } from '../../live/api.ts'
import { refusedOn } from '../../live/feeds.ts'
import { loadingOf } from '../../live/lists-loading.ts'
import { openFeed } from '../../live/open-feed.ts'
import { useAuctions } from './auction-store.ts'

/** Returns a function that stops it and clears the received data. */
export function connectAuctions(): () => void {
  const { socket, end } = openFeed('AUCTIONS', '/v1/vrfq')
  const lists = keepAuctions(client, socket, {
    held: useAuctions.getState,
    store: useAuctions.setState,
    onReading: (reading) => take(reading, () => lists.retry()),
    onRefused: (words, channel) => refusedOn('AUCTIONS', channel)(words),
  })
  return () => {
    lists.close()
    end()
    useAuctions.clear()
  }
}

function take(reading: Reading, retry: () => void): void {
  const { error } = reading
  // Another attempt would not help if no chain is connected.
  const notHeld = error instanceof ClientError && error.error === 'AuctionsNotOffered' ? error.message : undefined
  useAuctions.setState({ notHeld, loading: loadingOf(reading, retry) })
}
