/** The order-book side of the floor: a separate market for the test, quotes and orders in it as bots write them, and sockets at its endpoints. */
import { endingOnFailure } from '../product.ts'
import { onGrid, openDirectFloor, type Floor, type FloorOptions } from './floor.ts'
import type { Json } from './answer.ts'
import type { Bot } from './bot.ts'
import { untilAllowed } from './until-allowed.ts'
import { openSignedSocket, type WireSocket } from './wire-socket.ts'

export const GROUP_BASES = ['/v1/grfq', '/v1/ob'] as const
export type Base = (typeof GROUP_BASES)[number]
export type Side = 'BUY' | 'SELL'
export type Listed = { readonly id: number; readonly name: string; readonly tick: string; readonly near: number }
export type Market = { readonly id: number; readonly option: Listed; priceAt(ticks: number): string }
export type Quote = { readonly id: number; readonly status: string; readonly remaining_quantity: string } & Json

export type OrderBookFloor = Floor & {
  /** A market without any quotes yet; opened by the taker. */
  market(): Promise<Market>
  rest(bot: Bot, market: Market, side: Side, ticks: number, more?: object): Promise<Quote>
  /** The taker takes through GRFQ's own call. */
  take(market: Market, side: Side, ticks: number, more?: object): Promise<Quote>
  door(base: Base, bot: Bot, query?: string): Promise<WireSocket>
  /** Market maker protection is reset for both bots. */
  calm(): Promise<void>
}

type Instrument = { id: number; name: string; option_kind: string; min_tick_size: string; greeks: { mark_price: string } | null }

/** Only the test trades here; its desks may take and open as often as they like. */
export async function openOrderBookFloor(given: Pick<FloorOptions, 'dataDir'> = {}): Promise<OrderBookFloor> {
  const floor = await openDirectFloor(given)
  const options = await endingOnFailure(floor.close, () => listed(floor.taker))
  const sockets: WireSocket[] = []
  let used = 0
  const bodyAt = (market: Market, side: Side, ticks: number, more: object) => ({
    ...{ account: 'prop-1', quantity: '25', side },
    legs: [{ instrument: market.option.name, price: market.priceAt(ticks) }],
    ...more,
  })
  return {
    ...floor,
    market: async () => {
      const option = options[used++ % options.length]!
      const legs = [{ instrument: option.name, ratio: '1', side: 'BUY' }]
      const { id } = await untilAllowed(floor.taker, 'POST', '/v1/grfq/rfqs/', { venue: 'DBT', legs })
      return { id: Number(id), option, priceAt: (ticks) => onGrid(option, ticks) }
    },
    rest: async (bot, market, side, ticks, more = {}) =>
      (await bot.must(201, 'POST', `/v1/grfq/rfqs/${market.id}/quotes/`, bodyAt(market, side, ticks, more))) as Quote,
    take: async (market, execution_side, ticks, more = {}) => {
      const body = { account: 'prop-1', client_order_id: '', limit_price: market.priceAt(ticks), quantity: '25', execution_side, ...more }
      return (await untilAllowed(floor.taker, 'POST', `/v1/grfq/rfqs/${market.id}/orders/`, body)) as Quote
    },
    door: async (base, { keys }, query = 'cancel_on_disconnect=false') => {
      const socket = await openSignedSocket(floor.product.baseUrl, keys, `${base}/`, query)
      sockets.push(socket)
      return socket
    },
    calm: async () => {
      for (const bot of [floor.taker, floor.maker]) await bot.must(200, 'PATCH', '/v1/ob/mmp/status/', { rate_limit_hit: false })
    },
    close: async () => {
      await Promise.all(sockets.map((socket) => socket.close()))
      await floor.close()
    },
  }
}

async function listed(bot: Bot): Promise<readonly Listed[]> {
  const query = 'venue=DBT&base_currency=BTC&kind=OPTION&state=ACTIVE&include_greeks=True&page_size=1000'
  const { results } = (await bot.must(200, 'GET', `/v2/drfq/instruments/?${query}`)) as unknown as { results: readonly Instrument[] }
  return results
    .filter((one) => one.option_kind === 'CALL' && Number(one.greeks?.mark_price) > 0.03)
    .map(({ id, name, min_tick_size: tick, greeks }) => ({ id, name, tick, near: Number(greeks!.mark_price) }))
}
