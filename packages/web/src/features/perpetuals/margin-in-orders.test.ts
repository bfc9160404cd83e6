import { expect, it } from 'vitest'
import { bid, long, summary } from '../../../test/perpetuals.ts'
import { marginInOrders } from './margin-in-orders.ts'

it('the margin in orders is what positions do not bind', () => {
  expect(marginInOrders(summary, [long], [bid])).toBeCloseTo(summary.marginUsed - long.margin!, 8)
  expect(marginInOrders(summary, [long], [])).toBe(0)
  expect(marginInOrders(summary, [long], [{ ...bid, isReduceOnly: true }])).toBe(0)
  expect(marginInOrders({ marginUsed: 10 }, [long], [bid])).toBe(0)
})
