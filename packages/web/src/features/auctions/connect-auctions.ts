/** Follows the channels and lists of vault auctions while their screen is open. */
import { ClientError, type VaultData } from '@parley/client'
import { vaultCalls } from '@parley/contracts'
import { client } from '../../live/api.ts'
import { serverNow } from '../../live/connection.ts'
import { followFeed, refusedOn } from '../../live/feeds.ts'
import { limits } from '../../live/limits.ts'
import { errorMessage } from '../../live/loadable.ts'
import { onReturn } from '../../live/network.ts'
import { keep, nothingKnown, useAuctions, withAnswer } from './auction-store.ts'

/** Limit of each list. Older entries are in the history of the desk. */
const PAGE_ROWS = 200

/** Since when messages may have been missed that no reading has made up for. */
let wholeUntil: number | undefined
let next: ReturnType<typeof setTimeout> | undefined
/** A reading that ends after the screen was left changes nothing. */
let visit = 0

/** Returns a function that stops it and clears the received data. */
export function connectAuctions(): () => void {
  const socket = client.socket({ cancelOnDisconnect: false, door: '/v1/vrfq', heartbeatMs: limits.heartbeatMs })
  const stopFollowing = followFeed('AUCTIONS', socket)
  const onRefused = (channel: string) => (words: string) => {
    refusedOn('AUCTIONS', channel)(words)
    fail(words)
  }
  // Events that were missed during a disconnection are only in the lists.
  const subscriptions = [
    socket.subscribe<VaultData['rfq']>(
      'rfq',
      ({ event, data }) => event !== 'SNAPSHOT' && keep('auctions', (data as VaultData['rfq']).rfq),
      {
        onRefused: onRefused('rfq'),
        onSubscribed: () => void readAuctions(),
      },
    ),
    socket.subscribe<VaultData['quote']>(
      'quote',
      ({ event, data }) => event !== 'SNAPSHOT' && keep('bids', (data as VaultData['quote']).quote),
      {
        onRefused: onRefused('quote'),
      },
    ),
    socket.subscribe<VaultData['trade']>(
      'trade',
      ({ event, data }) => event !== 'SNAPSHOT' && keep('trades', (data as VaultData['trade']).trade),
      {
        onRefused: onRefused('trade'),
      },
    ),
  ]
  const stopReturning = onReturn(() => socket.retry())
  const stopListening = socket.onState(() => {
    if (socket.state() !== 'OPEN') wholeUntil ??= serverNow()
  })
  void readAuctions()
  return () => {
    for (const one of subscriptions) one.unsubscribe()
    stopReturning()
    stopListening()
    stopFollowing()
    visit += 1
    clearTimeout(next)
    wholeUntil = undefined
    socket.close()
    useAuctions.setState(nothingKnown, true)
  }
}

/** The loaded data stays on the screen, with its age, and is read again. */
function fail(words: string): void {
  const retry = () => void readAuctions()
  const since = (wholeUntil ??= serverNow())
  useAuctions.setState(({ loading }) =>
    loading.state === 'LOADED' ? { behind: { since, words } } : { loading: { state: 'FAILED', words, retry } },
  )
  clearTimeout(next)
  next = setTimeout(retry, limits.readAgainMs)
}

export async function readAuctions(): Promise<void> {
  clearTimeout(next)
  const mine = visit
  const asked = useAuctions.getState()
  if (asked.loading.state === 'FAILED') useAuctions.setState({ loading: { state: 'LOADING' } })
  const query = { page_size: PAGE_ROWS }
  try {
    const [chain, auctions, bids, trades] = await Promise.all([
      client.call(vaultCalls.getChain, {}),
      client.call(vaultCalls.listAuctions, { query }),
      client.call(vaultCalls.listBids, { query }),
      client.call(vaultCalls.listBidTrades, { query }),
    ])
    if (mine !== visit) return
    wholeUntil = undefined
    useAuctions.setState((held) => ({
      loading: { state: 'LOADED', data: true },
      behind: undefined,
      chain,
      auctions: withAnswer(held.auctions, asked.auctions, auctions.results),
      bids: withAnswer(held.bids, asked.bids, bids.results),
      trades: withAnswer(held.trades, asked.trades, trades.results),
    }))
  } catch (error) {
    if (mine !== visit) return
    // Does not retry if no chain is connected.
    if (error instanceof ClientError && error.error === 'AuctionsNotOffered') useAuctions.setState({ notHeld: error.message })
    else fail(errorMessage(error))
  }
}
