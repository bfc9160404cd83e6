/** Compares what each desk of a pair received with what the server reports. */
import { ClientError } from '@parley/client'
import { directRfqCalls as calls, type BlockTradeView, type OrderView, type RfqView } from '@parley/contracts'
import { doubled, History, lost } from './history.ts'
import { repeatAll, type DeskOfPair, type Pair } from './negotiating-pair.ts'
import { everything, settled, twiceAtTheVenue } from './records.ts'

const RECENT = 1_000

export const desksOf = (pairs: readonly Pair[]): readonly DeskOfPair[] => pairs.flatMap(({ taker, maker }) => [taker, maker])

/** The newest rows, which include all of the last life. */
async function newest({ patient: client }: DeskOfPair): Promise<[RfqView[], OrderView[], BlockTradeView[]]> {
  const query = { page_size: RECENT }
  const [rfqs, orders, trades] = await Promise.all([
    client.call(calls.listRfqs, { query: { role: 'TAKER', ...query } }),
    client.call(calls.listOrders, { query }),
    client.call(calls.listTrades, { query }),
  ])
  return [rfqs.results, orders.results, trades.results]
}

/** Compares the last life of each desk, and adds it to the history of all lives. */
export async function compareLastLife(pairs: readonly Pair[], whole: ReadonlyMap<string, History>): Promise<void> {
  for (const pair of pairs) await repeatAll(pair)
  for (const desk of desksOf(pairs)) {
    const [rfqs, orders, trades] = await newest(desk)
    const wrong = [...lost(desk.history, { rfqs, orders, trades }), ...doubled(rfqs, orders, trades)]
    if (wrong.length > 0) throw new Error(`${desk.ticker}: ${wrong.join('; ')}`)
    const all = whole.get(desk.ticker)!
    all.attempts.push(...desk.history.attempts)
    for (const order of desk.history.orders.values()) all.sawOrder(order)
    for (const trade of desk.history.trades.values()) all.sawTrade(trade)
    desk.history = new History()
  }
}

/** The next life begins without them: a desk may have 200 in a market. One that has expired in the meantime is refused. */
export async function cancelOpen(pairs: readonly Pair[]): Promise<void> {
  for (const { patient: client } of pairs.map(({ taker }) => taker)) {
    const { results } = await client.call(calls.listRfqs, { query: { role: 'TAKER', state: ['OPEN'], page_size: RECENT } })
    for (const { id } of results)
      await client.call(calls.cancelRfq, { params: { id } }).catch((error: unknown) => {
        if (!(error instanceof ClientError) || error.status >= 500) throw error
      })
  }
}

export type Compared = { readonly requests: number; readonly orders: number; readonly trades: number; readonly wrong: readonly string[] }

/** Compares all lives with everything that the desks have, and with the venue's record in `dataDir`. */
export async function compareAllLives(pairs: readonly Pair[], whole: ReadonlyMap<string, History>, dataDir: string): Promise<Compared> {
  const wrong: string[] = []
  const counts = { requests: 0, orders: 0, trades: 0 }
  for (const { patient: client, ticker } of desksOf(pairs)) {
    await settled(client)
    const [rfqs, orders, trades] = await everything(client)
    const history = whole.get(ticker)!
    wrong.push(...lost(history, { rfqs, orders, trades }), ...doubled(rfqs, orders, trades), ...twiceAtTheVenue(dataDir, trades))
    counts.requests += history.attempts.length
    counts.orders += history.orders.size
    counts.trades += history.trades.size
  }
  return { ...counts, wrong }
}
