import { describe, expect, it } from 'vitest'
import { price } from '../decimal.ts'
import type { Side } from '../structure/structure.ts'
import { guardSpread, spreadGuardRefusal, worstSpreadPrice, type SpreadGuardFigures } from './spread-guard.ts'

const DAY = 86_400_000
/** A basis point a year is 2.80 points. */
const calendar: SpreadGuardFigures = { mark: 660.9, nearMark: 91_357, carriedMs: 112 * DAY, tick: 0.5 }
/** A basis point a year is 0.14 points, less than a tick. */
const fewDays: SpreadGuardFigures = { mark: -107, nearMark: 91_482, carriedMs: 5.567 * DAY, tick: 0.5 }

describe('21.8 the price of a spread', () => {
  it.each<[string, Side, string, SpreadGuardFigures, number | undefined, string]>([
    ['is plain at the offer', 'BUY', '669', calendar, 9, 'FREE'],
    ['is plain where it waits', 'BUY', '300', calendar, 9, 'FREE'],
    ['is plain within five widths of the market', 'BUY', '705.5', calendar, 9, 'FREE'],
    ['asks beyond ten basis points', 'BUY', '706', calendar, 9, 'WARN'],
    ['is typed again beyond 25', 'BUY', '731.5', calendar, 9, 'TYPE_TWICE'],
    ['is typed again below the mark for a sale', 'SELL', '590', calendar, 9, 'TYPE_TWICE'],
    ['is refused beyond a hundred', 'BUY', '1000', calendar, 9, 'REFUSE'],
    ['is refused beyond a hundred, however wide the market is', 'BUY', '1000', calendar, 200, 'REFUSE'],
    ['is near within five ticks', 'BUY', '-104.5', fewDays, undefined, 'FREE'],
    ['asks sooner without a market', 'BUY', '-104', fewDays, undefined, 'WARN'],
    ['is not refused within a thousandth of the leg over few days', 'BUY', '-16', fewDays, 15, 'TYPE_TWICE'],
    ['is refused beyond it', 'BUY', '-15', fewDays, 15, 'REFUSE'],
  ])('%s', (_words, side, at, figures, width, then) => {
    expect(guardSpread(side, price(at), figures, width).guard).toBe(then)
  })

  it('is refused with what is accepted, and that is accepted', () => {
    const refused = spreadGuardRefusal('BUY', price('1000'), calendar)
    expect(refused).toMatchObject({
      refused: 'PriceFarFromMark',
      message: 'The price 1,000.0 is 121 basis points a year above the mark 660.9; up to 941.0 is accepted.',
    })
    expect(worstSpreadPrice('BUY', calendar)).toBe(price('941'))
    expect(spreadGuardRefusal('BUY', price('941'), calendar)).toBeUndefined()
    expect(spreadGuardRefusal('BUY', price('941.5'), calendar)).toBeDefined()
    expect(spreadGuardRefusal('SELL', worstSpreadPrice('SELL', calendar)!, calendar)).toBeUndefined()
  })

  it('asks without a mark, and nothing is refused', () => {
    const blind = { ...calendar, mark: undefined }
    expect(guardSpread('BUY', price('1000'), blind, 9).guard).toBe('WARN')
    expect(spreadGuardRefusal('BUY', price('1000'), blind)).toBeUndefined()
    expect(worstSpreadPrice('BUY', blind)).toBeUndefined()
  })
})
