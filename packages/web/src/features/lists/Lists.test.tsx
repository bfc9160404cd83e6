/** The screens of one list: the taker's ways to trade it, its receipts, and a maker's quotes and net price. */
import type { ListTradeView, RfqListView } from '@parley/contracts'
import type { Level, Rfq, Trade } from '@parley/client'
import { act, fireEvent } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { needApprovalAbove } from '../../../test/approval-limit.ts'
import { listOf } from '../../../test/frames.ts'
import { level, LIST, listView, showRfqs, sizes } from '../../../test/list-example.ts'
import { orderOf, tradeOf } from '../../../test/model.ts'
import { personOf } from '../../../test/screen/people.ts'
import { draw, fill, isOff, leaveSeats, NOW, pageOf, press, receive, refusal, screen, takeSeat, textOf, until, within } from '../../../test/trading-desk.tsx' // prettier-ignore
import { orderView } from '../../../test/wire.ts'
import { useHoldings } from '../../live/holdings.ts'
import { useRfqLists } from '../../live/rfq-lists.ts'
import { Lists } from './Lists.tsx'

leaveSeats()
afterEach(useRfqLists.clear)

async function open(view: RfqListView, answers: Parameters<typeof takeSeat>[0] = {}) {
  history.replaceState(null, '', `/rfqs?list=${LIST}`)
  const desk = takeSeat({ user: personOf(), ...answers, answers: { [`GET /v2/drfq/lists/${LIST}/`]: () => view, ...answers.answers } })
  draw(<Lists />)
  await until(() => expect(screen.queryByRole('grid', { name: 'Lines of the list' })).not.toBeNull())
  return desk
}
const quotes = (...levels: readonly Level[]) => receive({ levels: [listOf('DIRECT', [...levels])] })
const both = [level(1, 'KEST', '0.041'), level(1, 'LIND', '0.0412'), level(2, 'KEST', '0.038'), level(2, 'LIND', '0.0395')]
const ticket = (name: string) => within(screen.getByRole('region', { name }))
const trade = () => ticket('Trade the list').getByRole('button', { name: /^(Again: )?(Trade|Take) /i })
const rows = () => screen.getAllByRole('row').map((row) => textOf(row))
const traded = (line: number, change: Partial<Trade> = {}): Trade =>
  tradeOf({ id: `t_${line}`, rfqId: `r_${line}`, counterpartyDeskName: 'KEST', price: '0.041', quantity: '50', executedAt: NOW, ...change })

describe('22.8 the taker trades a list', () => {
  const answer: ListTradeView = {
    ...{ list_id: LIST, net_price: '0.865' },
    lines: sizes.map((_, at) => ({ line: at + 1, rfq_id: `r_${at + 1}`, is_traded: at === 0, order: null, fills: [] })),
  }

  it('22.8 at the best of each line; the second click sends the limits that the first one showed', async () => {
    const balances = [{ currency: 'BTC', equity: '90', available: '62.1184' }]
    const account = { venue: 'DBT', account_name: 'prop-1', positions: 0, read_at: NOW, state: 'FRESH' as const, failure: null, balances }
    const answers = { [`POST /v2/drfq/lists/${LIST}/trade/`]: () => answer }
    const { calls } = await open(listView(), { answers })
    showRfqs(listView())
    quotes(...both)
    act(() => useHoldings.setState({ accounts: [account] }))
    // Bought 50 at 0.041 and sold 30 at 0.0395, with marks of 0.04.
    expect(rows().find((row) => row.includes('Net of 2 lines'))).toMatch(
      /positive: you pay.*80.*0\.8000.*\+0\.0650.*0\.8650.*0\.8750.*\+0\.0100/,
    )
    await screen.findByText(/^Free margin at prop-1: 62\.1184 BTC, and 61\.\d{4,} after premium and fee\./)
    // 50 x 0.041 - 30 x 0.0395
    expect(textOf(trade())).toContain('Trade 2 lines at best prices: pay 0.8650 BTC2 makers · 2 trades · venue fee')
    screen.getByText(
      /^Trades 2 lines with 2 makers\. You pay 0\.8650 BTC net, 0\.0650 over mark\. If a price worsens, that line stays open/,
    )
    press(trade())
    quotes(level(1, 'KEST', '0.0415'), ...both.slice(2))
    expect(textOf(trade())).toContain('Again: Trade 2 lines at best prices: pay 0.8650 BTC')
    press(trade())
    await until(() => expect(calls('POST', `/v2/drfq/lists/${LIST}/trade/`)).toHaveLength(1))
    expect(calls('POST', `/v2/drfq/lists/${LIST}/trade/`)[0]!.body).toMatchObject({
      ...{ way: 'BEST_PER_LINE', lines: [{ line: 1, price: '0.041' }, { line: 2, price: '0.0395' }] }, // prettier-ignore
    })
    await screen.findByText('Row 3: stays open. Its price was worse, or less than its size was offered.')
  })

  it('11.14 22.14 names on the button that a colleague has to approve the lines together', async () => {
    await open(listView())
    showRfqs(listView())
    quotes(...both)
    expect(textOf(trade())).not.toContain('Asks a colleague to approve')
    needApprovalAbove('1000')
    expect(textOf(trade())).toContain('Trade 2 lines at best prices: pay 0.8650 BTCAsks a colleague to approve')
  })

  it('22.8 all or none asks again at a worse net, and a deselected line is in no total', async () => {
    const { calls } = await open(listView(), { answers: { [`POST /v2/drfq/lists/${LIST}/trade/`]: () => answer } })
    showRfqs(listView())
    quotes(...both)
    press(screen.getByRole('radio', { name: 'All or none' }))
    press(trade())
    quotes(level(1, 'KEST', '0.0411'), ...both.slice(1))
    expect(textOf(trade())).toContain('0.865')
    press(trade())
    expect(calls('POST', `/v2/drfq/lists/${LIST}/trade/`)).toEqual([])
    press(screen.getByRole('checkbox', { name: 'Trade row 3' }))
    expect(rows().find((row) => row.includes('Net of 1 line'))).toContain('502.0000+0.05502.0550')
    expect(textOf(trade())).toContain('Trade 1 line at best prices, all or none: pay 2.0550 BTC')
  })

  it('22.9 at one maker’s complete offer or a net price, each with what it costs more', async () => {
    const { calls } = await open(listView(), { answers: { [`POST /v2/drfq/lists/${LIST}/trade/`]: () => answer } })
    showRfqs(listView())
    quotes(...both)
    const net = { id: 'n_1', listId: LIST, deskName: 'LIND', netPrice: '0.88', createdAt: NOW }
    act(() => useRfqLists.setState({ nets: new Map([['n_1', net]]) }))
    const ways = ticket('Trade the list').getAllByRole('radio', { name: /best|all|net price/i })
    expect(ways.map((one) => textOf(one.closest('label') ?? one)).filter((text) => /\d/.test(text))).toEqual([
      'Best per line0.8650best',
      'LIND, all 20.8750+0.0100',
      'LIND, net price0.8800+0.0150',
      'KEST, all 20.9100+0.0450',
    ])
    press(screen.getByRole('radio', { name: /^LIND, net price/ }))
    expect(textOf(trade())).toContain('Take LIND’s net price for all 2: pay 0.8800 BTC')
    press(trade())
    press(trade())
    await until(() => expect(calls('POST', `/v2/drfq/lists/${LIST}/trade/`)).toHaveLength(1))
    expect(calls('POST', `/v2/drfq/lists/${LIST}/trade/`)[0]!.body).toMatchObject({ way: 'ALL_OR_NONE', net_price_id: 'n_1' })
  })

  it('22.11 the guard of a line and of the net: typed again beyond 25 %, and refused beyond 50 %', async () => {
    await open(listView())
    showRfqs(listView())
    quotes(level(1, 'KEST', '0.052'), level(2, 'KEST', '0.0395'))
    expect(trade().title).toMatch(/^Net: .* above the mark\. Prices more than 50 % away are not sent\.$/)
    quotes(level(1, 'KEST', '0.045'), level(2, 'KEST', '0.0395'))
    expect(trade().title).toBe('Net: 1.0650 is 33 % above the mark. Type the net price again.')
    fill(screen.getByRole('textbox', { name: 'Net price again' }), '1.065')
    expect(isOff(trade())).toBe(false)
  })

  it('22.18 a line that left the open RFQs has closed, and the others are still traded', async () => {
    await open(listView())
    showRfqs({ ...listView(), lines: listView().lines.slice(0, 1) })
    quotes(level(1, 'KEST', '0.041'))
    expect(rows().filter((row) => row.includes('Cancelled'))).toHaveLength(1)
    expect(textOf(trade())).toContain('Trade 1 line at best prices')
    receive({ rfqs: [listOf<Rfq>('DIRECT', [], ['r_1'])] })
    expect(trade().title).toBe('The list is closed. To ask again, paste its rows into a new list.')
  })

  it('22.10 receipts show who traded each line, and a line that the venue rejected with its reason', async () => {
    await open(listView())
    showRfqs(listView())
    receive({ trades: [listOf('DIRECT', [traded(1, { state: 'FILLED' }), traded(2, { state: 'REJECTED', rejection: 'block_too_old', quantity: '30' })])] }) // prettier-ignore
    const receipts = within(screen.getByRole('region', { name: 'Receipts' }))
    receipts.getByText('1 of 2 lines traded')
    receipts.getByText('Row 1: 50 @ 0.041. Traded with KEST.')
    receipts.getByText('Row 3: 30 @ 0.041. Rejected by DBT: block_too_old.')
  })
})

describe('22.4, 22.5 a maker quotes a list', () => {
  const BATCH = '/v2/drfq/orders/batch/'
  const refused = { code: 1, error: 'Unavailable', message: 'Not now.' }
  const verdicts = { results: [{ index: 0, order: orderView({ rfq_id: 'r_1' }), error: null }, { index: 1, order: null, error: refused }] } // prettier-ignore
  const asMaker = listView({ role: 'MAKER', counterparties: ['AMBR'] })

  it('22.4 22.17 line by line in one batch, on the side that the taker needs, and a price far from the mark is typed again', async () => {
    const { calls } = await open(asMaker, { answers: { [`POST ${BATCH}`]: () => verdicts } })
    showRfqs(asMaker)
    expect(screen.queryByRole('textbox', { name: 'Bid for line 1' })).toBeNull()
    const quote = () => ticket('Quote the list').getByRole('button', { name: /^Quote \d+ prices? on/ })
    expect(quote().title).toBe('Enter a price in a line first.')
    await until(() => expect(isOff(screen.getByRole('textbox', { name: 'Ask for line 1' }))).toBe(false))
    fill(screen.getByRole('textbox', { name: 'Ask for line 1' }), '0.041')
    fill(screen.getByRole('textbox', { name: 'Bid for line 2' }), '0.09')
    expect(quote().title).toMatch(/^Line 2: 0\.0900 is 2\.3 × the mark\. Prices more than 50 % away are not sent\.$/)
    fill(screen.getByRole('textbox', { name: 'Bid for line 2' }), '0.052')
    expect(quote().title).toBe('Line 2: 0.0520 is 30 % above the mark. Type the price again.')
    const again = () => screen.queryByRole('textbox', { name: 'Bid for line 2 again' })
    fill(again()!, '0.052')
    expect(isOff(quote())).toBe(false)
    fill(screen.getByRole('textbox', { name: 'Bid for line 2' }), '0.053')
    expect(quote().title).toContain('Type the price again.')
    fill(screen.getByRole('textbox', { name: 'Bid for line 2' }), '0.039')
    expect(again()).toBeNull()
    expect(textOf(quote())).toBe('Quote 2 prices on 2 lines')
    press(quote())
    await until(() => expect(calls('POST', BATCH)).toHaveLength(1))
    const { orders } = calls('POST', BATCH)[0]!.body as { readonly orders: readonly object[] }
    expect(orders).toMatchObject([
      { rfq_id: 'r_1', side: 'SELL', quantity: '50', legs: [{ price: '0.041' }] },
      { rfq_id: 'r_2', side: 'BUY', quantity: '30', legs: [{ price: '0.039' }] },
    ])
    await screen.findByText('1 of 2 quotes accepted. Line 2: Not now.')
  })

  it('22.10 a line that traded after a rejection has traded, and the other line is still open', async () => {
    await open(asMaker)
    showRfqs(asMaker)
    const rejected = traded(1, { state: 'REJECTED', rejection: 'block_too_old', counterpartyDeskName: 'AMBR' })
    const filled = traded(1, { id: 't_9', state: 'FILLED', executedAt: NOW + 1, counterpartyDeskName: 'AMBR' })
    receive({ trades: [listOf('DIRECT', [rejected])] })
    expect(rows().some((row) => row.includes('Rejected by DBT: block_too_old'))).toBe(true)
    receive({ trades: [listOf('DIRECT', [rejected, filled])] })
    expect(rows().map((row) => /Traded with AMBR$|New$|Rejected/.exec(row)?.[0])).toEqual([undefined, 'Traded with AMBR', 'New'])
  })

  it('5.17 cancels the quotes of all its lines in one call', async () => {
    const none = { successes: { count: 2, order_ids: ['o_1', 'o_2'] }, failures: { count: 0, order_ids: [] }, fences: [] }
    const { calls } = await open(asMaker, { answers: { 'DELETE /v2/drfq/orders/': () => none } })
    showRfqs(asMaker)
    const own = [1, 2].map((line) => orderOf({ id: `o_${line}`, rfqId: `r_${line}`, kind: 'QUOTE', side: line === 1 ? 'SELL' : 'BUY' }))
    receive({ orders: [listOf('DIRECT', own)] })
    press(screen.getByRole('button', { name: 'Cancel my 2 line quotes' }))
    await until(() => expect(calls('DELETE', '/v2/drfq/orders/').map(({ query }) => `${query}`)).toEqual([`list_id=${LIST}`]))
  })

  it('11.14 11.15 names on the button that a colleague has to approve a net price, and sends no quotes of that size in a batch', async () => {
    await open(asMaker)
    showRfqs(asMaker)
    needApprovalAbove('1000')
    fill(screen.getByRole('textbox', { name: /^Net price/ }), '0.85')
    ticket('Quote the list').getByRole('button', { name: /^Ask a colleague to approve: Quote net 0\.8500/ })
    fill(screen.getByRole('textbox', { name: 'Ask for line 1' }), '0.041')
    screen.getByText('Line 1: a colleague has to approve a quote of this size. Open the line, and quote one side in its own ticket.')
    expect(isOff(ticket('Quote the list').getByRole('button', { name: /^Quote \d+ price/ }))).toBe(true)
  })

  it('22.5 at a net price, guarded as a sale, withdrawn with one click', async () => {
    const own = { id: 'n_1', list_id: LIST, desk_name: 'AMBR', net_price: '0.85', created_at: NOW, expires_at: NOW + 300_000 }
    const { calls } = await open(asMaker, {
      answers: { [`PUT /v2/drfq/lists/${LIST}/net_price/`]: () => own, [`DELETE /v2/drfq/lists/${LIST}/net_price/`]: () => new Response(null, { status: 204 }) }, // prettier-ignore
    })
    showRfqs(asMaker)
    const field = screen.getByRole('textbox', { name: /^Net price/ })
    fill(field, '0.3')
    expect(ticket('Quote the list').getByRole('button', { name: /^Quote net/ }).title).toMatch(
      /below the mark\. Prices more than 50 % away/,
    )
    fill(field, '0.85')
    press(ticket('Quote the list').getByRole('button', { name: /^Quote net 0\.8500: the taker would pay 0\.8500 BTC for all 2/ }))
    await until(() => expect(calls('PUT', `/v2/drfq/lists/${LIST}/net_price/`)[0]?.body).toMatchObject({ net_price: '0.85' }))
    act(() => useRfqLists.setState({ nets: new Map([['n_1', { id: 'n_1', listId: LIST, deskName: 'AMBR', netPrice: '0.85', createdAt: NOW }]])})) // prettier-ignore
    press(screen.getByRole('button', { name: 'Cancel my net price' }))
    await until(() => expect(calls('DELETE', `/v2/drfq/lists/${LIST}/net_price/`)).toHaveLength(1))
  })
})

it('22.3 the address of a list that the desk cannot see shows the way to all lists', async () => {
  history.replaceState(null, '', '/rfqs?list=l_9')
  takeSeat({
    answers: { 'GET /v2/drfq/lists/l_9/': () => refusal(404, 'NotFound', 'No list.'), 'GET /v2/drfq/lists/': () => pageOf([listView()]) },
  })
  draw(<Lists />)
  await screen.findByText('List not found')
  press(screen.getByRole('button', { name: 'Show all lists' }))
  await until(() => expect(rows().join()).toContain('March rollMy listDBT BTC280'))
  fireEvent.click(screen.getByText('March roll'))
  expect(location.search).toBe(`?list=${LIST}`)
})
