/** Negotiations at a product, as its desks experience them. */
import { Worker } from 'node:worker_threads'
import { withEcho } from './echo.ts'
import type { Negotiating, NegotiationTimes } from './negotiators.ts'
import { openDesk, type BenchDesk, type Product } from './product.ts'
import { MARK, stillOption } from './still-venue.ts'

type Count = Pick<Negotiating, 'warm' | 'negotiations'>

/** Opens a taker and four makers, who negotiate one RFQ after another in a thread of their own. */
export async function negotiate({ server }: Pick<Product, 'server'>, count: Count): Promise<NegotiationTimes> {
  const taker = await openDesk(server, 'TAKE', false)
  const makers: BenchDesk[] = []
  for (const ticker of ['KEST', 'LARK', 'MERL', 'SWFT']) {
    makers.push(await openDesk(server, ticker, true))
    await server.operator.approveMutually('TAKE', ticker)
  }
  const url = server.baseUrl.replace('localhost', '127.0.0.1')
  const prices = makers.map((_, n) => String(Math.round(MARK * 10_000 + n) / 10_000))
  return withEcho((echoUrl) => {
    const load = { url, echoUrl, taker, makers, prices, instrumentId: stillOption.id, ...count }
    const worker = new Worker(new URL('negotiators.ts', import.meta.url), { workerData: load satisfies Negotiating })
    return new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))
  })
}
