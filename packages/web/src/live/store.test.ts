import { bookOf, type Level, type Rfq, type Trade } from '@parley/client'
import type { MarketDataView } from '@parley/contracts'
import { describe, expect, it } from 'vitest'
import { changeOf, frameOf, listOf } from '../../test/frames.ts'
import { bookRfqOf, legOf, levelOf, orderOf, rfqOf, tradeOf } from '../../test/model.ts'
import { structureMark } from './marks.ts'
import { noticesOf, tradeNotices } from './notices.ts'
import { applyFrame, loadedName, nothing, noFrameChanges, sweepClosed, withoutAudience } from './store.ts'

const noon = 1_800_000_000_000
const rfq = (more: Partial<Rfq>): Rfq => rfqOf({ updatedAt: noon, description: 'CSpd', ...more })
const mark = (instrument_id: number, mark_price: string) => ({ instrument_id, mark_price }) as MarketDataView['marks'][number]

describe('the live store', () => {
  it('keeps the marks of a currency while only changes are sent', () => {
    const market = (marks: MarketDataView['marks']) => ({
      venue: 'DBT',
      base_currency: 'BTC',
      at: noon,
      index_price: '91482',
      ...{ index_change_24h: null, index_change_since: null },
      is_stale: false,
      marks,
    })
    const first = applyFrame(nothing, frameOf({ markets: [market([mark(1, '0.1'), mark(2, '0.2')])] }), noon)
    const then = applyFrame(first, frameOf({ markets: [market([mark(2, '0.3')])] }), noon)
    expect([then.marks.get(1)?.mark_price, then.marks.get(2)?.mark_price]).toEqual(['0.1', '0.3'])
  })

  // Proves A 3.28.
  it.each(['DIRECT', 'ORDER_BOOK'] as const)(
    'says that a list of %s has arrived even when it is empty, so that the screen does not wait for ever',
    (audience) => {
      const live = applyFrame(nothing, frameOf({ rfqs: [listOf<Rfq>(audience, [])] }), noon)
      expect([live.loaded.has(loadedName('rfqs', audience)), live.loaded.has(loadedName('orders', audience))]).toEqual([true, false])
      expect(live.loaded.size).toBe(1)
    },
  )

  // Proves T 4.35, T 9.12.
  it('8.9 removes a closed RFQ 30 s after its last change, and not earlier', () => {
    const live = applyFrame(nothing, frameOf({ rfqs: [changeOf('UPDATED', rfq({ state: 'CLOSED' }))] }), noon)
    expect(sweepClosed(live, noon + 29_000).rfqs.size).toBe(1)
    expect(sweepClosed(live, noon + 31_000).rfqs.size).toBe(0)
  })

  it('removes a closed order book, and the desk’s own quotes in it thirty seconds after they closed', () => {
    const own = (number: number, more = {}) => orderOf({ id: `g_${number}`, number, audience: 'ORDER_BOOK', rfqId: 'g_64', ...more })
    const list = frameOf({
      rfqs: [listOf<Rfq>('ORDER_BOOK', [bookRfqOf()])],
      orders: [listOf('ORDER_BOOK', [own(1), own(2)])],
    })
    const open = applyFrame(nothing, list, noon)
    const over = applyFrame(
      open,
      frameOf({
        rfqs: [changeOf<Rfq>('REMOVED', bookRfqOf({ state: 'CLOSED' }))],
        orders: [changeOf('REMOVED', own(2, { state: 'CLOSED', updatedAt: 1_000 }))],
      }),
      noon,
    )
    expect(over.rfqs.size).toBe(0)
    expect([...over.orders.keys()]).toEqual(['g_1', 'g_2'])
    expect(sweepClosed(over, 31_000)).toBe(over)
    expect([...sweepClosed(over, 31_001).orders.keys()]).toEqual(['g_1'])
  })

  it('after a reconnect holds the new list, and closed objects only for their usual time', () => {
    const own = (id: string, more = {}) => orderOf({ id, audience: 'ORDER_BOOK', ...more })
    const before = applyFrame(
      nothing,
      frameOf({ orders: [listOf('ORDER_BOOK', [own('g_1'), own('g_2')]), changeOf('REMOVED', own('g_2', { state: 'CLOSED' }))] }),
      noon,
    )
    const after = applyFrame(before, frameOf({ orders: [listOf('ORDER_BOOK', [own('g_3')], ['g_1'])] }), noon)
    expect([...after.orders.keys()].sort()).toEqual(['g_2', 'g_3'])
  })

  it('discards the data of a closed connection, and keeps the other’s', () => {
    const both = applyFrame(
      nothing,
      frameOf({ rfqs: [listOf('DIRECT', [rfq({})]), listOf<Rfq>('ORDER_BOOK', [bookRfqOf()])], trades: [listOf('ORDER_BOOK', [tradeOf({ id: 'g_9', audience: 'ORDER_BOOK', rfqId: 'g_64' })])] }), // prettier-ignore
      noon,
    )
    const left = withoutAudience(both, 'ORDER_BOOK')
    expect([[...left.rfqs.keys()], left.tradesByRfq.size, [...left.loaded]]).toEqual([['r_1'], 0, [loadedName('rfqs', 'DIRECT')]])
  })
})

describe('the quotes of an RFQ', () => {
  const quotes = [
    levelOf({ id: 'q1', price: '0.043', quantity: '100', deskName: 'Kestrel', createdAt: 1 }),
    levelOf({ id: 'q3', price: '0.0428', quantity: '50', deskName: 'Orrery', createdAt: 1 }),
    levelOf({ id: 'q2', price: '0.0428', quantity: '250', deskName: 'Halyard', createdAt: 2 }),
  ]

  const asksOf = (list: readonly Level[] = []) => bookOf(rfq({ role: 'TAKER' }), list).asks.map(({ id, rank }) => [id, rank])

  it('5.9 are best first for the taker, of two at one price the earlier, each with its rank', () => {
    expect(asksOf(quotes)).toEqual([
      ['q3', 1],
      ['q2', 2],
      ['q1', 3],
    ])
  })

  it('5.14 go last among their equals when their price changes or they grow, and keep their place when they shrink', () => {
    const first = applyFrame(nothing, frameOf({ levels: [listOf('DIRECT', quotes)] }), noon)
    const after = (more: Partial<Level>) => applyFrame(first, frameOf({ levels: [changeOf('UPDATED', { ...quotes[1]!, ...more })] }), noon)
    const order = (live: ReturnType<typeof after>) => asksOf(live.levelsByRfq.get('r_1')).map(([id]) => id)
    expect(order(after({ quantity: '20' }))).toEqual(['q3', 'q2', 'q1'])
    expect(order(after({ quantity: '60' }))).toEqual(['q2', 'q3', 'q1'])
    expect(order(after({ price: '0.043' }))).toEqual(['q2', 'q1', 'q3'])
  })

  it('10.12 go behind the existing ones when they are moved or increased', () => {
    const resting = (id: string, more: Partial<Level> = {}) =>
      levelOf({ id, audience: 'ORDER_BOOK', rfqId: 'g_1', side: 'BUY', price: '0.02', ...more })
    const first = applyFrame(nothing, frameOf({ levels: [listOf('ORDER_BOOK', [resting('g_1'), resting('g_2')])] }), noon)
    const after = (more: Partial<Level>) =>
      applyFrame(first, frameOf({ levels: [changeOf('UPDATED', resting('g_1', more))] }), noon)
        .levelsByRfq.get('g_1')!
        .map(({ id }) => id)
    expect([after({ quantity: '10' }), after({ quantity: '50' }), after({ price: '0.021' })]).toEqual([
      ['g_1', 'g_2'],
      ['g_2', 'g_1'],
      ['g_2', 'g_1'],
    ])
  })

  it('are grouped by RFQ, and an unchanged RFQ keeps its list', () => {
    const resting = (id: string, rfqId: string) => levelOf({ id, audience: 'ORDER_BOOK', rfqId })
    const first = applyFrame(nothing, frameOf({ levels: [listOf('ORDER_BOOK', [resting('g_1', 'g_11'), resting('g_2', 'g_12')])] }), noon)
    const second = applyFrame(first, frameOf({ levels: [changeOf('ADDED', resting('g_3', 'g_12'))] }), noon)
    expect(second.levelsByRfq.get('g_12')!.map(({ id }) => id)).toEqual(['g_2', 'g_3'])
    expect(second.levelsByRfq.get('g_11')).toBe(first.levelsByRfq.get('g_11'))
    const third = applyFrame(second, frameOf({ levels: [changeOf('REMOVED', resting('g_1', 'g_11'))] }), noon)
    expect(third.levelsByRfq.has('g_11')).toBe(false)
  })

  it('are only its own open ones for a maker', () => {
    const { bids, asks } = bookOf(rfq({}), [], [orderOf(), orderOf({ id: 'o_2', state: 'CLOSED' })])
    expect([bids.map(({ id }) => id), asks]).toEqual([['o_1'], []])
  })
})

describe('the mark of a structure', () => {
  const leg = (instrumentId: number, side: 'BUY' | 'SELL', ratio: string, price?: string) => legOf({ instrumentId, side, ratio, price })
  const marks = new Map([
    [1, mark(1, '0.08')],
    [2, mark(2, '0.03')],
  ])
  it('is signed ratio times mark, hedges aside', () => {
    expect(structureMark([leg(1, 'BUY', '1'), leg(2, 'SELL', '2'), leg(3, 'SELL', '0.3', '91000')], marks)).toBeCloseTo(0.02, 10)
  })
  it('is not known while one leg has none', () => {
    expect(structureMark([leg(1, 'BUY', '1'), leg(9, 'SELL', '1')], marks)).toBeUndefined()
  })
})

describe('events that a user is notified of', () => {
  const quoting = applyFrame(nothing, frameOf({ rfqs: [listOf('DIRECT', [rfq({})])], orders: [listOf('DIRECT', [orderOf()])] }), noon)

  it('a maker is notified of a new RFQ once, and not of those that were open at sign-in', () => {
    const received = frameOf({ rfqs: [changeOf('ADDED', rfq({ id: 'r_2', takerDeskName: 'Meridian' }))] })
    expect(noticesOf(quoting, applyFrame(quoting, received, noon), received).map(({ title }) => title)).toEqual(['New RFQ from Meridian'])
    const signIn = frameOf({ rfqs: [listOf('DIRECT', [rfq({})])] })
    expect(noticesOf(nothing, applyFrame(nothing, signIn, noon), signIn)).toEqual([])
  })

  it('there are no notices about a new order book, nor about other desks’ quotes in it', () => {
    const received = frameOf({
      rfqs: [changeOf<Rfq>('ADDED', bookRfqOf())],
      levels: [changeOf('ADDED', levelOf({ audience: 'ORDER_BOOK', rfqId: 'g_64' }))],
    })
    expect(noticesOf(quoting, applyFrame(quoting, received, noon), received)).toEqual([])
  })

  it('a maker that quoted is notified that the RFQ traded away, and one that did not is not', () => {
    const received = frameOf({ rfqs: [changeOf('REMOVED', rfq({ state: 'CLOSED', closedReason: 'EXECUTION_LIMIT', traded: false }))] })
    expect(noticesOf(quoting, applyFrame(quoting, received, noon), received).map(({ title }) => title)).toEqual(['Traded away'])
    const silent = { ...quoting, ordersByRfq: new Map() }
    expect(noticesOf(silent, applyFrame(silent, received, noon), received)).toEqual([])
  })

  // The text of a trade when it is agreed, settled, or rejected with the venue's message.
  const trade = (state: Trade['state'], more: Partial<Trade> = {}) => tradeOf({ state, price: '0.02', description: 'Call\n100k', ...more })
  const inBook = { audience: 'ORDER_BOOK', id: 'g_1', rfqId: 'g_64' } as const
  const tradeTexts: [was: Trade['state'] | undefined, trade: Trade, texts: readonly string[]][] = [
    [undefined, trade('PENDING_SETTLEMENT', inBook), ['Bought 25 @ 0.02, settling', 'Call 100k · settling on DBT']],
    ['PENDING_SETTLEMENT', trade('FILLED', inBook), ['Bought 25 @ 0.02, filled', 'Call 100k · settled on DBT']],
    ['PENDING_SETTLEMENT', trade('REJECTED', { ...inBook, rejection: 'not enough margin' }), ['DBT rejected the trade', 'not enough margin · Call 100k']], // prettier-ignore
    ['PENDING_SETTLEMENT', trade('PENDING_SETTLEMENT', inBook), []],
    [undefined, trade('PENDING_SETTLEMENT', { counterpartyDeskName: 'HLYD' }), ['Bought 25 @ 0.02, settling', 'Call 100k · HLYD · settling on DBT']], // prettier-ignore
    [undefined, trade('PENDING_SETTLEMENT'), ['Bought 25 @ 0.02, settling', 'Call 100k · anonymous · settling on DBT']],
  ]
  it.each(tradeTexts)('a trade that was %s and is now %j is told as %j', (was, now, words) => {
    const before = { trades: new Map(was === undefined ? [] : [[now.id, { ...now, state: was }]]) }
    const notices = tradeNotices(before, { ...noFrameChanges(), trades: [changeOf('UPDATED', now)] })
    expect(notices.flatMap(({ title, text }) => [title, text])).toEqual(words)
  })
})
