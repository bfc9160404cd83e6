/** Takers with RFQs and makers with open quotes in them, ready to be replaced as often as a benchmark requires. */
import type { RunningServer } from '@parley/server'
import { startChild } from './child.ts'
import { withEcho } from './echo.ts'
import { openDesk, type BenchDesk } from './product.ts'
import type { QuoteFigures, QuoteLoad } from './quote-senders.ts'
import { post } from './signed.ts'
import { MARK, stillOption } from './still-venue.ts'

/** The same number of makers; each desk has one socket. */
export const TAKERS = 100
const MAKERS_ASKED = 2
export const QUOTES_PER_SECOND = 2_000
const TICKS = 40

const tickers = (letter: string, count: number) => Array.from({ length: count }, (_, n) => `${letter}${String(n).padStart(3, '0')}`)

/** Taker n sends RFQs to its makers, and each has one open quote, which it will replace. */
async function standingQuotes(url: string, takers: readonly BenchDesk[], makers: readonly BenchDesk[]): Promise<QuoteLoad['quotes']> {
  const prices = Array.from({ length: TICKS }, (_, n) => String(Math.round(MARK * 10_000 + n) / 10_000))
  const quotes: QuoteLoad['quotes'][number][] = []
  for (const [n, taker] of takers.entries()) {
    const asked = makersOf(n, makers)
    const legs = [{ instrument_id: stillOption.id, ratio: '1', side: 'BUY' }]
    const counterparties = asked.map(({ ticker }) => ticker)
    const rfq = await post<{ id: string }>(url, taker, '/v2/drfq/rfqs/', { venue: 'DBT', quantity: '25', legs, counterparties })
    for (const [after, maker] of asked.entries()) {
      const quoted = [{ instrument_id: stillOption.id, price: prices.at(-1) }]
      const order = await post<{ id: string }>(url, maker, '/v2/drfq/orders/', {
        rfq_id: rfq.id,
        side: 'SELL',
        quantity: '25',
        legs: quoted,
      })
      const { accessKey, secretKey } = maker
      const place = takers.length + ((n + after) % makers.length)
      quotes.push({ maker: place, rfqId: rfq.id, orderId: order.id, accessKey, secretKey, instrumentId: stillOption.id, prices })
    }
  }
  return quotes
}

const makersOf = (taker: number, makers: readonly BenchDesk[]): readonly BenchDesk[] =>
  Array.from({ length: MAKERS_ASKED }, (_, n) => makers[(taker + n) % makers.length]!)

async function loadFrom(load: QuoteLoad, started?: (pid: number) => void): Promise<QuoteFigures> {
  const senders = await startChild('quote-senders.ts')
  senders.send(load)
  started?.(senders.pid)
  return senders.answer as Promise<QuoteFigures>
}

export type Trouble = NonNullable<QuoteLoad['sockets'][number]['trouble']>
export type Wanted = {
  readonly warmMs: number
  readonly measureMs: number
  /** The keys of a taker and of a maker, by index. */
  /** Called with the process id of the senders once they run. */
  readonly started?: (pid: number) => void
  readonly troubleOf?: (side: 'TAKER' | 'MAKER', place: number) => Trouble | undefined
}

export async function quoteFor(server: RunningServer, { warmMs, measureMs, started, troubleOf }: Wanted): Promise<QuoteFigures> {
  const takers: BenchDesk[] = []
  const makers: BenchDesk[] = []
  for (const ticker of tickers('T', TAKERS)) takers.push(await openDesk(server, ticker, false))
  for (const ticker of tickers('M', TAKERS)) makers.push(await openDesk(server, ticker, true))
  for (const [n, taker] of takers.entries())
    for (const maker of makersOf(n, makers)) await server.operator.approveMutually(taker.ticker, maker.ticker)
  const url = server.baseUrl.replace('localhost', '127.0.0.1')
  const quotes = await standingQuotes(url, takers, makers)
  const socketsOf = (side: 'TAKER' | 'MAKER', desks: readonly BenchDesk[]) =>
    desks.map(({ accessKey, secretKey }, place) => {
      const trouble = troubleOf?.(side, place)
      const isMaker = side === 'MAKER'
      return { accessKey, secretKey, isWatched: !isMaker, cancelsOnDisconnect: isMaker, ...(trouble === undefined ? {} : { trouble }) }
    })
  const sockets = [...socketsOf('TAKER', takers), ...socketsOf('MAKER', makers)]
  const pace = { quotesPerSecond: QUOTES_PER_SECOND, warmMs, measureMs }
  return withEcho((echoUrl) => loadFrom({ url, ...pace, sockets, quotes, echoUrl }, started))
}
