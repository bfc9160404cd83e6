/** One round of a seed: every call some times, then every socket, then what has to hold. The same seed sends the same, as far as ids allow. */
import {
  accountCalls,
  catalogueCalls,
  channels,
  deskCalls,
  directRfqCalls,
  factorCalls,
  fateCalls,
  grfqCalls,
  groupChannels,
  obCalls,
  protectionCalls,
  registrationCalls,
  type Call,
} from '@parley/contracts'
import type { Bot, Json } from '../protocol/bot.ts'
import { openGroupFloor, type GroupFloor } from '../protocol/group-floor.ts'
import { pick, seeded, type Random } from '../protocol/malformed.ts'
import { callAs, signIn, type Session } from '../protocol/session.ts'
import { openSocket } from '../protocol/wire-socket.ts'
import { frame, request, type Known } from './inputs.ts'
import { judge } from './judge.ts'
import { checkBooks, checkMemory, megabytesOf } from './soundness.ts'

const features = [
  ...[accountCalls, catalogueCalls, deskCalls, directRfqCalls, factorCalls, fateCalls],
  ...[grfqCalls, obCalls, protectionCalls, registrationCalls],
]
export const calls = features.flatMap((feature) => Object.values(feature) as Call[])
/** After these the session would be another one. */
const ending = new Set(['/account/logout/', '/account/token/refresh/'])
const doors = [
  { path: '/v2/drfq/', channels: Object.keys(channels) },
  { path: '/v1/grfq/', channels: Object.keys(groupChannels) },
  { path: '/v1/ob/', channels: Object.keys(groupChannels) },
]
const FRAMES = 60
/** What a socket may be closed with for what it sent: too large, no text, or a close of ours with its reason. */
const isNamedClose = (code: number): boolean =>
  code === 1007 || code === 1009 || code === 1003 || code === 1008 || (code >= 4400 && code < 4500)

export type Fuzzed = { readonly floor: GroupFloor; readonly megabytes: number; session: Session }

export async function openFuzzed(dataDir: string): Promise<Fuzzed> {
  const floor = await openGroupFloor({ dataDir })
  // A desk of its own for what administrators may do to theirs.
  return { floor, session: await signIn(floor.product, 'HLYD'), megabytes: megabytesOf(floor.product) }
}

/** What an earlier round has set and would take back what this one needs: the dead man's time, limits, what is frozen. */
async function atEase(bot: Bot): Promise<void> {
  await bot.must(200, 'POST', '/v2/protection/cancel_all_after/', { timeout: 0 })
  const { limits } = (await bot.must(200, 'GET', '/v2/protection/status/')) as Json & { limits: readonly { limit: { id: string } }[] }
  for (const { limit } of limits) if (limit.id !== 'MMP') await bot.send('DELETE', `/v2/protection/limits/${encodeURIComponent(limit.id)}/`)
  await bot.must(200, 'POST', '/v2/protection/reset/', {})
  await bot.must(200, 'DELETE', '/v1/grfq/quotes/?currency=BTC')
}

const TURN_MS = 3_000

/** Rounds are quicker than a desk may ask: the next request waits its turn (429). */
async function askInTurn(floor: Fuzzed['floor']): ReturnType<Fuzzed['floor']['ask']> {
  for (;;) {
    try {
      return await floor.ask()
    } catch (error) {
      if (!(error as Error).message.includes(' answered 429 ')) throw error
      await new Promise((resolve) => setTimeout(resolve, TURN_MS))
    }
  }
}

/** What is there for this round. */
async function knownIn({ floor }: Fuzzed): Promise<Known> {
  for (const bot of [floor.taker, floor.maker]) await atEase(bot)
  const rfq = await askInTurn(floor)
  const order = await floor.quote(rfq.id, 'BUY', floor.priceAt(-9))
  const market = await floor.market()
  await floor.calm()
  const quote = await floor.rest(floor.maker, market, 'BUY', -9)
  return {
    ids: [rfq.id, order.id, market.id, quote.id, market.option.name, 'DBT', 'mine', market.option.id],
    instrument: market.option,
    price: market.priceAt(3),
  }
}

/** How many requests and frames were sent. `each` is how often every call is made, `isLate` ends the round early. */
export async function fuzzRound(fuzzed: Fuzzed, seed: number, each: number, isLate: () => boolean): Promise<number> {
  const random = seeded(seed)
  const known = await knownIn(fuzzed)
  let sent = 0
  for (let n = 0; n < each; n++)
    for (const call of calls) {
      if (ending.has(call.path)) continue
      if (isLate()) return sent
      await sendOne(fuzzed, call, random, known, seed)
      sent += 1
    }
  for (const door of doors) sent += await fuzzDoor(fuzzed, door, random, known, seed)
  await checkBooks([fuzzed.floor.taker, fuzzed.floor.maker])
  checkMemory(fuzzed.floor.product, fuzzed.megabytes)
  return sent
}

async function sendOne(fuzzed: Fuzzed, call: Call, random: Random, known: Known, seed: number): Promise<void> {
  const { floor } = fuzzed
  const { method, path, body } = request(call, random, known)
  const isTraded = /^\/v\d\//.test(call.path) && call.who !== 'administrator'
  const answer = isTraded
    ? await pick(random, [floor.taker, floor.maker]).send(method, path, body)
    : await callAs(fuzzed.session, method, path, body)
  judge(answer, `seed ${seed}, ${method} ${path.slice(0, 300)} ${(body ?? '').slice(0, 600)}`)
  // Whoever was signed out by it signs in again.
  if (!isTraded && answer.status === 401) fuzzed.session = await signIn(floor.product, 'HLYD').catch(() => fuzzed.session)
}

type Door = (typeof doors)[number]

async function fuzzDoor({ floor }: Fuzzed, { path, channels: names }: Door, random: Random, known: Known, seed: number): Promise<number> {
  const url = `${floor.product.baseUrl}${path}?api-key=${floor.taker.keys.accessKey}&cancel_on_disconnect=false`
  const socket = await openSocket(url)
  let closedWith: number | undefined
  void socket.closed.then(({ code }) => (closedWith = code))
  const frames = Array.from({ length: FRAMES }, (_, n) => frame(names, random, known, n + 1))
  for (const { text } of frames) socket.send(text)
  socket.send({ id: 'last', jsonrpc: '2.0', method: 'heartbeat' })
  // Each frame is answered once: under its id, or under none where it could not be read. Some are answered after what was asked later.
  const answers = () => socket.frames.filter(({ id }) => id === null || (typeof id === 'number' && id <= FRAMES)).length
  await Promise.race([
    socket.closed,
    socket.frame(() => answers() >= FRAMES, `seed ${seed}: an answer to each of ${JSON.stringify(frames)}`),
  ])
  if (closedWith === undefined) {
    await socket.frame((one) => one.id === 'last', `seed ${seed}: the last answer at ${path}`)
    await socket.close()
  } else if (!isNamedClose(closedWith)) throw new Error(`seed ${seed}: the socket at ${path} was closed with ${closedWith}`)
  for (const { error } of socket.frames)
    if (error !== undefined && error.code === -32603) throw new Error(`seed ${seed}: a fault of the server at ${path}: ${error.message}`)
  return FRAMES
}
