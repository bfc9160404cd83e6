import { WifiOff } from 'lucide-react'
import { type Feed, type FeedStatus, useFeeds } from '../../live/feeds.ts'
import { useOutage } from '../../live/outage.ts'
import styles from './FeedLine.module.css'

const names: Readonly<Record<Feed, string>> = {
  DIRECT: 'RFQs',
  ORDER_BOOK: 'Order books',
  SPREADS: 'Spreads',
  AUCTIONS: 'Auctions',
  PERPETUALS: 'Perpetuals',
}

/**
 * The published message above the content of live feeds: a feed is reconnecting, or its channels could not be subscribed to. While the server is out of
 * reach, the banner below the header reports that for all feeds.
 */
export function FeedLine({ of }: { readonly of: readonly Feed[] }) {
  const feeds = useFeeds()
  const isOut = useOutage(({ since }) => since !== undefined)
  return of.map((feed) => {
    const text = (isOut ? undefined : brokenText(feed, feeds[feed])) ?? missingText(feeds[feed])
    return text === undefined ? null : (
      <p key={feed} className={styles['line']} role="status">
        <WifiOff size={13} aria-hidden="true" />
        {text}
      </p>
    )
  })
}

function brokenText(feed: Feed, { state, hasOpened }: FeedStatus): string | undefined {
  // The banner below the header reports the connection of the direct RFQs.
  const isBroken = feed !== 'DIRECT' && (state === 'RECONNECTING' || (state === 'CLOSED' && hasOpened))
  if (!isBroken) return undefined
  return hasOpened
    ? `Disconnected from the provider servers, trying to reconnect. ${names[feed]} may be out of date.`
    : `Error connecting to the provider servers. ${names[feed]} cannot be shown yet.`
}

function missingText({ refused }: FeedStatus): string | undefined {
  const missing = Object.entries(refused)
  return missing.length === 0
    ? undefined
    : `Couldn't subscribe to the provider channels: ${missing.map(([channel, words]) => `${channel} (${words})`).join(', ')}`
}
