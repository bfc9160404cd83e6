import type { BookQuoteView, GroupOrderView, GroupQuoteView, GroupRfqView, GroupTradeView } from '@parley/contracts'
import { describe, expect, it } from 'vitest'
import { changeOf } from './group-connection.ts'
import { groupNotices } from './group-notices.ts'
import { applyGroupHeard, nothingHeardOfGroup, nothingOfGroup, sweepGroup } from './group-store.ts'

const market = (id: number) => ({ id, status: 'ACTIVE' }) as GroupRfqView
const resting = (id: number, rfq_id = 1) => ({ id, rfq_id, side: 'BUY', price: '0.02', remaining_quantity: '25' }) as BookQuoteView
const own = (id: number, status: GroupQuoteView['status'], last_updated = 0) => ({ id, rfq_id: 1, status, last_updated }) as GroupQuoteView
const trade = (id: number, status: GroupTradeView['status'], more: Partial<GroupTradeView> = {}) =>
  ({
    id,
    rfq_id: 1,
    status,
    side: 'BUY',
    quantity: '25',
    price: '0.02',
    description: 'Call\n100k',
    venue: 'DBT',
    ...more,
  }) as GroupTradeView

const heard = (part: Partial<ReturnType<typeof nothingHeardOfGroup>>) => ({ ...nothingHeardOfGroup(), ...part })

describe('the order-book flow as it is heard', () => {
  it('takes the object out of `{kind, object}`, whatever the frame says became of it', () => {
    const message = { seqGroup: 1, seqNum: 1 }
    const data = { kind: 'PENDING_FILL', quote: own(7, 'OPEN') }
    expect(changeOf({ ...message, event: 'UPDATED', data }, 'quote')).toEqual({ event: 'UPDATED', data: data.quote })
    expect(changeOf({ ...message, event: 'SNAPSHOT', data: [data] }, 'quote')).toEqual({ event: 'SNAPSHOT', data: [data.quote] })
  })

  it('holds the book market by market, and a market that nothing happened in keeps its list', () => {
    const first = applyGroupHeard(nothingOfGroup, heard({ quote_book: [{ event: 'SNAPSHOT', data: [resting(1), resting(2, 2)] }] }))
    const second = applyGroupHeard(first, heard({ quote_book: [{ event: 'ADDED', data: resting(3, 2) }] }))
    expect(second.bookByMarket.get(2)!.map(({ id }) => id)).toEqual([2, 3])
    expect(second.bookByMarket.get(1)).toBe(first.bookByMarket.get(1))
    const third = applyGroupHeard(second, heard({ quote_book: [{ event: 'REMOVED', data: resting(1) }] }))
    expect(third.bookByMarket.has(1)).toBe(false)
  })

  it('10.12 stands a quote that was moved or grew behind those that were there', () => {
    const first = applyGroupHeard(nothingOfGroup, heard({ quote_book: [{ event: 'SNAPSHOT', data: [resting(1), resting(2)] }] }))
    const after = (more: Partial<BookQuoteView>) =>
      applyGroupHeard(first, heard({ quote_book: [{ event: 'UPDATED', data: { ...resting(1), ...more } }] }))
        .bookByMarket.get(1)!
        .map(({ id }) => id)
    expect([after({ remaining_quantity: '10' }), after({ remaining_quantity: '50' }), after({ price: '0.021' })]).toEqual([
      [1, 2],
      [2, 1],
      [2, 1],
    ])
  })

  it('holds orders that were sent as orders: a quote that crossed is among the quotes', () => {
    const [sent, crossed] = [
      { id: 1, quote_id: null },
      { id: 2, quote_id: 2 },
    ] as GroupOrderView[]
    const list = { event: 'SNAPSHOT', data: [sent!, crossed!] } as const
    const live = applyGroupHeard(nothingOfGroup, heard({ order: [list, { event: 'ADDED', data: { ...crossed!, id: 3, quote_id: 3 } }] }))
    expect([...live.orders.keys()]).toEqual([1])
    expect(live.loaded.has('order')).toBe(true)
  })

  it('knows of each channel whether its first list has come, also when that list is empty', () => {
    const live = applyGroupHeard(nothingOfGroup, heard({ rfq: [{ event: 'SNAPSHOT', data: [] }] }))
    expect([live.loaded.has('rfq'), live.loaded.has('quote')]).toEqual([true, false])
  })

  it('forgets a market that ended, and own quotes thirty seconds after they are over', () => {
    const list = heard({
      rfq: [{ event: 'SNAPSHOT', data: [market(1)] }],
      quote: [{ event: 'SNAPSHOT', data: [own(1, 'OPEN'), own(2, 'OPEN')] }],
    })
    const open = applyGroupHeard(nothingOfGroup, list)
    const over = applyGroupHeard(
      open,
      heard({ rfq: [{ event: 'REMOVED', data: market(1) }], quote: [{ event: 'REMOVED', data: own(2, 'CLOSED', 1_000) }] }),
    )
    expect(over.markets.size).toBe(0)
    expect([...over.quotes.keys()]).toEqual([1, 2])
    expect(sweepGroup(over, 31_000)).toBe(over)
    expect([...sweepGroup(over, 31_001).quotes.keys()]).toEqual([1])
  })

  it('after a cut holds what the new list says, and what is over only as long as it may be read', () => {
    const before = applyGroupHeard(nothingOfGroup, heard({ quote: [{ event: 'SNAPSHOT', data: [own(1, 'OPEN'), own(2, 'CLOSED')] }] }))
    const after = applyGroupHeard(before, heard({ quote: [{ event: 'SNAPSHOT', data: [own(3, 'OPEN')] }] }))
    expect([...after.quotes.keys()].sort()).toEqual([2, 3])
  })
})

describe('notices of the order book', () => {
  it("tell a trade when it is agreed, when it is settled, and with the venue's own words when it is rejected", () => {
    const before = { trades: new Map([[1, trade(1, 'PENDING')]]) }
    const told = (data: GroupTradeView) =>
      groupNotices(before, { trade: [{ event: 'UPDATED', data }] }).map(({ title, text }) => [title, text])
    expect(told(trade(2, 'PENDING'))).toEqual([['Bought 25 @ 0.02, settling', 'Call 100k · settling on DBT']])
    expect(told(trade(1, 'COMPLETED'))).toEqual([['Bought 25 @ 0.02, filled', 'Call 100k · settled on DBT']])
    expect(told(trade(1, 'REJECTED', { venue_error: 'not enough margin' }))).toEqual([
      ['DBT refused the trade', 'not enough margin · Call 100k'],
    ])
    expect(told(trade(1, 'PENDING'))).toEqual([])
  })
})
