/** Seeded actions that change what users see; a refused one changes nothing. */
import type { OrderBookFloor, Market } from '../protocol/order-book-floor.ts'
import { pick, type Random } from '../random.ts'

export type World = {
  readonly floor: OrderBookFloor
  readonly markets: readonly Market[]
  rfqs: readonly string[]
  readonly random: Random
}

type Act = (world: World, ticks: number) => Promise<unknown>

const LIMIT = '/v2/protection/limits/rounds/'

const marketQuote =
  (method: 'POST' | 'PATCH'): Act =>
  ({ floor: { maker }, markets, random }, ticks) => {
    const market = pick(random, markets)
    const isBid = random() < 0.3
    const legs = [{ instrument: market.option.name, price: market.priceAt(isBid ? -ticks : ticks) }]
    const quote = { account: 'prop-1', quantity: pick(random, ['25', '40', '75']), side: isBid ? 'BUY' : 'SELL', legs }
    return maker.send(method, `/v1/ob/rfqs/${market.id}/quotes/`, quote)
  }

const take: Act = ({ floor: { taker }, markets, random }, ticks) => {
  const market = pick(random, markets)
  const body = { account: 'prop-1', limit_price: market.priceAt(ticks), quantity: '25', execution_side: 'BUY' }
  return taker.send('POST', `/v1/grfq/rfqs/${market.id}/orders/`, body)
}

const sweep: Act = ({ floor: { maker }, markets, random }) =>
  maker.send('DELETE', `/v1/ob/quotes/?rfq_id=${pick(random, markets).id}&side=SELL`)

const decline: Act = ({ floor: { maker }, markets, random }) =>
  maker.send('POST', `/v1/ob/rfqs/${pick(random, markets).id}/decline/`, { reason: pick(random, ['SIZE', 'RISK']) })

const directOrder = (rfq_id: string) => ({ rfq_id, side: 'SELL', quantity: '25', type: 'LIMIT', time_in_force: 'GOOD_TILL_CANCELED' })
const directQuote: Act = ({ floor, rfqs, random }, ticks) =>
  floor.maker.send('POST', '/v2/drfq/orders/', {
    ...directOrder(pick(random, rfqs)),
    ...{ account_name: 'prop-1', legs: [{ instrument_id: floor.option.id, price: floor.priceAt(ticks) }] },
  })
/** All or nothing: what does not trade immediately is gone. */
const directCross: Act = ({ floor, rfqs, random }, ticks) =>
  floor.taker.send('POST', '/v2/drfq/orders/', {
    ...directOrder(pick(random, rfqs)),
    ...{ side: 'BUY', price: floor.priceAt(ticks), time_in_force: 'FILL_OR_KILL' },
  })
const directSweep: Act = ({ floor: { maker }, rfqs, random }) => maker.send('DELETE', `/v2/drfq/orders/?rfq_id=${pick(random, rfqs)}`)
const directDecline: Act = ({ floor: { maker }, rfqs, random }) =>
  maker.send('POST', `/v2/drfq/rfqs/${pick(random, rfqs)}/decline/`, { reason: 'MARKET' })

/** One execution is enough for it; the freeze ends on its own or waits for a reset. */
const setLimit: Act = ({ floor: { maker }, random }) =>
  maker.send('PUT', LIMIT, { product: 'DO', window_ms: 60_000, frozen_ms: pick(random, [1_500, null]), executions: 1 })
const removeLimit: Act = ({ floor: { maker } }) => maker.send('DELETE', LIMIT)
const reset: Act = async ({ floor }) => {
  await floor.calm()
  await floor.maker.send('POST', '/v2/protection/reset/', {})
}

/** In percent. */
const acts: readonly (readonly [weight: number, act: Act])[] = [
  [30, marketQuote('POST')],
  [12, marketQuote('PATCH')],
  [12, take],
  [5, sweep],
  [2, decline],
  [15, directQuote],
  [8, directCross],
  [4, directSweep],
  [1, directDecline],
  [2, setLimit],
  [2, removeLimit],
  [7, reset],
]

export async function act(world: World): Promise<void> {
  const ticks = 1 + Math.floor(world.random() * 9)
  let drawn = world.random() * 100
  const [, chosen] = acts.find(([weight]) => (drawn -= weight) < 0) ?? acts[0]!
  await chosen(world, ticks)
}
