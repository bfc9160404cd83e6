/**
 * After a lost connection, a list shows only what is still open. Each RFQ that was open before and is not in it is read once more, so that it is
 * closed with how and when it ended, and one card sums up what has changed.
 */
import { type Audience, getRfq, type Rfq } from '@parley/client'
import { send } from './api.ts'
import { isDirect } from './audiences.ts'
import { cutNotice, hasPart, type MarketLists } from './cut-notice.ts'
import { limits } from './limits.ts'
import { publish } from './notices.ts'
import { orderBookBase } from './order-book-base.ts'
import { report } from './report.ts'
import { type FrameChanges, type ListName, useLive, withClosed } from './store.ts'

/** `since` is when the last message arrived, by the local clock. The lists of each interrupted connection are awaited. */
type Cut = { readonly before: MarketLists; readonly since: number; readonly awaited: ReadonlyMap<Audience, Set<ListName>> }

const awaitedLists = ['rfqs', 'orders', 'trades'] as const
let cut: Cut | undefined

/** A second interruption before the lists have arrived belongs to the first, and so does that of the other connection. */
export function beginCut(audience: Audience, since: number): void {
  const awaited = new Map(cut?.awaited).set(audience, new Set(awaitedLists))
  cut = cut === undefined ? { before: useLive.getState(), since, awaited } : { ...cut, since: Math.min(cut.since, since), awaited }
}

/** The connection is closed for good: nothing of it is awaited. */
export function forgetCut(audience: Audience): void {
  if (cut?.awaited.has(audience) !== true) return
  const awaited = new Map([...cut.awaited].filter(([one]) => one !== audience))
  cut = awaited.size === 0 ? undefined : { ...cut, awaited }
}

/** Called with every frame. Once all lists have arrived, it reads what is missing and shows the card. */
export function endCutWith(received: FrameChanges, now: number): void {
  if (cut === undefined) return
  for (const list of awaitedLists)
    for (const { event, audience } of received[list]) if (event === 'SNAPSHOT') cut.awaited.get(audience)?.delete(list)
  if ([...cut.awaited.values()].some((lists) => lists.size > 0)) return
  const { before, since, awaited } = cut
  cut = undefined
  void sumUp(before, new Set(awaited.keys()), now - since)
}

async function sumUp(before: MarketLists, audiences: ReadonlySet<Audience>, awayMs: number): Promise<void> {
  const { rfqs } = useLive.getState()
  const missing = [...before.rfqs.values()].filter(
    (rfq) => audiences.has(rfq.audience) && rfq.state === 'OPEN' && !rfqs.has(rfq.id) && hasPart(before, rfq),
  )
  // The newest ones, which may be open in a ticket. The others are in RFQ History.
  const asked = missing.toSorted((a, b) => b.createdAt - a.createdAt).slice(0, limits.endedRfqs)
  const read = new Map((await Promise.all(asked.map(endOf))).flatMap((rfq) => (rfq === undefined ? [] : [[rfq.id, rfq] as const])))
  // A market leaves the table when it ends. Its ticket reads how it ended.
  useLive.setState((live) => withClosed(live, [...read.values()].filter(isDirect)), true)
  const ended = missing.map((rfq) => read.get(rfq.id) ?? rfq)
  const notice = cutNotice({ before, after: useLive.getState(), ended, audiences, awayMs })
  if (notice !== undefined) publish([notice])
}

/** The RFQ as it ended. Undefined if it could not be read. */
async function endOf(rfq: Rfq): Promise<Rfq | undefined> {
  try {
    const read = await send(getRfq(rfq, orderBookBase()))
    return read.state === 'CLOSED' ? read : undefined
  } catch (error) {
    report('Could not load an RFQ that has ended:', error)
    return undefined
  }
}
