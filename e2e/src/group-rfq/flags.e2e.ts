import { directRfqCalls } from '@parley/contracts'
import type { Browser, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { seriousFindings } from '../accessibility.ts'
import { operator } from '../account/operator.ts'
import { openSeat, openSession, openWindow, type Person } from '../browser.ts'
import { ticketOf } from '../direct-rfq/desk-work.ts'
import { withProductAndBrowser } from '../product-and-browser.ts'
import type { DemoUser, Product } from '../product.ts'
import { askMaker, type Desks } from '../protection/desks.ts'
import { openMarketOf, quoteAround } from '../protection/maker-bot.ts'
import { bookOf, buyFrom, levels, marketsOf, openMarket, ownLevel, quoteBothSides, showOrderBook, shownAs } from './book-work.ts'
import { pressNewRfq } from '../press-new-rfq.ts'

const LONG = { timeout: 60_000 }

let product: Product
let browser: Browser
let desks: Desks

withProductAndBrowser((opened) => ({ product, browser, desks } = opened))

const setFlag = (name: string, value: 'on' | 'off') => operator(product, 'set-flag', '--name', name, '--value', value)

type Spoken = { readonly calls: Set<string>; readonly sockets: Set<string> }

/** The base path that the order book uses, out of two: every call, and every socket that was opened. */
function listen(page: Page): Spoken {
  const spoken: Spoken = { calls: new Set(), sockets: new Set() }
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/v1\/(ob|grfq)\//.test(pathname)) spoken.calls.add(`${request.method()} ${pathname.replace(/\/\d+/g, '/{id}')}`)
  })
  page.on('websocket', (socket) => {
    const { pathname } = new URL(socket.url())
    if (/^\/v1\/(ob|grfq)\b/.test(pathname)) spoken.sockets.add(pathname)
  })
  return spoken
}

async function comesIn(user: DemoUser): Promise<{ person: Person; spoken: Spoken }> {
  const person = await openWindow(browser, product.baseUrl)
  const spoken = listen(person.page)
  await openSession(person, user)
  await showOrderBook(person.page)
  return { person, spoken }
}

/** One desk opens a market and quotes in it, the other takes: everything uses the same base path. */
async function dealIn(structure: string): Promise<readonly Spoken[]> {
  const [maker, taker] = [await comesIn(desks.trader), await comesIn(desks.takerTrader)]
  await openMarket(maker.person.page, structure)
  await quoteBothSides(maker.person.page, '50')
  const ask = await ownLevel(maker.person.page, 'Ask')
  const { page } = taker.person
  await marketsOf(page).filter({ hasText: structure }).first().click()
  await expect.poll(() => levels(page, 'Ask'), LONG).toContain(shownAs(ask))
  await buyFrom(page, shownAs(ask), '50')
  await expect.poll(() => ticketOf(page).innerText(), LONG).toMatch(/Traded 50[\s\S]*Filled on DBT/)
  await expect.poll(() => ticketOf(maker.person.page).innerText(), LONG).toMatch(/Sold 50 @ [\s\S]*Filled/)
  await bookOf(page).getByText('No offers').waitFor()
  expect([maker, taker].map(({ person }) => person.consoleErrors)).toEqual([[], []])
  return [maker.spoken, taker.spoken]
}

const bases: readonly [base: string, flag: 'on' | 'off', structure: string][] = [
  ['/v1/ob', 'on', 'Put Butterfly'],
  ['/v1/grfq', 'off', 'Call Butterfly'],
]

// Proves T 1.11.
describe('the flag um_ui_ob_v1_api', () => {
  // Proves T 9.27.
  it.each(bases)(
    'has the screens speak %s while it is %s: a market is opened, quoted and taken from, and it settles',
    async (base, flag, structure) => {
      await setFlag('um_ui_ob_v1_api', flag)
      const [maker, taker] = await dealIn(structure)
      const posts = ({ calls }: Spoken) => [...calls].filter((call) => call.startsWith('POST')).sort()
      expect(posts(maker!)).toEqual([`POST ${base}/pricing/`, `POST ${base}/quotes/batch/`, `POST ${base}/rfqs/`])
      expect(posts(taker!)).toEqual([`POST ${base}/pricing/`, `POST ${base}/rfqs/{id}/quotes/`])
      for (const { calls, sockets } of [maker!, taker!]) {
        expect([...sockets].map((path) => path.replace(/\/$/, ''))).toEqual([base])
        expect([...calls].filter((call) => !call.includes(` ${base}/`))).toEqual([])
      }
    },
  )
})

describe('feature flags', () => {
  const names = [
    'feature_platform_state',
    'feature_premium_hedge',
    'feature_taker_profile',
    'feature_spread_from_mid',
    'feature_matching_quote',
  ]

  // Proves A 10.14, A 10.16, T 3.13, T 4.7, T 4.23, T 6.15 to 6.17, T 6.19, T 6.20.
  it('are on or off for a desk: the state of the platform, hedges, takers’ history, ticks around the mark and matching quotes', async () => {
    const market = await openMarketOf(desks.maker, 'BTC')
    const [bid] = await quoteAround(desks.maker, market, [-3])
    const rfq = await askMaker(desks, '25')
    const { page, consoleErrors } = await openSeat(browser, product.baseUrl, desks.trader, 'desk')
    const platform = page.getByRole('banner').getByRole('button', { name: /^Platform/ })
    const history = page.getByRole('note', { name: /^History with / })
    const ticks = page.getByRole('radio', { name: '± ticks' })
    const interest = page.getByRole('list', { name: 'Your orders elsewhere' })
    const open = async () => {
      await page.getByRole('group', { name: 'Filter' }).getByRole('button', { name: /^All/ }).click()
      await page.getByRole('grid').first().getByRole('row').nth(1).click()
      await ticketOf(page)
        .getByRole('button', { name: /^Quote|^Enter/ })
        .first()
        .waitFor(LONG)
    }
    await open()
    await interest.getByText(`You bid ${Number(market.min_block_size)} @`).waitFor(LONG)
    await interest.getByRole('button', { name: 'Use it here' }).click()
    await expect
      .poll(() =>
        ticketOf(page)
          .getByLabel(/^Bid \(/)
          .inputValue(),
      )
      .toBe(bid)
    for (const one of [platform, history, ticks]) await one.first().waitFor()
    expect(await seriousFindings(page)).toEqual([])

    const { ticker } = desks.takerDesk
    await Promise.all(names.map((name) => operator(product, 'set-flag', '--name', name, '--value', 'on', '--desks', ticker)))
    await page.reload()
    await open()
    for (const one of [platform, history, ticks, interest]) await expect.poll(() => one.count()).toBe(0)
    await pressNewRfq(page)
    const builder = page.getByRole('dialog', { name: 'New RFQ' })
    await builder.getByRole('button', { name: 'Call', exact: true }).click()
    await builder.getByLabel('Paste or type an RFQ').fill('BTC perp 1m')
    expect(await builder.getByText('Automatic delta hedge').count()).toBe(0)
    await Promise.all(names.map((name) => setFlag(name, 'on')))
    await page.reload()
    await open()
    await interest.waitFor(LONG)
    expect(consoleErrors).toEqual([])
    await desks.taker.call(directRfqCalls.cancelRfq, { params: { id: rfq.id } })
  })
})
