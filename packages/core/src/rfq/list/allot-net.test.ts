import { describe, expect, it, vi } from 'vitest'
import { formatPrice, price, quantity, type Price } from '../../decimal.ts'
import { isRefusal } from '../../refusal.ts'
import type { Side } from '../../structure/structure.ts'
import { chanceFrom } from '../../../test/random-day.ts'
import { allotNet, type LineToAllot } from './allot-net.ts'
import { netAmount, type NetAmount } from '../model/list.ts'

const line = (side: Side, size: string, at: string, tick = '0.0001'): LineToAllot => ({
  side,
  quantity: quantity(size),
  price: price(at),
  tick: price(tick),
})

const allotted = (lines: readonly LineToAllot[], net: string): string => {
  const prices = allotNet(lines, price(net) as unknown as NetAmount)
  return isRefusal(prices) ? (prices as { message: string }).message : prices.map((one) => formatPrice(one as Price, 4)).join(' ')
}

const two = [line('BUY', '50', '0.0200'), line('SELL', '30', '0.0100')]

describe('22.6 a net price is allotted to the lines on their ticks, exactly', () => {
  // Two lines: buy 50 at 0.0200 and sell 30 at 0.0100 cost 0.7. One tick is 0.005 on the first line and 0.003 on the second.
  it.each([
    ['the marks as they are', '0.7', '0.0200 0.0100'],
    ['more, in proportion to what the lines cost', '0.786', '0.0213 0.0093'],
    ['less', '0.614', '0.0187 0.0107'],
    ['what is left over goes to the largest step first', '0.705', '0.0201 0.0100'],
    ['then to the next one', '0.703', '0.0200 0.0099'],
    ['both', '0.708', '0.0201 0.0099'],
    ['what is less than the smallest step moves the fewest ticks', '0.701', '0.0199 0.0098'],
    ['between two ticks', '0.7005', 'No line prices on their ticks add up to this net price. The nearest are 0.7 and 0.701.'],
    ['below the marks', '0.6995', 'No line prices on their ticks add up to this net price. The nearest are 0.699 and 0.7.'],
  ])('%s: %s is %s', (_what, net, then) => expect(allotted(two, net)).toBe(then))

  it('a line whose amount needs more than 8 decimals is refused', () => {
    expect(allotted([line('BUY', '0.000001', '0.0001'), line('BUY', '1', '0.0100')], '1')).toContain('at most 8 decimals')
  })

  it('in every list, the lines cost the net price to the last digit, or the two nearest are named and can be allotted', () => {
    const chance = chanceFrom(27)
    for (let run = 0; run < 500; run++) {
      const lines = Array.from({ length: 2 + chance.below(12) }, () =>
        line(chance.oneOf(['BUY', 'SELL'] as const), String(25 + chance.below(80)), `0.0${100 + chance.below(800)}`),
      )
      const marks = netAmount(lines)!
      const net = (marks + (chance.below(2_000) - 1_000) * chance.oneOf([5_000, 10_000])) as NetAmount
      const costOf = (prices: readonly Price[]) => netAmount(lines.map((one, at) => ({ ...one, price: prices[at]! })))
      const prices = allotNet(lines, net)
      if (!isRefusal(prices)) {
        expect(costOf(prices)).toBe(net)
        continue
      }
      const nearest = (prices as { message: string }).message.match(/-?[0-9.]*[0-9]/g)!.map((text) => price(text) as unknown as NetAmount)
      expect(nearest).toHaveLength(2)
      expect(nearest[0]! < net && net < nearest[1]!).toBe(true)
      for (const near of nearest) {
        const again = allotNet(lines, near)
        expect(isRefusal(again) ? undefined : costOf(again)).toBe(near)
      }
    }
  })
})

it('22.15 a net price that would take too long to allot is refused after a bounded number of moves', () => {
  const has = vi.spyOn(Map.prototype, 'has')
  const said = allotted([line('BUY', '99.9999', '0.0200', '0.0001'), line('BUY', '100', '0.0200', '0.0001')], '4.004998')
  const tried = has.mock.calls.length
  has.mockRestore()
  expect(said).toContain('cannot be allotted to lines of these quantities')
  expect(tried).toBeGreaterThan(19_000)
  expect(tried).toBeLessThan(50_000)
})
