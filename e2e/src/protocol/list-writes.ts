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

export function listWrites(floor: Floor): Writes {
  const { taker, maker, option } = floor
  const asked = listOf(floor)
  const list = async () => (await untilAllowed(taker, 'POST', '/v2/drfq/lists/', asked)) as unknown as List
  const of = async (): Promise<string> => `/v2/drfq/lists/${(await list()).id}/`
  /** A tick between the two lines, in either direction: they have the same mark. */
  const tick = String(Number(option.tick) * 25)
  const priced = async (): Promise<string> => {
    const path = `${await of()}net_price/`
    await maker.must(200, 'PATCH', '/v2/drfq/mmp/status/', { rate_limit_hit: false })
    await maker.must(200, 'PUT', path, { net_price: tick })
    return path
  }
  return {
    'POST /v2/drfq/lists/': () =>
      Promise.resolve({ by: taker, path: '/v2/drfq/lists/', body: asked, other: { ...asked, shows_sides: false } }),
    'DELETE /v2/drfq/lists/{id}/': async () => ({ by: taker, path: await of() }),
    'PUT /v2/drfq/lists/{id}/net_price/': async () => ({
      by: maker,
      path: `${await of()}net_price/`,
      body: { net_price: tick },
      other: { net_price: '0' },
    }),
    'DELETE /v2/drfq/lists/{id}/net_price/': async () => ({ by: maker, path: await priced() }),
    'POST /v2/drfq/lists/{id}/trade/': async () => {
      const { id, lines: sent } = await list()
      const price = floor.priceAt(2)
      await floor.quote(sent[0]!.rfq_id, 'SELL', price)
      const body = { way: 'BEST_PER_LINE', lines: [{ line: 1, price }] }
      return { by: taker, path: `/v2/drfq/lists/${id}/trade/`, body, other: { ...body, way: 'ALL_OR_NONE' } }
    },
  }
}
