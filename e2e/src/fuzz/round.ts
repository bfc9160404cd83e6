/** One round of a seed: every call several times, then every socket, then the invariants. The same seed sends the same, as far as ids allow. */
import type { Call } from '@parley/contracts'
import type { Answer, Json } from '../protocol/answer.ts'
import type { Bot } from '../protocol/bot.ts'
import { openOrderBookFloor, type OrderBookFloor } from '../protocol/order-book-floor.ts'
import { pick, seeded, shuffled, type Random } from '../random.ts'
import { listWork } from '../protocol/list-writes.ts'
import { orderIn, pickStrategy } from '../protocol/spread-writes.ts'
import { callAs, signIn } from '../protocol/session.ts'
import { endingOnFailure } from '../product.ts'
import { calls, doors, isTraded } from './calls.ts'
import { createCoverage } from './coverage.ts'
import { isOfAuctions } from '../protocol/vault-writes.ts'
import { addSecondAccount, tradeOnce } from './trade-step.ts'
import { checkAuctions } from './auction-invariants.ts'
import { tradeAtRandom } from './auction-traffic.ts'
import { auctionsIn, hideBid, watchAuctions } from './auctions.ts'
import { doEveryCall } from './every-call.ts'
import { fuzzConsole } from './console.ts'
import { openConsoleCaller } from './console-caller.ts'
import { doEveryConsoleCall } from './console-life.ts'
import type { Fuzzed } from './fuzzed.ts'
import { request, type ExistingObjects } from './inputs.ts'
import { judge } from './judge.ts'
import { sendAsSomeClient } from './client-behaviours.ts'
import { sendRight, type Pass } from './right-pass.ts'
import { fuzzDoor } from './sockets.ts'
import { checkBooks, checkMemory, megabytesOf } from './invariants.ts'

/** These replace the session. */
const ending: ReadonlySet<string> = new Set(['/account/logout/', '/account/token/refresh/'])

/** A desk that does not trade elsewhere stops itself, because a stopped desk can do nothing else. */
const stopping: ReadonlySet<string> = new Set(['/v2/protection/stop_me/'])

/** A step-up is valid for ten minutes. */
const PROVED_AGAIN_MS = 480_000

export async function openFuzzed(dataDir: string): Promise<Fuzzed> {
  const floor = await openOrderBookFloor({ dataDir })
  return endingOnFailure(floor.close, async () => {
    await addSecondAccount(floor.product)
    // A separate desk for the actions of administrators.
    return {
      floor,
      dealt: await tradeOnce(floor),
      hidden: await hideBid(floor),
      operator: await openConsoleCaller(floor.product),
      coverage: createCoverage(),
      session: await signIn(floor.product, 'HLYD'),
      provedAt: Date.now(),
      rounds: 0,
      things: [],
      megabytes: megabytesOf(floor.product),
    }
  })
}

/** Removes settings of an earlier round that would cancel what this one needs: the dead man's switch, limits, frozen products. */
async function atEase(bot: Bot): Promise<void> {
  await bot.must(200, 'POST', '/v2/protection/cancel_all_after/', { timeout: 0 })
  const { limits } = (await bot.must(200, 'GET', '/v2/protection/status/')) as Json & { limits: readonly { limit: { id: string } }[] }
  for (const { limit } of limits) if (limit.id !== 'MMP') await bot.send('DELETE', `/v2/protection/limits/${encodeURIComponent(limit.id)}/`)
  await bot.must(200, 'POST', '/v2/protection/reset/', {})
  await bot.must(200, 'DELETE', '/v1/grfq/quotes/?currency=BTC')
}

/** The objects for this round: something open and something closed of each kind. */
async function knownIn({ floor, dealt, hidden, things }: Fuzzed): Promise<ExistingObjects> {
  for (const bot of [floor.taker, floor.maker]) {
    await atEase(bot)
    // RFQs live longer than rounds, and a desk has a maximum number of them.
    await bot.must(200, 'POST', '/v2/protection/cancel_all/', { include_rfqs: true })
  }
  const closed = await floor.ask()
  await floor.taker.must(204, 'DELETE', `/v2/drfq/rfqs/${closed.id}/`)
  const rfq = await floor.ask({ also_ask_venue: true })
  const order = await floor.quote(rfq.id, 'BUY', floor.priceAt(-9))
  const list = (await listWork(floor).priced()).id
  const market = await floor.market()
  await floor.calm()
  const over = await floor.rest(floor.maker, market, 'SELL', 19)
  await floor.maker.must(200, 'DELETE', `/v1/ob/quotes/${over.id}/`)
  const quote = await floor.rest(floor.maker, market, 'BUY', -9)
  const strategy = await pickStrategy(floor.maker)
  const spread = await floor.maker.must(201, 'POST', '/v1/fs/orders/', orderIn(strategy, 'BUY', -50))
  const auctions = await auctionsIn(floor, hidden)
  return {
    ids: [
      ...[auctions.running.id, auctions.running.bid, ...auctions.ending.bids],
      ...[...hidden.auctions, ...hidden.ids],
      rfq.id,
      order.id,
      list,
      market.id,
      quote.id,
      market.option.name,
      'DBT',
      'mine',
      market.option.id,
      closed.id,
      over.id,
      strategy.id,
      String(spread['id']),
      ...things,
    ],
    instrument: market.option,
    price: market.priceAt(3),
    direct: { rfq: rfq.id, order: order.id },
    list,
    group: { rfq: market.id, order: quote.id },
    spread: { rfq: strategy.id, order: String(spread['id']), price: strategy.priceAt(9) },
    auctions,
    dealt,
  }
}

async function proveAgain(fuzzed: Fuzzed): Promise<void> {
  if (Date.now() < fuzzed.provedAt + PROVED_AGAIN_MS) return
  fuzzed.session = await signIn(fuzzed.floor.product, 'HLYD').catch(() => fuzzed.session)
  fuzzed.provedAt = Date.now()
}

/** Makes everything once correctly before the random part. Returns the number of requests and frames sent. */
export async function fuzzFirst(fuzzed: Fuzzed): Promise<number> {
  const sent = await doEveryCall(fuzzed, await knownIn(fuzzed))
  fuzzed.rounds += 1
  return sent + (await doEveryConsoleCall(fuzzed.floor.product, fuzzed.operator))
}

/** The number of requests and frames sent. `each` is how often every call is made; `isLate` ends the round early. */
export async function fuzzRound(fuzzed: Fuzzed, seed: number, each: number, isLate: () => boolean): Promise<number> {
  const watched = await watchAuctions(fuzzed.floor)
  try {
    return await fuzzWatched(fuzzed, { random: seeded(seed), known: await knownIn(fuzzed), seed, isLate }, each)
  } finally {
    for (const frames of await watched.end()) fuzzed.hidden.check(frames, `seed ${seed}, a socket at the door of auctions`)
  }
}

async function fuzzWatched(fuzzed: Fuzzed, { random, known, seed, isLate }: Pass, each: number): Promise<number> {
  const { coverage, hidden } = fuzzed
  await proveAgain(fuzzed)
  let sent = 0
  const send = async (call: Call) => {
    await sendOne(fuzzed, call, random, known, seed)
    sent += 1
  }
  for (let n = 0; n < each; n++)
    // In random order: an object may have ended, or not exist yet.
    for (const call of shuffled(calls, random)) {
      if (isLate()) return sent
      await send(call)
    }
  for (const bot of [fuzzed.floor.taker, fuzzed.floor.maker]) await atEase(bot)
  sent += await sendRight(fuzzed, { random, known, seed, isLate })
  sent += await tradeAtRandom(fuzzed, { random, known, seed, isLate })
  for (const door of doors) sent += await fuzzDoor(fuzzed.floor, door, { random, known, seed, coverage, hidden })
  sent += await fuzzConsole({ ...fuzzed, random, seed })
  await checkBooks([fuzzed.floor.taker, fuzzed.floor.maker])
  await checkAuctions(fuzzed.floor)
  await hidden.checkStands()
  checkMemory(fuzzed.floor.product, fuzzed.megabytes)
  return sent
}

async function sendOne(fuzzed: Fuzzed, call: Call, random: Random, known: ExistingObjects, seed: number): Promise<void> {
  const { floor, coverage, hidden } = fuzzed
  const sent = request(call, random, known)
  const what = `seed ${seed}, ${sent.method} ${sent.path.slice(0, 300)} ${(sent.body ?? '').slice(0, 600)}`
  const bot = senderOf(floor, call.path, random)
  const answer = isTraded(call)
    ? await sendAsSomeClient({ baseUrl: floor.product.baseUrl, bot, random }, call, sent, what, coverage.count)
    : await asAPerson(fuzzed, call, sent)
  judge(answer, what)
  hidden.check(answer.text, what)
  coverage.countAnswer(call, answer)
}

function senderOf(floor: OrderBookFloor, path: string, random: Random): Bot {
  if (stopping.has(path)) return floor.bot('TIDE')
  const desks = [floor.taker, floor.maker]
  return pick(random, isOfAuctions(path) ? [...desks, floor.bot('SABL'), floor.bot('SABL')] : desks)
}

async function asAPerson(fuzzed: Fuzzed, call: Call, { method, path, body }: ReturnType<typeof request>): Promise<Answer> {
  const { product } = fuzzed.floor
  const isEnding = ending.has(call.path)
  const session = isEnding ? await signIn(product, 'HLYD') : fuzzed.session
  const answer = await callAs(session, method, path, body)
  // Users who were signed out sign in again.
  if (!isEnding && answer.status === 401) fuzzed.session = await signIn(product, 'HLYD').catch(() => fuzzed.session)
  return answer
}
