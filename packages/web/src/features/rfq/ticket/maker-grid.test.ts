import type { BookLevel, Decline } from '@parley/client'
import { describe, expect, it } from 'vitest'
import { bookLevelOf, rfqOf } from '../../../../test/model.ts'
import { inHeldOrder, makerLines, quietMakers, quotedAt } from './maker-grid.ts'

const level = (maker: string | undefined, side: 'BUY' | 'SELL', price: string, updatedAt = 0): BookLevel =>
  bookLevelOf({ id: `${maker ?? 'o_7'} ${side} ${price}`, audience: 'DIRECT', deskName: maker, side, price, updatedAt })
const declined = (deskName: string, change: Partial<Decline> = {}): Decline => ({
  deskName,
  reason: 'RISK',
  text: undefined,
  at: 1_400,
  ...change,
})
const asked = (counterparties: readonly string[], change: Parameters<typeof rfqOf>[0] = {}) =>
  rfqOf({ role: 'TAKER', counterparties, ...change })

describe('the quotes of a direct RFQ by maker', () => {
  it('8.1 has one line for each maker that quotes, both sides in it, the best ask first and those with a bid alone last', () => {
    const book = {
      asks: [level('LIND', 'SELL', '0.0412'), level('HLYD', 'SELL', '0.0416'), level('LIND', 'SELL', '0.0419')],
      bids: [level('ORRY', 'BUY', '0.0405'), level('HLYD', 'BUY', '0.0403')],
    }
    const quoted = makerLines(book)
    const prices = (levels: readonly BookLevel[]) => levels.map(({ price }) => price).join(' ')
    expect(quoted.map(({ maker, bids, asks }) => [maker, prices(bids), prices(asks)])).toEqual([
      ['LIND', '', '0.0412 0.0419'],
      ['HLYD', '0.0403', '0.0416'],
      ['ORRY', '0.0405', ''],
    ])
  })

  it('leaves quotes without a name apart from each other', () => {
    const book = { asks: [level(undefined, 'SELL', '0.0412')], bids: [level(undefined, 'BUY', '0.0405')] }
    expect(makerLines(book).map(({ isNamed }) => isNamed)).toEqual([false, false])
  })

  // The state of the RFQ, the maker's decline, its first response, the time of reading, and the text.
  const roll: [state: 'OPEN' | 'CLOSED', declines: readonly Decline[], answeredAt: number | undefined, now: number, words: string][] = [
    ['OPEN', [], undefined, 4_700, 'no response yet · 4 s'],
    ['OPEN', [], undefined, -20, 'no response yet · 0 s'],
    ['OPEN', [], undefined, 75_000, 'no response yet · 1 m'],
    ['CLOSED', [], undefined, 75_000, 'no quote'],
    ['OPEN', [], 1_900, 75_000, 'quote cancelled · answered after 1.9 s'],
    ['OPEN', [declined('LARK')], 1_400, 9_000, 'declined after 1.4 s · At risk limit'],
    ['CLOSED', [declined('LARK', { reason: 'OTHER', text: 'lunch' })], 700, 9_000, 'declined after 1.4 s · Other reason: lunch'],
  ]
  it.each(roll)('5.19 %s with %j, first answered at %s, is at %d said as %s', (state, declines, answeredAt, now, words) => {
    const answers = new Map(answeredAt === undefined ? [] : [['LARK', answeredAt]])
    expect(quietMakers(asked(['LARK'], { state, declines }), [], { now, answers }).map((one) => one.words)).toEqual([words])
  })

  it('5.19 lists those that are pricing before those that declined, and no maker twice', () => {
    const book = { bids: [], asks: [level('LIND', 'SELL', '0.0412')] }
    const quoted = makerLines(book)
    const quiet = quietMakers(asked(['LARK', 'LIND', 'TIDE'], { declines: [declined('LARK')] }), quoted, { now: 0, answers: new Map() })
    expect([quoted, quiet].map((lines) => lines.map(({ maker }) => maker))).toEqual([['LIND'], ['TIDE', 'LARK']])
  })

  it('keeps the order of before while it is held, and adds behind it', () => {
    const lines = ['A', 'B', 'C', 'D'].map((maker) => ({ maker }))
    expect(inHeldOrder(lines, ['C', 'A', 'X', 'B']).map(({ maker }) => maker)).toEqual(['C', 'A', 'B', 'D'])
  })

  it('is as old as the newest price of the maker', () => {
    expect(quotedAt({ bids: [level('A', 'BUY', '1', 5)], asks: [level('A', 'SELL', '2', 9), level('A', 'SELL', '3', 7)] })).toBe(9)
  })
})
