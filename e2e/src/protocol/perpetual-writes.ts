/** Requests for the writes at the perpetuals venue: orders far from the market, with the desk's own account. */
import type { Bot } from './bot.ts'
import type { Floor } from './floor.ts'
import type { Write, Writes } from './writes.ts'

export const PERPETUAL = 'BTC-USD-PERP'

/** An hour of five-minute candles. */
export const candlesQuery = (): string => `?resolution=5&from=${Date.now() - 3_600_000}&to=${Date.now()}`

/** A fraction of the mark, rounded to a step that every price of the market is on. */
export async function perpetualOrder(bot: Bot, part: number): Promise<{ readonly [member: string]: string }> {
  const { results } = await bot.must(200, 'GET', '/v2/perpetuals/markets/')
  const market = (results as readonly { readonly market: string; readonly mark_price: string }[]).find((one) => one.market === PERPETUAL)
  if (market === undefined) throw new Error(`${PERPETUAL} is not listed`)
  const price = String(Math.round(Number(market.mark_price) * part))
  return { market: PERPETUAL, side: 'BUY', kind: 'LIMIT', quantity: '0.1', price }
}

export function perpetualWrites({ taker }: Floor): Writes {
  const placed = async (part: number): Promise<string> =>
    String((await taker.must(201, 'POST', '/v2/perpetuals/orders/', await perpetualOrder(taker, part)))['id'])
  const simply = (path: string, body: object, other: object) => (): Promise<Write> => Promise.resolve({ by: taker, path, body, other })
  return {
    'POST /v2/perpetuals/orders/': async () => {
      const order = await perpetualOrder(taker, 0.97)
      return { by: taker, path: '/v2/perpetuals/orders/', body: order, other: { ...order, quantity: '0.2' } }
    },
    'PUT /v2/perpetuals/orders/{id}/': async () => {
      const path = `/v2/perpetuals/orders/${await placed(0.975)}/`
      return { by: taker, path, body: { quantity: '0.3' }, other: { quantity: '0.4' } }
    },
    'DELETE /v2/perpetuals/orders/{id}/': async () => ({ by: taker, path: `/v2/perpetuals/orders/${await placed(0.98)}/` }),
    'POST /v2/perpetuals/cancel_all/': simply('/v2/perpetuals/cancel_all/', {}, { market: PERPETUAL }),
    'PUT /v2/perpetuals/margin/{market}/': simply(
      `/v2/perpetuals/margin/${PERPETUAL}/`,
      { mode: 'CROSS', leverage: 20 },
      { mode: 'CROSS', leverage: 10 },
    ),
  }
}
