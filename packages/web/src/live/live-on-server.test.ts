import type { Order, Rfq } from '@parley/client'
import { describe, expect, it } from 'vitest'
import { orderOf, rfqOf } from '../../test/model.ts'
import { type LiveCounts, liveOnServer, liveCountsText } from './live-on-server.ts'

const now = 1_000
const byId = <T extends { readonly id: string }>(list: readonly T[]): ReadonlyMap<string, T> => new Map(list.map((one) => [one.id, one]))
const rfq = (id: string, more: Partial<Rfq>): Rfq => rfqOf({ id, audience: 'DIRECT', role: 'TAKER', state: 'OPEN', expiresAt: now + 1, ...more }) // prettier-ignore
const order = (id: string, more: Partial<Order>): Order => orderOf({ id, kind: 'QUOTE', state: 'OPEN', rfqId: 'theirs', ...more })

describe('live RFQs and orders while disconnected', () => {
  it('counts own open RFQs and resting orders, without those that have expired since', () => {
    const rfqs = byId([
      rfq('mine', {}),
      rfq('mine, run out', { expiresAt: now }),
      rfq('mine, a draft', { state: 'DRAFT' }),
      rfq('theirs', { role: 'MAKER' }),
      rfq('theirs, run out', { role: 'MAKER', expiresAt: now }),
    ])
    const orders = byId([
      order('bid', {}),
      order('ask', {}),
      order('limit', { kind: 'CROSS', rfqId: 'mine' }),
      order('gone', { state: 'CLOSED' }),
      order('of an ended request', { rfqId: 'theirs, run out' }),
      order('run out itself', { expiresAt: now }),
    ])
    expect(liveOnServer({ rfqs, orders }, now)).toEqual({ rfqs: 1, quotes: 2, limits: 1 })
  })

  const said: [stands: LiveCounts, text: string][] = [
    [{ rfqs: 1, quotes: 2, limits: 0 }, '1 RFQ and 2 quotes are still live'],
    [{ rfqs: 0, quotes: 1, limits: 0 }, '1 quote is still live'],
    [{ rfqs: 2, quotes: 1, limits: 3 }, '2 RFQs, 1 quote and 3 limits are still live'],
    [{ rfqs: 0, quotes: 0, limits: 0 }, 'you have no live RFQs or orders'],
  ]
  it.each(said)('%j reads "%s"', (stands, text) => expect(liveCountsText(stands)).toBe(text))
})
