import { describe, expect, it } from 'vitest'
import { ask, cancelRfq, confirm, cross, given, KEST, LARK, MERL, NOON, quote, reject, SWFT, TAKER, theRfq } from '../../../test/fixture.ts'
import type { DeskId } from '../../ids.ts'
import { takerHistories, type PastAsk } from './taker-history.ts'

const lift = cross(2, 'BUY', '0.011', '100', { timeInForce: 'FOK' })
const offer = quote(KEST, 1, 'SELL', '0.011', '100')
const canceled = theRfq(given(ask(), offer, cancelRfq))
const dealt = theRfq(given(ask(), offer, lift, confirm(2)))
// 40 settle, and the venue rejects the other 60 a moment later.
const partlyRejected = theRfq(
  given(ask(), offer, cross(2, 'BUY', '0.011', '40'), confirm(2), cross(3, 'BUY', '0.011', '60'), reject(3), cancelRfq),
)
const rejected = theRfq(given(ask(), offer, lift, reject(2), cancelRfq))
const anonymous = theRfq(given(ask({ isTakerAnonymous: true }), offer, lift, confirm(2)))
const open = theRfq(given(ask(), offer))
const past = (rfq: PastAsk['rfq'], does: 'QUOTED' | 'SILENT'): PastAsk => ({ rfq, hasQuoted: does === 'QUOTED' })

// A history of RFQs and, for each taker, the numbers of those asked, quoted, traded with it and traded at all, and the milliseconds after noon of the
// last trade.
type Counts = readonly (readonly [
  taker: DeskId,
  asked: number,
  quoted: number,
  dealt: number,
  traded: number,
  lastAt: number | undefined,
])[]
const table: readonly (readonly [given: string, past: readonly PastAsk[], viewer: DeskId, then: Counts])[] = [
  ['no request leaves no history', [], KEST, []],
  ['a request that was not quoted is only asked', [past(canceled, 'SILENT')], LARK, [[TAKER, 1, 0, 0, 0, undefined]]],
  ['one that was taken back is quoted and traded with nobody', [past(canceled, 'QUOTED')], KEST, [[TAKER, 1, 1, 0, 0, undefined]]],
  ['a deal is quoted, dealt and traded', [past(dealt, 'QUOTED')], KEST, [[TAKER, 1, 1, 1, 1, 3]]],
  ['a rejected trade after a deal is not the last deal', [past(partlyRejected, 'QUOTED')], KEST, [[TAKER, 1, 1, 1, 1, 3]]],
  ['a trade that was rejected is none', [past(rejected, 'QUOTED')], KEST, [[TAKER, 1, 1, 0, 0, undefined]]],
  ['a deal of another is traded, for a maker that quoted', [past(dealt, 'QUOTED')], LARK, [[TAKER, 1, 1, 0, 1, undefined]]],
  ['and says nothing to one that did not', [past(dealt, 'SILENT')], MERL, [[TAKER, 1, 0, 0, 0, undefined]]],
  ['several add up', [past(dealt, 'QUOTED'), past(canceled, 'QUOTED'), past(canceled, 'SILENT')], KEST, [[TAKER, 3, 2, 1, 1, 3]]],
  ['an anonymous request counts nowhere', [past(anonymous, 'QUOTED')], KEST, []],
  ['nor does one that is open', [past(open, 'QUOTED')], KEST, []],
  ['nor one of which the viewer is the taker, or was not asked', [past(dealt, 'QUOTED')], TAKER, []],
  ['nor one of others', [past(dealt, 'QUOTED')], SWFT, []],
] // prettier-ignore

describe('8.16 the history with takers', () => {
  it.each(table)('%s', (_given, requests, viewer, then) => {
    const counts = takerHistories(requests, viewer).map(({ desk, asked, quoted, dealt: deals, traded, lastDealtAt }) => [
      ...[desk, asked, quoted, deals, traded],
      lastDealtAt === undefined ? undefined : lastDealtAt - NOON,
    ])
    expect(counts).toEqual(then)
  })
})
