/** The main table without a server: what it shows when it is empty, and what a chip and a heading count. */
import { cleanup, fireEvent } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { listOf } from '../../../../test/frames.ts'
import { bookRfqOf, tradeOf } from '../../../../test/model.ts'
import { personOf } from '../../../../test/screen/people.ts'
import { button, callRequest, isShown, ownOrder, shownBy } from '../../../../test/tickets.tsx'
import {
  draw,
  fill,
  isOff,
  leaveSeats,
  NOW,
  passWithAnswers,
  press,
  receive,
  screen,
  takeSeat,
  textOf,
  until,
  within,
} from '../../../../test/trading-desk.tsx'
import { orderView } from '../../../../test/wire.ts'
import { useScreen } from '../../../live/screen-state.ts'
import { FlowSwitch } from './MarketSwitches.tsx'
import { RfqCards } from './RfqCards.tsx'
import { RfqTable } from './RfqTable.tsx'
import { useRfqRows } from './use-rfq-rows.ts'

leaveSeats()

/** The table as a phone draws it. */
function CardsOfAll() {
  const { shown, queue } = useRfqRows()
  return <RfqCards rows={shown} queue={queue} empty={null} />
}

const taker = personOf({ trading_desk: { ticker: 'AMBR', name: 'Amber Road', is_maker: false } })
const lists = { rfqs: [listOf('DIRECT', []), listOf('ORDER_BOOK', [])] } as const

describe('a table without open RFQs', () => {
  it('shows examples to a desk that has not traded, and the trades of today to one that has', async () => {
    takeSeat({ user: taker })
    receive({ rfqs: [...lists.rfqs] })
    draw(<RfqTable />)
    await until(() => expect(screen.getByRole('list', { name: 'Example RFQs' })).toBeDefined())
    const trades = [tradeOf({ id: 't_1', executedAt: NOW - 60_000 }), tradeOf({ id: 't_2', executedAt: NOW, state: 'REJECTED' }), tradeOf({ id: 't_3', executedAt: NOW - 86_400_000 })] // prettier-ignore
    receive({ trades: [listOf('DIRECT', trades)] })
    expect(isShown(/^Your desk has made 1 trade today\./)).toBe(true)
    expect(screen.queryByRole('list', { name: 'Example RFQs' })).toBeNull()
    press(button('Today’s trades'))
    expect(useScreen.getState().wantedTab).toBe('trade-history')
  })
})

describe('the table of both flows', () => {
  const own = { role: 'TAKER', counterparties: ['LIND'] } as const
  const spread = { strategyCode: 'CS', description: 'Call Spread' } as const
  const inBook = { audience: 'ORDER_BOOK', rfqId: 'g_64' } as const
  const direct = [
    callRequest({ ...own, ...spread, id: 'r_1' }),
    callRequest({ ...own, id: 'r_2', baseCurrency: 'ETH', productCodes: ['EH'], createdAt: NOW + 1 }),
  ]
  const books = [bookRfqOf({ ...spread, id: 'g_64', createdAt: NOW }), bookRfqOf({ id: 'g_65', number: 65, createdAt: NOW })]
  const begin = () => {
    takeSeat({ user: taker })
    receive({ rfqs: [listOf('DIRECT', direct), listOf('ORDER_BOOK', books)], orders: [listOf('ORDER_BOOK', [ownOrder(inBook)])] })
    draw(<><FlowSwitch /><RfqTable /></>) // prettier-ignore
  }
  const ids = () => [...document.querySelectorAll<HTMLElement>('[role="row"][data-row]')].map(({ dataset }) => dataset['row']).toSorted()
  const chip = (name: RegExp) => within(screen.getByRole('group', { name: 'Filter' })).getByRole('button', { name })
  const flow = (name: string) => press(screen.getByRole('radio', { name }))
  const choose = async (menu: RegExp, item: string) => {
    fireEvent.keyDown(chip(menu), { key: 'Enter' })
    press(await screen.findByRole(/^All /.test(item) ? 'menuitem' : 'menuitemcheckbox', { name: item }))
    fireEvent.keyDown(document, { key: 'Escape' })
    await until(() => expect(screen.queryByRole('menu')).toBeNull())
  }

  // Proves T 1.5, T 3.73.
  it('is filtered by flow, role, strategy and product, each with one click, and its filters are kept', async () => {
    begin()
    flow('All')
    await until(() => expect(ids()).toEqual(['g_64', 'g_65', 'r_1', 'r_2']))
    flow('Direct')
    await until(() => expect(ids()).toEqual(['r_1', 'r_2']))
    flow('Order book')
    await until(() => expect(ids()).toEqual(['g_64', 'g_65']))
    expect(screen.getByRole('grid', { name: 'Markets' })).toBeDefined()
    flow('All')
    press(chip(/^For me/))
    await until(() => expect(ids()).toEqual(['g_64']))
    fill(screen.getByLabelText('Filter, or paste an RFQ'), 'no such request')
    await until(() => expect(ids()).toEqual([]))
    press(button('Clear filter'))
    expect(chip(/^All/).getAttribute('aria-pressed')).toBe('true')
    press(chip(/^I take/))
    await until(() => expect(ids()).toEqual(['r_1', 'r_2']))
    press(chip(/^All/))
    await choose(/^Strategies/, 'Call')
    await until(() => expect(ids()).toEqual(['g_65', 'r_2']))
    await choose(/^Strategies/, 'All strategies')
    await choose(/^Products/, 'ETH options')
    await until(() => expect(ids()).toEqual(['r_2']))
    cleanup()
    begin()
    await until(() => expect(ids()).toEqual(['r_2']))
    await choose(/^Products/, 'All products')
    await until(() => expect(ids()).toHaveLength(4))
  })
})

describe('a market of the order book', () => {
  it('has the sizes of the desk’s own orders in columns that are called sizes, next to prices', async () => {
    takeSeat({ user: taker })
    const sides = (['BUY', 'SELL'] as const).map((side, place) =>
      ownOrder({ audience: 'ORDER_BOOK', rfqId: 'g_65', id: `o_${place}`, side, price: '0.0203', quantity: ['12.5', '25'][place]! }),
    )
    receive({ rfqs: [listOf('DIRECT', []), listOf('ORDER_BOOK', [bookRfqOf({ id: 'g_65' })])], orders: [listOf('ORDER_BOOK', sides)] })
    draw(<><FlowSwitch /><RfqTable /></>) // prettier-ignore
    press(screen.getByRole('radio', { name: 'Order book' }))
    const grid = await screen.findByRole('grid', { name: 'Markets' })
    const headings = within(grid).getAllByRole('columnheader').map(textOf)
    const cells = within(grid.querySelector<HTMLElement>('[data-row]')!).getAllByRole('gridcell').map(textOf)
    expect(headings.filter((heading) => /^My /.test(heading))).toEqual(['My bid size', 'My ask size'])
    expect([cells[headings.indexOf('My bid size')], cells[headings.indexOf('My ask size')]]).toEqual(['12.5', '25'])
  })
})

describe('an RFQ that is partly filled', () => {
  const part = { quantity: '60', filled: '30', counterparties: ['ORRY'] } as const
  const quotes = (['BUY', 'SELL'] as const).map((side) => shownBy('ORRY', side, side === 'BUY' ? '0.039' : '0.041', '30'))

  it('5.4 shows its taker how much is filled and left, and who has quoted', async () => {
    takeSeat({ user: taker })
    receive({
      rfqs: [listOf('DIRECT', [callRequest({ ...part, role: 'TAKER' })]), listOf('ORDER_BOOK', [])],
      levels: [listOf('DIRECT', quotes)],
    })
    draw(<RfqTable />)
    await until(() => expect(document.querySelector('[data-row]')).not.toBeNull())
    const row = document.querySelector<HTMLElement>('[data-row]')!
    expect(textOf(row)).toMatch(/30 \/ 60.*1\/1.*Partly/)
    expect(within(row).getByTitle('1 of 1 quoted: ORRY')).toBeDefined()
    expect(within(row).getByTitle('30 traded, 30 left')).toBeDefined()
  })

  it('5.4 has on the card of a maker’s phone both of its quotes, the taker and the state', async () => {
    takeSeat()
    const rfq = callRequest({ ...part, role: 'MAKER', counterparties: [] })
    const orders = quotes.map(({ side, price }) => ownOrder({ id: side, side, price, quantity: '30' }))
    receive({ rfqs: [listOf('DIRECT', [rfq]), listOf('ORDER_BOOK', [])], orders: [listOf('DIRECT', orders)] })
    draw(<CardsOfAll />)
    await until(() =>
      expect(textOf(screen.getByRole('article'))).toMatch(/30 \/ 60.*My bid ?0\.0390.*Mark.*My ask ?0\.0410.*From ?AMBR ?(Quoted|Stale)$/),
    )
  })
})

describe('the queue of a maker', () => {
  it('8.16 has next to a named taker how often its RFQs traded, and next to an anonymous one a dash', async () => {
    const results = [{ desk_name: 'AMBR', asked: 1, quoted: 1, dealt: 1, traded: 1, last_dealt_at: NOW - 60_000 }]
    takeSeat({ flags: ['feature_taker_profile'], answers: { 'GET /v2/drfq/takers/history/': () => ({ since: 0, results }) } })
    const asked = { role: 'MAKER', counterparties: [] } as const
    const secret = callRequest({ ...asked, id: 'r_2', isTakerAnonymous: true, takerDeskName: undefined })
    receive({ rfqs: [listOf('DIRECT', [callRequest(asked), secret]), listOf('ORDER_BOOK', [])] })
    draw(<RfqTable />)
    const rowOf = (id: string) => textOf(document.querySelector<HTMLElement>(`[data-row$="${id}"]`)!)
    await until(() => expect(rowOf('r_1')).toMatch(/AMBR.*100 %/))
    expect(rowOf('r_2')).toMatch(/Anon.*—/)
    expect(rowOf('r_2')).not.toContain('100 %')
  })

  it('5.25 shows a quote without a response with its age, withdraws it, and settles on what the server says', async () => {
    const BATCH = '/v2/drfq/orders/batch/'
    let answer = (): unknown => Promise.reject(new TypeError('Failed to fetch'))
    const withdrawn = { successes: { count: 0, order_ids: [] }, fences: [] }
    const { calls } = takeSeat({ answers: { [`POST ${BATCH}`]: () => answer(), 'DELETE /v2/drfq/orders/': () => withdrawn } })
    receive({ rfqs: [listOf('DIRECT', [callRequest({ role: 'MAKER', quantity: '50', counterparties: [] })]), listOf('ORDER_BOOK', [])] })
    draw(<RfqTable />)
    await until(() => expect(screen.getByRole('button', { name: /^Quote .*: show the prices$/ })).toBeDefined())
    press(button(/^Quote .*: show the prices$/))
    await until(() => expect(isOff(button(/^Quote Bid 50 @ [\d.]+, Ask 50 @ [\d.]+$/))).toBe(false))
    vi.useFakeTimers({ now: NOW })
    press(button(/^Quote Bid 50 @/))
    await passWithAnswers(1_000)
    const outcomes = () => textOf(screen.getByRole('list', { name: 'Outcomes' }))
    expect(outcomes()).toMatch(/sent.* · no response for 1\.0 s · cannot trade after/)
    press(button(/^Withdraw the quote for BTC Call/))
    expect(outcomes()).toContain('withdrawal sent, waiting for confirmation')
    answer = () => ({ results: [0, 1].map((index) => ({ index, order: orderView(), error: null })) })
    await passWithAnswers(2_000)
    expect(outcomes()).toMatch(/Bid 50 @ [\d.]+ accepted, Ask 50 @ [\d.]+ accepted/)
    // It was placed after all, so it is cancelled once more.
    expect(calls('DELETE', '/v2/drfq/orders/').map(({ query }) => [...query])).toEqual([[['rfq_id', 'r_1']], [['rfq_id', 'r_1']]])
    expect(calls('POST', BATCH)).toHaveLength(2)
  })
})
