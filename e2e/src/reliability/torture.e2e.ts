import { afterAll, describe, expect, it } from 'vitest'
import { createClient, type Client } from '@parley/client'
import { operator } from '../account/operator.ts'
import type { Bot } from '../protocol/bot.ts'
import { openGroupFloor, type GroupFloor } from '../protocol/group-floor.ts'
import { pick, seeded } from '../protocol/malformed.ts'
import { act, type World } from './acts.ts'
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

  it('leaves every client on all three doors with what the server has', { timeout: 300_000 + ROUNDS * 20_000 }, async () => {
    floor = await openGroupFloor()
    const { product, taker, maker } = floor
    const markets = [await floor.market(), await floor.market()]
    const ask = async () => (await floor!.ask({ quantity: '500' })).id
    const world: World = { floor, markets, rfqs: [await ask(), await ask()], random }
    for (const bot of [taker, maker, floor.bot('TIDE')]) {
      const network = await openNetwork(product.baseUrl, random)
      networks.push(network)
      const [heard, asked] = [clientOf(network.url, bot), clientOf(product.baseUrl, bot)]
      views.push(openViews({ heard, asked, markets: () => markets.map(({ id }) => id), own: () => (bot === taker ? world.rfqs : []) }))
    }
    for (let round = 0; round < ROUNDS; round++) {
      for (const command of commands(round).before) operator(product, ...command)
      // Those before last until they expire, in the middle of some later round.
      world.rfqs = [...world.rfqs.slice(1), await ask()]
      for (const network of networks) network.manners = wild
      for (let step = 0; step < STEPS; step++) await act(world)
      for (const command of commands(round).after) operator(product, ...command)
      for (const network of new Set([pick(random, networks), pick(random, networks)])) network.cutAll()
      for (const network of networks) network.manners = wellBehaved
      for (const [place, view] of views.entries())
        await expect
          .poll(() => view.differences(), { timeout: 60_000, interval: 500, message: `client ${place}, round ${round}` })
          .toEqual([])
    }
    const counts = networks.map((network) => network.counts)
    console.log(`by client: ${JSON.stringify(counts)}; kept in the end: ${JSON.stringify(views.map((view) => view.sizes()))}`)
    // The test bites only if the network did.
    for (const what of ['doubled', 'swapped', 'cuts'] as const)
      expect(
        counts.reduce((sum, count) => sum + count[what], 0),
        what,
      ).toBeGreaterThan(0)
  })
})

type Command = readonly string[]
const platform = (state: string): Command => ['platform', '--state', state]

/** What the operator does of which everybody has to hear: in every fourth round the same, before what is traded and after it. */
const commands = (round: number): { readonly before: readonly Command[]; readonly after: readonly Command[] } =>
  [
    { before: [platform('AVAILABLE')], after: [['stop-trading', '--desk', 'TIDE', '--why', `round ${round}`]] },
    { before: [], after: [platform('UNAVAILABLE')] },
    { before: [platform('AVAILABLE_CANCEL_ONLY'), platform('AVAILABLE')], after: [['allow-trading', '--desk', 'TIDE']] },
    { before: [], after: [platform('UNAVAILABLE'), platform('AVAILABLE_CANCEL_ONLY')] },
  ][round % 4]!
