import { type DailyPnl, pnlFromNumber } from '@parley/core'
import { describe, expect, it } from 'vitest'
import { daysOf, newestPage, newsPage, newsPauseMs, nextPage, noPnl, type PnlHeld, rowFromWire, withAnswer } from './pnl-pages.ts'

const day = (of: number, hour = 0): number => Date.UTC(2026, 10, of, hour)
const row = (of: number, net: number, market = 'BTC-USD-PERP'): DailyPnl => ({
  ...{ day: day(of), market, fills: 1, volume: 0n, realized: pnlFromNumber(net), fees: 0n, funding: 0n },
})
const textOf = (at: number): string => new Date(at).toISOString().slice(0, 16)
const pageText = (page: ReturnType<typeof nextPage>) => page && `${textOf(page.from)} ${textOf(page.to)}`

describe('18.13 results are read in pages of whole days', () => {
  const newest = newestPage(day(28, 15))
  const whole = (before: PnlHeld, page: { from: number; to: number }, rows: readonly DailyPnl[], earlier?: number): PnlHeld =>
    withAnswer(before, page, { rows, from: page.from, earlier })
  const held = (earlier: number | undefined): PnlHeld => whole(noPnl, newest, [row(28, 5), row(23, -2)], earlier)

  it('the first ends now and has seven days', () => {
    expect(pageText(newest)).toBe('2026-11-22T00:00 2026-11-28T15:00')
  })

  it('the next ends with the last day on which something happened', () => {
    expect(pageText(nextPage(held(day(3, 9)), 0))).toBe('2026-10-28T00:00 2026-11-03T23:59')
  })

  it.each([
    ['nothing happened before', undefined, 0],
    ['nothing happened since the time that is needed', day(3, 9), day(4)],
  ])('there is none if %s', (_, earlier, since) => {
    expect(nextPage(held(earlier), since)).toBeUndefined()
  })

  it('an older page is added, and the newest replaces its days', () => {
    const older = whole(held(day(3, 9)), nextPage(held(day(3, 9)), 0)!, [row(3, 1)])
    const again = whole(older, newsPage(older, day(28, 16)), [row(28, 7), row(28, 1, 'ETH-USD-PERP')], day(3, 9))
    expect(again.rows.map(({ day: at, market }) => `${textOf(at).slice(8, 10)} ${market.slice(0, 3)}`)).toEqual([
      '28 BTC',
      '28 ETH',
      '23 BTC',
      '03 BTC',
    ])
    expect(again).toMatchObject({ earlier: undefined, pages: 2 })
  })

  it('18.15 a page with too many fills for one call is read in parts, which are added', () => {
    const first = withAnswer(noPnl, newest, { rows: [row(28, 5), row(27, 1)], from: day(27, 9), earlier: day(27, 8) })
    expect([first.rows, first.pages]).toEqual([[], 0])
    expect(pageText(nextPage(first, 0))).toBe('2026-11-22T00:00 2026-11-27T08:59')
    const all = whole(first, nextPage(first, 0)!, [row(27, 4), row(23, -2)], day(3, 9))
    expect(all.rows.map(({ day: at, realized }) => `${textOf(at).slice(8, 10)} ${realized / 100_000_000n}`)).toEqual([
      '28 5',
      '27 5',
      '23 -2',
    ])
    expect(all).toMatchObject({ part: undefined, pages: 1, earlier: day(3, 9) })
  })

  it('18.15 news of a day with many fills are read less often', () => {
    const busy = whole(noPnl, newest, [
      { ...row(28, 5), fills: 5_000 },
      { ...row(27, 5), fills: 9_000 },
    ])
    expect([newsPauseMs(noPnl), newsPauseMs(busy)]).toEqual([2_000, 52_000])
  })

  it('a row with a figure that is none is left out', () => {
    const view = { day: day(28), market: 'M', fills: 1, volume: '1', realized_pnl: '-2.5', fees: '0.1', funding: '0', net_pnl: '-2.6' }
    expect(rowFromWire(view)).toMatchObject({ realized: -250_000_000n })
    expect(rowFromWire({ ...view, fees: 'x' })).toBeUndefined()
  })
})

it('18.13 the chart has every day, its result over all markets and the sum since the first', () => {
  const days = daysOf([row(28, 5), row(28, -1.5, 'ETH-USD-PERP'), row(26, 2)], day(26), day(28, 9))
  expect(days.map(({ day: at, net, total }) => [textOf(at).slice(8, 10), net, total])).toEqual([
    ['26', 2, 2],
    ['27', 0, 2],
    ['28', 3.5, 5.5],
  ])
})
