import { describe, expect, it } from 'vitest'
import { ask, cancelRfq, confirm, cross, given, KEST, LARK, MERL, NOON, orderId, quote, reject, theRfq } from '../../test/fixture.ts'
import { price, quantity } from '../decimal.ts'
import type { DeskId, Instant } from '../ids.ts'
import type { RecordEntry } from '../rfq/record/record.ts'
import type { Trade } from '../rfq/model/trade.ts'
import { responsesOf } from './responses.ts'

const asked: RecordEntry = { kind: 'ASKED', seq: 1, at: NOON }
const shown = (desk: DeskId, n: number, afterMs: number, at = '0.011'): RecordEntry => ({
  ...{ kind: 'QUOTE', seq: 1 + afterMs, at: (NOON + afterMs) as Instant, order: orderId(n), desk },
  ...{ side: 'SELL', price: price(at), quantity: quantity('100') },
})
/** KEST's offer is lifted; the venue's index was 90 000. */
const lifted = (end: ReturnType<typeof confirm> | ReturnType<typeof reject>) => {
  const rfq = theRfq(given(ask(), quote(KEST, 1, 'SELL', '0.011', '100'), cross(2, 'BUY', '0.011', '25', { timeInForce: 'FOK' }), end))
  return { ...rfq, trades: rfq.trades.map((trade): Trade => ({ ...trade, reference: { indexPrice: price('90000') } })) }
}
const dealtIn = ({ trades }: { readonly trades: readonly Trade[] }): RecordEntry => ({
  kind: 'DEALT',
  seq: 9_000,
  at: (NOON + 9_000) as Instant,
  trade: trades[0]!.id,
})

const silent = theRfq(given(ask(), cancelRfq))
const of = (rfq: typeof silent, ...moments: readonly RecordEntry[]) => responsesOf(rfq, moments, rfq.trades)

describe('20.4 responses to a request', () => {
  it.each([
    ['nobody is asked by what was never sent', of(silent), []],
    ['silence is none', of(silent, asked), [[KEST, undefined, false, false], [LARK, undefined, false, false], [MERL, undefined, false, false]]],
    ['the first quote counts', of(silent, asked, shown(KEST, 1, 900), shown(KEST, 3, 400_000), shown(LARK, 4, 1_500)),
      [[KEST, 900, true, false], [LARK, 1_500, true, false], [MERL, undefined, false, false]]],
    ['what traded as it came is a quote without a time', of(lifted(confirm(2)), asked), [[KEST, undefined, true, true], [LARK, undefined, false, false], [MERL, undefined, false, false]]],
    ['what the venue rejected is no hit', of(lifted(reject(2)), asked, shown(KEST, 1, 900)), [[KEST, 900, true, false], [LARK, undefined, false, false], [MERL, undefined, false, false]]],
  ])('%s', (_what, responses, expected) => {
    expect(responses.map(({ desk, firstQuoteMs, hasQuoted, hasDealt }) => [desk, firstQuoteMs, hasQuoted, hasDealt])).toEqual(expected)
  }) // prettier-ignore
})

describe('20.6 improvement against the cover', () => {
  const traded = lifted(confirm(2))
  const kest = (...moments: readonly RecordEntry[]) => responsesOf(traded, moments, traded.trades).find(({ desk }) => desk === KEST)!
  const deal = [asked, shown(KEST, 1, 900), dealtIn(traded)]

  it.each([
    ['the next offer was dearer', [...deal, shown(LARK, 4, 1_500, '0.0125')], 337_500, 225_000_000],
    ['it was as good', [...deal, shown(LARK, 4, 1_500, '0.011')], 0, 225_000_000],
    ['the best of others counts', [...deal, shown(LARK, 4, 1_500, '0.0125'), shown(MERL, 5, 1_600, '0.012')], 225_000, 225_000_000],
    ['there was no other', deal, 0, 0],
    ['the other came after the deal', [...deal, shown(LARK, 4, 9_500, '0.0125')], 0, 0],
  ])('%s', (_what, moments, improvedUsd, coveredUsd) => {
    expect(kest(...moments)).toMatchObject({ improvedUsd, coveredUsd })
  })

  it('nothing of what the venue rejected', () => {
    const rejected = lifted(reject(2))
    const moments = [asked, shown(KEST, 1, 900), dealtIn(rejected), shown(LARK, 4, 1_500, '0.0125')]
    expect(responsesOf(rejected, moments, rejected.trades)).toMatchObject([{ coveredUsd: 0 }, { coveredUsd: 0 }, { coveredUsd: 0 }])
  })
})
