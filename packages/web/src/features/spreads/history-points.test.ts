import { price, quantity } from '@parley/core'
import { describe, expect, it } from 'vitest'
import { decMar, now, tradeWith } from '../../../test/spreads.ts'
import { beginsAt, historyOf, levelsWithin, markAt, marksFromWire, shownFrom } from './history-points.ts'

const MINUTE = 60_000
const at = (minutes: number, value = 1_130) => ({ at: now - minutes * MINUTE, price: value })
const facts = { strategyId: decMar.id, range: '1H', marks: [], mark: undefined, tape: [], trades: [], now } as const

describe('the history of a spread', () => {
  it('is a line of marks that ends now, with a gap if none were recorded', () => {
    const { runs, from } = historyOf({ ...facts, marks: [at(61), at(40), at(39), at(1)], mark: 1_131 })
    expect(runs).toEqual([[at(40), at(39)], [at(1), at(0, 1_131)]]) // prettier-ignore
    expect(from).toBe(now - 60 * MINUTE)
  })

  it('includes the settled trades of the strategy, and the desk’s own with their side', () => {
    const line = { strategyId: decMar.id, price: price('1132'), amount: quantity('20000') }
    const tape = [
      { ...line, id: 'a', at: now - MINUTE },
      { ...line, id: 'b', at: now - 90 * MINUTE },
      { ...line, id: 'c', at: now, strategyId: 'other' },
    ]
    const own = tradeWith('SELL', '1131', '20000', { executedAt: now - 2 * MINUTE, filledAt: now - MINUTE })
    const trades = [own, tradeWith('BUY', '1131', '40000', { state: 'PENDING', executedAt: now })]
    const history = historyOf({ ...facts, tape, trades })
    expect(history.trades).toEqual([{ id: 'a', at: now - MINUTE, price: 1_132 }])
    expect(history.own).toEqual([{ id: own.id, side: 'SELL', at: now - MINUTE, price: 1_131 }])
  })

  it('shows its start if that is later than the chart, and a tick is not a large move', () => {
    const begins = (...marks: readonly ReturnType<typeof at>[]) => beginsAt(historyOf({ ...facts, marks }), now)
    expect([begins(at(58), at(1)), begins(at(20)), begins()]).toEqual([undefined, now - 20 * MINUTE, undefined])
    expect([levelsWithin([1_130, 1_130.5], 0.5), levelsWithin([1_100, 1_200], 0.5)]).toEqual([
      [1_127.75, 1_132.75],
      [1_100, 1_200],
    ])
  })

  it('is drawn from its start, so that a short one does not leave an empty chart', () => {
    const day = (...marks: readonly ReturnType<typeof at>[]) => historyOf({ ...facts, range: '1D', marks })
    const minutesBack = (history: ReturnType<typeof day>) => (now - shownFrom(history, now)) / MINUTE
    expect(minutesBack(day(at(1_430), at(1)))).toBe(1_440)
    expect(minutesBack(day(at(200), at(1)))).toBe(200)
    expect([minutesBack(day(at(12), at(1))), minutesBack(day(at(1)))]).toEqual([12, 5])
    const own = tradeWith('SELL', '1131', '20000', { filledAt: now - 300 * MINUTE })
    expect(minutesBack(historyOf({ ...facts, range: '1D', marks: [at(12)], trades: [own] }))).toBe(300)
  })

  it('has at each moment the last mark before it', () => {
    const history = historyOf({ ...facts, marks: [at(30), at(20)] })
    const back = (minutes: number) => (now - (markAt(history, now - minutes * MINUTE)?.at ?? 0)) / MINUTE
    expect([back(40), back(30), back(21), back(5)]).toEqual([30, 30, 30, 20])
  })

  it('arrives in nanoseconds and text', () => {
    const points = [{ at: now * 1e6, mark_price: '-2.5', near_mark_price: '90000' }]
    expect(marksFromWire({ id: decMar.id, points })).toEqual([{ at: now, price: -2.5 }])
  })
})
