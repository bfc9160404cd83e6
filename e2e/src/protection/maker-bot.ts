/** A maker's program, in addition to its users: opens a market and quotes in it around the mark. */
import { createClient, type Client } from '@parley/client'
import { directRfqCalls, type GroupRfqView, grfqCalls, obCalls, type RfqView } from '@parley/contracts'
import type { DemoDesk, Product } from '../product.ts'
import { pickCallSpread } from '../structures.ts'

export const botOf = ({ baseUrl }: Product, { accessKey, secretKey }: DemoDesk): Client =>
  createClient({ baseUrl, credentials: { kind: 'key', accessKey, secretKey } })

export async function openMarketOf(bot: Client, currency: 'BTC' | 'ETH'): Promise<GroupRfqView> {
  const { legs } = await pickCallSpread(bot, currency)
  return bot.call(obCalls.createRfq, { body: { venue: 'DBT', legs: legs.map((leg) => ({ ...leg })) } })
}

export async function markOf(bot: Client, { id }: GroupRfqView): Promise<string> {
  const { mark_price: mark } = await bot.call(obCalls.getRfqBbo, { params: { id } })
  return mark!
}

/**
 * One quote of the minimum block for each distance in ticks from the mark, by default the current one: a bid if it is negative. Returns the prices.
 */
export async function quoteAround(
  bot: Client,
  market: GroupRfqView,
  distances: readonly number[],
  {
    mark = markOf(bot, market),
    ...terms
  }: { readonly mark?: string | Promise<string>; readonly quantity?: string; readonly label?: string } = {},
): Promise<readonly string[]> {
  const around = await mark
  const prices: string[] = []
  for (const distance of distances) {
    const price = gridPrice(around, market.min_tick_size, distance)
    const side = distance < 0 ? 'BUY' : 'SELL'
    const legs = await legPrices(bot, market, side, price)
    const quote = await bot.call(obCalls.createQuote, {
      params: { id: market.id },
      body: { side, quantity: market.min_block_size, legs, post_only: true, ...terms },
    })
    prices.push(quote.price)
  }
  return prices
}

function gridPrice(mark: string, tick: string, distance: number): string {
  const decimals = tick.split('.')[1]?.length ?? 0
  return ((Math.round(Number(mark) / Number(tick)) + distance) * Number(tick)).toFixed(decimals)
}

async function legPrices(bot: Client, { venue, legs }: GroupRfqView, side: 'BUY' | 'SELL', price: string) {
  const priced = await bot.call(obCalls.priceLegs, {
    body: {
      venue,
      ...(side === 'BUY' ? { bid_price: price } : { ask_price: price }),
      legs: legs.map(({ instrument_id, ratio, side: legSide }) => ({ instrument_id, ratio, side: legSide })),
    },
  })
  return priced.leg_prices.map(({ instrument_id, bid_price: bid, ask_price: ask }) => ({
    instrument_id,
    price: (side === 'BUY' ? bid : ask)!,
  }))
}

/** Takes everything that is offered up to a price. */
export async function takeUpTo(bot: Client, market: GroupRfqView, price: string): Promise<void> {
  const { asks } = await bot.call(obCalls.getRfqQuotes, { params: { id: market.id } })
  const offered = asks.filter((ask) => Number(ask.price) <= Number(price))
  const quantity = offered.reduce((sum, ask) => sum + Number(ask.remaining_quantity), 0)
  await bot.call(grfqCalls.createOrder, {
    params: { id: market.id },
    body: { limit_price: price, quantity: String(quantity), execution_side: 'BUY' },
  })
}

export type AskedRfq = { readonly rfq: RfqView; readonly tick: string }

/** A direct RFQ for the call nearest the money. */
export async function askDirectly(bot: Client, ...makers: readonly string[]): Promise<AskedRfq> {
  const { legs, instruments } = await pickCallSpread(bot, 'BTC')
  const body = { venue: 'DBT', quantity: '100', legs: [{ ...legs[0]! }], counterparties: [...makers] }
  return { rfq: await bot.call(directRfqCalls.createRfq, { body }), tick: instruments[0]!.min_tick_size }
}

/** In a direct RFQ, quotes one block at each distance from the mark in ticks: a bid if it is negative. Returns the prices. */
export async function quoteDirectly(
  bot: Client,
  { rfq, tick }: AskedRfq,
  distances: readonly number[],
  quantity = '25',
): Promise<readonly string[]> {
  const { mark_price: mark } = await bot.call(directRfqCalls.getRfqBbo, { params: { id: rfq.id } })
  const prices: string[] = []
  for (const distance of distances) {
    const price = gridPrice(mark!, tick, distance)
    const legs = [{ instrument_id: rfq.legs[0]!.instrument_id, price }]
    const order = { rfq_id: rfq.id, side: distance < 0 ? 'BUY' : 'SELL', quantity, legs } as const
    prices.push((await bot.call(directRfqCalls.createOrder, { body: order })).price)
  }
  return prices
}
