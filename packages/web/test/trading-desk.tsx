/** Draws one part of the trading screen with the real store and SDK. The test gives wire answers in place of a server. */
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import type { InstrumentView, MarketDataView, MarkView, UserView } from '@parley/contracts'
import { formatPrice, formatQuantity, impliedVolatility, type Instrument, MILLISECONDS_PER_YEAR, priceToNumber } from '@parley/core'
import type { ReactNode } from 'react'
import { afterEach, vi } from 'vitest'
import { clearToasts } from '../src/components/toasts.ts'
import { useFeeds } from '../src/live/feeds.ts'
import { useFlags } from '../src/live/feature-flags.ts'
import { useOpenMarketsStore } from '../src/live/open-markets.ts'
import { useSession } from '../src/live/session.ts'
import { applyFrame, type FrameChanges, nothing, useLive } from '../src/live/store.ts'
import { useVenueAccounts } from '../src/live/venue-accounts.ts'
import { FORWARD, instruments, marks, NEAR } from './chain-example.ts'
import { frameOf } from './frames.ts'
import { personOf } from './screen/people.ts'
import { resetStores } from './screen/stores.ts'

/** The time at the start of a test. Only the test advances it. */
export const NOW = NEAR - 30 * 86_400_000

/** A trader of a market maker. */
const maker = personOf({ trading_desk: { ticker: 'ORRY', name: 'Orrery', is_maker: true } })

const instrumentView = (one: Instrument): InstrumentView => ({
  ...{ id: one.id, name: one.name, venue: 'DBT', venue_instrument_name: one.name, kind: one.kind, product_code: one.productCode },
  ...{ option_kind: one.optionKind ?? null, strike: one.strike === undefined ? null : formatPrice(one.strike) },
  ...{ margin_kind: one.marginKind, expires_at: one.expiresAt ?? null, state: one.state, greeks: null },
  ...{ base_currency: one.baseCurrency, quote_currency: one.quoteCurrency, clearing_currency: one.clearingCurrency },
  ...{ contract_size: formatQuantity(one.contractSize), min_tick_size: formatPrice(one.tickSize) },
  ...{ min_order_size_increment: formatQuantity(one.quantityIncrement), min_block_size: formatQuantity(one.minBlockSize) },
})

/** The mark of an option, with the volatility that its price implies, so that a quote in volatility starts at the mark price. */
export function markAt(instrumentId: number, price = marks.get(instrumentId)!.mark_price): MarkView {
  const { kind, optionKind, strike, expiresAt } = instruments.get(instrumentId)!
  const mark = { ...marks.get(instrumentId)!, mark_price: price }
  if (kind === 'FUTURE' || strike === undefined) return mark
  const years = (expiresAt! - NOW) / MILLISECONDS_PER_YEAR
  const terms = { kind: optionKind!, forward: FORWARD, strike: priceToNumber(strike), years, price: Number(price) * FORWARD }
  const volatility = impliedVolatility(terms)
  return volatility === undefined ? mark : { ...mark, mark_iv: (volatility * 100).toFixed(2) }
}

/** Market data of bitcoin at Deribit, in the format of its channel. */
export const bitcoin = (change: Partial<MarketDataView> = {}): MarketDataView => ({
  ...{
    venue: 'DBT',
    base_currency: 'BTC',
    index_price: String(FORWARD),
    ...{ index_change_24h: null, index_change_since: null },
    at: NOW,
    is_stale: false,
    marks: [...marks.keys()].map((id) => markAt(id)),
  },
  ...change,
})

export type Sent = { readonly method: string; readonly path: string; readonly query: URLSearchParams; readonly body: unknown }
/** The response to each call, by method and path: `POST /v2/drfq/orders/`. */
type Answers = Readonly<Record<string, (sent: Sent) => unknown>>

export const pageOf = (results: readonly unknown[]) => ({ count: results.length, next: null, previous: null, results })
export const refusal = (status: number, error: string, message: string): Response => json({ code: 1, error, message }, status)
const json = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

const makers = ['LIND', 'ORBT', 'KEST'].map((desk) => ({ id: desk, desk_name: desk, firm_name: desk, groups: ['LP'], venues: ['DBT'] }))
/** The response of the catalogue: all instruments of the test. */
export const listing = (change: (one: InstrumentView) => InstrumentView = (one) => one) =>
  pageOf([...instruments.values()].map((one) => change(instrumentView(one))))

/** Replaces `fetch`. A call without an answer gets a 404. Returns the list of calls that the page sends. */
function answerCalls(answers: Answers): Sent[] {
  const sent: Sent[] = []
  const all: Answers = {
    'GET /v2/drfq/instruments/': () => listing(),
    'GET /v2/drfq/counterparties/': () => pageOf(makers),
    'GET /v2/drfq/counterparties/history/': () => ({ results: [] }),
    ...answers,
  }
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: RequestInit) => {
    const { pathname: path, searchParams: query } = new URL(address, 'http://desk.example')
    const one: Sent = { method, path, query, body: body === undefined ? undefined : JSON.parse(String(body)) }
    sent.push(one)
    const answer = await all[`${method} ${path}`]?.(one)
    if (answer === undefined) return refusal(404, 'NotFound', `${method} ${path} has no answer.`)
    return answer instanceof Response ? answer : json(answer)
  })
  return sent
}

const LINE = { state: 'OPEN', hasOpened: true, refused: {} } as const

type Seat = {
  readonly user?: UserView
  readonly answers?: Answers
  readonly flags?: readonly string[]
  readonly accounts?: readonly string[]
}

/** Signs a trader in and connects the page, with mark prices loaded. */
export function takeSeat({ user = maker, answers = {}, flags = [], accounts = ['prop-1'] }: Seat = {}) {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  const sent = answerCalls(answers)
  useSession.setState({ session: { state: 'SIGNED_IN', user } })
  useFlags.setState({ flags: Object.fromEntries(flags.map((name) => [name, { is_enabled: true }])) })
  useOpenMarketsStore.setState({ markets: [{ venue: 'DBT', currency: 'BTC' }] })
  const data = accounts.map((name, place) => ({ id: name, name, venue: 'DBT' as const, isDefault: place === 0 }))
  useVenueAccounts.setState({ accounts: { state: 'LOADED', data } })
  useFeeds.setState({ DIRECT: LINE, ORDER_BOOK: LINE })
  useLive.setState(applyFrame(nothing, frameOf({ markets: [bitcoin()] }), NOW), true)
  return { sent, calls: (method: string, path: string) => sent.filter((one) => one.method === method && one.path === path) }
}

/** Resets the page after each test of a file that calls `takeSeat`. */
export function leaveSeats(): void {
  afterEach(() => {
    cleanup()
    clearToasts()
    localStorage.clear()
    resetStores()
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })
}

/** Delivers socket messages and draws the result. */
export const receive = (part: Partial<FrameChanges>): void =>
  act(() => useLive.setState((live) => applyFrame(live, frameOf(part), Date.now()), true))

/** Advances the clock and draws what changes with the time. */
export const pass = (ms: number): void => act(() => void vi.advanceTimersByTime(ms))

/** The same, and delivers the responses that are due. */
export const passWithAnswers = (ms: number): Promise<void> =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(ms)
  })

/** The simulated DOM has no top layer, and no test here needs one. */
HTMLElement.prototype.showPopover ??= () => undefined
HTMLElement.prototype.hidePopover ??= () => undefined

export const draw = (part: ReactNode): HTMLElement => render(part).container

export const fill = (field: HTMLElement, text: string): void => void fireEvent.change(field, { target: { value: text } })
export const press = (what: HTMLElement): void => void fireEvent.click(what)
export const leave = (field: HTMLElement): void => void fireEvent.blur(field)
export const isOff = (button: HTMLElement): boolean => button.getAttribute('aria-disabled') === 'true'
export const textOf = (part: HTMLElement): string => (part.textContent ?? '').replace(/\s+/g, ' ').trim()

/** Repeats the check after every change on the page, until it passes: responses and lazy code arrive later. */
export const until = (check: () => void): Promise<void> => waitFor(check, { timeout: 45_000 })

export { screen, within }
