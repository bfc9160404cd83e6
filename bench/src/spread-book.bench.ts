/** The screen of listed spreads with a book of ten thousand orders: opening it and following its changes, compared with an empty book. */
import { setTimeout as delay } from 'node:timers/promises'
import { price, quantity, type Instant, type Instrument } from '@parley/core'
import type { RunningServer } from '@parley/server'
import type { Browser, Page } from 'playwright-core'
import { median, percentile } from './figures.ts'
import { openBrowser, WEB_DIR, whyNoPages } from './own-browser.ts'
import { openDesk, withProduct, type BenchDesk } from './product.ts'
import type { Bench, Row } from './row.ts'
import { post, signedHeaders } from './signed.ts'
import { stillOption, stillVenue } from './still-venue.ts'

const ORDERS = 10_000
/** The maximum number of orders of a desk on one side of a spread. */
const EACH = 50
const DESKS = ORDERS / (2 * EACH)
const TICK = 0.5
const AMOUNT = 100_000
const CHANGES = 20
const OPENED = 11
const SIZE = { width: 1600, height: 960 }
const user = { email: 'view@bench.example', password: 'wharf lantern gravel 88' }

const { strike: _strike, optionKind: _kind, expiresAt: _expiry, ...bare } = stillOption as Required<Instrument>
const perpetual = {
  ...bare,
  ...{ id: 1, name: 'BTC-PERPETUAL', productCode: 'CF', kind: 'FUTURE', quoteCurrency: 'USD' },
  ...{ contractSize: quantity('10'), tickSize: price('0.5'), quantityIncrement: quantity('10'), minBlockSize: quantity(String(AMOUNT)) },
} as Instrument
const future = (id: number, name: string, at: number): Instrument => ({ ...perpetual, id, name, expiresAt: at as Instant })
const futures = [perpetual, future(2, 'BTC-25DEC37', Date.UTC(2037, 11, 25, 8)), future(3, 'BTC-26MAR38', Date.UTC(2038, 2, 26, 8))]

function venue(): ReturnType<typeof stillVenue> {
  return {
    ...stillVenue(),
    instruments: () => Promise.resolve(futures),
    connect(listener) {
      const at = Date.now()
      const marks = futures.map(({ id }) => {
        const mark = 89_000 + id * 1_000
        return { instrumentId: id, markPrice: mark, minPrice: mark - 9_000, maxPrice: mark + 9_000, underlyingPrice: 90_000, indexPrice: 90_000, at } // prettier-ignore
      })
      listener.onInstruments(futures)
      listener.onMarks(marks)
      listener.onIndex('BTC', 90_000, at)
      return Promise.resolve()
    },
  }
}

type Strategy = { readonly id: string; readonly legs: readonly { readonly instrument_name: string }[] }

async function strategiesOf(url: string, desk: BenchDesk): Promise<readonly Strategy[]> {
  const path = '/v1/fs/strategies'
  for (let tries = 0; tries < 300; tries++) {
    const answer = await fetch(`${url}${path}`, { headers: signedHeaders(desk, 'GET', path, '') })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    const { results } = (await answer.json()) as { results: readonly Strategy[] }
    if (results.length === futures.length) return results
    await delay(100)
  }
  throw new Error('the spreads are not listed')
}

const levelPrice = (side: 'BUY' | 'SELL', level: number): string => String(1_000 + (side === 'BUY' ? -1 : 1) * (1 + level) * TICK)
const place = (url: string, desk: BenchDesk, strategy: string, side: 'BUY' | 'SELL', level: number) =>
  post<{ id: string }>(url, desk, '/v1/fs/orders', { strategy_id: strategy, side, price: levelPrice(side, level), amount: AMOUNT })

/** Every order has a different price, which is the hardest case for a ladder. */
async function fillBook(server: RunningServer, url: string, strategy: string): Promise<void> {
  for (let n = 0; n < DESKS; n++) {
    const desk = await openDesk(server, `D${String(n).padStart(3, '0')}`, true)
    const levels = Array.from({ length: EACH }, (_, k) => 5 + n * EACH + k)
    await Promise.all(levels.flatMap((level) => (['BUY', 'SELL'] as const).map((side) => place(url, desk, strategy, side, level))))
  }
}

async function signIn(browser: Browser, url: string): Promise<Page> {
  const page = await browser.newPage({ viewport: SIZE })
  await page.goto(url)
  await page.getByLabel('Email').fill(user.email)
  await page.getByLabel('Password', { exact: true }).fill(user.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await page.getByRole('link', { name: 'Delta-1 Spreads' }).click()
  await page.getByRole('grid', { name: 'Spreads', exact: true }).waitFor()
  return page
}

const TASKS = ['RunTask', 'ThreadControllerImpl::RunTask']
type TraceEvent = { readonly name: string; readonly tid: number; readonly pid: number; readonly tdur?: number; readonly args?: { readonly name?: string } } // prettier-ignore

/** The longest task of the page's own thread in that time, in ms of processor time. */
async function longestTask(page: Page, work: () => Promise<void>): Promise<number> {
  const cdp = await page.context().browser()!.newBrowserCDPSession()
  const events: TraceEvent[] = []
  cdp.on('Tracing.dataCollected', ({ value }) => void events.push(...(value as unknown as TraceEvent[])))
  const categories = ['toplevel', 'disabled-by-default-devtools.timeline', '__metadata']
  await cdp.send('Tracing.start', { traceConfig: { includedCategories: categories }, transferMode: 'ReportEvents' })
  await work()
  const complete = new Promise<void>((resolve) => cdp.once('Tracing.tracingComplete', () => resolve()))
  await cdp.send('Tracing.end')
  await complete
  await cdp.detach()
  const main = new Set(
    events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain').map(({ pid, tid }) => `${pid} ${tid}`),
  )
  const tasks = events.filter(({ name, pid, tid }) => TASKS.includes(name) && main.has(`${pid} ${tid}`))
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1_000
}

/** Opens a spread from another one, and waits until the ladder shows its book. Returns the longest task of the page, in ms. */
async function open(page: Page, from: Strategy, to: Strategy): Promise<number> {
  const shown = page.getByRole('region', { name: 'Ladder' }).locator('[aria-label$="rest there"]').first()
  const cell = ({ id }: Strategy) => page.locator(`[data-strategy="${id}"]`)
  await cell(from).click()
  await shown.waitFor({ state: 'hidden' })
  return longestTask(page, async () => {
    await cell(to).click()
    await shown.waitFor()
  })
}

type Measured = { readonly opened: readonly number[]; readonly empty: readonly number[]; readonly changes: readonly number[] }

const measure = (): Promise<Measured> =>
  withProduct(
    async ({ server }) => {
      const url = server.baseUrl.replace('localhost', '127.0.0.1')
      const desk = await openDesk(server, 'VIEW', true)
      await server.operator.createUser({ ...user, firstName: 'Vera', lastName: 'Bench', desk: 'VIEW', role: 'trader' })
      const strategies = await strategiesOf(url, desk)
      const legs = (one: Strategy) => one.legs.map(({ instrument_name: name }) => name).join()
      const deep = strategies.find((one) => legs(one) === `${futures[0]!.name},${futures[1]!.name}`)!
      const [empty, other] = strategies.filter((one) => one !== deep) as [Strategy, Strategy]
      await fillBook(server, url, deep.id)
      await place(url, desk, deep.id, 'BUY', 1)
      await post(url, desk, '/v1/fs/orders', { strategy_id: empty.id, side: 'BUY', price: '990', amount: AMOUNT })
      const browser = await openBrowser()
      try {
        const page = await signIn(browser, server.baseUrl)
        const opened: number[] = []
        const small: number[] = []
        for (let n = 0; n < OPENED; n++) {
          small.push(await open(page, other, empty))
          opened.push(await open(page, other, deep))
        }
        const changes: number[] = []
        for (let n = 0; n < CHANGES; n++)
          changes.push(
            await longestTask(page, async () => {
              const { id } = await place(url, desk, deep.id, 'SELL', 2 + (n % 2))
              await page.locator('[aria-label*="Cancel sell"]').first().waitFor()
              await post(url, desk, `/v1/fs/orders/${id}/replace`, { price: levelPrice('SELL', 4) })
              await page.locator('[aria-label^="Cancel sell"][aria-label*=" 1,002.5"]').first().waitFor()
            }),
          )
        return { opened, empty: small, changes }
      } finally {
        await browser.close()
      }
    },
    { venues: [venue()], webDir: WEB_DIR },
  )

async function run(): Promise<readonly Row[]> {
  const what = `web: a spread's book of ${ORDERS} orders opens, longest task of the page`
  const missing = whyNoPages()
  if (missing !== undefined) return [{ what, figure: Number.NaN, unit: 'ms', conditions: missing }]
  const { opened, empty, changes } = await measure()
  const conditions = `every order at a different price, ${SIZE.width} x ${SIZE.height}, headless Chromium; processor time of the page's thread`
  return [
    {
      what,
      figure: median(opened),
      unit: 'ms',
      bar: '<= 16.7 ms, one frame',
      beside: { what: 'a book with one order', figure: median(empty), unit: 'ms' },
      conditions: `${conditions}, median of ${OPENED}`,
    },
    { what: 'web: a change of that book', figure: median(changes), unit: 'ms', conditions: `${conditions}, median of ${CHANGES}` },
    { what: 'web: a change of that book, p90', figure: percentile(changes, 90), unit: 'ms', conditions },
  ]
}

export const bench: Bench = { name: 'spread-book', run }
