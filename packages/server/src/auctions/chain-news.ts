/** News of auctions that are not decisions: the newest block, and keys whose last socket has closed. */
import type { AuctionNetwork } from './remote-auctions.ts'

/** One process follows the chain, and publishes each newest block. */
export const publishBlocks =
  ({ network, subjects }: AuctionNetwork) =>
  (block: bigint): void =>
    network.publish(subjects.news('chain'), String(block))

/** `first` is the newest block that the database has. */
export function followBlocks({ network, subjects }: AuctionNetwork, first: bigint | undefined) {
  let newest = first
  const close = network.subscribe(subjects.news('chain'), (text) => (newest = BigInt(text)))
  return { newestBlock: () => newest, close }
}

/** The last socket of a key may close at another gateway than the one that is checking a bid of the key (rulebook 19.4). */
export function shareDepartures({ network, subjects }: AuctionNetwork, onGone: (via: string) => void) {
  const subject = subjects.news('departures')
  const close = network.subscribe(subject, onGone)
  return {
    publish(via: string): void {
      onGone(via)
      network.publish(subject, via)
    },
    close,
  }
}
