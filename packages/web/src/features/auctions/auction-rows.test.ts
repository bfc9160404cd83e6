import type { AuctionView, VaultBidView, VaultTradeView } from '@parley/contracts'
import { describe, expect, it } from 'vitest'
import {
  cardsOf,
  countOf,
  firstTab,
  liveText,
  nextToOpen,
  rowsOf,
  shareLeft,
  shownRows,
  timetableOf,
  type AuctionRow,
} from './auction-rows.ts'
import { allowanceText, stateOf, timeLeft } from './auction-text.ts'
import { aBid, anAuction, aTrade } from '../../../test/auction-fixtures.ts'

const at = (time: number): string => `at ${time}`
const rowOf = (auction: AuctionView, bid?: VaultBidView, trade?: VaultTradeView): AuctionRow => ({ auction, bid, trade })

describe('the list of auctions', () => {
  const live = anAuction({ id: 1, ends_at: 9_000, vault: 'VLTA' })
  const sooner = anAuction({ id: 2, ends_at: 5_000, vault: 'VLTB' })
  const coming = anAuction({ id: 3, status: 'COMING', starts_at: 20_000, ends_at: 30_000 })
  const over = anAuction({ id: 4, status: 'EXPIRED', ends_at: 500 })
  const lately = anAuction({ id: 5, status: 'EXPIRED', ends_at: 800 })
  const rows = rowsOf([live, sooner, coming, over, lately], [aBid({ rfq_id: 1 }), aBid({ id: 8, rfq_id: 4, state: 'LOST' })], [])
  const ids = (tab: Parameters<typeof countOf>[1], more = {}): number[] =>
    shownRows(rows, { tab, underlying: undefined, text: '', ...more }).map(({ auction }) => auction.id)

  it('lists the next to close first, and closed auctions by the latest close', () => {
    expect(ids('LIVE')).toEqual([2, 1])
    expect(ids('UPCOMING')).toEqual([3])
    expect(ids('SETTLED')).toEqual([5, 4])
    expect(ids('MINE')).toEqual([1, 4])
    expect(countOf(rows, 'MINE')).toBe(2)
  })

  it('opens on the first list that has rows, and knows which announced auction opens first', () => {
    const later = anAuction({ id: 6, status: 'COMING', starts_at: 40_000, ends_at: 50_000 })
    const listed = (...auctions: readonly AuctionView[]) => rowsOf(auctions, [], [])
    expect([firstTab(rows), firstTab(listed(coming, over)), firstTab(listed(over)), firstTab([])]).toEqual([
      'LIVE',
      'UPCOMING',
      'SETTLED',
      'LIVE',
    ])
    expect(nextToOpen(listed(over, later, coming, live))?.id).toBe(3)
    expect(nextToOpen(listed(live, over))).toBeUndefined()
  })

  it('is filtered by coin, vault and structure', () => {
    expect(ids('LIVE', { text: ' vltb' })).toEqual([2])
    expect(ids('LIVE', { text: 'call 27 jun' })).toEqual([2, 1])
    expect(ids('LIVE', { underlying: 'BTC' })).toEqual([])
  })

  it('shows the newest open bid of several own bids', () => {
    const bids = [aBid({ id: 1, created_at: 1 }), aBid({ id: 2, created_at: 2 }), aBid({ id: 3, created_at: 3, state: 'CANCELED' })]
    for (const order of [bids, bids.toReversed()]) expect(rowsOf([live], order, [])[0]?.bid?.id).toBe(2)
  })

  it('puts the selected auction first on a phone, and counts the live ones with an own bid', () => {
    const shown = shownRows(rows, { tab: 'LIVE', underlying: undefined, text: '' })
    expect(cardsOf(shown, 1).map(({ auction }) => auction.id)).toEqual([1, 2])
    expect(cardsOf(shown, undefined).map(({ auction }) => auction.id)).toEqual([2, 1])
    expect([liveText(rows), liveText(rows.slice(1, 2)), liveText([])]).toEqual(['2 live, 1 with your bid', '1 live', 'None live'])
  })

  it('has a timetable of the hour with auctions that overlap and the announced ones, cut at its edges', () => {
    const MINUTE = 60_000
    const at = (id: number, from: number, to: number, status: 'ACTIVE' | 'COMING' = 'ACTIVE') =>
      anAuction({ id, status, starts_at: from * MINUTE, ends_at: to * MINUTE })
    const listed = rowsOf([at(1, 100, 160), at(2, 20, 190), at(3, 170, 200, 'COMING'), at(4, 900, 990, 'COMING'), over], [], [])
    const { start, end, spans, overlapping } = timetableOf(listed, 135 * MINUTE)!
    expect([start / MINUTE, end / MINUTE, overlapping]).toEqual([120, 200, 2])
    expect(spans.map(({ row, from, to }) => [row.auction.id, from, to])).toEqual([
      [2, 0, 0.875],
      [1, 0, 0.5],
      [3, 0.625, 1],
    ])
    expect(timetableOf(rowsOf([over], [], []), 0)).toBeUndefined()
  })

  it.each([
    [-5, '00:00'],
    [1, '00:01'],
    [252_000, '04:12'],
    [3_600_000, '1:00:00'],
    [5_490_000, '1:31:30'],
  ])('shows %i ms as %s', (ms, text) => {
    expect(timeLeft(ms)).toBe(text)
  })

  it('knows how much time is left', () => {
    const auction = anAuction({ starts_at: 1_000, ends_at: 3_000 })
    expect([0, 1_000, 2_500, 3_000, 4_000].map((now) => shareLeft(auction, now))).toEqual([1, 1, 0.25, 0, 0])
  })
})

describe('the state of a row', () => {
  it.each<[string, AuctionRow]>([
    ['Opens at 7', rowOf(anAuction({ status: 'COMING', starts_at: 7 }))],
    ['Open', rowOf(anAuction({}))],
    ['Open', rowOf(anAuction({}), aBid({ state: 'CANCELED' }))],
    ['Bid sent', rowOf(anAuction({}), aBid({}))],
    ['Awaiting vault', rowOf(anAuction({ status: 'EXPIRED' }), aBid({}))],
    ['Outbid', rowOf(anAuction({ status: 'EXPIRED', outcome: 'SOLD' }), aBid({ state: 'LOST' }))],
    ['Cancelled', rowOf(anAuction({ status: 'EXPIRED', outcome: 'CANCELED' }))],
    ['Sold', rowOf(anAuction({ status: 'EXPIRED', outcome: 'SOLD' }))],
    ['Unsold', rowOf(anAuction({ status: 'EXPIRED', outcome: 'UNSOLD' }))],
    ['Won', rowOf(anAuction({ status: 'EXPIRED' }), aBid({ state: 'PENDING_FILL' }), aTrade({}))],
    ['Confirming', rowOf(anAuction({ status: 'EXPIRED' }), aBid({ state: 'PENDING_FILL' }), aTrade({ settlement: 'MINED' }))],
    ['Completed', rowOf(anAuction({ status: 'EXPIRED' }), aBid({ state: 'FILLED' }), aTrade({ settlement: 'CONFIRMED' }))],
    ['Reorged', rowOf(anAuction({ status: 'EXPIRED' }), aBid({ state: 'PENDING_FILL' }), aTrade({ settlement: 'REORGANISED' }))],
    ['Rejected', rowOf(anAuction({ status: 'EXPIRED' }), aBid({ state: 'REJECTED' }), aTrade({ settlement: 'REVERTED' }))],
  ])('is %s', (text, row) => {
    expect(stateOf(row, at).text).toBe(text)
  })

  it('shows the reason of the chain if there is one', () => {
    const trade = aTrade({ settlement: 'REVERTED', error: 'ERC20: insufficient allowance' })
    expect(stateOf(rowOf(anAuction({ status: 'EXPIRED' }), aBid({}), trade), at).title).toBe('ERC20: insufficient allowance')
  })
})

it('an unlimited allowance is not shown as a number', () => {
  const token = anAuction({}).bidding_token
  expect(allowanceText({ allowance: String(2n ** 256n - 1n), bidding_token: token }, 'ETH')).toBe('unlimited')
  expect(allowanceText({ allowance: '1500000000000000000', bidding_token: token }, 'ETH')).toBe('1.5 ETH')
})
