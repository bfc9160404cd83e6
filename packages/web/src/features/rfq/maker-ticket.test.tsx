/** The maker's ticket: the button shows the quote that it sends, and each side shows its latest event. */
import { act, cleanup } from '@testing-library/react'
import type { Order } from '@parley/client'
import { describe, expect, it, vi } from 'vitest'
import { needApprovalAbove } from '../../../test/approval-limit.ts'
import { changeOf } from '../../../test/frames.ts'
import { button, callRequest, isShown, openTicket, ownOrder, shownBy, wordsOn } from '../../../test/tickets.tsx'
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
  textOf,
  until,
  within,
} from '../../../test/trading-desk.tsx'
import { orderView } from '../../../test/wire.ts'
import { Toasts } from '../../components/Toasts.tsx'
import { useHealth } from '../../live/connection.ts'

leaveSeats()

const BATCH = '/v2/drfq/orders/batch/'
const TIME = String.raw`\d\d:\d\d:\d\d\.\d{3}`
/** Both sides are accepted. */
const taken = { [`POST ${BATCH}`]: () => ({ results: [0, 1].map((index) => ({ index, order: orderView(), error: null })) }) }
const asked = callRequest({ role: 'MAKER', quantity: '50', counterparties: [] })
const quote = () => within(screen.getByRole('region', { name: 'Quote' }))
const said = () => textOf(screen.getByRole('status', { name: 'Your quote' }))
const side = (word: 'Bid' | 'Ask') => quote().getByLabelText(`${word} (BTC)`)
const size = (word: 'Bid' | 'Ask') => quote().getByLabelText(`${word} quantity`)
const by = (name: string) => press(quote().getByRole('radio', { name }))
const valueOf = (field: HTMLElement): string => (field as HTMLInputElement).value
const refuses = (words: RegExp | string): Promise<void> =>
  until(() => {
    expect(isShown(words), String(words)).toBe(true)
    expect(isOff(button(/^Quote/))).toBe(true)
  })

const restingBid = ownOrder({ id: 'o_bid', side: 'BUY', price: '0.0390', quantity: '50' })
const restingAsk = ownOrder({ id: 'o_ask', side: 'SELL', price: '0.0410', quantity: '50' })
const ended = (order: Order, change: Partial<Order>): void =>
  receive({ orders: [changeOf('UPDATED', { ...order, state: 'CLOSED', resting: '0', updatedAt: NOW + 1_000, ...change })] })

describe('3.16 a number that cannot be read', () => {
  it('3.16 quotes nothing for a maker: neither a vol, a width nor a quantity goes on as what it was before', async () => {
    await openTicket(asked, { seat: { flags: ['feature_spread_from_mid'] } })
    const vol = quote().getByLabelText(/^Bid vol of /)
    const before = valueOf(vol)
    expect(isOff(button(/^Quote/))).toBe(false)
    fill(vol, `${before}q`)
    await refuses(/^Enter a valid bid vol for .*\.$/)
    fill(vol, before.replace('.', ','))
    press(button(`Use ${before}`))
    expect(isOff(button(/^Quote/))).toBe(false)
    fill(quote().getByLabelText('Width'), '1,5')
    await refuses('Enter a valid width.')
    press(button('Use 1.5'))
    fill(size('Bid'), '12,5')
    await refuses('Enter a valid bid quantity.')
    by('± ticks')
    fill(size('Bid'), '25')
    fill(quote().getByLabelText('± around the mark'), 'ten')
    await refuses('Enter a valid number of ticks.')
  })
})

describe('8.4 a maker and the limit that the taker shows', () => {
  it('8.4 shows it above the entry, and one order of the quantity of that side hits it', async () => {
    const { ticket } = await openTicket(asked)
    expect(screen.queryByRole('region', { name: 'The taker’s limit' })).toBeNull()
    receive({ levels: [changeOf('ADDED', shownBy('AMBR', 'BUY', '0.0405', '50'))] })
    const limit = within(screen.getByRole('region', { name: 'The taker’s limit' }))
    expect(limit.getByText('AMBR bids 0.0405 for 50')).toBeDefined()
    // A maker cannot see other makers' quotes, so the limit is not among them.
    expect(within(ticket).queryByRole('button', { name: /^Bid .* by / })).toBeNull()
    // The quantity of that side in the ticket is the maximum that is sent.
    fill(size('Ask'), '37.5')
    const hit = limit.getByRole('button', { name: /^Hit/ })
    expect(textOf(hit)).toContain('Hit: sell 37.5 @ 0.0405')
    fill(size('Ask'), '5')
    expect(textOf(hit)).toContain('Hit: sell 5 @ 0.0405')
    await until(() => expect(isOff(hit)).toBe(true))
    expect(hit.title).toMatch(/at least the minimum block/)
    fill(size('Ask'), '50')
    expect(textOf(hit)).toContain('Hit: sell 50 @ 0.0405')
    expect(hit.getAttribute('aria-keyshortcuts')).toBe('S')
    expect(hit.title).toMatch(/\(S\)$/)
    press(hit)
    expect(textOf(hit)).toContain('Again: sell 50 @ 0.0405')
  })
})

describe('11.14 a quote that a colleague has to approve', () => {
  const asksForOffers = callRequest({ role: 'MAKER', quantity: '50', counterparties: [], takerSide: 'BUY' })

  it('11.14 names it on the button that sends one side, and not if a replacement is only smaller', async () => {
    await openTicket(asksForOffers)
    by('Price')
    fill(side('Ask'), '0.0410')
    expect(wordsOn(/^Quote/)).not.toContain('Asks a colleague to approve')
    needApprovalAbove('1000')
    expect(wordsOn(/^Quote/)).toContain('Asks a colleague to approve · 50 asked')
    expect(isOff(button(/^Quote/))).toBe(false)
    receive({ orders: [changeOf('ADDED', restingAsk)] })
    fill(side('Ask'), '0.0411')
    expect(wordsOn(/^Replace quote/)).toContain('Asks a colleague to approve · 50 asked')
    fill(side('Ask'), '0.0410')
    fill(size('Ask'), '30')
    expect(wordsOn(/^Replace quote/)).not.toContain('Asks a colleague to approve')
  })

  it('11.15 two sides are not sent together, because a batch is refused without being held', async () => {
    await openTicket(asked)
    needApprovalAbove('1000')
    await refuses('A colleague has to approve a quote of this size, and two sides cannot wait together. Quote one side at a time.')
    expect(isShown('A colleague has to approve quotes of this size, so they cannot follow the mark.')).toBe(true)
  })

  it('11.14 names it on the button that hits the limit of the taker', async () => {
    await openTicket(asked)
    receive({ levels: [changeOf('ADDED', shownBy('AMBR', 'BUY', '0.0405', '50'))] })
    const hit = within(screen.getByRole('region', { name: 'The taker’s limit' })).getByRole('button', { name: /^Hit/ })
    expect(textOf(hit)).not.toContain('Asks a colleague to approve')
    needApprovalAbove('1000')
    expect(textOf(hit)).toContain('Hit: sell 50 @ 0.0405Asks a colleague to approve')
  })
})

describe('a maker’s quote, side by side', () => {
  it('shows for each side what happened to it last: a bid that a program cancelled next to an ask that rests', async () => {
    await openTicket(asked, { orders: [restingBid, restingAsk] })
    expect(said()).toMatch(new RegExp(`^Bid 50 @ 0\\.0390 accepted ${TIME}.*Ask 50 @ 0\\.0410 accepted ${TIME}`))
    ended(restingBid, { canceled: '50', cancelCause: 'USER', canceledBy: { name: 'demo', isSender: true } })
    expect(said()).toMatch(new RegExp(`^Bid cancelled ${TIME} by demo`))
    expect(said()).not.toMatch(/Bid [\d.]+ @ [\d.]+ accepted/)
    expect(said()).toMatch(/Ask [\d.]+ @ [\d.]+ accepted/)
    press(button('Cancel'))
    ended(restingAsk, { canceled: '50', cancelCause: 'USER', canceledBy: { name: 'Ada Byron', isSender: true } })
    expect(said()).toMatch(new RegExp(`Ask cancelled ${TIME} by you`))
  })

  it('5.4 is refused before the click with the message of the rule, and sends only the sides on the button', async () => {
    const { calls } = await openTicket(asked, { seat: { answers: taken } })
    fill(size('Bid'), '5')
    await refuses('The quantity must be 25 or more, so that at least the minimum block rests.')
    fill(size('Bid'), '60')
    await refuses('The quantity must not exceed 50, the quantity of the RFQ.')
    fill(size('Bid'), '25')
    expect(wordsOn(/^Quote/)).toMatch(/^Quote [\d.]+ \/ [\d.]+.*25 bid, 50 asked/)
    press(button(/^Quote/))
    await until(() => expect(calls('POST', BATCH)).toHaveLength(1))
    expect(calls('POST', BATCH)[0]!.body).toMatchObject({
      two_way: true,
      orders: [
        { rfq_id: 'r_1', side: 'BUY', quantity: '25' },
        { rfq_id: 'r_1', side: 'SELL', quantity: '50' },
      ],
    })
  })

  it('5.4 goes on with what is left of a partly filled RFQ on both sides, and shows it', async () => {
    await openTicket({ ...asked, quantity: '60', filled: '30' })
    expect([valueOf(size('Bid')), valueOf(size('Ask'))]).toEqual(['30', '30'])
    expect(isShown(/^30 left · min [\d.]+$/)).toBe(true)
  })

  it('11.9 is amber from 10 % and asks before it is sent; from 25 % its price is typed again', async () => {
    const { calls } = await openTicket(asked, { seat: { answers: taken } })
    by('Price')
    fill(side('Ask'), '0.0568')
    fill(side('Bid'), '0.0540')
    await refuses('0.0540 is 35 % above the mark. Type the price again.')
    const once = quote().getByLabelText('Bid again')
    fill(once, '0.0520')
    expect(isOff(button(/^Quote/))).toBe(true)
    fill(once, '0.0540')
    expect(isOff(button(/^Quote/))).toBe(false)
    // Another price is another entry.
    fill(side('Bid'), '0.0468')
    expect(quote().queryByLabelText('Bid again')).toBeNull()
    expect(isShown('0.0468 is 17 % above the mark. You will be asked to confirm.')).toBe(true)
    press(button(/^Quote/))
    expect(calls('POST', BATCH)).toEqual([])
    press(button(/^Again: Quote/))
    await until(() => expect(calls('POST', BATCH)).toHaveLength(1))
    const { orders } = calls('POST', BATCH)[0]!.body as { orders: { side: string; legs: { price: string }[] }[] }
    expect(orders.map((one) => `${one.side} ${Number(one.legs[0]!.price).toFixed(4)}`)).toEqual(['BUY 0.0468', 'SELL 0.0568'])
  })

  it('5.23 shows the refusal of one side with its reason, and leaves both sides as they were', async () => {
    const refused = { code: 1, error: 'PriceOutsideBand', message: 'The bid is too far from the mark.' }
    const other = { code: 2, error: 'OtherSideRefused', message: 'The other side was refused.' }
    // The SDK first sends the side that cannot trade with the other, here the ask.
    const verdicts = (body: unknown) =>
      (body as { orders: { order_id: string }[] }).orders.map(({ order_id: id }, index) => ({ index, order: null, error: id === 'o_bid' ? refused : other })) // prettier-ignore
    const answers = { [`POST ${BATCH}`]: ({ body }: { body: unknown }) => ({ results: verdicts(body) }) }
    await openTicket(asked, { orders: [restingBid, restingAsk], seat: { answers } })
    const messages = within(draw(<Toasts />))
    by('Price')
    fill(side('Ask'), '0.0411')
    fill(side('Bid'), '0.0250')
    press(button(/^Replace quote/))
    await until(() => expect(said()).toMatch(new RegExp(`^Bid 50 @ [\\d.]+ rejected ${TIME}: The bid is too far from the mark\\. 50 @ 0\\.0390 still rests\\.`))) // prettier-ignore
    expect(said()).toMatch(
      new RegExp(
        `Ask 50 @ 0\\.0411 not placed ${TIME}: The bid was rejected, so neither side was changed\\. 50 @ 0\\.0410 still rests\\.$`,
      ),
    )
    expect(said()).not.toMatch(/accepted/)
    expect(messages.getAllByText('Neither side was changed').length).toBeGreaterThan(0)
  })

  it('5.25 shows a quote whose response was lost with its age, withdraws one side, and settles on what the server says', async () => {
    let answer = (): unknown => Promise.reject(new TypeError('Failed to fetch'))
    const cancelled = { successes: { count: 1, order_ids: ['o_1'] }, fences: [] }
    const answers = { [`POST ${BATCH}`]: () => answer(), 'DELETE /v2/drfq/orders/': () => cancelled }
    const { calls } = await openTicket(asked, { seat: { answers } })
    const messages = within(draw(<Toasts />))
    vi.useFakeTimers({ now: NOW })
    press(button(/^Quote/))
    await passWithAnswers(1_000)
    expect(said()).toMatch(new RegExp(`^Bid 50 @ [\\d.]+ sent ${TIME} · no response for 1\\.0 s · cannot trade after .* WithdrawAsk 50 @ [\\d.]+ sent ${TIME} · no response`)) // prettier-ignore
    expect(messages.queryByText(/rejected/)).toBeNull()
    press(button('Withdraw the bid'))
    await passWithAnswers(0)
    expect(said()).toMatch(/^Bid .* · withdrawal sent, waiting for confirmation/)
    const withdrawals = () => calls('DELETE', '/v2/drfq/orders/').map(({ query }) => [...query])
    const bidOnly = [['rfq_id', 'r_1'], ['side', 'BUY']] // prettier-ignore
    expect(withdrawals()).toEqual([bidOnly])
    // It was placed after all, so the withdrawn side is cancelled once more.
    answer = taken[`POST ${BATCH}`]!
    await passWithAnswers(2_000)
    receive({ orders: [restingBid, restingAsk].map((order) => changeOf('ADDED', { ...order, updatedAt: NOW + 3_000 })) })
    expect(said()).toMatch(/^Bid 50 @ 0\.0390 accepted.*Ask 50 @ 0\.0410 accepted/)
    expect(withdrawals()).toEqual([bidOnly, bidOnly])
    const [first, second] = calls('POST', BATCH).map(({ body }) => body)
    expect(second).toEqual(first)
  })

  it('shows that the entry follows the mark and how far the live quote is behind it, and replaces that by what is in the button', async () => {
    const { calls } = await openTicket(asked, { seat: { answers: taken } })
    expect(isShown('Entry follows the mark')).toBe(true)
    const [bid, ask] = [valueOf(side('Bid')), valueOf(side('Ask'))]
    const orders = [
      { ...restingBid, price: bid },
      { ...restingAsk, price: ask },
    ]
    receive({ orders: orders.map((order) => changeOf('ADDED', order)) })
    expect(isShown(`Live ${bid} / ${ask} is at the entry`)).toBe(true)
    fill(quote().getByLabelText('Width'), '4')
    expect(isShown(/^Live [\d.]+ \/ [\d.]+ is 0\.\d*[1-9]\d* behind$/)).toBe(true)
    by('Price')
    expect(textOf(screen.getByRole('region', { name: 'Quote' }))).toContain('Entry is fixed')
    expect(isShown(/^Live [\d.]+ \/ [\d.]+ is [\d.]+ from the entry$/)).toBe(true)
    const [, newBid, newAsk] = /^Replace quote ([\d.]+) \/ ([\d.]+) Ctrl ↵ ?50 each side · was [\d.]+ \/ [\d.]+$/.exec(wordsOn(/^Replace quote/))! // prettier-ignore
    press(button(/^Replace quote/))
    await until(() => expect(calls('POST', BATCH)).toHaveLength(1))
    const sent = (calls('POST', BATCH)[0]!.body as { orders: { order_id: string; legs: { price: string }[] }[] }).orders
    expect(Object.fromEntries(sent.map((one) => [one.order_id, Number(one.legs[0]!.price).toFixed(4)]))).toEqual({ o_bid: newBid, o_ask: newAsk }) // prettier-ignore
  })
})

describe('8.16 the history with a taker', () => {
  const results = [{ desk_name: 'AMBR', asked: 1, quoted: 1, dealt: 1, traded: 1, last_dealt_at: NOW - 60_000 }]
  const seat = { flags: ['feature_taker_profile'], answers: { 'GET /v2/drfq/takers/history/': () => ({ since: 0, results }) } }

  it('8.16 is next to a named taker in the ticket, and not next to an anonymous one', async () => {
    await openTicket(asked, { seat })
    const history = () => screen.queryByRole('note', { name: 'History with AMBR' })
    await until(() => expect(textOf(history()!)).toMatch(/ traded 1 of 1 you quoted, last .* ago, 1 traded with any maker$/))
    cleanup()
    const { ticket } = await openTicket({ ...asked, isTakerAnonymous: true, takerDeskName: undefined }, { seat })
    expect(textOf(ticket)).toContain('for Anonymous')
    expect(screen.queryByRole('note', { name: /^History with/ })).toBeNull()
  })
})

describe('5.19 a maker that will not quote', () => {
  it('5.19 shows that it has declined until it quotes', async () => {
    await openTicket({ ...asked, declinedByMe: true })
    expect(textOf(screen.getByRole('region', { name: 'Decline' }))).toBe('You declined. Quoting reverses the decline.')
    receive({ rfqs: [changeOf('UPDATED', asked)] })
    expect(within(screen.getByRole('region', { name: 'Decline' })).getByRole('button', { name: /^Decline/ })).toBeDefined()
  })
})

describe('5.22 a maker that wants its quote in another account', () => {
  const accountsSent = (body: unknown) =>
    (body as { orders: { side?: string; order_id?: string; account_name?: string }[] }).orders.map(
      ({ side: one, order_id: id, account_name: account }) => `${one ?? id} ${account}`,
    )

  it('5.22 chooses it in its ticket, for a new quote and for one that is replaced, which otherwise keeps its own', async () => {
    const { calls } = await openTicket(asked, { seat: { answers: taken, accounts: ['prop-1', 'fund-2'] } })
    const batches = () => calls('POST', BATCH).map(({ body }) => accountsSent(body).toSorted())
    press(button('prop-1'))
    fill(quote().getByLabelText('Account'), 'fund-2')
    press(button(/^Quote/))
    await until(() => expect(batches()).toEqual([['BUY fund-2', 'SELL fund-2']]))
    receive({ orders: [restingBid, restingAsk].map((order) => changeOf('ADDED', { ...order, account: 'fund-2' })) })
    const choice = quote().getByLabelText('Account')
    expect(within(choice).getByRole('option', { name: 'fund-2 (as it is)' })).toBeDefined()
    await until(() => expect(isOff(button(/^Replace quote/))).toBe(false))
    fill(choice, '')
    press(button(/^Replace quote/))
    await until(() => expect(batches().at(-1)).toEqual(['o_ask undefined', 'o_bid undefined']))
    await until(() => expect(button(/^Replace quote/).getAttribute('aria-busy')).not.toBe('true'))
    fill(choice, 'prop-1')
    press(button(/^Replace quote/))
    await until(() => expect(batches().at(-1)).toEqual(['o_ask prop-1', 'o_bid prop-1']))
  })
})

describe('a quote that would be sent at what the maker did not mean', () => {
  // Proves T 5.1.
  it('accepts a zero as a price only when it is confirmed, and refuses a mistyped digit before the click', async () => {
    await openTicket(asked)
    by('Price')
    const before = valueOf(side('Bid'))
    const offered = valueOf(side('Ask'))
    fill(side('Bid'), '0')
    await refuses('A price of zero is not accepted. Enter another.')
    press(quote().getByRole('checkbox', { name: 'Quote at zero' }))
    expect(isShown('A price of zero is not accepted. Enter another.')).toBe(false)
    fill(side('Ask'), '')
    fill(side('Bid'), '0.0760')
    await refuses(/^The price 0\.0760 is more than 50 % above the mark 0\.0400; up to [\d.]+ is accepted/)
    fill(side('Bid'), before)
    fill(side('Ask'), offered)
    expect(quote().queryByRole('checkbox', { name: 'Quote at zero' })).toBeNull()
    expect(isOff(button(/^Quote/))).toBe(false)
  })

  it('needs confirmation while prices are stale', async () => {
    const { calls } = await openTicket(asked, { seat: { answers: taken } })
    act(() => useHealth.setState({ silentMs: 3_400 }))
    expect(isShown(/^Prices are 3\.4 s old\. You will be asked to confirm/)).toBe(true)
    press(button(/^Quote/))
    expect(wordsOn(/^Again: Quote/)).toContain('Prices are 3.4 s old')
    expect(calls('POST', BATCH)).toEqual([])
    act(() => useHealth.setState({ silentMs: undefined }))
    expect(isShown(/^Prices are/)).toBe(false)
    press(button(/^Quote/))
    await until(() => expect(calls('POST', BATCH)).toHaveLength(1))
  })
})
