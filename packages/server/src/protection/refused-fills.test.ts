import type { RfqKind, DeskId, Instant, OrderId, Price, Quantity, RfqId, ShardEvent } from '@parley/core'
import { describe, expect, it } from 'vitest'
import { publishedIds } from '../create-market.ts'
import { projectRefusedFills } from './refused-fills.ts'

const refusedIn = (audience: RfqKind, numbers: { rfqNumber?: number; orderNumber?: number }): ShardEvent => ({
  kind: 'FillRefused',
  desk: 'KEST' as DeskId,
  at: 1_800_000_000_000 as Instant,
  refused: {
    ...{ limit: 'q30', product: 'CF', measure: 'quantity', used: 20e8, most: 30e8, audience },
    ...{ rfq: 'r_8QF4' as RfqId, order: 'o_7PD3' as OrderId, ...numbers },
    ...{ side: 'SELL', price: 0.05e8 as Price, wanted: 40e8 as Quantity, allowed: 10e8 as Quantity },
  },
})

describe('11.10 a fill that a limit refused', () => {
  it.each<[RfqKind, object, object]>([
    ['DIRECT', {}, { flow: 'drfq', rfq_id: 'r_8QF4', order_id: 'o_7PD3' }],
    ['ORDER_BOOK', { rfqNumber: 385, orderNumber: 912 }, { flow: 'grfq', rfq_id: 385, order_id: 912 }],
    ['LISTED', { rfqNumber: 385, orderNumber: 912 }, { flow: 'fs', rfq_id: '100000000000000385', order_id: '100000000000000912' }],
  ])('names the flow of a quote of %s, and the quote by the id that it has there', (audience, numbers, published) => {
    const { notifications } = projectRefusedFills([refusedIn(audience, numbers)], publishedIds)
    expect(notifications).toMatchObject([{ audience: 'desk:KEST', channel: 'refused_fills', data: { limit: 'q30', ...published } }])
  })
})
