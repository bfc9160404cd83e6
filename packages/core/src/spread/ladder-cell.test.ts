import { describe, expect, it } from 'vitest'
import { formatPrice, price } from '../decimal.ts'
import type { Side } from '../structure/structure.ts'
import { isSettled, ladderCell } from './ladder-cell.ts'

const touchOf = (bid: string | undefined, ask: string | undefined) => ({
  bid: bid === undefined ? undefined : price(bid),
  ask: ask === undefined ? undefined : price(ask),
})
const usual = touchOf('1129.5', '1132')

describe('21.10 the bid column always buys and the ask column always sells', () => {
  it.each<[title: string, side: Side, level: string, step: string, touch: typeof usual, then: string]>([
    ['a bid below the best one', 'BUY', '1129', '0.5', usual, 'REST 1129'],
    ['at the best bid', 'BUY', '1129.5', '0.5', usual, 'JOIN 1129.5'],
    ['between the two', 'BUY', '1130', '0.5', usual, 'IMPROVE 1130'],
    ['at the best offer', 'BUY', '1132', '0.5', usual, 'TAKE 1132'],
    ['above the best offer', 'BUY', '1140', '0.5', usual, 'TAKE 1140'],
    ['an offer above the best one', 'SELL', '1132.5', '0.5', usual, 'REST 1132.5'],
    ['at the best offer', 'SELL', '1132', '0.5', usual, 'JOIN 1132'],
    ['between the two', 'SELL', '1131.5', '0.5', usual, 'IMPROVE 1131.5'],
    ['at the best bid', 'SELL', '1129.5', '0.5', usual, 'TAKE 1129.5'],
    ['below the best bid', 'SELL', '1120', '0.5', usual, 'TAKE 1120'],
    ['the best bid of a coarse level, at its exact price', 'BUY', '1125', '5', usual, 'JOIN 1129.5'],
    ['a coarse level below it', 'BUY', '1120', '5', usual, 'REST 1120'],
    ['a coarse level inside', 'BUY', '1130', '5', usual, 'IMPROVE 1130'],
    ['the best offer of a coarse level, at its exact price', 'SELL', '1135', '5', usual, 'JOIN 1132'],
    ['without offers', 'BUY', '2000', '0.5', touchOf('1129.5', undefined), 'IMPROVE 2000'],
    ['without bids', 'BUY', '1000', '0.5', touchOf(undefined, '1132'), 'IMPROVE 1000'],
    ['an empty book', 'SELL', '-3', '0.5', touchOf(undefined, undefined), 'IMPROVE -3'],
    ['below zero', 'SELL', '-4', '2', touchOf('-3.5', '-1'), 'TAKE -4'],
  ])('%s: %s at %s by %s', (_title, side, level, step, touch, then) => {
    const cell = ladderCell(side, price(level), price(step), touch)
    expect(`${cell.kind} ${formatPrice(cell.price)}`).toBe(then)
  })

  it('never sells in the bid column, whatever order arrives there', () => {
    const before = ladderCell('BUY', price('944'), price('0.5'), touchOf('943', '946'))
    const after = ladderCell('BUY', price('944'), price('0.5'), touchOf('944', '946'))
    expect([before.kind, after.kind]).toEqual(['IMPROVE', 'JOIN'])
  })
})

describe('21.11 a click counts once the control has been the same for 500 ms', () => {
  it.each<[changedAt: number | undefined, now: number, counts: boolean]>([
    [undefined, 0, true],
    [1_000, 1_000, false],
    [1_000, 1_250, false],
    [1_000, 1_499, false],
    [1_000, 1_500, true],
    [1_000, 9_000, true],
  ])('changed at %s, clicked at %d: %s', (changedAt, now, counts) => {
    expect(isSettled(changedAt, now)).toBe(counts)
  })
})
