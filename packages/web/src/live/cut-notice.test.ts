import type { Order, Rfq, Trade } from '@parley/client'
import { describe, expect, it } from 'vitest'
import { bookRfqOf, orderOf, rfqOf, tradeOf } from '../../test/model.ts'
import { cutNotice, marketEndText, type MarketLists } from './cut-notice.ts'

const AT = Date.UTC(2026, 10, 28, 18, 42, 31)
type SomeLists = { readonly rfqs?: readonly Rfq[]; readonly orders?: readonly Order[]; readonly trades?: readonly Trade[] }
const byId = <T extends { readonly id: string }>(items: readonly T[] = []) => new Map(items.map((item) => [item.id, item]))
const listsOf = ({ rfqs, orders = [], trades }: SomeLists): MarketLists => ({
  ...{ rfqs: byId(rfqs), orders: byId(orders), trades: byId(trades) },
  ordersByRfq: Map.groupBy(orders, ({ rfqId }) => rfqId),
})

const mine = rfqOf({ id: 'r_1', role: 'TAKER', state: 'OPEN', description: 'CSpd' })
const asked = rfqOf({ id: 'r_2', role: 'MAKER', state: 'OPEN', description: 'Call' })
const closed = (rfq: Rfq, change: Partial<Rfq>): Rfq => ({ ...rfq, state: 'CLOSED', updatedAt: AT, ...change }) as Rfq
const canceled = closed(mine, {
  closedReason: 'CANCELED_BY_CREATOR',
  cancelCause: 'USER',
  canceledBy: { name: 'Ada Moreau', isSender: false },
})
const bid = orderOf({ id: 'o_1', rfqId: 'r_2' })
const ask = orderOf({ id: 'o_2', rfqId: 'r_2', side: 'SELL' })
const pending = tradeOf({ id: 't_1', state: 'PENDING_SETTLEMENT' })

const table: [what: string, before: SomeLists, after: SomeLists, ended: readonly Rfq[], title: string | undefined][] = [
  ['nothing has changed', { rfqs: [mine], orders: [bid] }, { rfqs: [mine], orders: [bid] }, [], undefined],
  ['an RFQ of the desk was cancelled', { rfqs: [mine] }, {}, [canceled], 'Offline 7.0 s: 1 RFQ cancelled'],
  [
    'one was cancelled and two quotes ended with it',
    { rfqs: [mine, asked], orders: [bid, ask] },
    {},
    [closed(asked, { closedReason: 'CANCELED_BY_CREATOR' })],
    'Offline 7.0 s: 1 RFQ cancelled, 2 quotes ended',
  ],
  [
    'several ended in different ways',
    { rfqs: [mine, asked] },
    {},
    [closed(mine, { closedReason: 'EXPIRED' }), closed(asked, { closedReason: 'EXECUTION_LIMIT', traded: false })],
    'Offline 7.0 s: 1 RFQ expired, 1 RFQ traded away',
  ],
  ['one that could not be read', { rfqs: [mine] }, {}, [mine], 'Offline 7.0 s: 1 RFQ closed'],
  ['a limit order ended', { orders: [orderOf({ id: 'o_3', kind: 'CROSS' })] }, {}, [], 'Offline 7.0 s: 1 order ended'],
  ['a quote filled', { orders: [bid] }, { trades: [pending] }, [], 'Offline 7.0 s: 1 quote ended, 1 new trade'],
  ['a trade was rejected', { trades: [pending] }, { trades: [{ ...pending, state: 'REJECTED' }] }, [], 'Offline 7.0 s: 1 trade rejected'],
  ['a trade settled', { trades: [pending] }, { trades: [{ ...pending, state: 'FILLED' }] }, [], 'Offline 7.0 s: 1 trade settled'],
  ['an order book, whose connection was not interrupted', { orders: [orderOf({ audience: 'ORDER_BOOK' })] }, {}, [], undefined],
]

describe('8.8 the message after a lost connection', () => {
  it.each(table)('%s', (_what, before, after, ended, title) => {
    const notice = cutNotice({ before: listsOf(before), after: listsOf(after), ended, audiences: new Set(['DIRECT']), awayMs: 7_000 })
    expect(notice?.title).toBe(title)
  })

  it('10.25 counts the order books in which the desk took part, and names why and when they ended', () => {
    const market = bookRfqOf({ id: 'g_64', description: 'Call', expiresAt: AT, updatedAt: AT - 1_000 })
    const idle = { ...market, id: 'g_65', expiresAt: undefined, updatedAt: AT - 86_400_000 }
    const quote = orderOf({ id: 'g_1', audience: 'ORDER_BOOK', rfqId: 'g_64' })
    const before = listsOf({ rfqs: [market, idle], orders: [quote] })
    const about = { before, after: listsOf({}), audiences: new Set(['DIRECT', 'ORDER_BOOK'] as const), awayMs: 7_000 }
    const notice = cutNotice({ ...about, ended: [closed(market, { updatedAt: AT - 1_000 }), closed(idle, { updatedAt: idle.updatedAt })] })!
    expect(notice.title).toBe('Offline 7.0 s: 1 order book ended, 1 quote ended')
    expect(notice.text).toMatch(/Call: its first leg expired at \d\d:\d\d:31$/)
    expect(marketEndText(idle)).toMatch(/^it had no activity for a day, until \d\d:\d\d:31$/)
    expect(cutNotice({ ...about, before: listsOf({ rfqs: [idle] }), ended: [idle] })).toBeUndefined()
  })

  it('names how and when the RFQ ended, opens it, and is shown whatever is switched off', () => {
    const notice = cutNotice({
      before: listsOf({ rfqs: [mine] }),
      after: listsOf({}),
      ended: [canceled],
      audiences: new Set(['DIRECT']),
      awayMs: 7_000,
    })!
    expect(notice.text).toMatch(/CSpd: cancelled by Ada Moreau at \d\d:\d\d:31$/)
    expect([notice.rfq, notice.isNeverSilenced]).toEqual([{ audience: 'DIRECT', id: 'r_1' }, true])
  })
})
