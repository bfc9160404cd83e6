/** The ticket of a spread: what its ladder and its buttons send, and what they show afterwards. */
import type { SocketState, SpreadOrderView } from '@parley/client'
import { formatPrice, formatQuantity, price, quantity } from '@parley/core'
import { act, fireEvent } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { bookWith, decMar, now, orderWith, spreadOf, tradeWith, usualBook } from '../../../test/spreads.ts'
import { draw, fill, isOff, leaveSeats, press, screen, takeSeat, textOf, until } from '../../../test/trading-desk.tsx'
import { useFeeds } from '../../live/feeds.ts'
import { setOneClick } from '../../live/one-click.ts'
import { needApprovalAbove } from '../../../test/approval-limit.ts'
import { usePreTradeLimits } from '../../live/pre-trade-limits.ts'
import { useVenueStates } from '../../live/venue-states.ts'
import type { LevelBook } from '../market-data/depth.ts'
import type { SpreadOrder, SpreadTrade, Strategy, VenueValue } from './model.ts'
import { MatrixPanel } from './MatrixPanel.tsx'
import { startEditing } from './spread-screen.ts'
import { useSpreadMarket } from './spread-store.ts'
import { PhoneSpreads } from './PhoneSpreads.tsx'
import { SpreadTicket } from './SpreadTicket.tsx'

leaveSeats()

const RUNGS = 9
/** The simulated DOM has no layout: it reports the height of nine rungs. */
class Layout {
  readonly #report: () => void
  constructor(report: () => void) {
    this.#report = report
  }
  observe = (): void => this.#report()
  disconnect = (): void => undefined
  unobserve = (): void => undefined
}
beforeEach(() => {
  vi.stubGlobal('ResizeObserver', Layout)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(RUNGS * 22)
})
afterEach(() => {
  vi.restoreAllMocks()
  useFeeds.setState(useFeeds.getInitialState(), true)
})

const value: VenueValue = {
  band: { least: price('-500'), most: price('3000') },
  implied: { bid: undefined, ask: undefined },
  mark: 1130.5,
  nearMark: 91_000,
  farMark: 92_130.5,
  index: 91_000,
  funding: undefined,
}

const answered = (order: SpreadOrder): SpreadOrderView =>
  ({
    ...{ id: order.id, strategy_id: order.strategyId, side: order.side, type: 'LIMIT', state: order.state },
    ...{ price: order.price === undefined ? null : formatPrice(order.price), amount_decimal: formatQuantity(order.amount) },
    ...{ filled_amount_decimal: formatQuantity(order.filled), pending_fill_amount_decimal: formatQuantity(order.pending) },
    ...{ canceled_amount_decimal: formatQuantity(order.canceled), time_in_force: order.lifetime, post_only: order.isPostOnly },
    ...{ label: null, account_name: 'prop-1', created_at: now * 1e6, last_updated: now * 1e6, expires_at: 0, cancel_reason: null },
  }) as unknown as SpreadOrderView

const byId = <One extends { readonly id: string }>(all: readonly One[]) => new Map(all.map((one) => [one.id, one]))

type Answers = NonNullable<Parameters<typeof takeSeat>[0]>['answers']
type Opened = {
  readonly answers?: Answers
  readonly book?: LevelBook
  readonly orders?: readonly SpreadOrder[]
  readonly trades?: readonly SpreadTrade[]
  readonly strategy?: Strategy
  readonly Part?: typeof SpreadTicket
  readonly oneClick?: 'ON'
}

/** The ticket of a spread with this book. */
function openTicket({
  book = usualBook,
  orders = [],
  trades = [],
  strategy = decMar,
  answers,
  Part = SpreadTicket,
  oneClick,
}: Opened = {}) {
  const { calls } = takeSeat({
    answers: {
      'POST /v1/fs/orders/': ({ body }) => {
        const { side, price: at, amount_decimal: amount } = body as { side: 'BUY' | 'SELL'; price: string; amount_decimal: string }
        return answered(orderWith(side, at, amount, { id: 'sent' }))
      },
      'POST /v1/fs/orders/mine/replace/': () => answered(orderWith('BUY', '1128', '60000', { id: 'moved' })),
      'DELETE /v1/fs/orders/mine/': () => new Response(null, { status: 204 }),
      ...answers,
    },
  })
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now })
  usePreTradeLimits.setState({
    limits: { most_notional: null, most_deviation_percent: null, approval_above: null, requests_per_second: null, own_orders: 'REFUSE' },
  })
  useSpreadMarket.setState({
    ...{
      loading: { state: 'LOADED' },
      strategies: byId([strategy, spreadOf('MAR', 'JUN')]),
      values: new Map([[strategy.id, value]]),
    },
    ...{ activeBook: { strategyId: strategy.id, book, isWhole: true }, orders: byId(orders), trades: byId(trades) },
  })
  showFeed('OPEN')
  if (oneClick === 'ON') setOneClick('SPREADS', true)
  draw(<Part strategy={strategy} />)
  return {
    calls,
    sent: () => calls('POST', '/v1/fs/orders/').map(({ body }) => body),
    changed: () => calls('POST', '/v1/fs/orders/mine/replace/').map(({ body }) => body),
  }
}

const showFeed = (state: SocketState): void => act(() => void useFeeds.setState({ SPREADS: { state, hasOpened: true, refused: {} } }))
const showBook = (book: LevelBook): void =>
  act(() => useSpreadMarket.setState({ activeBook: { strategyId: decMar.id, book, isWhole: true } }))
const showOrders = (...orders: readonly SpreadOrder[]): void => act(() => useSpreadMarket.setState({ orders: byId(orders) }))
const passMs = (ms: number): void => act(() => void vi.advanceTimersByTime(ms))
const oneClick = (): void => act(() => setOneClick('SPREADS', true))
const cell = (name: string): HTMLElement => screen.getByRole('button', { name })
const side = (word: 'Buy' | 'Sell'): HTMLElement => document.querySelector<HTMLElement>(`[data-ticket-side="${word.toLowerCase()}"]`)!
const prices = (): readonly string[] => screen.getAllByRole('listitem').map((rung) => textOf(rung).match(/−?[\d,]+\.\d/)?.[0] ?? '')
const line = (): string => textOf(screen.getAllByRole('status').find((one) => one.className.includes('outcome'))!)

describe('the ladder of a spread', () => {
  it('21.11 a cell that another desk has just changed ignores a click, and then joins: the bid column never sells', async () => {
    const { sent } = openTicket()
    oneClick()
    cell('Improve bid: buy 20k @ 1,130.0')
    showBook(bookWith(['1130 100000', '1129.5 220000'], ['1132 180000']))
    passMs(250)
    press(cell('Join bid: buy 20k @ 1,130.0; 100k resting'))
    expect(sent()).toEqual([])
    screen.getByText('The level changed as you clicked, so nothing was sent. Click again.')
    passMs(250)
    press(cell('Join bid: buy 20k @ 1,130.0; 100k resting'))
    await until(() => expect(sent()).toMatchObject([{ side: 'BUY', price: '1130', time_in_force: 'GOOD_TILL_CANCELED' }]))
  })

  it('21.10 the ask column takes the bids within its price, as IOC', async () => {
    const { sent } = openTicket()
    oneClick()
    press(cell('Take: sell 20k @ 1,129.0; 530k available'))
    await until(() => expect(sent()).toMatchObject([{ side: 'SELL', price: '1129', time_in_force: 'IMMEDIATE_OR_CANCEL' }]))
  })

  it('21.10 without 1-click, a cell fills in the price and sends nothing', () => {
    const { sent } = openTicket()
    press(screen.getByRole('button', { name: 'Use price 1129.5 to buy; 220k resting' }))
    expect(textOf(side('Buy'))).toContain('Buy 20k @ 1,129.5joins the bid, 220k ahead')
    expect(document.activeElement).toBe(side('Buy'))
    expect(sent()).toEqual([])
  })

  it('21.11 stays under the pointer while the market leaves it, names the best prices at its edge, and follows when the pointer leaves', () => {
    openTicket()
    const ladder = screen.getByRole('region', { name: 'Ladder' })
    const before = prices()
    fireEvent.pointerEnter(ladder)
    showBook(bookWith(['1200 100000'], ['1202 300000']))
    expect(prices()).toEqual(before)
    screen.getByRole('button', { name: 'Above: best ask 1,202.0 × 300k' })
    fireEvent.pointerLeave(ladder)
    expect(prices()).not.toEqual(before)
    expect(prices()).toContain('1,200.0')
  })

  it('an own order that is dropped at another price is amended', async () => {
    const mine = orderWith('BUY', '1129.5', '60000', { id: 'mine' })
    const { changed } = openTicket({ orders: [mine] })
    oneClick()
    const dataTransfer = { getData: () => 'mine', setData: () => undefined }
    const rung = screen.getAllByRole('listitem').find((one) => textOf(one).includes('1,129.0'))!
    fireEvent.drop(rung, { dataTransfer })
    await until(() => expect(changed()).toMatchObject([{ price: '1129', amount_decimal: '60000' }]))
  })
})

describe('the buttons of a spread', () => {
  it('21.12 without a price the order is IOC, and the button states what is cancelled', async () => {
    const { sent } = openTicket()
    fill(screen.getByLabelText('Amount (USD)'), '300000')
    expect(textOf(side('Buy'))).toContain('takes 180k @ 1,132.0, 120k is cancelled')
    press(side('Buy'))
    press(side('Buy'))
    await until(() =>
      expect(sent()).toMatchObject([{ side: 'BUY', price: '1132', amount_decimal: '300000', time_in_force: 'IMMEDIATE_OR_CANCEL' }]),
    )
  })

  it('21.13 an own bid is not offered as the market, and an order that would meet it is not sent', () => {
    openTicket({ book: bookWith(['1131 400000', '1129.5 220000'], []), orders: [orderWith('BUY', '1131', '400000')] })
    expect(textOf(side('Sell'))).toContain('It would trade with your own bid at 1,131.0.')
    expect(isOff(side('Sell'))).toBe(true)
    screen.getByText('It would trade with your own bid at 1,131.0. Cancel it, or choose another self-trade prevention.')
    fill(screen.getByLabelText('Price (USD)'), '1132')
    expect(textOf(side('Sell'))).toContain('rests as the best ask')
  })

  it('the coin and the DV01 are those of the typed amount, also while nothing can be sent', () => {
    openTicket()
    press(screen.getByLabelText('Post-only'))
    fill(screen.getByLabelText('Amount (USD)'), '200000')
    expect([isOff(side('Buy')), isOff(side('Sell'))]).toEqual([true, true])
    screen.getByText('= 2.198 BTC')
    screen.getByText('$4.99 / bp')
    fill(screen.getByLabelText('Amount (USD)'), '')
    expect(screen.queryByText(/= .* BTC/)).toBeNull()
  })

  it('3.21 while the venue is under maintenance or the feed is away the badge is not open, and nothing is sent', () => {
    openTicket()
    screen.getByText('Open')
    const status = { venue: 'DBT', state: 'MAINTENANCE', delay_ms: null, since: now, sentence: 'Deribit is under maintenance.' } as const
    act(() => useVenueStates.setState({ venues: [status] }))
    expect(screen.queryByText('Open')).toBeNull()
    screen.getByText('Paused')
    expect(isOff(side('Buy'))).toBe(true)
    act(() => useVenueStates.setState({ venues: [] }))
    showFeed('RECONNECTING')
    screen.getByText('Offline')
  })

  it('21.15 the net yield of both sides is shown with the fee, and funding only with a perpetual', () => {
    openTicket()
    const rows = textOf(screen.getByRole('table', { name: 'Yield after funding and fees' }))
    expect(rows).toContain('Fees0.20%0.20%')
    expect(rows).toContain('Net yieldpay 5.19%earn 4.78%')
    expect(rows).not.toContain('Funding')
  })

  it('21.15 with a perpetual whose funding is not known there is no net yield', () => {
    openTicket({ strategy: spreadOf('PERP', 'MAR') })
    const rows = textOf(screen.getByRole('table', { name: 'Yield after funding and fees' }))
    expect(rows).toContain('Current funding——')
    expect(rows).toContain('Net yield——')
  })

  it('a yield becomes a price on tick, which is what is sent', () => {
    openTicket()
    press(screen.getByRole('radio', { name: 'Yield' }))
    fill(screen.getByLabelText('Yield (% p.a.)'), '4.98')
    screen.getByText('= 1,130.0')
    expect(textOf(side('Buy'))).toContain('Buy 20k @ 1,130.0')
  })
})

describe('21.12 the line below the buttons follows its order', () => {
  it('to its fill, its cancellation and the rejection of its trade', async () => {
    openTicket()
    fill(screen.getByLabelText('Price (USD)'), '1130')
    press(side('Buy'))
    press(side('Buy'))
    await until(() => expect(line()).toContain('Buy 20k @ 1,130.0: 20,000 resting.'))
    const become = (change: Partial<SpreadOrder>) =>
      showOrders(orderWith('BUY', '1130', '20000', { id: 'sent', updatedAt: now + 1, ...change }))
    become({ pending: quantity('20000'), state: 'CLOSED' })
    expect(line()).toContain('20,000 USD traded, settling at the venue.')
    become({ filled: quantity('20000'), state: 'CLOSED' })
    expect(line()).toContain('20,000 USD filled.')
    become({ canceled: quantity('20000'), state: 'CLOSED', cancelCause: 'PROTECTION', canceledBy: 'MMP' })
    expect(line()).toContain('20,000 cancelled by MMP.')
    const rejected = tradeWith('BUY', '1130', '20000', { orderId: 'sent', state: 'REJECTED', venueError: 'not enough margin' })
    act(() => useSpreadMarket.setState({ trades: byId([rejected]) }))
    expect(line()).toContain('DBT rejected the trade of 20,000 USD: not enough margin. The order is cancelled.')
  })

  it('5.25 an order without a response shows its age and can be withdrawn: what rests of it is then cancelled', async () => {
    let respond = (): void => undefined
    const answers: Answers = {
      'POST /v1/fs/orders/': () =>
        new Promise((resolve) => (respond = () => resolve(answered(orderWith('BUY', '1130', '20000', { id: 'late' }))))),
      'DELETE /v1/fs/orders/late/': () => new Response(null, { status: 204 }),
    }
    const { sent, calls } = openTicket({ answers })
    fill(screen.getByLabelText('Price (USD)'), '1130')
    vi.useFakeTimers({ now })
    press(side('Buy'))
    press(side('Buy'))
    expect(screen.queryByRole('button', { name: 'Withdraw' })).toBeNull()
    passMs(6_000)
    expect(line()).toMatch(/no response for 6\.0 s · it can only have been placed before \d\d:\d\d:\d\d Withdraw/)
    press(screen.getByRole('button', { name: 'Withdraw' }))
    expect(line()).toContain('withdrawal sent, waiting for confirmation')
    vi.useFakeTimers({ toFake: ['Date'], now: now + 6_000 })
    await until(() => expect(sent()).toMatchObject([{ not_after: now + 3_000 }]))
    respond()
    await until(() => expect(calls('DELETE', '/v1/fs/orders/late/')).toHaveLength(1))
  })

  it('11.14 names on its button that a colleague has to approve, unless an amendment is only smaller', () => {
    const mine = orderWith('BUY', '1129.5', '60000', { id: 'mine' })
    openTicket({ orders: [mine] })
    const amount = () => screen.getByLabelText('Amount (USD)')
    fill(amount(), '20000')
    expect(textOf(side('Buy'))).not.toContain('Asks a colleague to approve')
    needApprovalAbove('15000')
    expect(textOf(side('Buy'))).toContain('Asks a colleague to approve')
    needApprovalAbove('20000')
    expect(textOf(side('Buy'))).not.toContain('Asks a colleague to approve')
    needApprovalAbove('15000')
    act(() => startEditing(mine, decMar))
    fill(amount(), '40000')
    expect(textOf(side('Buy'))).not.toContain('Asks a colleague to approve')
    fill(amount(), '70000')
    expect(textOf(side('Buy'))).toContain('Asks a colleague to approve')
  })

  it('an amendment keeps its side in its name, and ends when the order is no longer open', () => {
    const mine = orderWith('SELL', '1134', '100000', { id: 'mine' })
    openTicket({ orders: [mine] })
    act(() => startEditing(mine, decMar))
    expect(textOf(side('Sell'))).toContain('Amend sell to 100k @ 1,134.0')
    showOrders({ ...mine, state: 'CLOSED', canceled: quantity('100000'), updatedAt: now + 1 })
    expect(line()).toBe('The order is no longer open: it was filled or cancelled.')
    expect(textOf(side('Sell'))).not.toContain('Amend')
  })
})

describe('17.10 market maker protection of a spread order', () => {
  it('is off until the person turns it on, and the button shows it', async () => {
    const { sent } = openTicket()
    fill(screen.getByLabelText('Price (USD)'), '1130')
    press(side('Buy'))
    press(side('Buy'))
    await until(() => expect(sent()).toMatchObject([{ mmp: false }]))
    fill(screen.getByLabelText('Price (USD)'), '1130.5')
    press(screen.getByLabelText('MMP'))
    expect(textOf(side('Buy'))).toContain('MMP')
    press(side('Buy'))
    press(side('Buy'))
    await until(() => expect(sent()[1]).toMatchObject({ mmp: true }))
  })
})

describe('the matrix next to the ticket', () => {
  const Both: typeof SpreadTicket = ({ strategy }) => (
    <>
      <MatrixPanel chosen={strategy} />
      <SpreadTicket strategy={strategy} />
    </>
  )

  it('loads a best price into the form with a double-click or Alt, and sends nothing', () => {
    const { sent } = openTicket({ Part: Both })
    const { bids, asks } = usualBook
    act(() => useSpreadMarket.setState({ tops: new Map([[decMar.id, { bid: bids[0], ask: asks[0] }]]) }))
    const touch = (of: 'BUY' | 'SELL') => document.querySelector(`[data-strategy="${decMar.id}"] [data-side="${of}"]`)!
    fireEvent.doubleClick(touch('SELL'))
    expect(textOf(side('Buy'))).toContain('Buy 20k @ 1,132.0takes 20k')
    fireEvent.click(touch('BUY'), { altKey: true })
    expect(textOf(side('Sell'))).toContain('Sell 20k @ 1,129.5takes 20k')
    expect(sent()).toEqual([])
  })
})

describe('21.18 a spread on a phone', () => {
  it('fills in the form with a tap, whatever 1-click was, and cancels an own order above the ladder', async () => {
    const mine = orderWith('BUY', '1129', '60000', { id: 'mine' })
    const { sent, calls } = openTicket({ orders: [mine], Part: PhoneSpreads, oneClick: 'ON' })
    press(cell('Use price 1132 to buy; 180k available'))
    expect(textOf(side('Buy'))).toContain('Buy 20k @ 1,132.0')
    expect(sent()).toEqual([])
    press(cell('Cancel: Buy 60k @ 1,129.0'))
    await until(() => expect(calls('DELETE', '/v1/fs/orders/mine/')).toHaveLength(1))
  })
})

describe('21.17 the position of a spread', () => {
  const held = tradeWith('SELL', '1130.5', '400000', {
    legs: [
      { name: decMar.near.name, side: 'BUY', price: price('91000') },
      { name: decMar.far.name, side: 'SELL', price: price('92100') },
    ],
  })

  it('shows its profit in the coin that settles it, and flattens by a market order that the person sends', () => {
    const { sent } = openTicket({ trades: [held] })
    expect(textOf(screen.getByRole('region', { name: 'Position' }))).toContain('Short 400k @ 1,130.5−0.00144 BTC (−131 USD)')
    press(screen.getByRole('button', { name: 'Flatten: buy 400k 26 DEC 25 / 27 MAR 26' }))
    expect(textOf(side('Buy'))).toContain('Buy 400k at markettakes 400k @ 1,132.3')
    expect(sent()).toEqual([])
  })

  it('rolls to the spread of the next expiry', () => {
    openTicket({ trades: [held] })
    screen.getByRole('button', { name: 'Roll: sell 400k 27 MAR 26 / 26 JUN 26' })
  })
})
