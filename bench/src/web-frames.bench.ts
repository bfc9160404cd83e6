/** A maker's main screen with five hundred live RFQs, each quoted on both sides, while a thousand cells change each second. */
import { setTimeout as delay } from 'node:timers/promises'
import type { RunningServer } from '@parley/server'
import type { Browser, Page } from 'playwright-core'
import { openBrowser, WEB_DIR, whyNoPages } from './own-browser.ts'
import { figuresOf, shareText, watchPage, type PageFigures } from './page-figures.ts'
import { markOf, movingOptions, movingVenue, type MovingVenue } from './moving-venue.ts'
import { openDesk, withProduct, type BenchDesk } from './product.ts'
import { createRelay, type Relay } from './relay.ts'
import type { Bench, Row } from './row.ts'
import { post } from './signed.ts'

const SIZE = { width: 1600, height: 960 }

const TAKERS = 10
const RFQS_EACH = 46
/** Order-book markets; together with the RFQs there are five hundred rows. */
const MARKETS = 40
/** A moving quote changes its own cell and the offset from the mark: two cells. */
const QUOTES_PER_SECOND = 500
/** In addition, every mark moves once a second, as often as pages receive it. */
const MOVES_EVERY_MS = 100
const user = { email: 'view@bench.example', password: 'wharf lantern gravel 88' }
const WARM_MS = 4_000
const MEASURE_MS = Number(process.env['WEB_FRAMES_SECONDS'] ?? '20') * 1_000
const PRESSES = 40

const sides = ['BUY', 'SELL'] as const
const legOf = (n: number) => [{ instrument_id: movingOptions[n % movingOptions.length]!.id, ratio: '1', side: 'BUY' }]
/** Away from the mark, and never across the other side. */
function quoteAt(n: number, side: (typeof sides)[number]) {
  const { id } = movingOptions[n % movingOptions.length]!
  const price = markOf(id, 0) + (side === 'BUY' ? -0.0002 : 0.0006)
  return { quantity: '25', legs: [{ instrument_id: id, price: String(Math.round(price * 10_000) / 10_000) }] }
}

async function fillFloor(server: RunningServer): Promise<void> {
  const url = server.baseUrl.replace('localhost', '127.0.0.1')
  const maker = await openDesk(server, 'VIEW', true)
  await server.operator.createUser({ ...user, firstName: 'Vera', lastName: 'Bench', desk: maker.ticker, role: 'trader' })
  const takers: BenchDesk[] = []
  for (let n = 0; n < TAKERS; n += 1) {
    const taker = await openDesk(server, `T${String(n).padStart(3, '0')}`, false)
    await server.operator.approveMutually(taker.ticker, maker.ticker)
    takers.push(taker)
  }
  await Promise.all(takers.map((taker, place) => askAndQuote(url, taker, maker, place)))
  for (let n = 0; n < MARKETS; n += 1) {
    const market = await post<{ id: number }>(url, maker, '/v1/grfq/rfqs/', { venue: 'DBT', legs: legOf(n) })
    for (const side of sides) await post(url, maker, `/v1/grfq/rfqs/${market.id}/quotes/`, { side, ...quoteAt(n, side) })
  }
}

/** One after another, so that a desk's RFQs arrive in order. */
async function askAndQuote(url: string, taker: BenchDesk, maker: BenchDesk, place: number): Promise<void> {
  for (let n = place * RFQS_EACH; n < (place + 1) * RFQS_EACH; n += 1) {
    const asked = { venue: 'DBT', quantity: '25', legs: legOf(n), counterparties: [maker.ticker] }
    const rfq = await post<{ id: string }>(url, taker, '/v2/drfq/rfqs/', asked)
    for (const side of sides) await post(url, maker, '/v2/drfq/orders/', { rfq_id: rfq.id, side, ...quoteAt(n, side) })
  }
}

async function signIn(browser: Browser, url: string): Promise<Page> {
  const page = await browser.newPage({ viewport: SIZE })
  await watchPage(page)
  await page.goto(url)
  await page.getByLabel('Email').fill(user.email)
  await page.getByLabel('Password', { exact: true }).fill(user.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await page.getByRole('radiogroup', { name: 'Flow' }).getByRole('radio', { name: 'All' }).click()
  await page.getByRole('grid', { name: 'RFQs' }).getByText('Order book').first().waitFor()
  await page.getByRole('button', { name: `All ${TAKERS * RFQS_EACH + MARKETS}` }).waitFor()
  return page
}

/** A trader's actions during that time: moving through the rows, opening tickets of both flows, and typing into the filter. */
async function handAtWork(page: Page, forMs: number): Promise<void> {
  const until = performance.now() + forMs
  const rows = page.getByRole('grid', { name: 'RFQs' }).getByRole('row')
  for (let press = 0; performance.now() < until; press += 1) {
    if (press % PRESSES === 0) await rows.nth(1 + ((press / PRESSES) % 5)).click()
    else if (press % PRESSES === PRESSES / 2) await page.getByLabel('Filter, or paste an RFQ').pressSequentially('call', { delay: 120 })
    else if (press % PRESSES === PRESSES / 2 + 1) {
      await page.getByLabel('Filter, or paste an RFQ').press('Escape')
      await rows.nth(1).click()
    } else await page.keyboard.press('ArrowDown')
    await delay(250)
  }
}

function startMoving(relay: Relay, { move }: MovingVenue): () => number {
  const stopQuotes = relay.startMoving(QUOTES_PER_SECOND)
  const each = (movingOptions.length * MOVES_EVERY_MS) / 1_000
  const moving = setInterval(() => move(each), MOVES_EVERY_MS)
  return () => {
    clearInterval(moving)
    return stopQuotes()
  }
}

type Measured = { readonly still: PageFigures; readonly moving: PageFigures }

async function measure(): Promise<Measured> {
  const market = movingVenue()
  return withProduct(
    async ({ server }) => {
      await fillFloor(server)
      const relay = await createRelay(server.baseUrl)
      const browser = await openBrowser()
      try {
        const page = await signIn(browser, relay.url)
        const still = await figuresOf(page, () => handAtWork(page, WARM_MS))
        const stop = startMoving(relay, market)
        await handAtWork(page, WARM_MS)
        const moving = await figuresOf(page, () => handAtWork(page, MEASURE_MS))
        stop()
        return { still, moving }
      } finally {
        await browser.close()
        await relay.close()
      }
    },
    { venues: [market.venue], webDir: WEB_DIR },
  )
}

async function run(): Promise<readonly Row[]> {
  const what = `web: frames with ${TAKERS * RFQS_EACH + MARKETS} live RFQs`
  const missing = whyNoPages()
  if (missing !== undefined) return [{ what, figure: Number.NaN, unit: 'fps', conditions: missing }]
  const { still, moving } = await measure()
  const conditions =
    `${TAKERS * RFQS_EACH} RFQs and ${MARKETS} markets in one table, ${SIZE.width} x ${SIZE.height}, headless Chromium with software rendering; ` +
    `${Math.round(moving.messagesPerSecond)} objects received a second for ${MEASURE_MS / 1000} s (quotes that change two cells each, and every mark once a second), ` +
    `${shareText(moving)}; server, database and browser on the same machine`
  return [
    {
      what,
      figure: moving.framesPerSecond,
      unit: 'fps',
      bar: '>= 55 fps',
      beside: { what: 'the same page while nothing moves', figure: still.framesPerSecond, unit: 'fps' },
      conditions,
    },
    { what: `${what}, the worst second`, figure: moving.worstSecond, unit: 'fps', conditions },
    {
      what: 'web: interaction to next paint during that time',
      figure: moving.answerMs,
      unit: 'ms',
      bar: '<= 50 ms',
      beside: { what: 'the same while nothing moves', figure: still.answerMs, unit: 'ms' },
      conditions: `${moving.answers} keys and clicks: arrows through the rows, tickets of both flows, text in the filter`,
    },
  ]
}

export const bench: Bench = { name: 'web-frames', run }
