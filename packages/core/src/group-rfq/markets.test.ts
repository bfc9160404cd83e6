import { describe, expect, it } from 'vitest'
import { actor, LARK } from '../direct-rfq/test-market.ts'
import type { DeskId, Instant } from '../ids.ts'
import { CLOSED_QUOTES_SHOWN, QUOTE_LIFETIME_MS, QUOTES_LEFT } from './limits.ts'
import { KEST, MARKET, quote, world } from './test-markets.ts'

describe('the markets of a shard remember what they must', () => {
  it('10.4 every quote that lapses is shown to who presents its events, however many lapse together', () => {
    const it = world()
    const desks = Array.from({ length: 2 * CLOSED_QUOTES_SHOWN + 1 }, (_, n) => `D${n}` as DeskId)
    const placed = desks.map((desk) => it.rest(desk, 'SELL', '0.03', '25'))
    it.now = (it.now + QUOTE_LIFETIME_MS) as Instant
    expect(it.must({ kind: 'LapseQuotes', market: MARKET })).toHaveLength(placed.length)
    expect(new Set(placed.map((id) => it.quoteOf(id).state))).toEqual(new Set(['CLOSED']))
  })

  it('10.12 quotes that come and go are forgotten in the end, and one that rests among them stays', () => {
    const it = world()
    const resting = it.rest(LARK, 'SELL', '0.03', '25')
    const gone = Array.from({ length: 3 * CLOSED_QUOTES_SHOWN }, () => {
      it.now = (it.now + 1) as Instant
      const quoteId = it.rest(KEST, 'BUY', '0.02', '25')
      it.must({ kind: 'CancelQuote', actor: actor(KEST), market: MARKET, quoteId })
      return quoteId
    })
    const isShown = (n: number) => it.markets.shown.quotes.get(gone.at(n)!) !== undefined
    expect([0, CLOSED_QUOTES_SHOWN - 1, -CLOSED_QUOTES_SHOWN, -1].map(isShown)).toEqual([false, false, true, true])
    expect([...it.markets.open.get(MARKET)!.quotes.keys()]).toEqual([resting])
    expect(it.must({ kind: 'CancelQuote', actor: actor(LARK), market: MARKET, quoteId: resting })).toHaveLength(1)
  })

  it('10.12 of many quotes in play none is lost while others leave', () => {
    const it = world()
    const place = (n: number) => it.rest(`D${n}` as DeskId, 'SELL', '0.03', '25')
    const cancel = (n: number, quoteId: ReturnType<typeof place>) =>
      it.must({ kind: 'CancelQuote', actor: actor(`D${n}` as DeskId), market: MARKET, quoteId })
    const placed = Array.from({ length: 4 * QUOTES_LEFT }, (_, n) => place(n))
    placed.forEach((id, n) => n % 4 !== 0 && cancel(n, id))
    const left = placed.filter((_, n) => n % 4 === 0)
    expect([...it.markets.open.get(MARKET)!.quotes.keys()]).toEqual(left)
    expect(it.must(quote(KEST, 'BUY', '0.03', `${25 * left.length}`)).filter(({ kind }) => kind === 'MatchAgreed')).toHaveLength(
      left.length,
    )
  })
})
