/** A day on a running server with its own database, and everything that its viewers have seen of it. */
import { openTestDatabase } from '../database.ts'
import { call, ether, higher, markOf, perpetual } from '../instruments.ts'
import type { Answer } from '../product.ts'
import { march } from '../spread-market.ts'
import { startTradingProduct, type Ticker, type TradingProduct } from '../trading-product.ts'
import type { Secret, Step } from './day.ts'
import { peopleOf, type Senders } from './people.ts'
import { openViewer, type Named, type Viewer } from './viewer.ts'

export type Life = {
  /** By desk. */
  readonly seen: ReadonlyMap<Ticker, readonly string[]>
  readonly trades: number
  /** Secret steps that were carried out. */
  readonly secrets: number
}

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

/** The spread of the perpetual and a future, which the venue lists once everything else exists. */
async function listSpread({ venue, as }: TradingProduct): Promise<string> {
  venue.list([call, higher, perpetual, ether, march])
  const within = (at: number) => ({ minPrice: at - 1_000, maxPrice: at + 1_000 })
  venue.mark(markOf(perpetual, 98_000, within(98_000)), markOf(march, 99_000, within(99_000)))
  for (;;) {
    const { results } = (await as('ORRY', 'GET', `${SPREADS}strategies/`)).json as { readonly results: readonly { readonly id: string }[] }
    if (results.length > 0) return results[0]!.id
  }
}

type World = { readonly trading: TradingProduct; readonly steps: readonly Step[]; readonly ids: Map<string, string> }

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

/**
 * Cancels nothing, but reaches every shard: whatever was due before is processed, and whatever was decided before is published. Returns the fences.
 */
const fences = (trading: TradingProduct, desk: Ticker): Promise<Answer> => trading.as(desk, 'DELETE', '/v2/drfq/orders/?label=none-has-it')

/** Also waits until no fee remains to be read. A fee is visible only to its own desk, and in nothing that another desk reads. */
async function whenNothingIsAtTheVenue(trading: TradingProduct, pending: () => Promise<number>): Promise<void> {
  while ((await pending()) > 0) await fences(trading, 'ORRY')
  await fences(trading, 'ORRY')
}

/** Waits until the desk's positions include its last trade. They are read independently of everything else. */
async function whenAccountsAreRead(trading: TradingProduct, desk: Ticker): Promise<void> {
  const { began_at: begun } = (await trading.as(desk, 'POST', '/v1/positions/refresh/')).json as { readonly began_at: number }
  const read = async () => (await trading.as(desk, 'GET', '/v1/positions/accounts/')).json as Readings
  while ((await read()).results.some(({ read_at: at }) => at === null || at < begun)) await fences(trading, desk)
}
type Readings = { readonly results: readonly { readonly read_at: number | null }[] }
/** A read that is requested earlier joins the previous one. */
const NEW_READING_MS = 2_000

export async function live(steps: readonly Step[], secret: Secret, includes: 'EVERYTHING' | 'NOTHING_SECRET'): Promise<Life> {
  const database = await openTestDatabase()
  const trading = await startTradingProduct(database.url)
  try {
    const world: World = { trading, steps, ids: new Map([['spread', await listSpread(trading)]]) }
    const { clock, product } = trading
    const pass = (ms: number) => {
      clock.now += ms
      product.clock.now = clock.now
      // Marks are valid while their venue sends anything and is connected. How long a venue has been silent is measured in real time.
      for (const venue of [trading.venue, trading.bybit, trading.bitcom]) venue.mark()
    }
    const viewers: Viewer<Ticker>[] = []
    const people = new Map<Ticker, Senders>()
    for (const desk of secret.viewers) people.set(desk, await peopleOf({ ...trading, pass }, desk))
    for (const desk of secret.viewers) viewers.push(await openViewer(trading, desk))
    const pending = async (): Promise<number> => {
      const [row] = await database.sql<{ count: number }[]>`
        select count(*)::int as count from rfq_trade
        where state = 'PENDING_SETTLEMENT'
          or (state = 'FILLED' and (select count(*) from trade_fee where trade_id = rfq_trade.id) < 2)`
      return row!.count
    }
    let secrets = 0
    for (const [place, step] of steps.entries()) {
      pass(step.afterMs)
      await fences(trading, secret.by)
      const as = step.isSecret && includes === 'NOTHING_SECRET' ? secret.instead : step.as
      if (as === undefined) continue
      const body = step.body && (JSON.parse(withIds(world, JSON.stringify(step.body))) as object)
      const answer = await trading.as(as, step.method, withIds(world, step.path), body)
      const made = (answer.json as { readonly id?: string | number } | undefined)?.id
      if (step.makes !== undefined && answer.status < 300 && made !== undefined) world.ids.set(step.makes, String(made))
      const { lines = [] } = (answer.json ?? {}) as { readonly lines?: readonly { readonly rfq_id: string }[] }
      if (step.makes === 'list') lines.forEach(({ rfq_id: line }, at) => world.ids.set(`list${at + 1}`, line))
      if (step.isSecret) {
        if (answer.status < 300) secrets += 1
        // A trade of the secret step is settled before the next step, like every other trade.
        if (secret.instead !== undefined) await whenNothingIsAtTheVenue(trading, pending)
        continue
      }
      if (step.makes !== undefined && answer.status < 300) for (const viewer of viewers) viewer.know({ name: step.makes, id: String(made) })
      viewers.find(({ desk }) => desk === step.as)?.keep(`${place} ${step.method} ${step.path}`, answer)
      await whenNothingIsAtTheVenue(trading, pending)
      for (const viewer of viewers) {
        viewer.keep('fences', await fences(trading, viewer.desk))
        await viewer.settled()
      }
    }
    pass(NEW_READING_MS)
    for (const { desk } of viewers) await whenAccountsAreRead(trading, desk)
    const named = namedOf(world)
    for (const viewer of viewers) await viewer.readAll(named, people.get(viewer.desk)!)
    // The RFQs expire.
    for (let passed = 0; passed < ROUND_OFF_MS; passed += HEARTBEAT_MS) {
      pass(HEARTBEAT_MS)
      await fences(trading, secret.by)
      for (const viewer of viewers) await viewer.settled()
    }
    for (const viewer of viewers) {
      await viewer.readAll(named, { key: people.get(viewer.desk)!['key']! })
      await viewer.end(named)
    }
    const [row] = await database.sql<{ count: number }[]>`select count(*)::int as count from rfq_trade where state = 'FILLED'`
    return { seen: new Map(viewers.map(({ desk, seen }) => [desk, seen])), trades: row!.count, secrets }
  } finally {
    await trading.close()
    await database.close()
  }
}

/** Everything that the day could have created, by its id, or by an unused id if this run did not create it. */
const namedOf = (world: World): readonly Named[] => [
  { name: 'spread', id: world.ids.get('spread')!, kind: 'spread' },
  ...world.steps.flatMap(({ makes, path }): readonly Named[] =>
    makes === undefined ? [] : [{ name: makes, id: withIds(world, `:${makes}`), kind: kindOf(path) }],
  ),
]

function kindOf(path: string): Named['kind'] {
  if (path === '/v2/drfq/rfqs/') return 'rfq'
  if (path === '/v2/drfq/lists/') return 'list'
  if (path === '/v2/drfq/orders/') return 'order'
  if (path.startsWith(SPREADS)) return 'spreadOrder'
  return path === '/v1/ob/rfqs/' ? 'market' : 'quote'
}
