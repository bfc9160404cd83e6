/** From a maker's signed quote to the taker's socket, through everything: signature, rules, journal on disk, projection, fan-out. */
import { Worker } from 'node:worker_threads'
import type { RunningServer } from '@parley/server'
import { withEcho } from './echo.ts'
import { percentile } from './figures.ts'
import { openDesk, withProduct, type BenchDesk } from './product.ts'
import type { QuoteFigures, QuoteLoad } from './quote-senders.ts'
import type { Bench, Row } from './row.ts'
import { post } from './signed.ts'
import { MARK, stillOption } from './still-venue.ts'

/** As many makers; each desk has one socket. */
const TAKERS = 100
const MAKERS_ASKED = 2
const QUOTES_PER_SECOND = 2_000
const WARM_MS = 3_000
const MEASURE_MS = 8_000
const TICKS = 40

const tickers = (letter: string, count: number) => Array.from({ length: count }, (_, n) => `${letter}${String(n).padStart(3, '0')}`)

/** Taker n asks its makers, and each has one quote standing that it will replace. */
async function standingQuotes(url: string, takers: readonly BenchDesk[], makers: readonly BenchDesk[]): Promise<QuoteLoad['quotes']> {
  const prices = Array.from({ length: TICKS }, (_, n) => String(Math.round(MARK * 10_000 + n) / 10_000))
  const quotes: QuoteLoad['quotes'][number][] = []
  for (const [n, taker] of takers.entries()) {
    const asked = makersOf(n, makers)
    const legs = [{ instrument_id: stillOption.id, ratio: '1', side: 'BUY' }]
    const counterparties = asked.map(({ ticker }) => ticker)
    const rfq = await post<{ id: string }>(url, taker, '/v2/drfq/rfqs/', { venue: 'DBT', quantity: '25', legs, counterparties })
    for (const maker of asked) {
      const quoted = [{ instrument_id: stillOption.id, price: prices.at(-1) }]
      const order = await post<{ id: string }>(url, maker, '/v2/drfq/orders/', {
        rfq_id: rfq.id,
        side: 'SELL',
        quantity: '25',
        legs: quoted,
      })
      quotes.push({ orderId: order.id, accessKey: maker.accessKey, secretKey: maker.secretKey, instrumentId: stillOption.id, prices })
    }
  }
  return quotes
}

const makersOf = (taker: number, makers: readonly BenchDesk[]): readonly BenchDesk[] =>
  Array.from({ length: MAKERS_ASKED }, (_, n) => makers[(taker + n) % makers.length]!)

function loadFrom(workerData: QuoteLoad): Promise<QuoteFigures> {
  const worker = new Worker(new URL('quote-senders.ts', import.meta.url), { workerData })
  return new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))
}

async function measure(server: RunningServer): Promise<QuoteFigures> {
  const takers: BenchDesk[] = []
  const makers: BenchDesk[] = []
  for (const ticker of tickers('T', TAKERS)) takers.push(await openDesk(server, ticker, false))
  for (const ticker of tickers('M', TAKERS)) makers.push(await openDesk(server, ticker, true))
  for (const [n, taker] of takers.entries())
    for (const maker of makersOf(n, makers)) await server.operator.approveMutually(taker.ticker, maker.ticker)
  const url = server.baseUrl.replace('localhost', '127.0.0.1')
  const quotes = await standingQuotes(url, takers, makers)
  const sockets = [...takers, ...makers].map(({ accessKey, ticker }) => ({ accessKey, isWatched: ticker.startsWith('T') }))
  const pace = { quotesPerSecond: QUOTES_PER_SECOND, warmMs: WARM_MS, measureMs: MEASURE_MS }
  return withEcho((echoUrl) => loadFrom({ url, ...pace, sockets, quotes, echoUrl }))
}

async function run(): Promise<readonly Row[]> {
  return rowsOf(await withProduct(({ server }) => measure(server)))
}

function rowsOf({ latenciesMs, echoMs, sentPerSecond, refused }: QuoteFigures): readonly Row[] {
  const conditions =
    `${2 * TAKERS} sockets, ${Math.round(sentPerSecond)} quotes a second replaced over REST for ${MEASURE_MS / 1000} s, ` +
    `${latenciesMs.length} heard, ${refused} refused, each told to its taker and its maker; senders and readers in one thread of the same machine`
  return [50, 99].map((percent) => ({
    what: `quote sent to taker's socket has it, p${percent}`,
    figure: percentile(latenciesMs, percent),
    unit: 'ms',
    ...(percent === 99 ? { bar: '<= 10 ms' } : {}),
    beside: { what: `ws echo, p${percent}`, figure: percentile(echoMs, percent), unit: 'ms' },
    conditions,
  }))
}

export const bench: Bench = { name: 'quote-to-taker', run }
