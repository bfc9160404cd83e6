/** Starts the messages about the market and the desk on every screen. Loaded after the first screen. */
import { followLists } from '../features/lists/follow-lists.ts'
import { followPerpetualAlerts } from '../features/perpetuals/follow-alerts.ts'
import { followSpreadFills } from '../features/spreads/follow-fills.ts'
import { followHeldRequests } from '../live/held-requests.ts'

/** Runs while a user is signed in. Fills of spreads since `from` are read. */
export function followMessages(from: number): () => void {
  const ends = [followSpreadFills(from), followPerpetualAlerts(), followLists(), followHeldRequests()]
  return () => ends.forEach((end) => end())
}
