import { type DailyPnl, pnlFromNumber } from '@parley/core'
import { describe, expect, it } from 'vitest'
import { daysOf, newestPage, nextPage, type PnlHeld, rowFromWire, withPage } from './pnl-pages.ts'

const day = (of: number, hour = 0): number => Date.UTC(2026, 10, of, hour)
const row = (of: number, net: number, market = 'BTC-USD-PERP'): DailyPnl => ({
  ...{ day: day(of), market, fills: 1, volume: 0n, realized: pnlFromNumber(net), fees: 0n, funding: 0n },
})
const textOf = (at: number): string => new Date(at).toISOString().slice(0, 16)
const pageText = (page: ReturnType<typeof nextPage>) => page && `${textOf(page.from)} ${textOf(page.to)}`

describe('18.13 results are read in pages of whole days', () => {
  const newest = newestPage(day(28, 15))
  const held = (earlier: number | undefined): PnlHeld => withPage(undefined, newest, [row(28, 5), row(23, -2)], earlier)

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
    const older = withPage(held(day(3, 9)), nextPage(held(day(3, 9)), 0)!, [row(3, 1)], undefined)
    const again = withPage(older, newestPage(day(28, 16)), [row(28, 7), row(28, 1, 'ETH-USD-PERP')], day(3, 9))
    expect(again.rows.map(({ day: at, market }) => `${textOf(at).slice(8, 10)} ${market.slice(0, 3)}`)).toEqual([
      '28 BTC',
      '28 ETH',
      '03 BTC',
    ])
    expect(again).toMatchObject({ earlier: undefined, pages: 2 })
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
