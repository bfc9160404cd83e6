/**
 * After a lost connection, a list shows only what is still open. Each RFQ that was open before and is not in it is read once more, so that it is
 * closed with how and when it ended, and one card sums up what has changed.
 */
import { getRfq, type Rfq } from '@parley/client'
import { send } from './api.ts'
import { isDirect } from './audiences.ts'
import { cutNotice, type MarketLists } from './cut-notice.ts'
import { limits } from './limits.ts'
import { publish } from './notices.ts'
import { report } from './report.ts'
import { type FrameChanges, type ListName, useLive, withClosed } from './store.ts'

/** `since` is when the last message arrived, by the local clock. */
type Cut = { readonly before: MarketLists; readonly since: number; readonly lists: Set<ListName> }

const awaited = ['rfqs', 'orders', 'trades'] as const
let cut: Cut | undefined

/** A second interruption before the lists have arrived belongs to the first. */
export function beginCut(since: number): void {
  cut ??= { before: useLive.getState(), since, lists: new Set() }
}

export const forgetCut = (): void => void (cut = undefined)

/** Called with every frame. Once all lists have arrived, it reads what is missing and shows the card. */
export function endCutWith(received: FrameChanges, now: number): void {
  if (cut === undefined) return
  for (const list of awaited)
    if (received[list].some(({ event, audience }) => event === 'SNAPSHOT' && audience === 'DIRECT')) cut.lists.add(list)
  if (cut.lists.size < awaited.length) return
  const { before, since } = cut
  cut = undefined
  void sumUp(before, now - since)
}

async function sumUp(before: MarketLists, awayMs: number): Promise<void> {
  const { rfqs } = useLive.getState()
  const missing = [...before.rfqs.values()].filter((rfq) => isDirect(rfq) && rfq.state === 'OPEN' && !rfqs.has(rfq.id))
  // The newest ones, which may be open in a ticket. The others are in RFQ History.
  const asked = missing.toSorted((a, b) => b.createdAt - a.createdAt).slice(0, limits.endedRfqs)
  const read = new Map((await Promise.all(asked.map(ended))).flatMap((rfq) => (rfq === undefined ? [] : [[rfq.id, rfq] as const])))
  useLive.setState((live) => withClosed(live, [...read.values()]), true)
  const notice = cutNotice({ before, after: useLive.getState(), ended: missing.map((rfq) => read.get(rfq.id) ?? rfq), awayMs })
  if (notice !== undefined) publish([notice])
}

/** The RFQ as it ended. Undefined if it could not be read. */
async function ended(rfq: Rfq): Promise<Rfq | undefined> {
  try {
    const read = await send(getRfq(rfq))
    return read.state === 'CLOSED' ? read : undefined
  } catch (error) {
    report('Could not load an RFQ that has ended:', error)
    return undefined
  }
}
