/** The ticket of an order-book market: making a price and taking one, checked by the market's rules before sending. */
import type { Level, Order } from '@parley/client'
import { fireEvent } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { needApprovalAbove } from '../../../test/approval-limit.ts'
import { changeOf, frameOf, listOf } from '../../../test/frames.ts'
import { bookRfqOf } from '../../../test/model.ts'
import { button, isShown, legIn, openTicket, ownOrder, shownBy, wordsOn } from '../../../test/tickets.tsx'
import {
  type Sent,
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
import { bookQuoteView, groupRfqView } from '../../../test/wire.ts'
import { Toasts } from '../../components/Toasts.tsx'
import { beginCut, endCutWith } from '../../live/after-cut.ts'

leaveSeats()

const inBook = { audience: 'ORDER_BOOK', rfqId: 'g_64' } as const
const market = bookRfqOf({ legs: [legIn(100_000, 'CALL')], createdAt: NOW, updatedAt: NOW })
const level = (number: number, side: 'BUY' | 'SELL', price: string, quantity = '50'): Level => ({
  ...shownBy('', side, price, quantity),
  ...inBook,
  ...{ id: `g_${number}`, number, deskName: undefined },
})
const own = (number: number, side: 'BUY' | 'SELL', price: string): Order =>
  ownOrder({ ...inBook, ...{ id: `g_${number}`, number, rfqNumber: 64, side, price, quantity: '25' } })
/** Other makers' prices around the mark of 0.0400. */
const others = [level(1, 'BUY', '0.0395'), level(2, 'SELL', '0.0405')]

/** The single leg has the whole price. */
const shared = ({ body }: Sent) => ({
  leg_prices: market.legs.map(({ instrumentId }) => ({ instrument_id: instrumentId, bid_price: (body as { bid_price: string }).bid_price, estimated: false })), // prettier-ignore
})
const seat = {
  flags: ['feature_v2_pricing', 'um_rfq_hidden_limit_order', 'feature_spread_from_mid'],
  answers: { 'POST /v1/ob/pricing/': shared, 'POST /v1/grfq/pricing/': shared },
}
const open = (orders: readonly Order[] = []) =>
  openTicket(market, { seat, levels: [...others, ...orders.map((one) => level(one.number!, one.side, one.price, one.quantity))], orders })
const turn = (mode: 'Make' | 'Take') => press(screen.getByRole('radio', { name: mode }))
const price = (word: 'Bid' | 'Ask') => screen.getByLabelText(`${word} (BTC)`)
const size = (word: 'Bid' | 'Ask') => screen.getByLabelText(`${word} quantity`)
const reads = (words: string | RegExp): Promise<void> => until(() => expect(isShown(words), String(words)).toBe(true))
const quote = (): HTMLElement => screen.getAllByRole('button', { name: /^(Again: )?(Quote|Replace mine)\b/ })[0]!

describe('3.16 a number that cannot be read', () => {
  it('3.16 takes nothing from a book: a limit that cannot be read is not the best', async () => {
    await open()
    turn('Take')
    await until(() => expect(isOff(button(/^Buy/))).toBe(false))
    fill(screen.getByLabelText(/^Limit \(/), '0,04')
    expect(wordsOn(/^Buy/)).toContain('Enter a valid price.')
    expect(isOff(button(/^Buy/))).toBe(true)
    fill(screen.getByLabelText(/^Limit \(/), '')
    fill(screen.getByLabelText('Quantity'), '2 5')
    expect(wordsOn(/^Buy/)).toContain('Enter a valid quantity.')
    expect(isOff(button(/^Buy/))).toBe(true)
  })
})

describe('11.14 a quote that a colleague has to approve', () => {
  it('11.14 11.15 names it on each button of one side, and sends no two sides together', async () => {
    await open([{ ...own(9, 'BUY', '0.0398'), quantity: '50', resting: '50' }])
    fill(size('Bid'), '50')
    needApprovalAbove('1000')
    fill(price('Bid'), '0.0397')
    await until(() => expect(textOf(button(/Replace bid/))).toContain('Ask a colleague to approve: Replace bid'))
    fill(price('Bid'), '0.0398')
    fill(size('Bid'), '25')
    await until(() => expect(textOf(button(/^Replace bid/))).not.toContain('Ask a colleague'))
    fill(price('Bid'), '0.0397')
    fill(price('Ask'), '0.0403')
    await until(() => expect(textOf(button(/: Ask25|: Ask/))).toContain('Ask a colleague to approve: Ask'))
    await reads('A colleague has to approve a quote of this size, and two sides cannot wait together. Quote one side at a time.')
  })

  it('11.14 names it on the button that takes a price', async () => {
    await open()
    turn('Take')
    await until(() => expect(isOff(button(/^Buy/))).toBe(false))
    expect(wordsOn(/^Buy/)).not.toContain('Asks a colleague to approve')
    needApprovalAbove('1000')
    expect(wordsOn(/^Buy/)).toContain('Asks a colleague to approve')
  })
})

describe('a market that ended while the connection was lost', () => {
  it('10.25 is shown in its ticket with why and when it ended, and one message sums up both connections', async () => {
    const expiresAt = NOW - 2_000
    const view = groupRfqView({ id: 64, status: 'EXPIRED', latest_activity: NOW - 5_000, expires_at: expiresAt })
    const mine = own(9, 'BUY', '0.0398')
    const { ticket } = await openTicket(market, {
      seat: { ...seat, answers: { ...seat.answers, 'GET /v1/grfq/rfqs/64/': () => view } },
      orders: [mine],
      levels: others,
    })
    const messages = within(draw(<Toasts />))
    beginCut('DIRECT', NOW - 7_000)
    beginCut('ORDER_BOOK', NOW - 6_000)
    const direct = { rfqs: [listOf('DIRECT', [])], orders: [listOf('DIRECT', [])], trades: [listOf('DIRECT', [])] } as const
    endCutWith(frameOf({ rfqs: [...direct.rfqs], orders: [...direct.orders], trades: [...direct.trades] }), NOW)
    expect(messages.queryByText(/^Offline/)).toBeNull()
    const book = { rfqs: [listOf('ORDER_BOOK', [], ['g_64'])], orders: [listOf('ORDER_BOOK', [], [mine.id])], trades: [listOf('ORDER_BOOK', [])] } as const // prettier-ignore
    receive({ rfqs: [...book.rfqs], orders: [...book.orders], trades: [...book.trades] })
    endCutWith(frameOf({ rfqs: [...book.rfqs], orders: [...book.orders], trades: [...book.trades] }), NOW)
    const at = '07:59:58'
    await until(() => expect(textOf(ticket)).toContain(`This market has ended: its first leg expired at ${at}. No orders remain in it.`))
    await until(() => expect(messages.getByText('Offline 7.0 s: 1 order book ended, 1 quote ended')).toBeDefined())
    expect(messages.getByText(new RegExp(`: its first leg expired at ${at}$`))).toBeDefined()
  })
})

describe('the quotes of the order book', () => {
  it('10.6 10.12 have their rank in public, and one that grows goes behind those at its price', async () => {
    const resting = [level(3, 'SELL', '0.0405'), level(4, 'SELL', '0.041')]
    await openTicket(market, { seat, levels: [level(2, 'SELL', '0.0405', '25'), ...resting], orders: [own(2, 'SELL', '0.0405')] })
    const asks = () =>
      within(screen.getByRole('list', { name: 'Asks' }))
        .getAllByRole('listitem')
        .map((line) => {
          const rank = within(line).getByTitle(/^Rank /).textContent
          return /, yours$/.test(line.querySelector('button[data-level]')!.getAttribute('aria-label')!) ? `${rank}, yours` : rank
        })
    expect(isShown('Best price first, then time priority.')).toBe(true)
    expect(isShown('No bids')).toBe(true)
    expect(asks()).toEqual(['Rank 1, yours', 'Rank 2', 'Rank 3'])
    receive({ levels: [changeOf('UPDATED', level(2, 'SELL', '0.0405', '26'))] })
    expect(asks()).toEqual(['Rank 1', 'Rank 2, yours', 'Rank 3'])
  })

  it('are none on both sides of a new market, and that is said on both', async () => {
    await openTicket(market, { seat })
    expect(isShown('No offers')).toBe(true)
    expect(isShown('No bids')).toBe(true)
  })
})

describe('a quote in the order book', () => {
  it('10.8 is refused before it is sent if it is post-only and would trade, in the words of the rules', async () => {
    await open()
    turn('Make')
    press(screen.getByLabelText('Post-only'))
    fill(price('Bid'), '0.0405')
    fill(size('Bid'), '25')
    await reads('A post-only quote must rest, and at this price it would trade immediately.')
    expect(isOff(within(screen.getByRole('region', { name: 'Quote' })).getByRole('button', { name: /^Bid \d/ }))).toBe(true)
    press(screen.getByLabelText('Post-only'))
    await reads(/^Buys .* at once.*: pay /)
  })

  it('10.3 shows what quantity would be accepted', async () => {
    await open()
    turn('Make')
    fill(price('Bid'), '0.0390')
    fill(size('Bid'), '1')
    await reads(/^The quantity must be at least the minimum block: /)
  })

  it('10.9 shows which part of an IOC order would not fill, before it is sent', async () => {
    await open()
    turn('Take')
    fill(screen.getByLabelText('Quantity'), '250')
    await until(() => expect(textOf(button(/^Buy/))).toMatch(/fills only .*; .* cancelled/))
    expect(textOf(screen.getByRole('note', { name: 'Order to be sent' }))).toMatch(
      /^(.* mark\. )?Buy 250, limit [\d.]+, immediate or cancel: .*; 200 is cancelled; pay [\d.]+ BTC /,
    )
  })

  it('10.20 is not revealed if it is hidden: the ticket asks to click the visible one or to add a layer', async () => {
    await open([own(9, 'BUY', '0.0398'), own(10, 'SELL', '0.0402')])
    turn('Make')
    press(screen.getByLabelText('Hidden'))
    fill(price('Bid'), '0.0397')
    fill(size('Bid'), '25')
    await reads(/^Your bid .* is shown and this one is not\. Click it in the book to replace it, or add a layer\.$/)
    await until(() => expect(isOff(quote())).toBe(true))
    await until(() => expect(isOff(button(/^\+ layer/))).toBe(false))
    press(screen.getByLabelText('Hidden'))
    await until(() => expect(isOff(quote())).toBe(false))
    expect(textOf(quote())).toMatch(/^Replace mine/)
  })

  it('says why an empty entry is not sent when Ctrl and Enter are pressed, and names side and price on each button', async () => {
    await open([own(9, 'BUY', '0.0390'), own(10, 'SELL', '0.0410')])
    turn('Make')
    expect(isShown('Enter a bid, an ask or both.')).toBe(false)
    fireEvent.keyDown(price('Bid'), { key: 'Enter', ctrlKey: true })
    expect(isShown('Enter a bid, an ask or both.')).toBe(true)
    fill(price('Bid'), '0.0391')
    fill(price('Ask'), '0.0409')
    await until(() => expect([button('Replace bid 25 @ 0.0391'), button('Replace ask 25 @ 0.0409')]).toHaveLength(2))
    expect(isShown('Enter a bid, an ask or both.')).toBe(false)
  })

  it('5.25 is not called rejected without a response: it shows its age, is withdrawn, and settles on what the server says', async () => {
    let answer = (): unknown => Promise.reject(new TypeError('Failed to fetch'))
    const PLACE = '/v1/grfq/rfqs/64/quotes/'
    const answers = { ...seat.answers, [`POST ${PLACE}`]: () => answer(), 'DELETE /v1/grfq/quotes/77/': () => bookQuoteView({ status: 'CLOSED' }) } // prettier-ignore
    const { calls } = await openTicket(market, { seat: { ...seat, answers }, levels: others })
    turn('Make')
    fill(price('Bid'), '0.0390')
    fill(size('Bid'), '25')
    await until(() => expect(isOff(quote())).toBe(false))
    vi.useFakeTimers({ now: NOW })
    press(quote())
    await passWithAnswers(1_000)
    const region = () => textOf(screen.getByRole('region', { name: 'Quote' }))
    expect(region()).toMatch(/Sent .* · no response for 1\.0 s · cannot trade after \d\d:\d\d:\d\d Withdraw/)
    expect(region()).not.toContain('Refused')
    press(button('Withdraw'))
    expect(region()).toContain('withdrawal sent, waiting for confirmation')
    answer = () => bookQuoteView()
    await passWithAnswers(2_000)
    expect(region()).not.toContain('no response')
    expect(calls('DELETE', '/v1/grfq/quotes/77/')).toHaveLength(1)
  })

  it('11.9 has the guard of prices in this form too: amber from 10 %, the price typed again from 25 %, refused beyond 50 %', async () => {
    const { sent } = await openTicket(market, { seat })
    turn('Make')
    fill(size('Bid'), '25')
    fill(price('Bid'), '0.0680')
    await reads(/^The price 0\.0680 is more than 50 % above the mark 0\.0400; up to 0\.\d{4} is accepted/)
    expect(isOff(quote())).toBe(true)
    fill(price('Bid'), '0.0540')
    await reads('0.0540 is 35 % above the mark. Type the price again.')
    expect(isOff(quote())).toBe(true)
    fill(screen.getByLabelText('Bid again'), '0.0540')
    expect(isOff(quote())).toBe(false)
    fill(price('Bid'), '0.0468')
    await reads('0.0468 is 17 % above the mark. You will be asked to confirm.')
    press(quote())
    expect(textOf(quote())).toMatch(/^Again: Quote /)
    expect(sent.filter(({ method, path }) => method === 'POST' && path.includes('/quotes/'))).toEqual([])
  })
})
