/** The bids that a desk sent, with the responses that it received, compared with what the server reports after a fault. */
import type { BodyOf, VaultBidView, vaultCalls } from '@parley/contracts'

export type SentBid = {
  readonly auction: number
  readonly body: BodyOf<typeof vaultCalls.createBid>
  readonly sentAtMs: number
  /** The id in the response, and when it arrived. */
  answered?: { readonly id: number; readonly atMs: number }
  isRefused?: true
  /** Because the first attempt had no response. */
  isSentAgain?: true
  cancel?: 'SENT' | 'ANSWERED'
}

/** Everything acknowledged that the server does not report, everything that happened twice, and what the desk never sent. */
export function wrongBids(sent: readonly SentBid[], listed: readonly VaultBidView[]): readonly string[] {
  const found = new Map<string, VaultBidView[]>()
  for (const bid of listed) found.set(nameOf(bid), [...(found.get(nameOf(bid)) ?? []), bid])
  const names = new Set(sent.map(nameOfSent))
  return [
    ...sent.flatMap((one) => wrongBid(one, found.get(nameOfSent(one)) ?? [])),
    ...listed.filter((bid) => !names.has(nameOf(bid))).map((bid) => `bid ${bid.id} was never sent`),
    ...standingTwice(listed),
    ...lostToNothing(sent, listed),
  ]
}

/** A nonce is chosen for one bid, so it names the bid, whether its response arrived or not. */
const nameOf = ({ rfq_id, nonce }: VaultBidView): string => `${rfq_id} ${nonce}`
const nameOfSent = ({ auction, body }: SentBid): string => `${auction} ${body.nonce}`

function wrongBid({ body, answered, isRefused, cancel }: SentBid, found: readonly VaultBidView[]): readonly string[] {
  const [bid] = found
  if (found.length > 1) return [`the bid with nonce ${body.nonce} was placed ${found.length} times`]
  if (bid === undefined) return answered === undefined ? [] : [`bid ${answered.id} was acknowledged and is gone`]
  return [
    ...(answered === undefined && isRefused ? [`bid ${bid.id} was refused and is there`] : []),
    ...(answered !== undefined && answered.id !== bid.id ? [`bid ${answered.id} is ${bid.id} now`] : []),
    ...(bid.signature !== body.signature || bid.sell_amount !== body.sell_amount ? [`bid ${bid.id} has other terms than were sent`] : []),
    ...(cancel === 'ANSWERED' && bid.state !== 'CANCELED' ? [`bid ${bid.id} was cancelled and is ${bid.state}`] : []),
  ]
}

/** The next bid of a desk replaces the one before (rulebook 19.4). */
function standingTwice(listed: readonly VaultBidView[]): readonly string[] {
  const standing = listed.filter(({ state }) => state === 'OPEN').map(({ rfq_id }) => rfq_id)
  return [...new Set(standing.filter((auction, place) => standing.indexOf(auction) !== place))].map(
    (auction) => `two bids of one desk are open in auction ${auction}`,
  )
}

/**
 * An acknowledged bid ends as cancelled only by its own cancellation, or by a later bid of its desk. One that was sent again may have arrived at either
 * time, so it may be the last, or not.
 */
function lostToNothing(sent: readonly SentBid[], listed: readonly VaultBidView[]): readonly string[] {
  return [...Map.groupBy(listed, ({ rfq_id }) => rfq_id)].flatMap(([auction, bids]) => {
    if (bids.some(({ state }) => state !== 'CANCELED')) return []
    const answered = sent.filter((one) => one.auction === auction && one.answered !== undefined)
    const last = answered.filter((one) => one.isSentAgain || one === answered.findLast(({ isSentAgain }) => !isSentAgain))
    return last.length === 0 || last.some(({ cancel }) => cancel !== undefined)
      ? []
      : [`bid ${last.map((one) => one.answered!.id).join(' or ')} was cancelled, and its desk did not do so`]
  })
}
