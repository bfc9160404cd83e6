/** The live feeds of the page: whether each is connected, and the channels of it that the server refused. */
import type { Audience, Socket, SocketState } from '@parley/client'
import { create } from 'zustand'
import { report } from './report.ts'
import { checkToken } from './session.ts'

export type Feed = Audience | 'SPREADS' | 'AUCTIONS' | 'PERPETUALS'
export type FeedStatus = {
  readonly state: SocketState
  /** Whether it has been connected since it was begun. */
  readonly hasOpened: boolean
  /** Channels that the server refused, with its messages. */
  readonly refused: Readonly<Record<string, string>>
}

const unknown: FeedStatus = { state: 'CLOSED', hasOpened: false, refused: {} }
export const useFeeds = create<Readonly<Record<Feed, FeedStatus>>>(() => ({
  ...{ DIRECT: unknown, ORDER_BOOK: unknown, SPREADS: unknown, AUCTIONS: unknown, PERPETUALS: unknown },
}))
const change = (feed: Feed, to: (before: FeedStatus) => Partial<FeedStatus>): void =>
  useFeeds.setState((feeds) => ({ [feed]: { ...feeds[feed], ...to(feeds[feed]) } }))

/** Records a refused channel. */
export const refusedOn = (feed: Feed, channel: string) => (words: string) => {
  report(`Could not subscribe to channel ${channel}.`, words)
  change(feed, ({ refused }) => ({ refused: { ...refused, [channel]: words } }))
}

/** Forgets the refused channels of a feed that is no longer shown. */
export const forgetRefused = (feed: Feed): void => change(feed, () => ({ refused: {} }))

/** Follows the state of a feed's socket. After an error of the socket, the token is checked. Returns a function that stops it. */
export function followFeed(feed: Feed, socket: Socket): () => void {
  const become = (state: SocketState) => {
    if (state === 'RECONNECTING' && useFeeds.getState()[feed].state !== 'RECONNECTING') checkToken()
    // All channels are subscribed to again after a reconnection.
    change(feed, ({ hasOpened, refused }) => ({
      state,
      hasOpened: hasOpened || state === 'OPEN',
      refused: state === 'OPEN' ? refused : {},
    }))
  }
  const stopListening = socket.onState(become)
  become(socket.state())
  return () => {
    stopListening()
    change(feed, () => unknown)
  }
}
