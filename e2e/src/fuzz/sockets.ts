/** Each endpoint: refused handshakes, then frames as a bot would send them, then arbitrary frames, each answered exactly once. */
import { shakeHands } from '../protocol/bot.ts'
import type { Floor } from '../protocol/floor.ts'
import type { Random } from '../random.ts'
import { openSocket, type Frame } from '../protocol/wire-socket.ts'
import type { Door } from './calls.ts'
import type { HiddenBid } from './auctions.ts'
import type { Coverage } from './coverage.ts'
import { frame, politeFrames, type Framed, type ExistingObjects } from './inputs.ts'

const FRAMES = 60
/** The codes with which a socket may be closed because of its own frames: too large, not text, or one of our closures with its reason. */
const isNamedClose = (code: number): boolean =>
  code === 1007 || code === 1009 || code === 1003 || code === 1008 || (code >= 4400 && code < 4500)

type ReplyContext = {
  readonly known: ExistingObjects
  readonly coverage: Coverage
  readonly hidden: Pick<HiddenBid, 'check'>
  readonly what: string
}
export type Talk = { readonly random: Random; readonly known: ExistingObjects; readonly seed: number } & Pick<
  ReplyContext,
  'coverage' | 'hidden'
>

/** As a bot would ask. Returns the number of frames sent. */
export async function askPolitely(floor: Pick<Floor, 'product' | 'taker'>, door: Door, context: ReplyContext): Promise<number> {
  const frames = politeFrames(door, context.known, 1)
  await converse(floor, door, frames, context)
  return frames.length
}

/** The number of frames sent. */
export async function fuzzDoor(
  floor: Pick<Floor, 'product' | 'taker'>,
  door: Door,
  { random, known, seed, coverage, hidden }: Talk,
): Promise<number> {
  await knockAsNobody(floor, door, seed)
  const context = { known, coverage, hidden, what: `seed ${seed}` }
  // Sent on a separate socket, because a wild frame may close it with everything that waits behind it.
  const polite = await askPolitely(floor, door, context)
  const wild = Array.from({ length: FRAMES }, (_, n) => frame(door.channels, random, known, polite + n + 1))
  await converse(floor, door, wild, context)
  return polite + wild.length
}

async function knockAsNobody({ product }: Pick<Floor, 'product'>, { path }: Door, seed: number): Promise<void> {
  for (const query of ['', '?api-key=nobody', '?api-key=', '?token=nobody', '?api-key=a&api-key=b']) {
    const status = await shakeHands(product.baseUrl, `${path}${query}`)
    if (status !== 403 && status !== 401) throw new Error(`seed ${seed}: ${path}${query} answered ${status} to nobody`)
  }
}

async function converse(
  { product, taker }: Pick<Floor, 'product' | 'taker'>,
  door: Door,
  frames: readonly Framed[],
  { coverage, hidden, what }: ReplyContext,
): Promise<void> {
  const { path } = door
  const socket = await openSocket(`${product.baseUrl}${path}?api-key=${taker.keys.accessKey}&cancel_on_disconnect=false`)
  let closedWith: number | undefined
  void socket.closed.then(({ code }) => (closedWith = code))
  for (const { text } of frames) socket.send(text)
  socket.send({ id: 'last', jsonrpc: '2.0', method: 'heartbeat' })
  // Each frame is answered once: under its id, or under none if it was unreadable. Some are answered after later ones.
  const ids = new Set(frames.map(({ asks }) => asks?.id))
  const isAnswer = ({ id }: Frame) => id === null || (typeof id === 'number' && ids.has(id))
  const answers = `${what}: an answer to each of ${JSON.stringify(frames.map(({ text }) => text)).slice(0, 20_000)}`
  await Promise.race([socket.closed, socket.frame(() => socket.frames.filter(isAnswer).length >= frames.length, answers)])
  if (closedWith === undefined) {
    await socket.frame((one) => one.id === 'last', `${what}: the last answer at ${path}`)
    await socket.close()
  } else if (!isNamedClose(closedWith)) throw new Error(`${what}: the socket at ${path} was closed with ${closedWith}`)
  hidden.check(JSON.stringify(socket.frames), `${what}: frames at ${path}`)
  for (const { error } of socket.frames)
    if (error !== undefined && error.code === -32603) throw new Error(`${what}: a fault of the server at ${path}: ${error.message}`)
  for (const { asks } of frames) {
    const answers = asks === undefined ? [] : socket.frames.filter(({ id }) => id === asks.id)
    if (answers.length > 1) throw new Error(`${what}: a frame was answered ${answers.length} times: ${JSON.stringify(asks)}`)
    if (asks !== undefined && answers.length === 1) coverage.countFrame(door, asks.method, asks.channel, answers[0]!)
  }
}
