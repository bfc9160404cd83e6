/**
 * `npm run kills -- --kills 1000 --minutes 60 --seed 7`: kills the server again and again while desks trade, every second time with its database, and
 * compares the responses that each desk received with what the next server reports (decision 1033).
 */
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createDeribitSimulator, roster, venueAccountOf } from '@parley/simulator'
import { freePort, newDataDir, removeDataDir, startProduct, STILL, type DemoDesk } from '../product.ts'
import { seeded, type Random } from '../random.ts'
import { checkReplay } from '../replay.ts'
import { History } from './history.ts'
import { negotiate, openPair, pickCall, type Pair } from './negotiating-pair.ts'
import { cancelOpen, compareAllLives, compareLastLife, desksOf } from './pair-comparison.ts'
import { killServed, operate, serve, type ServedPlace } from './served.ts'

const text = { type: 'string' } as const
const { values } = parseArgs({ options: { kills: text, minutes: text, seed: text } })
const KILLS = Number(values.kills ?? 1_000)
const SEED = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31))
const until = Date.now() + Number(values.minutes ?? 600) * 60_000
/** Each pair negotiates this many RFQs at the same time. */
const LANES = 2
const REPORTED_EVERY = 10
const TRADES_WITHIN_MS = 30_000
/** After the first trades. */
const LIVES_MOST_MS = 1_000
/** The venue's prices stay, because each life reads the same instrument again. */
const VENUE = { tickMs: 500, movesEveryMs: 86_400_000 }

/** Ten desks, created once by the product as a user starts it, with the rates of a demo. */
async function createDesks(dataDir: string): Promise<readonly DemoDesk[]> {
  const product = await startProduct({ dataDir, flags: STILL })
  await product.stop()
  await product.kill()
  return product.demo.desks
}

async function raiseRates(place: ServedPlace, pairs: readonly Pair[]): Promise<void> {
  for (const { taker } of pairs)
    for (const rate of ['rfqsPerDesk', 'takesPerProduct'])
      await operate(place, 'set-rate', '--desk', taker.ticker, '--rate', rate, '--most', '1000', '--within-ms', '1000')
}

type World = { readonly place: ServedPlace; readonly pairs: readonly Pair[]; readonly whole: ReadonlyMap<string, History> }

async function liveAndKill({ place, pairs, whole }: World, life: number, random: Random): Promise<void> {
  const server = await serve(place)
  await compareLastLife(pairs, whole)
  await cancelOpen(pairs)
  const isOver = new AbortController()
  const running: Promise<void>[] = []
  for (const pair of pairs) {
    const option = await pickCall(pair)
    for (let lane = 0; lane < LANES; lane += 1)
      running.push(negotiate(pair, { name: `${SEED}-${life}-${lane}`, option, isOver: isOver.signal, random }))
  }
  // Each pair has traded before the kill, unless the machine is too slow for that.
  const last = Date.now() + TRADES_WITHIN_MS
  while (pairs.some(({ taker }) => taker.history.trades.size === 0) && Date.now() < last) await delay(10)
  await delay(random() * LIVES_MOST_MS)
  await server.kill(random() < 0.5 ? 'SERVER' : 'SERVER_AND_DATABASE')
  isOver.abort()
  await Promise.all(running)
}

/** All lives of all desks, the venue's record, and the journal. */
async function compareEverything({ place, pairs, whole }: World): Promise<string> {
  const server = await serve(place)
  await compareLastLife(pairs, whole)
  const { requests, orders, trades, wrong } = await compareAllLives(pairs, whole, place.dataDir)
  // The comparison means something only if there was something to lose.
  if (trades === 0) throw new Error(`the desks did not trade:\n${server.output()}`)
  if (wrong.length > 0) throw new Error(wrong.join('\n'))
  await server.stop()
  await checkReplay(place.dataDir)
  return `${requests} requests, ${orders} orders and ${trades} trades were acknowledged, and none was lost or repeated`
}

async function main(): Promise<void> {
  const dataDir = newDataDir()
  let isStopped = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => (isStopped = true))
  console.log(`seed ${SEED}, data in ${dataDir}`)
  const desks = await createDesks(dataDir)
  const accounts = roster.map(venueAccountOf)
  const venue = await createDeribitSimulator({ seed: SEED, dataDir, accounts, ...VENUE })
  const place = { dataDir, port: await freePort(), deribitUrl: venue.url }
  const setting = { baseUrl: `http://localhost:${place.port}`, desks }
  const pairs = [
    openPair(setting, 'AMBR', 'LIND', 'BTC'),
    openPair(setting, 'NRTH', 'ORRY', 'ETH'),
    openPair(setting, 'SABL', 'KEST', 'BTC'),
  ]
  const whole = new Map(desksOf(pairs).map(({ ticker }) => [ticker, new History()]))
  await raiseRates(place, pairs)
  // It is stopped, so its modules are compiled for all that are killed.
  await (await serve(place)).stop()
  const random = seeded(SEED)
  const from = Date.now()
  let kills = 0
  for (; kills < KILLS && Date.now() < until && !isStopped; kills += 1) {
    await liveAndKill({ place, pairs, whole }, kills, random)
    if ((kills + 1) % REPORTED_EVERY === 0)
      console.log(`${kills + 1} kills, ${((Date.now() - from) / (kills + 1) / 1_000).toFixed(1)} s each`)
  }
  const report = await compareEverything({ place, pairs, whole })
  await venue.close()
  removeDataDir(dataDir)
  console.log(`${kills} kills: ${report}; the replayed journal matches the current state`)
}

// Nothing else keeps this process running while it waits for the end of another one.
setInterval(() => undefined, 60_000)
// The folder remains after a failure, so that it can be read.
main().then(
  () => process.exit(),
  async (error: unknown) => {
    console.error(error)
    await killServed()
    process.exit(1)
  },
)
