import { describe, expect, it } from 'vitest'
import { createClient, type Client } from '@parley/client'
import { directRfqCalls } from '@parley/contracts'
import { startedDataDir } from '../first-start.ts'
import { freePort, removeDataDir, startProduct, type Product } from '../product.ts'
import { seeded } from '../random.ts'
import { checkReplay } from '../replay.ts'
import { pickCallSpread, type Picked } from '../structures.ts'
import { doubled, History, lost } from './history.ts'
import { ask, everything, repeatUnanswered, settled, twiceAtTheVenue } from './records.ts'

/** Each is a life in a process of its own, which takes 9 s of processor time to start. `PARLEY_KILLS=100` has more of them for a night (decision 1012). */
const KILLS = Number(process.env['PARLEY_KILLS'] ?? 4)
/** The kills end early after this time, and everything is compared. */
const MINUTES = Number(process.env['PARLEY_MINUTES'] ?? Infinity)
const LIVES = { timeout: 90_000, interval: 20 }
const seed = Number(process.env['PARLEY_SEED'] ?? Math.floor(Math.random() * 1e9))

describe(`the product killed with -9 at any moment, ${KILLS} times (PARLEY_SEED=${seed})`, () => {
  it(
    'loses nothing that was acknowledged, and nothing happens twice',
    async () => {
      const dataDir = startedDataDir()
      const life: Life = { dataDir, port: await freePort(), product: undefined }
      try {
        await killedAndCompared(life)
      } finally {
        await life.product?.stop()
        removeDataDir(dataDir)
      }
    },
    300_000 + KILLS * 30_000,
  )
})

type Life = { readonly dataDir: string; readonly port: number; product: Product | undefined }

async function killedAndCompared(life: Life): Promise<void> {
  const { dataDir, port } = life
  const chance = seeded(seed)
  const history = new History()
  const start = async () => (life.product = await startProduct({ dataDir, port, flags: ['--seed', '7', '--scenario', 'busy'] }))
  const until = Date.now() + MINUTES * 60_000
  let kills = 0
  for (let round = 0; round < KILLS && Date.now() < until; round += 1) {
    const product = await start()
    const isOver = new AbortController()
    const running = trade(clientOf(product, 'taker'), history, { round, isOver: isOver.signal })
    // Every life of the process sends an RFQ, and every second one trades, however slow the machine is.
    const known = { attempts: history.attempts.length, trades: history.trades.size }
    await expect.poll(() => history.attempts.length, LIVES).toBeGreaterThan(known.attempts)
    if (round % 2 === 0) await expect.poll(() => history.trades.size, LIVES).toBeGreaterThan(known.trades)
    await new Promise((resolve) => setTimeout(resolve, 300 + chance() * 2500))
    isOver.abort()
    await product.kill()
    await running
    kills += 1
  }
  const product = await start()
  const client = clientOf(product, 'taker')
  await repeatUnanswered(client, history)
  await settled(client)
  const [rfqs, orders, trades] = await everything(client)
  // The test is meaningful only if there was something to lose.
  const { attempts, orders: acknowledged, trades: traded } = history
  console.log(
    `${kills} kills; before the last one ${attempts.length} requests, ${acknowledged.size} orders and ${traded.size} trades acknowledged`,
  )
  expect(acknowledged.size).toBeGreaterThan(0)
  expect(traded.size).toBeGreaterThan(0)
  expect(rfqs.length).toBeGreaterThanOrEqual(kills)
  expect(lost(history, { rfqs, orders, trades })).toEqual([])
  expect(doubled(rfqs, orders, trades)).toEqual([])
  await product.stop()
  expect(twiceAtTheVenue(dataDir, trades)).toEqual([])
  await checkReplay(dataDir)
}

function clientOf(product: Product, role: 'taker'): Client {
  const desk = product.demo.desks.find((one) => !one.simulated)
  if (desk === undefined) throw new Error(`the demo has no ${role} of the newcomer's own`)
  return createClient({
    baseUrl: product.baseUrl,
    credentials: { kind: 'key', accessKey: desk.accessKey, secretKey: desk.secretKey },
    pacing: false,
  })
}

type OfLife = { readonly round: number; readonly isOver: AbortSignal }

/** Sends RFQs, lifts the quotes, and records every response, until the server is gone. */
async function trade(client: Client, history: History, { round, isOver }: OfLife): Promise<void> {
  let structure: Picked | undefined
  for (let n = 0; !isOver.aborted; n += 1) {
    try {
      structure ??= await pickCallSpread(client, 'BTC')
      const rfq = await ask(client, history, `crash-${round}-${n}`, { legs: structure.legs })
      await liftSomething(client, history, rfq.id, isOver)
    } catch {
      // The server was killed, so the outcome of the last request is unknown, as intended. Or a quote was cancelled before it was lifted: continue
      // with the next.
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}

/** The desks need a second for a quote, and many on a busy machine. A request that none of them quotes is left for the next. */
const LOOKS = 150

async function liftSomething(client: Client, history: History, rfqId: string, isOver: AbortSignal): Promise<void> {
  for (let look = 0; look < LOOKS && !isOver.aborted; look += 1) {
    const { asks } = await client.call(directRfqCalls.getRfqOrders, { params: { id: rfqId } })
    const best = asks[0]
    if (best !== undefined) {
      const order = await client.call(directRfqCalls.createOrder, {
        body: { rfq_id: rfqId, side: 'BUY', quantity: best.quantity, price: best.price, time_in_force: 'FILL_OR_KILL', type: 'LIMIT' },
      })
      history.sawOrder(order)
      const { results } = await client.call(directRfqCalls.listTrades, { query: { rfq_id: rfqId } })
      results.forEach((one) => history.sawTrade(one))
      return
    }
    await new Promise((resolve) => setTimeout(resolve, 120))
  }
}
