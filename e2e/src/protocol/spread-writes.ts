/** Listed spreads as bots find and use them: a strategy with prices near its mark, orders in it, and a request for each writing call. */
import type { Json } from './answer.ts'
import type { Bot } from './bot.ts'
import type { Floor } from './floor.ts'
import type { Writes } from './writes.ts'

export type Strategy = {
  readonly id: string
  readonly block: number
  /** A number of steps from its mark at the time. */
  priceAt(steps: number): string
}
type Leg = { readonly instrument_id: number; readonly side: 'BUY' | 'SELL' }
type Listed = Json & { readonly id: string; readonly min_tick_size: string; readonly min_block_size: number; readonly legs: readonly Leg[] }

/** The first strategy of Deribit's bitcoin futures. */
export async function pickStrategy(bot: Bot): Promise<Strategy> {
  const { results } = await bot.must(200, 'GET', '/v1/fs/strategies/?venue=DBT&base_currency=BTC&page_size=1')
  const [strategy] = results as readonly Listed[]
  if (strategy === undefined) throw new Error('no spread is listed')
  const marks = await Promise.all(
    strategy.legs.map(async ({ instrument_id: id, side }) => {
      const { greeks } = await bot.must(200, 'GET', `/v2/drfq/instruments/${id}/`)
      return (side === 'BUY' ? 1 : -1) * Number((greeks as { readonly mark_price: string } | null)?.mark_price)
    }),
  )
  const step = Number(strategy.min_tick_size)
  const nearest = Math.round(marks.reduce((sum, mark) => sum + mark, 0) / step)
  if (!Number.isFinite(nearest)) throw new Error(`the legs of ${strategy.id} have no marks`)
  return { id: strategy.id, block: strategy.min_block_size, priceAt: (steps) => String((nearest + steps) * step) }
}

export const orderIn = ({ id, block, priceAt }: Strategy, side: 'BUY' | 'SELL', steps: number, more: object = {}) => ({
  ...{ strategy_id: id, side, price: priceAt(steps), amount: block, type: 'LIMIT', time_in_force: 'GOOD_TILL_CANCELED' },
  ...more,
})

export function spreadWrites({ maker }: Floor): Writes {
  const placed = async (steps: number): Promise<{ readonly strategy: Strategy; readonly id: string }> => {
    await maker.must(200, 'PATCH', '/v1/fs/mmp/status/', {})
    const strategy = await pickStrategy(maker)
    const { id } = await maker.must(201, 'POST', '/v1/fs/orders/', orderIn(strategy, 'BUY', steps))
    return { strategy, id: String(id) }
  }
  return {
    'POST /v1/fs/orders/': async () => {
      const strategy = await pickStrategy(maker)
      return { by: maker, path: '/v1/fs/orders/', body: orderIn(strategy, 'BUY', -90), other: orderIn(strategy, 'BUY', -91) }
    },
    'POST /v1/fs/orders/{id}/replace/': async () => {
      const { strategy, id } = await placed(-80)
      const to = (steps: number) => ({ order_id: id, price: strategy.priceAt(steps) })
      return { by: maker, path: `/v1/fs/orders/${id}/replace/`, body: to(-81), other: to(-82) }
    },
    'DELETE /v1/fs/orders/{id}/': async () => ({ by: maker, path: `/v1/fs/orders/${(await placed(-70)).id}/` }),
    'DELETE /v1/fs/orders/': async () => ({ by: maker, path: `/v1/fs/orders/?strategy_id=${(await placed(-60)).strategy.id}` }),
    'PATCH /v1/fs/mmp/status/': () =>
      Promise.resolve({ by: maker, path: '/v1/fs/mmp/status/', body: {}, other: { rate_limit_hit: false } }),
  }
}
