/**
 * `npm run kills -- --kills 1000 --minutes 60 --seed 7`: kills the server again and again while desks trade, every second time with its database, and
 * compares the responses that each desk received with what the next server reports (decision 1033).
 */
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { directRfqCalls as calls, type BlockTradeView, type OrderView, type RfqView } from '@parley/contracts'
import { createDeribitSimulator, roster, venueAccountOf } from '@parley/simulator'
import { freePort, newDataDir, removeDataDir, startProduct, STILL, type DemoDesk } from '../product.ts'
import { seeded, type Random } from '../random.ts'
import { checkReplay } from '../replay.ts'
import { doubled, History, lost } from './history.ts'
import { negotiate, openPair, pickCall, repeatAll, type DeskOfPair, type Pair } from './negotiating-pair.ts'
import { everything, settled, twiceAtTheVenue } from './records.ts'
import { killServed, operate, serve, type ServedPlace } from './served.ts'

const text = { type: 'string' } as const
const { values } = parseArgs({ options: { kills: text, minutes: text, seed: text } })
const KILLS = Number(values.kills ?? 1_000)
const SEED = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31))
const until = Date.now() + Number(values.minutes ?? 600) * 60_000
/** Each pair negotiates this many RFQs at the same time. */
const LANES = 2
const RECENT = 1_000
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

const desksOf = (pairs: readonly Pair[]): readonly DeskOfPair[] => pairs.flatMap(({ taker, maker }) => [taker, maker])

/** The newest rows, which include all of the last life. */
async function newest({ patient: client }: DeskOfPair): Promise<[RfqView[], OrderView[], BlockTradeView[]]> {
  const query = { page_size: RECENT }
  const [rfqs, orders, trades] = await Promise.all([
    client.call(calls.listRfqs, { query: { role: 'TAKER', ...query } }),
    client.call(calls.listOrders, { query }),
    client.call(calls.listTrades, { query }),
  ])
  return [rfqs.results, orders.results, trades.results]
}

/** Compares the last life of each desk, and adds it to the history of all lives. */
async function compareLastLife(pairs: readonly Pair[], whole: ReadonlyMap<string, History>): Promise<void> {
  for (const pair of pairs) await repeatAll(pair)
  for (const desk of desksOf(pairs)) {
    const [rfqs, orders, trades] = await newest(desk)
    const wrong = [...lost(desk.history, { rfqs, orders, trades }), ...doubled(rfqs, orders, trades)]
    if (wrong.length > 0) throw new Error(`${desk.ticker}: ${wrong.join('; ')}`)
    const all = whole.get(desk.ticker)!
    all.attempts.push(...desk.history.attempts)
    for (const order of desk.history.orders.values()) all.sawOrder(order)
    for (const trade of desk.history.trades.values()) all.sawTrade(trade)
    desk.history = new History()
  }
}

type World = { readonly place: ServedPlace; readonly pairs: readonly Pair[]; readonly whole: ReadonlyMap<string, History> }

async function liveAndKill({ place, pairs, whole }: World, life: number, random: Random): Promise<void> {
  const server = await serve(place)
  await compareLastLife(pairs, whole)
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
  const wrong: string[] = []
  const counts = { requests: 0, orders: 0, trades: 0 }
  for (const { patient: client, ticker } of desksOf(pairs)) {
    await settled(client)
    const [rfqs, orders, trades] = await everything(client)
    const history = whole.get(ticker)!
    wrong.push(...lost(history, { rfqs, orders, trades }), ...doubled(rfqs, orders, trades), ...twiceAtTheVenue(place.dataDir, trades))
    counts.requests += history.attempts.length
    counts.orders += history.orders.size
    counts.trades += history.trades.size
  }
  // The comparison means something only if there was something to lose.
  if (counts.trades === 0) throw new Error(`the desks did not trade:\n${server.output()}`)
  if (wrong.length > 0) throw new Error(wrong.join('\n'))
  await server.stop()
  await checkReplay(place.dataDir)
  return `${counts.requests} requests, ${counts.orders} orders and ${counts.trades} trades were acknowledged, and none was lost or repeated`
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
