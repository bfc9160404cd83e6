/** Requests for the writes about a venue: reading its accounts again, its own makers, and trades that both desks book there. */
import type { Json } from './answer.ts'
import { onGrid, type Floor } from './floor.ts'
import { GROUP_BASES, type OrderBookFloor } from './order-book-floor.ts'
import { untilAllowed } from './until-allowed.ts'
import type { Write, Writes } from './writes.ts'

export function venueWrites(floor: OrderBookFloor): Writes {
  const { taker, maker } = floor
  const saying = (path: string): Write => ({
    ...{ by: maker, path, body: { booked: true, venue_reference: 'ours' } },
    other: { booked: false, reason: 'not seen there' },
  })
  return {
    'POST /v1/positions/refresh/': () => Promise.resolve({ by: maker, path: '/v1/positions/refresh/' }),
    'POST /v2/drfq/rfqs/{id}/venue_quotes/cross/': async () => {
      const { id } = await floor.ask({ also_ask_venue: true })
      const path = `/v2/drfq/rfqs/${id}/venue_quotes/`
      const body = { side: 'BUY', price: await askAt(floor, path), quantity: '25' }
      return { by: taker, path: `${path}cross/`, body, other: { ...body, side: 'SELL' } }
    },
    'POST /v2/drfq/trades/{id}/booking/': async () => saying(`/v2/drfq/trades/${await dealInverse(floor)}/booking/`),
    ...Object.fromEntries(
      GROUP_BASES.map((base): [string, () => Promise<Write>] => [
        `POST ${base}/trades/{id}/booking/`,
        async () => saying(`${base}/trades/${await dealInverseInMarket(floor)}/booking/`),
      ]),
    ),
  }
}

const LOOKS = 120
const LOOK_EVERY_MS = 250

/** The price at which the venue's makers sell the whole quantity; they show nothing for the first seconds (rulebook 15.3). */
async function askAt({ taker }: Floor, path: string): Promise<string> {
  for (let looks = 0; looks < LOOKS; looks++) {
    const { ask } = await taker.must(200, 'GET', path)
    if (typeof ask === 'string') return ask
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
  throw new Error(`nobody at the venue quotes in ${path}`)
}

const QUANTITY = '1000'

/** An inverse perpetual, and a price a little above its mark. */
async function inverse({ taker }: Floor): Promise<{ readonly id: number; readonly name: string; readonly price: string }> {
  const query = 'venue=BYB&base_currency=BTC&kind=FUTURE&state=ACTIVE&include_greeks=True&page_size=1000'
  const { results } = (await taker.must(200, 'GET', `/v2/drfq/instruments/?${query}`)) as Json & { results: readonly Listed[] }
  const found = results.find(({ name }) => name === 'BTCUSD')
  if (found?.greeks == null) throw new Error('the venue has no mark of BTCUSD')
  return { id: found.id, name: found.name, price: onGrid({ tick: found.min_tick_size, near: Number(found.greeks.mark_price) }, 4) }
}
type Listed = { id: number; name: string; min_tick_size: string; greeks: { mark_price: string } | null }

/** The id of a trade that waits to be booked by both desks. */
async function dealInverse(floor: OrderBookFloor): Promise<string> {
  const { taker, maker } = floor
  const { id: instrument_id, price } = await inverse(floor)
  await floor.calm()
  const rfq = await floor.ask({ venue: 'BYB', quantity: QUANTITY, legs: [{ instrument_id, ratio: '1', side: 'BUY' }] })
  const order = { rfq_id: rfq.id, quantity: QUANTITY }
  await maker.must(201, 'POST', '/v2/drfq/orders/', { ...order, side: 'SELL', legs: [{ instrument_id, price }] })
  await taker.must(201, 'POST', '/v2/drfq/orders/', { ...order, side: 'BUY', price, time_in_force: 'FILL_OR_KILL' })
  return firstId(await maker.must(200, 'GET', `/v2/drfq/trades/?rfq_id=${rfq.id}`))
}

async function dealInverseInMarket(floor: OrderBookFloor): Promise<string> {
  const { taker, maker } = floor
  const { name: instrument, price } = await inverse(floor)
  await floor.calm()
  const named = { venue: 'BYB', legs: [{ instrument, ratio: '1', side: 'BUY' }] }
  const { id } = await untilAllowed(taker, 'POST', '/v1/grfq/rfqs/', named)
  const path = `/v1/grfq/rfqs/${String(id)}`
  await maker.must(201, 'POST', `${path}/quotes/`, { side: 'SELL', quantity: QUANTITY, price })
  await untilAllowed(taker, 'POST', `${path}/orders/`, { execution_side: 'BUY', quantity: QUANTITY, limit_price: price })
  return firstId(await maker.must(200, 'GET', `/v1/ob/trades/?rfq_id=${String(id)}&hide_public=true`))
}

const firstId = (page: Json): string => String((page['results'] as readonly Json[])[0]!['id'])
