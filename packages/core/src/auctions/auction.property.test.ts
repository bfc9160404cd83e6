/**
 * Random auctions: the order of arrival never matters, bids are unreadable before the close, nothing changes after it, and no more is sold than was
 * offered.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  after,
  agreed,
  bid,
  bidOf,
  chainOf,
  END,
  idOf,
  KEST,
  LARK,
  MERL,
  NOON,
  open,
  OPTION,
  tradeOf,
  VAULT,
} from '../../test/auction-fixture.ts'
import type { DeskId, Instant } from '../ids.ts'
import { isRefusal } from '../refusal.ts'
import type { Auction } from './auction.ts'
import { cancelBid, placeBid } from './bids.ts'
import { followChain, takeable, takeBid } from './decisions.ts'
import { remainingOf, settledBids, standingBids } from './phase.ts'
import { ranked } from './rank.ts'
import { bidsReadBy } from './visibility.ts'

const RUNS = Number(process.env['PARLEY_AUCTIONS'] ?? 150)
const desks = [KEST, LARK, MERL, 'SWFT', 'AMBR', 'ORRY'] as DeskId[]
const offered = fc.record({ price: fc.bigInt({ min: 1_000_000n, max: 1_000_003n }), options: fc.bigInt({ min: 1n, max: 10n }) })
/** One bid for each of some desks. There are few prices and sizes, so that some are equal. */
const offers = fc.uniqueArray(fc.record({ desk: fc.nat(desks.length - 1), offered }), { selector: ({ desk }) => desk, maxLength: 6 })

const several = open({ awards: 'SEVERAL' })
type Offers = readonly { readonly desk: number; readonly offered: { readonly price: bigint; readonly options: bigint } }[]
/** The id, the nonce and the time depend on the desk and not on the position in the order, like a bidder's own choice. */
const placedIn = (order: Offers): Auction =>
  order.reduce((auction, each, place) => bid(auction, desks[each.desk]!, 11 + each.desk, each.offered, (NOON + place) as Instant), several)

/** The vault accepts the best bid that is left until nothing fits; `fails` is the number of its transactions that revert. */
function sell(auction: Auction, fails: number): { readonly auction: Auction; readonly winners: readonly number[] } {
  const winners: number[] = []
  let [now, left] = [auction, fails]
  for (let [next] = takeable(now); next !== undefined; [next] = takeable(now)) {
    const id = tradeOf(next.id + 100)
    now = after(now, agreed(takeBid(now, { desk: VAULT, bid: next.id, trade: id, clientOrderId: undefined }, new Map(), END)))
    const steps = left > 0 ? (['ReportSent', 'SeeRevert'] as const) : (['SeeSwap', 'Confirm'] as const)
    for (const step of steps) now = after(now, followChain(now, now.trades.get(id)!, step, { transaction: '0x', block: 1 }, END))
    if (left-- <= 0) winners.push(next.id)
  }
  return { auction: now, winners }
}

describe('19.9 random auctions', () => {
  it('19.9 in whatever order bids come, the same win, and never more than there is', () => {
    const seen = { ties: 0, several: 0, failed: 0 }
    fc.assert(
      fc.property(
        offers.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }), fc.nat(2))),
        ([first, other, fails]) => {
          const [one, two] = [sell(placedIn(first), fails), sell(placedIn(other), fails)]
          expect(two.winners).toEqual(one.winners)
          expect(remainingOf(one.auction)).toBe(10n * OPTION - settledBids(one.auction).reduce((sum, { buyAmount }) => sum + buyAmount, 0n))
          expect(remainingOf(one.auction)).toBeGreaterThanOrEqual(0n)
          const best = ranked([...placedIn(first).bids.values()])
          for (const [at, each] of best.entries()) if (at > 0) expect(best[at - 1]!.price).toBeGreaterThanOrEqual(each.price)
          if (new Set(first.map((each) => `${each.offered.price} ${each.offered.options}`)).size < first.length) seen.ties += 1
          if (one.winners.length > 1) seen.several += 1
          if (fails > 0 && first.length > 1) seen.failed += 1
        },
      ),
      { numRuns: RUNS },
    )
    for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(0)
  })

  const step = fc.record({
    act: fc.constantFrom('bid', 'bid', 'pull' as const),
    desk: fc.nat(desks.length - 1),
    offered,
    ms: fc.nat(70_000),
  })
  it('19.4 19.8 19.9 no desk reads another’s bid before the close, and no bid changes afterwards', () => {
    const seen = { refused: 0, read: 0 }
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        let auction = several
        let atEnd: string | undefined
        for (const [n, { act, desk: by, offered: wanted, ms }] of steps.toSorted((a, b) => a.ms - b.ms).entries()) {
          const [desk, now] = [desks[by]!, (NOON + ms) as Instant]
          if (now >= END) atEnd ??= JSON.stringify(ranked(standingBids(auction)).map(({ id }) => id))
          const [own] = standingBids(auction).filter((each) => each.desk === desk)
          const answer =
            act === 'bid'
              ? placeBid(auction, bidOf(desk, 11 + n, wanted), chainOf(desk), now)
              : cancelBid(auction, desk, own?.id ?? idOf(0), now)
          if (isRefusal(answer)) seen.refused += 1
          else auction = after(auction, answer)
          for (const reader of [...desks, VAULT, 'NONE' as DeskId]) {
            const foreign = bidsReadBy(auction, reader, now).filter((each) => each.desk !== reader)
            if (now < END || reader !== VAULT) expect(foreign).toEqual([])
            else {
              expect(foreign.length).toBe(standingBids(auction).length)
              seen.read += foreign.length
            }
          }
        }
        if (atEnd !== undefined) expect(JSON.stringify(ranked(standingBids(auction)).map(({ id }) => id))).toBe(atEnd)
      }),
      { numRuns: RUNS },
    )
    for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(0)
  })
})
