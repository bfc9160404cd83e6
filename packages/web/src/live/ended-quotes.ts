/**
 * The desk's quotes that ended while this screen was not connected. Without them an RFQ whose quote was cancelled would look as if it had never
 * been quoted.
 */
import { type Order, orderLists, pagesOf } from '@parley/client'
import { client } from './api.ts'
import { isDirect } from './audiences.ts'
import { limits } from './limits.ts'
import { report } from './report.ts'
import { type FrameChanges, loadedName, useLive, withEnded } from './store.ts'

let reading: Promise<void> | undefined

/** Loaded after each full list, because a list of open orders does not show what has ended since the last one. */
export function readEndedQuotes(received: FrameChanges): void {
  const isListed = [...received.rfqs, ...received.orders].some(({ event, audience }) => event === 'SNAPSHOT' && audience === 'DIRECT')
  if (!isListed) return
  reading ??= endedQuotes()
    .then((ended) => useLive.setState((live) => withEnded(live, ended), true))
    .catch((error: unknown) => report('Could not load the ended quotes of open RFQs:', error))
    .finally(() => (reading = undefined))
}

/** A quote is younger than its RFQ, and the list starts with the youngest. */
async function endedQuotes(): Promise<readonly Order[]> {
  const { rfqs, loaded } = useLive.getState()
  const asked = [...rfqs.values()].filter((rfq) => isDirect(rfq) && rfq.role === 'MAKER' && rfq.state === 'OPEN')
  const isHere = loaded.has(loadedName('rfqs', 'DIRECT')) && loaded.has(loadedName('orders', 'DIRECT'))
  if (!isHere || asked.length === 0) return []
  const [listing] = orderLists('CLOSED', { pageSize: limits.pageRows })
  const since = Math.min(...asked.map(({ createdAt }) => createdAt))
  const ended: Order[] = []
  let pages = 0
  for await (const page of pagesOf(client, listing!)) {
    ended.push(...page.filter(({ kind }) => kind === 'QUOTE'))
    pages += 1
    if (pages === limits.endedPages || page.some(({ createdAt }) => createdAt < since)) break
  }
  return ended
}
