import { describe, expect, it } from 'vitest'
import { ask, cancelRfq, confirm, cross, given, KEST, LARK, MERL, NOON, quote, TAKER, theRfq } from '../../../test/fixture.ts'
import type { DeskId, Instant, OrderId, TradeId } from '../../ids.ts'
import { makerHistories, type PastRequest } from './maker-history.ts'
import type { RecordEntry } from './record.ts'

const asked: RecordEntry = { kind: 'ASKED', seq: 1, at: NOON }
const shown = (desk: DeskId, afterMs: number): RecordEntry => ({
  ...{ kind: 'QUOTE', seq: 1 + afterMs, at: (NOON + afterMs) as Instant, order: desk as string as OrderId },
  ...({ desk, side: 'SELL', price: 1, quantity: 1 } as Pick<RecordEntry & { kind: 'QUOTE' }, 'desk' | 'side' | 'price' | 'quantity'>),
})
const dealt: RecordEntry = { kind: 'DEALT', seq: 9_000, at: (NOON + 9_000) as Instant, trade: 't' as TradeId }

const silent = theRfq(given(ask(), cancelRfq))
const kestDealt = theRfq(
  given(ask(), quote(KEST, 1, 'SELL', '0.011', '100'), cross(2, 'BUY', '0.011', '25', { timeInForce: 'FOK' }), confirm(2)),
)
const past = (rfq: PastRequest['rfq'], ...moments: readonly RecordEntry[]): PastRequest => ({ rfq, moments })

// A history of RFQs and, for each maker, the numbers of those asked, quoted and traded, and the median.
type Counts = readonly (readonly [maker: DeskId, asked: number, quoted: number, dealt: number, median: number | undefined])[]
const table: readonly (readonly [given: string, past: readonly PastRequest[], viewer: DeskId, then: Counts])[] = [
  ['no request leaves no history', [], TAKER, []],
  ['a request that was never sent counts nothing', [past(silent)], TAKER, []],
  ["another desk's request counts nothing", [past(silent, asked, shown(KEST, 900))], KEST, []],
  ['the first quote of each maker counts, and silence', [past(silent, asked, shown(KEST, 900), shown(KEST, 2_000), shown(LARK, 1_500))], TAKER,
    [[KEST, 1, 1, 0, 900], [LARK, 1, 1, 0, 1_500], [MERL, 1, 0, 0, undefined]]],
  ['a deal without a quote that was shown is a quote without a time', [past(kestDealt, asked, dealt)], TAKER,
    [[KEST, 1, 1, 1, undefined], [LARK, 1, 0, 0, undefined], [MERL, 1, 0, 0, undefined]]],
  ['times have their middle in whole milliseconds', [past(silent, asked, shown(KEST, 900)), past(kestDealt, asked, shown(KEST, 1_001), dealt)], TAKER,
    [[KEST, 2, 2, 1, 951], [LARK, 2, 0, 0, undefined], [MERL, 2, 0, 0, undefined]]],
] // prettier-ignore

describe('8.13 the history with makers', () => {
  it.each(table)('%s', (_given, requests, viewer, then) => {
    const counts = makerHistories(requests, viewer).map((one) => [one.desk, one.asked, one.quoted, one.dealt, one.medianResponseMs])
    expect(counts).toEqual(then)
  })
})
