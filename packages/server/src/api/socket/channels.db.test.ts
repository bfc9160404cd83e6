/** The channels of the contracts on the running server. A new channel that is not served, or has no list, fails here. */
import { channels, groupChannels, vaultChannels } from '@parley/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withTestDatabase } from '../../../test/database.ts'
import { openTestSocket } from '../../../test/product.ts'
import { done, startTradingProduct, type TradingProduct } from '../../../test/trading-product.ts'

const database = withTestDatabase()
let trading: TradingProduct
/** The values for parameters of a channel, by endpoint. */
let ids: Readonly<Record<string, string>>
beforeAll(async () => {
  trading = await startTradingProduct(database.url)
  const legs = [trading.spread[0]!]
  const rfq = done(await trading.as('ORRY', 'POST', '/v2/drfq/rfqs/', { venue: 'DBT', quantity: '25', legs, also_ask_venue: true }))
  const market = done(await trading.as('ORRY', 'POST', '/v1/ob/rfqs/', { venue: 'DBT', legs }))
  ids = { '/v2/drfq': rfq.id, '/v1/ob': String(market.id), '/v1/grfq': String(market.id) }
})
afterAll(() => trading.close())

const named: readonly (readonly [endpoint: string, channel: string])[] = [
  ...Object.keys(channels).map((name) => ['/v2/drfq', name] as const),
  ...Object.keys(groupChannels).map((name) => ['/v1/ob', name] as const),
  ...Object.keys(groupChannels).map((name) => ['/v1/grfq', name] as const),
  ...Object.keys(vaultChannels).map((name) => ['/v1/vrfq', name] as const),
]
/** These channels need a perpetuals venue and are tested in perpetuals.db.test.ts. */
const isOfPerpetuals = (channel: string) => channel.startsWith('perpetual_')
const isOnlyOfOb = (endpoint: string, channel: string) => endpoint === '/v1/grfq' && channel === 'quote_status'

type Meta = { readonly seq_group: number; readonly seq_num: number; readonly positions?: Readonly<Record<string, number>> }
type Notified = { readonly channel: string; readonly event?: string; readonly data: unknown; readonly meta: Meta }

async function subscribe(endpoint: string, pattern: string, more: object) {
  const channel = pattern
    .replace('{rfq_id}', ids[endpoint] ?? '')
    .replace('{venue}', 'DBT')
    .replace('{base_currency}', 'BTC')
  const { accessKey } = trading.keyOf('ORRY')
  const socket = await openTestSocket(trading.product.server.baseUrl, `${endpoint}/?api-key=${accessKey}&cancel_on_disconnect=false`)
  socket.send({ id: 1, jsonrpc: '2.0', method: 'subscribe', params: { channel, ...more } })
  return { channel, answer: await socket.next(({ id }) => id === 1), socket }
}

describe('a channel of contracts', () => {
  it.each(named.filter(([endpoint, channel]) => !isOnlyOfOb(endpoint, channel) && !isOfPerpetuals(channel)))(
    '%s %s has a list to begin with, or says the whole',
    async (endpoint, pattern) => {
      const { channel, answer, socket } = await subscribe(endpoint, pattern, { snapshot: true })
      expect(answer).toMatchObject({ result: [channel] })
      const { event, data, meta } = (await socket.next(({ method }) => method === 'subscription'))['params'] as Notified
      if (meta.seq_group === 0 && meta.positions === undefined) {
        expect([event, typeof data]).toEqual([undefined, 'object'])
      } else {
        expect([event, Array.isArray(data)]).toEqual(['SNAPSHOT', true])
        const back = await subscribe(endpoint, pattern, { from_seq: meta.positions! })
        expect(back.answer).toMatchObject({ result: [channel] })
        back.socket.close()
      }
      socket.close()
    },
  )

  it('that is of the order book alone is no channel of the other door', async () => {
    const { answer, socket } = await subscribe('/v1/grfq', 'quote_status', {})
    expect(answer).toMatchObject({ error: { message: 'No such channel.' } })
    socket.close()
  })
})
