/** A day on a running server with its own database, and everything that its viewers have seen of it. */
import type { Sql } from '../../src/database/sql.ts'
import { openTestDatabase } from '../database.ts'
import { call, ether, higher, markOf, perpetual } from '../instruments.ts'
import { keepKey } from '../kept-keys.ts'
import type { Answer, Key } from '../product.ts'
import { march } from '../spread-market.ts'
import { startTradingProduct, type TradingProduct } from '../trading-product.ts'
import { APPROVAL_ABOVE, type Desk, type SecretName, type Secrets, type Step } from './day.ts'
import { peopleOf, signedInUser, type PersonSender, type Senders } from './people.ts'
import { openViewer, type Named, type Viewer } from './viewer.ts'

export type Life = {
  /** By desk. */
  readonly seen: ReadonlyMap<Desk, readonly string[]>
  readonly trades: number
  /** The number of accepted steps of each secret. */
  readonly accepted: ReadonlyMap<SecretName, number>
}

/** Every run has the same desks and users, because each of them takes a millisecond. */
const desks: readonly Desk[] = ['ORRY', 'KEST', 'LARK', 'MERL', 'WREN']
/** Sockets that are silent for longer are closed. */
const HEARTBEAT_MS = 8_000
/** An RFQ lives for one minute. */
const ROUND_OFF_MS = 64_000
/** Eighteen digits, of which the first is a one. */
const absentSpreadOrder = (name: string): string => `1${name.padStart(17, '0')}`
/**
 * An unused id in the format of the object that the step would create. A desk that asks for a secret object of the other run gets the same
 * answer as for that object.
 */
const absentOf = (step: Step | undefined, name: string): string => {
  if (step?.path.startsWith(SPREADS) === true) return absentSpreadOrder(name)
  if (step === undefined || step.path.startsWith('/v1/')) return `1${name.padStart(14, '0')}`
  return `${step.path === '/v2/drfq/rfqs/' ? 'r' : step.path === '/v2/drfq/lists/' ? 'l' : 'o'}_${name.padStart(27, '0')}`
}

const SPREADS = '/v1/fs/'

type Trading = Omit<TradingProduct, 'as' | 'keyOf'> & {
  as(desk: Desk, ...request: readonly [method: string, path: string, body?: object]): Promise<Answer>
  keyOf(desk: Desk): Key
}

/** The trading product with the fourth maker. */
async function openTrading(databaseUrl: string): Promise<Trading> {
  const trading = await startTradingProduct(databaseUrl)
  const { product } = trading
  const { operator } = product.server
  await operator.createDesk({ ticker: 'WREN', name: 'WREN desk', firmName: 'WREN Ltd', isMaker: true, limits: 'NONE' })
  await operator.approveMutually('ORRY', 'WREN')
  const account = { venue: 'DBT', name: 'main', clientId: 'WREN-main', clientSecret: 'secret', isDefault: true } as const
  await operator.addVenueAccount('WREN', account)
  const key = await keepKey(operator, { databaseUrl, desk: 'WREN', name: 'trading' })
  return {
    ...trading,
    keyOf: (desk) => (desk === 'WREN' ? key : trading.keyOf(desk)),
    as: (desk, method, path, body) =>
      desk === 'WREN'
        ? product.signed(method, path, body === undefined ? '' : JSON.stringify(body), key)
        : trading.as(desk, method, path, body),
  }
}

/** The spread of the perpetual and a future, which the venue lists once everything else exists. */
async function listSpread({ venue, as }: Trading): Promise<string> {
  venue.list([call, higher, perpetual, ether, march])
  const within = (at: number) => ({ minPrice: at - 1_000, maxPrice: at + 1_000 })
  venue.mark(markOf(perpetual, 98_000, within(98_000)), markOf(march, 99_000, within(99_000)))
  for (;;) {
    const { results } = (await as('ORRY', 'GET', `${SPREADS}strategies/`)).json as { readonly results: readonly { readonly id: string }[] }
    if (results.length > 0) return results[0]!.id
  }
}

type World = { readonly trading: Trading; readonly steps: readonly Step[]; readonly ids: Map<string, string> }

/** The text with ids in place of the day's names. */
function withIds({ trading, steps, ids }: World, text: string): string {
  const absent = (name: string) =>
    absentOf(
      steps.find(({ makes }) => makes === name),
      name,
    )
  const [first, second] = trading.spread
  return text
    .replaceAll('":first"', String(first!.instrument_id))
    .replaceAll('":second"', String(second!.instrument_id))
    .replaceAll('":legs"', JSON.stringify(trading.spread))
    .replaceAll(/:(market|asked|named|spread|list[12]?|\d{1,2})(?=[/"?]|$)/g, (_, name: string) => ids.get(name) ?? absent(name))
}

const ANY_DESK: Desk = 'MERL'
/**
 * Cancels nothing, but reaches every shard: whatever was due before is processed, and whatever was decided before is published. Returns the fences.
 */
const fences = (trading: Trading, desk: Desk): Promise<Answer> => trading.as(desk, 'DELETE', '/v2/drfq/orders/?label=none-has-it')

/** The number of trades that wait for the venue or for a fee. */
async function pending(sql: Sql): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from rfq_trade
    where state = 'PENDING_SETTLEMENT'
      or (state = 'FILLED' and (select count(*) from trade_fee where trade_id = rfq_trade.id) < 2)`
  return row!.count
}

/** Also waits until no fee remains to be read. A fee is visible only to its own desk, and in nothing that another desk reads. */
async function whenNothingIsAtTheVenue(trading: Trading, sql: Sql): Promise<void> {
  while ((await pending(sql)) > 0) await fences(trading, 'ORRY')
  await fences(trading, 'ORRY')
}

/** Waits until the desk's positions include its last trade. They are read independently of everything else. */
async function whenAccountsAreRead(trading: Trading, desk: Desk): Promise<void> {
  const { began_at: begun } = (await trading.as(desk, 'POST', '/v1/positions/refresh/')).json as { readonly began_at: number }
  const read = async () => (await trading.as(desk, 'GET', '/v1/positions/accounts/')).json as Readings
  while ((await read()).results.some(({ read_at: at }) => at === null || at < begun)) await fences(trading, desk)
}
type Readings = { readonly results: readonly { readonly read_at: number | null }[] }
/** A read that is requested earlier joins the previous one. */
const NEW_READING_MS = 2_000

/** The two persons of MERL: one sends what needs approval, and the other decides it. */
type Pair = Readonly<Record<'SENDER' | 'APPROVER', PersonSender>>

type Looking = {
  readonly pair: Pair
  readonly viewers: readonly Viewer<Desk>[]
  readonly people: ReadonlyMap<Desk, Senders>
  pass(ms: number): void
}

async function openLooking(trading: Trading, { viewers: watching }: Secrets): Promise<Looking> {
  const { clock, product } = trading
  const pass = (ms: number) => {
    clock.now += ms
    product.clock.now = clock.now
    // Marks are valid while their venue sends anything and is connected. How long a venue has been silent is measured in real time.
    for (const venue of [trading.venue, trading.bybit, trading.bitcom]) venue.mark()
  }
  const people = new Map<Desk, Senders>()
  for (const desk of desks) people.set(desk, await peopleOf({ ...trading, pass }, desk))
  const pair: Pair = { SENDER: await signedInUser({ product, pass }, 'MERL', 'trader'), APPROVER: people.get('MERL')!.administrator }
  const bounds = { most_notional: null, most_deviation_percent: null, approval_above: APPROVAL_ABOVE }
  const { status, text } = await pair.APPROVER('PUT', '/v2/protection/bounds/', bounds)
  if (status !== 200) throw new Error(`MERL requires no approval: ${status} ${text}`)
  const viewers: Viewer<Desk>[] = []
  for (const desk of watching) viewers.push(await openViewer(trading, desk))
  return { viewers, people, pair, pass }
}

/** Sends the step, and returns its response and the id of what it created, if it did. */
async function send(
  world: World,
  as: Desk,
  { method, path, body, makes, person }: Step,
  pair: Pair,
): Promise<{ answer: Answer; made: string | undefined }> {
  const sent = body && (JSON.parse(withIds(world, JSON.stringify(body))) as object)
  const answer =
    person === undefined
      ? await world.trading.as(as, method, withIds(world, path), sent)
      : await pair[person](method, withIds(world, path), sent)
  const {
    id,
    data,
    lines = [],
  } = (answer.json ?? {}) as {
    readonly id?: string | number
    readonly data?: { readonly held_request?: string }
    readonly lines?: readonly { readonly rfq_id: string }[]
  }
  const made = makes === undefined || answer.status >= 300 || id === undefined ? undefined : String(id)
  if (made !== undefined) world.ids.set(makes!, made)
  if (makes !== undefined && data?.held_request !== undefined) world.ids.set(makes, data.held_request)
  if (makes === 'list') lines.forEach(({ rfq_id: line }, at) => world.ids.set(`list${at + 1}`, line))
  return { answer, made }
}

/** Runs the day with the given secrets and without all others. */
export async function live(steps: readonly Step[], secrets: Secrets): Promise<Life> {
  const database = await openTestDatabase()
  const trading = await openTrading(database.url)
  try {
    const world: World = { trading, steps, ids: new Map([['spread', await listSpread(trading)]]) }
    const { viewers, people, pair, pass } = await openLooking(trading, secrets)
    const accepted = new Map<SecretName, number>(secrets.names.map((name) => [name, 0]))
    for (const [place, step] of steps.entries()) {
      const { secret, makes } = step
      pass(step.afterMs)
      await fences(trading, ANY_DESK)
      if (secret !== undefined && !accepted.has(secret)) continue
      const as = step.as === 'EITHER' ? secrets.either : step.as
      const { answer, made } = await send(world, as, step, pair)
      if (secret !== undefined) {
        if (answer.status < 300) accepted.set(secret, accepted.get(secret)! + 1)
        continue
      }
      if (made !== undefined) for (const viewer of viewers) viewer.know({ name: makes!, id: made })
      viewers.find(({ desk }) => desk === as)?.keep(`${place} ${step.method} ${step.path}`, answer)
      await whenNothingIsAtTheVenue(trading, database.sql)
      for (const viewer of viewers) {
        viewer.keep('fences', await fences(trading, viewer.desk))
        await viewer.settled()
      }
    }
    pass(NEW_READING_MS)
    for (const { desk } of viewers) await whenAccountsAreRead(trading, desk)
    const named = namedOf(world)
    for (const viewer of viewers) {
      const { key, viewer: user } = people.get(viewer.desk)!
      await viewer.readAll(named, { key, viewer: user })
    }
    // The RFQs expire.
    for (let passed = 0; passed < ROUND_OFF_MS; passed += HEARTBEAT_MS) {
      pass(HEARTBEAT_MS)
      await fences(trading, ANY_DESK)
      for (const viewer of viewers) await viewer.settled()
    }
    for (const viewer of viewers) {
      const { administrator } = people.get(viewer.desk)!
      await viewer.readAll(named, { administrator })
      await viewer.end(named)
    }
    const [row] = await database.sql<{ count: number }[]>`select count(*)::int as count from rfq_trade where state = 'FILLED'`
    return { seen: new Map(viewers.map(({ desk, seen }) => [desk, seen])), trades: row!.count, accepted }
  } finally {
    await trading.close()
    await database.close()
  }
}

/** Everything that the day could have created, by its id, or by an unused id if this run did not create it. */
const namedOf = (world: World): readonly Named[] => [
  { name: 'spread', id: world.ids.get('spread')!, kind: 'spread', isSecret: false },
  ...world.steps.flatMap(({ as, makes, path, secret }): readonly Named[] => {
    // Only their own desk reads held requests.
    if (makes === undefined || secret === 'HELD_REQUESTS') return []
    return [{ name: makes, id: withIds(world, `:${makes}`), kind: kindOf(path), isSecret: secret !== undefined || as === 'EITHER' }]
  }),
]

function kindOf(path: string): Named['kind'] {
  if (path === '/v2/drfq/rfqs/') return 'rfq'
  if (path === '/v2/drfq/lists/') return 'list'
  if (path === '/v2/drfq/orders/') return 'order'
  if (path.startsWith(SPREADS)) return 'spreadOrder'
  return path === '/v1/ob/rfqs/' ? 'market' : 'quote'
}
