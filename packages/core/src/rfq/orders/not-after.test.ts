import { describe, expect, it } from 'vitest'
import { ask, cross, decideIn, given, KEST, NOON, outcome, quote, replace, when } from '../../../test/fixture.ts'
import { quote as bookQuote, TAKER, world } from '../../../test/book-fixture.ts'
import type { Instant } from '../../ids.ts'
import { isRefusal } from '../../refusal.ts'
import type { RfqCommand } from '../model/commands.ts'

const at = (ms: number) => (NOON + ms) as Instant
const fok = { timeInForce: 'FOK' } as const
const market = () => given(ask(), quote(KEST, 1, 'SELL', '0.02', '100'))

// The command, when it is decided, and the result.
const table: [title: string, command: RfqCommand, decidedAt: number, then: string][] = [
  ['in time', cross(9, 'BUY', '0.02', '50', { ...fok, notAfter: at(3_000) }), 2_999, 'OrderPlaced, TradeAgreed'],
  ['at its time', cross(9, 'BUY', '0.02', '50', { ...fok, notAfter: at(3_000) }), 3_000, 'OrderPlaced, TradeAgreed'],
  ['too late', cross(9, 'BUY', '0.02', '50', { ...fok, notAfter: at(3_000) }), 3_001, 'OrderTooLate'],
  ['too late to rest', cross(9, 'BUY', '0.01', '50', { notAfter: at(3_000) }), 3_001, 'OrderTooLate'],
  ['a quote that replaces another, too late', replace(KEST, 1, '50', { notAfter: at(3_000) }), 3_001, 'OrderTooLate'],
  ['a quote that replaces another, in time', replace(KEST, 1, '50', { notAfter: at(3_000) }), 3_000, 'OrderReplaced'],
  ['without a time', cross(9, 'BUY', '0.02', '50', fok), 60_000, 'OrderPlaced, TradeAgreed'],
]

describe('5.25 an order is decided by its time or not at all', () => {
  it.each(table)('%s', (_title, command, decidedAt, then) => {
    expect(outcome(market(), command, at(decidedAt))).toBe(then)
  })

  it('gives the milliseconds by which it was late, and changes nothing', () => {
    const it = market()
    const refused = decideIn(it, cross(9, 'BUY', '0.02', '50', { ...fok, notAfter: at(3_000) }), at(4_200))
    expect(isRefusal(refused) && [refused.refused, refused.field, refused.message]).toEqual([
      'OrderTooLate',
      'not_after',
      'The order reached the market 1200 ms after its not_after, so nothing was changed. Send it again with a later time in milliseconds.',
    ])
    expect(when(it, cross(9, 'BUY', '0.02', '50', fok), at(4_300)).map(({ kind }) => kind)).toEqual(['OrderPlaced', 'TradeAgreed'])
  })

  it('counts in an order book as well', () => {
    const book = world()
    expect(book.send(bookQuote(TAKER, 'BUY', '0.02', '50', { notAfter: 0 as Instant }))).toBe('OrderTooLate 5.25')
  })
})
