import { describe, expect, it } from 'vitest'
import { createClient, type Client } from '@parley/client'
import { operator } from '../account/operator.ts'
import type { Bot } from '../protocol/bot.ts'
import { openOrderBookFloor, type OrderBookFloor } from '../protocol/order-book-floor.ts'
import { pick, seeded } from '../random.ts'
import { act, type World } from './acts.ts'
import { openNetwork, wellBehaved, type Behaviour, type Network } from './misbehaving-network.ts'
import { openViews, type Views } from './views.ts'

const seed = Number(process.env['PARLEY_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
const ROUNDS = Number(process.env['PARLEY_ROUNDS'] ?? 4)
const STEPS = 40
const wild: Behaviour = { delayed: 0.2, delayMs: 60, doubled: 0.1, swapped: 0.1, cut: 0.01 }
const random = seeded(seed)

const clientOf = (baseUrl: string, { keys }: Bot): Client => createClient({ baseUrl, credentials: { kind: 'key', ...keys } })

describe(`a network that cuts, delays, doubles and swaps below the socket, ${ROUNDS} times (PARLEY_SEED=${seed})`, () => {
  it('leaves every client on all three doors with what the server has', { timeout: 600_000 + ROUNDS * 20_000 }, async () => {
    const floor = await openOrderBookFloor()
    const listeners: Listener[] = []
    try {
      const markets = [await floor.market(), await floor.market()]
      const rfqs = [await ask(floor), await ask(floor)]
      const world: World = { floor, markets, rfqs, random }
      for (const bot of [floor.taker, floor.maker, floor.bot('TIDE')]) listeners.push(await listen(world, bot))
      for (let round = 0; round < ROUNDS; round++) await tortured(world, listeners, round)
      const counts = listeners.map(({ network }) => network.counts)
      console.log(`by client: ${JSON.stringify(counts)}; kept in the end: ${JSON.stringify(listeners.map(({ views }) => views.sizes()))}`)
      // The test is meaningful only if the network had faults.
      const sum = (what: 'doubled' | 'swapped' | 'cuts') => counts.reduce((all, count) => all + count[what], 0)
      for (const what of ['doubled', 'swapped', 'cuts'] as const) expect(sum(what), what).toBeGreaterThan(0)
    } finally {
      for (const { views, network } of listeners) {
        views.close()
        await network.close()
      }
      await floor.close()
    }
  })
})

type Listener = { readonly network: Network; readonly views: Views }

async function listen(world: World, bot: Bot): Promise<Listener> {
  const { product, taker } = world.floor
  const network = await openNetwork(product.baseUrl, random)
  const [listening, asked] = [clientOf(network.url, bot), clientOf(product.baseUrl, bot)]
  const own = () => (bot === taker ? world.rfqs : [])
  return { network, views: openViews({ listening, asked, markets: () => world.markets.map(({ id }) => id), own }) }
}

const ask = async (floor: OrderBookFloor): Promise<string> => (await floor.ask({ quantity: '250' })).id

async function tortured(world: World, listeners: readonly Listener[], round: number): Promise<void> {
  const { product } = world.floor
  const networks = listeners.map(({ network }) => network)
  for (const command of commands(round).before) await operator(product, ...command)
  // The operator's setting is stored immediately, and read by the product a moment later.
  await expect.poll(async () => (await world.floor.taker.must(200, 'GET', '/v2/drfq/platform_state/')).state).toBe('AVAILABLE')
  // The last one continues; those before it expire in the middle of some later round.
  world.rfqs = [...world.rfqs.slice(1), await ask(world.floor)]
  for (const network of networks) network.behaviour = wild
  for (let step = 0; step < STEPS; step++) await act(world)
  for (const command of commands(round).after) await operator(product, ...command)
  for (const network of new Set([pick(random, networks), pick(random, networks)])) network.cutAll()
  for (const network of networks) network.behaviour = wellBehaved
  for (const [place, { views }] of listeners.entries())
    await expect
      .poll(() => views.differences(), { timeout: 120_000, interval: 500, message: `client ${place}, round ${round}` })
      .toEqual([])
}

type Command = readonly string[]
const platform = (state: string): Command => ['platform', '--state', state]

/** Actions of the operator that every desk has to see: the same in every fourth round, before the trades and after them. */
const commands = (round: number): { readonly before: readonly Command[]; readonly after: readonly Command[] } =>
  [
    { before: [platform('AVAILABLE')], after: [['stop-trading', '--desk', 'TIDE', '--why', `round ${round}`]] },
    { before: [], after: [platform('UNAVAILABLE')] },
    { before: [platform('AVAILABLE_CANCEL_ONLY'), platform('AVAILABLE')], after: [['resume-trading', '--desk', 'TIDE']] },
    { before: [], after: [platform('UNAVAILABLE'), platform('AVAILABLE_CANCEL_ONLY')] },
  ][round % 4]!
