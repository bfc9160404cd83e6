/** The taker's ticket: the button sends what it shows. Far prices, stale prices and refusals are shown before the click. */
import type { RfqView } from '@parley/contracts'
import { act, fireEvent } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { changeOf, frameOf, listOf } from '../../../test/frames.ts'
import { button, callRequest, hedgeLeg, isShown, legIn, move, openTicket, ownOrder, shownBy, wordsOn } from '../../../test/tickets.tsx'
import {
  draw,
  fill,
  isOff,
  leave,
  leaveSeats,
  NOW,
  pass,
  passWithAnswers,
  press,
  receive,
  refusal,
  screen,
  textOf,
  until,
  within,
} from '../../../test/trading-desk.tsx'
import { orderView, rfqView } from '../../../test/wire.ts'
import { Toasts } from '../../components/Toasts.tsx'
import { beginCut, endCutWith } from '../../live/after-cut.ts'
import { useHealth } from '../../live/connection.ts'

leaveSeats()

const PLACE = '/v2/drfq/orders/'
const price = (side: 'Buy' | 'Sell' = 'Buy') => screen.getByLabelText(`${side} limit`)
const quantity = () => screen.getByLabelText('Quantity')
const sentence = () => textOf(screen.getByRole('note', { name: 'Order to be sent' }))
const way = (name: string) => press(screen.getByRole('radio', { name }))
const outcomes = () => screen.queryByRole('list', { name: 'Outcomes of your orders' })
const refuses = (name: RegExp, reason: string) => {
  expect(wordsOn(name)).toContain(reason)
  expect(isOff(button(name))).toBe(true)
}

/** A user whose system is set to reduced motion. */
function wantStillness(): void {
  const { device } = (window as unknown as { happyDOM: { settings: { device: { prefersReducedMotion: string } } } }).happyDOM.settings
  const before = device.prefersReducedMotion
  device.prefersReducedMotion = 'reduce'
  onTestFinished(() => void (device.prefersReducedMotion = before))
}

describe('3.16 a number that cannot be read', () => {
  it('3.16 disables a taker’s button instead of using the previous number or the best price, and offers the correction', async () => {
    await openTicket(callRequest(), { levels: [shownBy('LIND', 'SELL', '0.041', '100')] })
    way('Limit')
    fill(price(), '0.0012')
    expect(wordsOn(/^Buy/)).toContain('Buy 100 · limit 0.0012')
    fill(price(), '0,0425')
    refuses(/^Buy/, 'Enter a valid price.')
    expect(textOf(screen.getByRole('alert'))).toContain('0,0425 is not a valid number.')
    press(button('Use 0.0425'))
    expect(price()).toHaveProperty('value', '0.0425')
    expect(wordsOn(/^Buy/)).toContain('Buy 100 · limit 0.0425')
    expect(isOff(button(/^Buy/))).toBe(false)
    fill(price(), '0,042')
    refuses(/^Buy/, 'Enter a valid price.')
    way('Fill now')
    refuses(/^Buy/, 'Enter a valid price.')
    fill(price(), '')
    expect(isOff(button(/^Buy/))).toBe(false)
    fill(quantity(), '12.55')
    fill(quantity(), '12.55 or so')
    refuses(/^Buy/, 'Enter a valid quantity.')
    leave(quantity())
    expect(quantity()).toHaveProperty('value', '12.55 or so')
  })

  // Proves T 5.3.
  it('3.17 rounds a quantity to the increment when its field is left, and shows the number before', async () => {
    await openTicket(callRequest(), { levels: [shownBy('LIND', 'SELL', '0.041', '100')] })
    fill(quantity(), '25.07')
    leave(quantity())
    expect(quantity()).toHaveProperty('value', '25.1')
    expect(isShown('rounded from 25.07')).toBe(true)
    expect(wordsOn(/^Buy/)).toContain('Buy 25.1 · limit ')
    fill(quantity(), '26')
    expect(isShown('rounded from 25.07')).toBe(false)
  })
})

describe("the taker's ticket", () => {
  it('5.4 goes on with what is left of a partly filled RFQ, and shows it', async () => {
    await openTicket(callRequest({ quantity: '60', filled: '30' }), { levels: [shownBy('LIND', 'SELL', '0.041', '30')] })
    expect(quantity()).toHaveProperty('value', '30')
    expect(isShown('30 left')).toBe(true)
  })

  it('5.13 shows the limit, the current fills with their makers, the money and the hedge, and sends exactly that', async () => {
    const rfq = callRequest({ legs: [legIn(100_000, 'CALL'), hedgeLeg()] })
    const levels = [shownBy('LIND', 'SELL', '0.04', '25'), shownBy('KEST', 'SELL', '0.0412', '75')]
    const answers = { [`POST ${PLACE}`]: () => orderView({ state: 'CLOSED', filled_quantity: '25', canceled_quantity: '75' }) }
    const { calls } = await openTicket(rfq, { levels, seat: { answers } })
    fill(price(), '0.0425')
    fireEvent.pointerEnter(button(/^Buy/))
    // 4,000,000 dollars at 91,500 are 43.72 coins.
    expect(wordsOn(/^Buy/)).toMatch(/^Buy 100 · limit 0\.0425 ?avg 0\.0409 · pay 4\.09 BTC \+ fee 0\.0409 ?\+ sell 43\.72 BTC PERP/)
    expect(sentence()).toMatch(
      /^(.*\. )?Buy 100, limit 0\.0425, all or none: avg 0\.0409 now \(LIND 25 @ 0\.0400, KEST 75 @ 0\.0412\), .*; pay 4\.09 BTC \(\$374\.\dk\) \+ fee 0\.0409 BTC, sell \$4,000,000 PERP \(43\.72 BTC at 91,500\)\.$/,
    )
    press(button(/^Buy 100/))
    press(button(/^Again: Buy 100 @/))
    await until(() => expect(textOf(outcomes()!)).toContain('Traded 25 of 100; 75 cancelled'))
    expect(calls('POST', PLACE).map(({ body }) => body)).toEqual([
      expect.objectContaining({ rfq_id: 'r_1', side: 'BUY', quantity: '100', price: '0.0425', time_in_force: 'FILL_OR_KILL' }),
    ])
  })

  it('stays armed while the price gets better, and sends the better one', async () => {
    const answers = { [`POST ${PLACE}`]: () => orderView({ state: 'CLOSED', quantity: '50', filled_quantity: '50' }) }
    const { calls } = await openTicket(callRequest(), { levels: [shownBy('LIND', 'SELL', '0.043', '100')], seat: { answers } })
    fill(quantity(), '50')
    press(button(/^Buy 50/))
    move(shownBy('LIND', 'SELL', '0.0429', '100'))
    press(button(/^Again: Buy 50 @ 0\.0429/))
    await until(() => expect(textOf(outcomes()!)).toContain('Traded 50'))
    expect(calls('POST', PLACE).map(({ body }) => body)).toMatchObject([{ price: '0.0429', quantity: '50' }])
  })

  it('asks again if the price got worse since the first click, shows both prices, and sends the accepted one', async () => {
    const answers = { [`POST ${PLACE}`]: () => orderView({ state: 'CLOSED', filled_quantity: '100' }) }
    const { calls } = await openTicket(callRequest(), { levels: [shownBy('LIND', 'SELL', '0.041', '100')], seat: { answers } })
    press(button(/^Buy 100/))
    move(shownBy('LIND', 'SELL', '0.0411', '100'))
    expect(isShown('0.0410 → 0.0411. You will be asked to confirm again.')).toBe(true)
    expect(wordsOn(/^Buy/)).toMatch(/Buy 100 · limit 0\.0411.*0\.0410 → 0\.0411/)
    press(button(/^Buy 100/))
    press(button(/^Again: Buy 100 @ 0\.0411/))
    await until(() => expect(calls('POST', PLACE).map(({ body }) => body)).toMatchObject([{ price: '0.0411' }]))
  })

  it('waits four seconds for the second click, counted as text with reduced motion, or until Escape', async () => {
    const { calls } = await openTicket(callRequest(), { levels: [shownBy('LIND', 'SELL', '0.0404', '100')] })
    wantStillness()
    vi.useFakeTimers({ now: NOW })
    press(button(/^Buy 100 · limit/))
    expect(button(/^Again: Buy 100 @/)).toBeDefined()
    expect(textOf(screen.getByRole('region', { name: 'Trade' }))).toMatch(/Armed 4 s · B · this price or better/)
    fireEvent.keyDown(document.body, { key: 'Escape' })
    press(button(/^Buy 100 · limit/))
    pass(1_000)
    expect(textOf(screen.getByRole('region', { name: 'Trade' }))).toContain('Armed 3 s')
    pass(2_999)
    expect(button(/^Again: Buy 100 @/)).toBeDefined()
    pass(1)
    expect(button(/^Buy 100 · limit/)).toBeDefined()
    expect(outcomes()).toBeNull()
    expect(calls('POST', PLACE)).toEqual([])
  })

  it('11.9 warns beyond 10 % of the mark, has the price typed twice beyond 25 %, and refuses it beyond 50 %', async () => {
    await openTicket(callRequest(), { levels: [shownBy('LIND', 'SELL', '0.0401', '100')] })
    fill(price(), '0.0460')
    expect(sentence()).toContain('0.0460 is 15 % above the mark. ')
    expect(isOff(button(/^Buy/))).toBe(false)
    const oneClick = screen.getByRole('switch', { name: '1-click' })
    press(oneClick)
    expect(isShown('1-click, but Buy asks first')).toBe(true)
    press(oneClick)
    fill(price(), '0.0540')
    expect(wordsOn(/^Buy/)).toContain('0.0540 is 35 % above the mark. Type the price again.')
    expect(isOff(button(/^Buy/))).toBe(true)
    fill(screen.getByLabelText('Price again'), '0.0530')
    expect(isOff(button(/^Buy/))).toBe(true)
    fill(screen.getByLabelText('Price again'), '0.0540')
    expect(isOff(button(/^Buy/))).toBe(false)
    // The same price counts as new if another one was entered in between.
    fill(price(), '0.0401')
    fill(price(), '0.0540')
    expect(isOff(button(/^Buy/))).toBe(true)
    expect(screen.getByLabelText('Price again')).toHaveProperty('value', '')
    fill(price(), '0.4000')
    refuses(/^Buy/, '0.4000 is 10.0 × the mark. Prices more than 50 % away are not sent.')
    // A seller that asks for ten times the mark loses nothing, and no maker bids that much.
    fill(price('Sell'), '0.4000')
    expect(wordsOn(/^Sell 100/)).toContain('No maker bids at that price yet')
  })

  it('5.4 5.8 refuses before the click what the rules of the market refuse, with their message', async () => {
    const levels = [shownBy('LIND', 'BUY', '0.0394', '100'), shownBy('LIND', 'SELL', '0.0406', '100')]
    await openTicket(callRequest(), { levels })
    fill(quantity(), '5')
    refuses(/^Buy/, 'The quantity must be 25 or more, so that at least the minimum block rests.')
    receive({ orders: [changeOf('ADDED', ownOrder({ kind: 'CROSS', side: 'BUY', price: '0.0396', quantity: '50' }))] })
    fill(quantity(), '50')
    refuses(/^Sell/, 'The price must be above your own bid of 0.0396.')
    expect(isOff(button(/^Buy/))).toBe(false)
  })

  it('5.13 shows that an order was not filled and why, and offers what would be accepted now', async () => {
    const levels = [shownBy('LIND', 'SELL', '0.041', '100'), shownBy('KEST', 'SELL', '0.0415', '100')]
    const nothing = orderView({
      state: 'CLOSED',
      canceled_quantity: '100',
      cancel_reason: 'NOT_FILLED_AT_ONCE',
      unfilled_reason: 'COUNTERPARTY_LIMIT',
    })
    const answers = { [`POST ${PLACE}`]: () => nothing }
    const { calls } = await openTicket(callRequest(), { levels, seat: { answers } })
    const messages = within(draw(<Toasts />))
    press(button(/^Buy 100/))
    press(button(/^Again: Buy 100 @/))
    await until(() => expect(textOf(outcomes()!)).toContain('Not filled: another desk allowed less than it showed'))
    expect(textOf(outcomes()!)).not.toMatch(/✓|Filled|Traded/)
    receive({ levels: [changeOf('REMOVED', levels[0]!)] })
    expect(within(outcomes()!).getByRole('button', { name: 'Buy 100 @ 0.0415' })).toBeDefined()
    // A message would offer what was accepted when it appeared, so only the ticket offers it. It enters and arms the order and sends nothing.
    expect(messages.queryByRole('button', { name: 'Buy 100 @ 0.0415' })).toBeNull()
    press(within(outcomes()!).getByRole('button', { name: 'Buy 100 @ 0.0415' }))
    await until(() => expect(button(/^Again: Buy 100 @ 0\.0415/)).toBeDefined())
    expect(calls('POST', PLACE)).toHaveLength(1)
    press(button(/^Again: Buy 100 @ 0\.0415/))
    await until(() => expect(calls('POST', PLACE).map(({ body }) => body)).toMatchObject([{ price: '0.041' }, { price: '0.0415' }]))
    await until(() => expect(textOf(outcomes()!)).toContain('Not filled: another desk'))
  })

  it('shows the server’s refusal with its message', async () => {
    const answers = { [`POST ${PLACE}`]: () => refusal(400, 'RfqClosed', 'The RFQ is closed.') }
    await openTicket(callRequest(), { levels: [shownBy('LIND', 'SELL', '0.041', '100')], seat: { answers } })
    press(button(/^Buy 100/))
    press(button(/^Again: Buy 100 @/))
    await until(() => expect(textOf(outcomes()!)).toContain('The RFQ is closed.'))
  })

  it('keeps its label while an order is being sent, and dims the other side', async () => {
    const levels = [shownBy('LIND', 'BUY', '0.0396', '100'), shownBy('LIND', 'SELL', '0.0404', '100')]
    const { promise, resolve } = Promise.withResolvers<void>()
    const answers = {
      [`POST ${PLACE}`]: async () => {
        await promise
        return orderView({ state: 'CLOSED', quantity: '50', filled_quantity: '50' })
      },
    }
    await openTicket(callRequest(), { levels, seat: { answers } })
    fill(quantity(), '50')
    press(button(/^Buy 50/))
    press(button(/^Again: Buy 50 @/))
    expect(wordsOn(/^Buy/)).toMatch(/^Buying 50 @ 0\.0404…/)
    refuses(/^Sell 50/, 'Your order on the other side is being sent.')
    resolve()
    await until(() => expect(textOf(outcomes()!)).toContain('Traded 50'))
    expect(isOff(button(/^Sell 50/))).toBe(false)
    expect(screen.queryAllByRole('button', { name: /^Cancel RFQ/ })).toHaveLength(1)
  })

  it('closes an RFQ that ended while the connection was lost, with how it ended, and one message sums up', async () => {
    const path = '/v2/drfq/rfqs/r_1/'
    const { instrumentId, instrumentName, productCode } = legIn(100_000, 'CALL')
    const leg = { instrument_id: instrumentId, instrument_name: instrumentName, product_code: productCode, ratio: '1', quantity: '100', side: 'BUY', price: null } as const // prettier-ignore
    const canceled = rfqView({
      legs: [leg] as RfqView['legs'],
      ...{ id: 'r_1', role: 'TAKER', state: 'CLOSED', closed_reason: 'CANCELED_BY_CREATOR', cancel_reason: 'USER' },
      ...{ canceled_by: { name: 'Ada Moreau', is_sender: false }, last_updated_at: NOW },
    })
    const { promise, resolve } = Promise.withResolvers<void>()
    const answers = {
      [`GET ${path}`]: async () => {
        await promise
        return canceled
      },
    }
    await openTicket(callRequest(), { levels: [shownBy('LIND', 'SELL', '0.0404', '100')], seat: { answers } })
    const messages = within(draw(<Toasts />))
    beginCut('DIRECT', NOW - 7_000)
    const lists = { rfqs: [listOf('DIRECT', [], ['r_1'])], orders: [listOf('DIRECT', [])], trades: [listOf('DIRECT', [])] } as const
    receive({ rfqs: [...lists.rfqs], orders: [...lists.orders], trades: [...lists.trades] })
    // It accepts nothing from the moment that it is missing.
    expect(screen.queryByRole('button', { name: /^(Buy|Cancel RFQ)/ })).toBeNull()
    endCutWith(frameOf({ rfqs: [...lists.rfqs], orders: [...lists.orders], trades: [...lists.trades] }), NOW)
    resolve()
    await until(() => expect(textOf(screen.getByRole('status', { name: 'RFQ status' }))).toContain('Cancelled by Ada Moreau'))
    expect(messages.getByText('Offline 7.0 s: 1 RFQ cancelled')).toBeDefined()
  })

  it('5.25 gives an order three seconds, shows its age without a response, and withdraws it', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const rests = orderView({ state: 'OPEN', side: 'BUY', quantity: '100' })
    const nothing = { successes: { count: 0, order_ids: [] }, fences: [] }
    const answers = {
      [`POST ${PLACE}`]: async () => {
        await promise
        return rests
      },
      [`DELETE ${PLACE}`]: () => nothing,
      [`DELETE ${PLACE}o_1/`]: () => new Response(null, { status: 204 }),
    }
    const { calls } = await openTicket(callRequest(), { levels: [shownBy('LIND', 'SELL', '0.0404', '100')], seat: { answers } })
    way('Limit')
    fill(price(), '0.0400')
    vi.useFakeTimers({ now: NOW })
    press(button(/^Buy 100/))
    press(button(/^Again: Buy 100 @/))
    expect(within(outcomes()!).queryByRole('button', { name: 'Withdraw' })).toBeNull()
    pass(6_000)
    expect(textOf(outcomes()!)).toMatch(/no response for 6\.0 s · it can only have been placed before \d\d:\d\d:\d\d Withdraw/)
    press(within(outcomes()!).getByRole('button', { name: 'Withdraw' }))
    expect(textOf(outcomes()!)).toContain('withdrawal sent, waiting for confirmation')
    vi.useFakeTimers({ toFake: ['Date'], now: NOW + 6_000 })
    await until(() => expect(calls('DELETE', PLACE).map(({ query }) => [...query])).toEqual([[['rfq_id', 'r_1'], ['side', 'BUY']]])) // prettier-ignore
    expect(calls('POST', PLACE).map(({ body }) => body)).toMatchObject([{ not_after: NOW + 3_000 }])
    // It was placed after all, so its resting part is cancelled.
    resolve()
    await until(() => expect(calls('DELETE', `${PLACE}o_1/`)).toHaveLength(1))
  })

  it('5.25 follows an order whose response was lost until the server says what became of it', async () => {
    const levels = [shownBy('LIND', 'SELL', '0.041', '100')]
    let answer = (): unknown => Promise.reject(new TypeError('Failed to fetch'))
    const { calls } = await openTicket(callRequest(), { levels, seat: { answers: { [`POST ${PLACE}`]: () => answer() } } })
    const messages = within(draw(<Toasts />))
    vi.useFakeTimers({ now: NOW })
    press(button(/^Buy 100/))
    press(button(/^Again: Buy 100 @/))
    await passWithAnswers(1_000)
    expect(textOf(outcomes()!)).toMatch(/entered and sent .* · no response for 1\.0 s · cannot trade after \d\d:\d\d:\d\d Withdraw/)
    expect(messages.getByText(/^No response\. It cannot trade after/)).toBeDefined()
    expect(textOf(outcomes()!)).not.toContain('Rejected')
    // The entry can be used, and the same request is repeated only once it can place nothing new.
    expect(button(/^Buy 100 · limit/).getAttribute('aria-busy')).not.toBe('true')
    expect(calls('POST', PLACE)).toHaveLength(1)
    answer = () => orderView({ state: 'CLOSED', filled_quantity: '100' })
    await passWithAnswers(2_000)
    expect(textOf(outcomes()!)).toContain('Traded 100')
    expect(messages.queryByText(/^No response/)).toBeNull()
    const [first, second] = calls('POST', PLACE).map(({ body }) => body)
    expect(second).toEqual(first)
  })

  it('5.25 shows an order that never reached the market as not placed', async () => {
    const levels = [shownBy('LIND', 'SELL', '0.041', '100')]
    let answer = (): unknown => Promise.reject(new TypeError('Failed to fetch'))
    await openTicket(callRequest(), { levels, seat: { answers: { [`POST ${PLACE}`]: () => answer() } } })
    vi.useFakeTimers({ now: NOW })
    press(button(/^Buy 100/))
    press(button(/^Again: Buy 100 @/))
    await passWithAnswers(1_000)
    answer = () => refusal(400, 'OrderTooLate', 'The order reached the market 90 ms after its time.')
    await passWithAnswers(2_000)
    expect(textOf(outcomes()!)).toContain('Not placed: it reached the market too late')
  })

  it('shows the age of its prices once the server is silent, and asks before it sends at them', async () => {
    await openTicket(callRequest(), { levels: [shownBy('LIND', 'SELL', '0.0404', '100')] })
    act(() => useHealth.setState({ silentMs: 3_400 }))
    expect(isShown(/^Prices are 3\.4 s old\. You will be asked to confirm/)).toBe(true)
    press(button(/^Buy 100/))
    expect(wordsOn(/^Again: Buy 100 @/)).toContain('Prices are 3.4 s old')
  })
})
