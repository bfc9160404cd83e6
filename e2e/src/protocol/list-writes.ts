/** A request for each writing call of list RFQs: a list of two lines that Linden is asked for. */
import type { Floor } from './floor.ts'
import { untilAllowed } from './until-allowed.ts'
import type { Writes } from './writes.ts'

type List = { readonly id: string; readonly lines: readonly { readonly rfq_id: string }[] }

export function listOf({ option }: Floor) {
  const legs = [{ instrument_id: option.id, ratio: '1', side: 'BUY' }]
  const lines = [
    { side: 'BUY', quantity: '25', legs },
    { side: 'SELL', quantity: '25', legs },
  ]
  return { venue: 'DBT', shows_sides: true, counterparties: ['LIND'], lines }
}

/** The cost of the list if its two lines, which have the same mark, trade a tick apart. */
const aTickApart = ({ option }: Floor): string => String(Number(option.tick) * 25)
const pathOf = ({ id }: List): string => `/v2/drfq/lists/${id}/`

export function listWork(floor: Floor) {
  const { taker, maker } = floor
  const sent = async () => (await untilAllowed(taker, 'POST', '/v2/drfq/lists/', listOf(floor))) as unknown as List
  return {
    sent,
    /** A list on which the maker has a net price. */
    priced: async (): Promise<List> => {
      const list = await sent()
      await maker.must(200, 'PATCH', '/v2/drfq/mmp/status/', { rate_limit_hit: false })
      await maker.must(200, 'PUT', `${pathOf(list)}net_price/`, { net_price: aTickApart(floor) })
      return list
    },
  }
}

export function listWrites(floor: Floor): Writes {
  const { taker, maker } = floor
  const { sent, priced } = listWork(floor)
  const asked = listOf(floor)
  return {
    'POST /v2/drfq/lists/': () =>
      Promise.resolve({ by: taker, path: '/v2/drfq/lists/', body: asked, other: { ...asked, shows_sides: false } }),
    'DELETE /v2/drfq/lists/{id}/': async () => ({ by: taker, path: pathOf(await sent()) }),
    'PUT /v2/drfq/lists/{id}/net_price/': async () => ({
      by: maker,
      path: `${pathOf(await sent())}net_price/`,
      body: { net_price: aTickApart(floor) },
      other: { net_price: '0' },
    }),
    'DELETE /v2/drfq/lists/{id}/net_price/': async () => ({ by: maker, path: `${pathOf(await priced())}net_price/` }),
    'POST /v2/drfq/lists/{id}/trade/': async () => {
      const list = await sent()
      const price = floor.priceAt(2)
      await floor.quote(list.lines[0]!.rfq_id, 'SELL', price)
      const body = { way: 'BEST_PER_LINE', lines: [{ line: 1, price }] }
      return { by: taker, path: `${pathOf(list)}trade/`, body, other: { ...body, way: 'ALL_OR_NONE' } }
    },
  }
}
