/** A maker of listed spreads on one page: keeps a bid and an ask around each mark by replacing its orders. See README.md. */
import { ClientError, createClient, spreadCalls, type SpreadData, type StrategyView } from '@parley/client'
import { deskOf } from './desk.ts'

type Side = 'BUY' | 'SELL'
type Quoted = { readonly strategy: StrategyView; readonly orders: Map<Side, { id: string; price: string }>; isBusy: boolean }

/** The distance from the mark in steps, and the number of strategies to quote. */
const [EDGE_STEPS, MOST_STRATEGIES] = [6, 12] as const
/** The order is no longer open: a taker may have filled it. */
const NO_LONGER_RESTS = 4003

const { baseUrl, accessKey, secretKey, account } = deskOf('MAKER')
const client = createClient({ baseUrl, credentials: { kind: 'key', accessKey, secretKey } })
// When this program stops, its orders are cancelled.
const socket = client.socket({ door: '/v1/fs', cancelOnDisconnect: true })
const quoted = new Map<string, Quoted>()

const { results } = await client.call(spreadCalls.listStrategies, { query: { venue: 'DBT', state: 'ACTIVE', page_size: 100 } })
for (const strategy of results.slice(0, MOST_STRATEGIES)) quoted.set(strategy.id, { strategy, orders: new Map(), isBusy: false })

socket.onState((state, cause) => console.log(`socket ${state} ${cause?.message ?? ''}`))
socket.subscribe<SpreadData['orders.{venue}.{kind}.{strategy_id}']>('orders.ALL.ALL.ALL', ({ event, data }) => {
  if (event === 'SNAPSHOT' || data.state === 'OPEN') return
  const orders = quoted.get(data.strategy_id)?.orders
  if (orders?.get(data.side)?.id === data.id) orders.delete(data.side)
})
socket.subscribe<SpreadData['trades.{venue}.{kind}.{strategy_id}']>('trades.ALL.ALL.ALL', ({ event, data }) => {
  if (event !== 'SNAPSHOT') console.log(`${data.state}: ${data.side} ${data.amount_decimal} ${data.description} at ${data.price}`)
})
socket.subscribe<SpreadData['strategy_state.{venue}.{kind}']>('strategy_state.ALL.ALL', ({ event, data }) => {
  if (event !== 'SNAPSHOT' && data.state !== 'ACTIVE') quoted.delete(data.id)
})
socket.subscribe<SpreadData['venue_bbo.{strategy_id}']>('venue_bbo.ALL', ({ event, data }) => {
  const one = event === 'SNAPSHOT' ? undefined : quoted.get(data.id)
  if (one !== undefined && event !== 'SNAPSHOT' && data.mark_price !== null) void quote(one, Number(data.mark_price))
})
console.log(`quoting ${quoted.size} spreads at ${baseUrl}`)

async function quote(one: Quoted, mark: number): Promise<void> {
  if (one.isBusy) return
  one.isBusy = true
  try {
    for (const side of ['BUY', 'SELL'] as const) await quoteSide(one, side, mark)
  } catch (error) {
    console.log(`${one.strategy.description}: ${(error as Error).message}`)
  }
  one.isBusy = false
}

async function quoteSide({ strategy, orders }: Quoted, side: Side, mark: number): Promise<void> {
  const price = beside(mark, strategy.min_tick_size, side === 'BUY' ? -1 : 1)
  const resting = orders.get(side)
  if (resting?.price === price) return
  const terms = { price, amount: strategy.min_block_size, post_only: true, ...(account === undefined ? {} : { account_name: account }) }
  const placing = resting
    ? client.call(spreadCalls.replaceOrder, { params: { id: resting.id }, body: terms })
    : client.call(spreadCalls.createOrder, { body: { ...terms, strategy_id: strategy.id, side } })
  try {
    orders.set(side, { id: (await placing).id, price })
  } catch (error) {
    // The next mark places a new one.
    if (!(error instanceof ClientError) || error.code !== NO_LONGER_RESTS) throw error
    orders.delete(side)
  }
}

function beside(mark: number, step: string, direction: 1 | -1): string {
  const steps = (direction === 1 ? Math.ceil(mark / Number(step)) : Math.floor(mark / Number(step))) + direction * EDGE_STEPS
  return (steps * Number(step)).toFixed(step.split('.')[1]?.length ?? 0)
}
