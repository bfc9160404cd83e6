import { afterAll, describe, expect, it } from 'vitest'
import { createClient, type Client } from '@parley/client'
import { operator } from '../account/operator.ts'
import type { Bot } from '../protocol/bot.ts'
import { openGroupFloor, type GroupFloor, type Market } from '../protocol/group-floor.ts'
import { pick, seeded } from '../protocol/malformed.ts'
import { openNetwork, wellBehaved, type Manners, type Network } from './misbehaving-network.ts'
import { openViews, type Views } from './views.ts'

const seed = Number(process.env['PARLEY_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
const ROUNDS = Number(process.env['PARLEY_ROUNDS'] ?? 4)
const STEPS = 40
const wild: Manners = { delayed: 0.2, delayMs: 60, doubled: 0.1, swapped: 0.1, cut: 0.01 }
const random = seeded(seed)

describe(`a network that cuts, delays, doubles and swaps below the socket, ${ROUNDS} times (PARLEY_SEED=${seed})`, () => {
  let floor: GroupFloor | undefined
  const networks: Network[] = []
  const views: Views[] = []
  afterAll(async () => {
    views.forEach((view) => view.close())
    await Promise.all(networks.map((network) => network.close()))
    await floor?.close()
  })

  const clientOf = (baseUrl: string, { keys }: Bot): Client => createClient({ baseUrl, credentials: { kind: 'key', ...keys } })

  it('leaves every client on all three doors with what the server has', { timeout: 900_000 }, async () => {
    floor = await openGroupFloor()
    const { product, taker, maker } = floor
    const markets = [await floor.market(), await floor.market()]
    const rfqs = [(await floor.ask()).id, (await floor.ask()).id]
    for (const bot of [taker, maker, floor.bot('TIDE')]) {
      const network = await openNetwork(product.baseUrl, random)
      networks.push(network)
      const ids = () => markets.map(({ id }) => id)
      views.push(openViews(clientOf(network.url, bot), clientOf(product.baseUrl, bot), ids, bot === taker ? () => rfqs : () => []))
    }
    for (let round = 0; round < ROUNDS; round++) {
      for (const network of networks) network.manners = wild
      for (let step = 0; step < STEPS; step++) await trade(floor, markets, rfqs)
      if (round % 2 === 0) operator(product, 'stop-trading', '--desk', 'TIDE', '--why', `round ${round}`)
      else operator(product, 'allow-trading', '--desk', 'TIDE')
      for (const network of new Set([pick(random, networks), pick(random, networks)])) network.cutAll()
      for (const network of networks) network.manners = wellBehaved
      for (const [place, view] of views.entries())
        await expect
          .poll(() => view.differences(), { timeout: 60_000, interval: 500, message: `client ${place}, round ${round}` })
          .toEqual([])
    }
    const counts = networks.map((network) => network.counts)
    console.log(`by client: ${JSON.stringify(counts)}`)
    // The test bites only if the network did.
    for (const what of ['doubled', 'swapped', 'cuts'] as const)
      expect(
        counts.reduce((sum, count) => sum + count[what], 0),
        what,
      ).toBeGreaterThan(0)
  })
})

/** Something that changes what somebody sees; what is refused changes nothing. */
async function trade(floor: GroupFloor, markets: readonly Market[], rfqs: readonly string[]): Promise<void> {
  const { taker, maker } = floor
  const market = pick(random, markets)
  const ticks = 1 + Math.floor(random() * 9)
  const roll = random()
  const legs = [{ instrument: market.option.name, price: market.priceAt(roll < 0.2 ? -ticks : ticks) }]
  const quote = { account: 'prop-1', quantity: pick(random, ['25', '40', '75']), side: roll < 0.2 ? 'BUY' : 'SELL', legs }
  const path = `/v1/ob/rfqs/${market.id}/quotes/`
  if (roll < 0.45) await maker.send('POST', path, quote)
  else if (roll < 0.6) await maker.send('PATCH', path, quote)
  else if (roll < 0.7)
    await taker.send('POST', `/v1/grfq/rfqs/${market.id}/orders/`, {
      ...{ account: 'prop-1', limit_price: market.priceAt(ticks), quantity: '25', execution_side: 'BUY' },
    })
  else if (roll < 0.75) await maker.send('DELETE', `/v1/ob/quotes/?rfq_id=${market.id}&side=SELL`)
  else if (roll < 0.9)
    await maker.send('POST', '/v2/drfq/orders/', {
      ...{ rfq_id: pick(random, rfqs), side: 'SELL', quantity: '25', type: 'LIMIT', time_in_force: 'GOOD_TILL_CANCELED' },
      ...{ account_name: 'prop-1', legs: [{ instrument_id: floor.option.id, price: floor.priceAt(ticks) }] },
    })
  else if (roll < 0.95) await maker.send('DELETE', `/v2/drfq/orders/?rfq_id=${pick(random, rfqs)}`)
  else await floor.calm()
}
