/**
 * Whole trading days of everything behind the API, from a seed: desks, the engine, reads, notifications, settlement and venues. During the day
 * anything may be slow, fail, lose its response, die or be taken over. In the evening nothing does, time passes, and everything must settle. There is
 * no real clock and no real timer: the same seed always gives the same run.
 */
import { isRefusal, type ShardCommand, type ShardEvent, type Refusal } from '@parley/core'
import { checkSecrets } from './secrets.ts'
import { ownAsPublished } from './published-state.ts'
import { checkAnswers, checkBooksAtRest, checkProtections, checkReplay, checkRest, checkTables, checkVenue, entriesOf } from './checks.ts'
import type { Chance } from './chance.ts'
import { askBatch, batchBy, type Batch } from './batches.ts'
import { ask, askedFor, type SentCommand } from './clients.ts'
import { somebodyInABook } from './book-desks.ts'
import { somebodyDirect, type Seen } from './desks.ts'
import { everyNotification, publishedTo } from './followers.ts'
import type { Fixture, FixtureParts } from './fixture.ts'
import { somebodyGuarding } from './guarding-desks.ts'
import { SHARDS, type Server } from './server.ts'
import { emptyTables, type Tables } from './tables.ts'
import { countCommand, countDecided, countEvent, countRefused, countTrades } from './received.ts'
import { somebodyTwoWay } from './two-way-desks.ts'
import { createWorld, die, newest, start, type World } from './world.ts'

const HOURS_MS = 9 * 60 * 60_000
/** A day is shorter than the life of a key, so a request that is repeated on the same day gets its first response (rulebook 9.4). */
const LONGEST_DAY_MS = 15 * 60 * 60_000
const NIGHT_MS = 8 * 60 * 60_000
/** Everything has closed by then: an RFQ lives five minutes, and a venue's window is as long. */
const EVENING_SECONDS = 1_200
export type Days = {
  readonly seed: number
  readonly days: number
  readonly commandsADay: number
  /** In memory by default. */
  readonly fixture?: (given: FixtureParts) => Fixture
}
/** How often each event happened, and the last hash of every journal, which stands for the whole run. */
export type Lived = { readonly counts: ReadonlyMap<string, number>; readonly hashes: readonly string[]; readonly tables: Tables }

const troubles = [
  'crash',
  'crash',
  'second owner',
  'polite restart',
  'old server ends',
  'venue down',
  'platform moves on',
  'hours pass',
] as const

async function trouble(world: World, asked: readonly SentCommand[]): Promise<void> {
  const { chance, servers, venues, clock, entry, count, breakDown } = world
  const what = chance.oneOf(troubles)
  count(what)
  switch (what) {
    case 'crash':
      die(world, asked, newest(world))
      // Occasionally responses in flight arrive before the next server takes over.
      await world.pass(chance.below(6))
      clock.advance(chance.below(5_000))
      return start(world)
    case 'second owner':
      return start(world)
    case 'polite restart':
      void newest(world).close().catch(breakDown)
      return start(world)
    case 'old server ends':
      return servers.length > 1 ? die(world, asked, servers[0]!) : undefined
    case 'venue down':
      return chance.oneOf(venues).goDown(clock.now() + chance.below(400_000))
    case 'platform moves on':
      return entry.moveOn()
    case 'hours pass':
      return clock.advance(Math.min(chance.below(HOURS_MS), Math.max(0, world.day.beganAt + LONGEST_DAY_MS - clock.now())))
  }
}

/** The venue's answer a second time, or a contradicting one: the shard has already decided and changes nothing. */
function strayAnswer({ chance, tables, breakDown }: World, server: Server): void {
  const said = saidOfTrades(tables, chance)
  if (said.length === 0) return
  const { shard, command } = chance.oneOf(said)
  server.engine.submit(shard, command).then(
    (answer) => {
      if ('events' in answer && answer.events.length > 0) breakDown(new Error(`${command.kind} came twice and did something (7.4)`))
    },
    () => undefined,
  )
}

type Said = { readonly shard: string; readonly command: ShardCommand }

const saidOfTrades = ({ trades, rfqs, matches, markets }: Tables, chance: Chance): readonly Said[] => {
  const settled = [
    ...[...trades.values()].slice(-20).map(({ rfqId, trade }) => ({ rfq: rfqs.get(rfqId)!, trade })),
    ...[...matches.values()].slice(-20).map(({ market, match }) => ({ rfq: markets.get(market)!, trade: match })),
  ]
  return settled.flatMap(({ rfq: { id, venue, baseCurrency }, trade: { id: tradeId, state, venueTradeId } }): Said[] => {
    if (state !== 'FILLED') return []
    const command: ShardCommand = chance.happens(0.5)
      ? { kind: 'ConfirmSettlement', id, tradeId, venueTradeId: venueTradeId! }
      : { kind: 'RejectSettlement', id, tradeId, rejection: 'the other word' }
    return [{ shard: `${venue}-${baseCurrency}`, command }]
  })
}

/** A different body under a key that already has its response: neither executed nor answered like the first. */
function reuseKey({ chance, breakDown }: World, server: Server, asked: readonly SentCommand[]): void {
  const answered = asked.slice(-60).filter(({ key, answers }) => key !== undefined && answers.length > 0)
  if (answered.length === 0) return
  const { shard, command, key } = chance.oneOf(answered)
  server.engine.submit(shard, command, { scope: 'desk', key: key!, requestHash: 'of another body' }).then(
    (answer) => {
      if (!isRefusal(answer) || answer.refused !== 'IdempotencyKeyReused') breakDown(new Error(`${key} served two bodies (9.4)`))
    },
    () => undefined,
  )
}

/** Ninety of a hundred commands belong to the two audiences, in turn. */
function somebody(seen: Seen): ShardCommand {
  if (seen.chance.happens(0.1)) return somebodyGuarding(seen)
  const twoWay = seen.chance.happens(0.06) ? somebodyTwoWay(seen) : undefined
  if (twoWay !== undefined) return twoWay
  return seen.chance.happens(0.5) ? somebodyInABook(seen) : somebodyDirect(seen)
}

function send(world: World, day: number, asked: SentCommand[]): void {
  const { chance, tables, index, ids, clock, entry, servers, count, breakDown } = world
  const again = asked.length > 0 && chance.happens(0.15) ? chance.oneOf(asked.slice(-60)) : undefined
  if (again !== undefined) {
    if (again.key !== undefined && entry.takes(again.command) && (!again.isWaiting || chance.happens(0.2)))
      void ask(newest(world), again, false, breakDown)
    return
  }
  const shard = chance.oneOf(SHARDS)
  const seen: Seen = {
    tables,
    shard,
    rfqIds: index.rfqIds.get(shard.name) ?? [],
    ordersOf: index.ordersOf,
    marketIds: index.marketIds.get(shard.name) ?? [],
    quotesOf: index.quotesOf,
    chance,
    ids,
    now: clock.now(),
  }
  const key = chance.happens(0.85) ? `${day} ${asked.length}` : undefined
  // Some still send to a server that has been replaced.
  const server = chance.happens(0.9) ? newest(world) : chance.oneOf(servers)
  if (chance.happens(0.04)) return sendBatch(world, batchBy(seen, key), server, asked)
  const command = somebody(seen)
  if (!entry.takes(command)) return count(`the platform is ${entry.state()}`)
  countCommand(command, count)
  const one = askedFor(shard.name, command, key)
  asked.push(one)
  void ask(server, one, server !== newest(world), breakDown)
}

/** Occasionally it is sent once more, by a client whose response was lost. */
function sendBatch(world: World, batch: Batch, server: Server, asked: SentCommand[]): void {
  const { chance, entry, count, breakDown } = world
  if (!batch.lines.every(({ command }) => entry.takes(command))) return count(`the platform is ${entry.state()}`)
  count('batch')
  asked.push(...batch.lines)
  askBatch(server, batch, server !== newest(world), breakDown)
  if (batch.key === undefined || chance.happens(0.7)) return
  count('batch again')
  askBatch(newest(world), batch, false, breakDown)
}

async function daytime(world: World, day: number, commands: number, asked: SentCommand[]): Promise<void> {
  const { chance, clock, entry, weather, broken, servers } = world
  weather.isCalm = false
  world.day.beganAt = clock.now()
  while (asked.length < commands && broken.length === 0) {
    send(world, day, asked)
    if (chance.happens(0.01)) await trouble(world, asked)
    // There is no trading while it is closed, so it is not closed for long.
    if (entry.state() !== 'AVAILABLE' && chance.happens(0.05)) entry.moveOn()
    if (chance.happens(0.03)) strayAnswer(world, newest(world))
    if (chance.happens(0.02)) reuseKey(world, chance.oneOf(servers), asked)
    if (chance.happens(0.3)) clock.advance(chance.happens(0.01) ? chance.below(120_000) : chance.below(1_200))
    if (chance.happens(0.4)) await world.pass(chance.below(8))
  }
}

const isAtRest = ({ tables }: World, asked: readonly SentCommand[]): boolean =>
  asked.every(({ key, answers }) => key === undefined || answers.length > 0) &&
  [...tables.settlements.values()].every(({ state }) => state === 'DONE') &&
  [...tables.rfqs.values()].every(({ state }) => state !== 'OPEN')

/** Nothing fails any more: one fresh server, clients that ask until they are answered, and time. */
async function evening(world: World, asked: readonly SentCommand[]): Promise<void> {
  const { clock, entry, weather, venues, servers, breakDown, broken } = world
  weather.isCalm = true
  for (const { calmDown } of venues) calmDown()
  while (entry.state() !== 'AVAILABLE') entry.moveOn()
  for (const server of [...servers]) die(world, asked, server)
  await start(world)
  for (let second = 0; second < EVENING_SECONDS && broken.length === 0; second++) {
    if (isAtRest(world, asked)) break
    for (const one of asked)
      if (one.key !== undefined && one.answers.length === 0 && !one.isWaiting) void ask(newest(world), one, false, breakDown)
    await world.pass(12)
    clock.advance(1_000)
  }
  await world.pass(50)
}

async function checkEverything(world: World, asked: readonly SentCommand[]): Promise<void> {
  const { broken, journal, tables, venues, followers, entry, clock } = world
  if (broken.length > 0) throw broken[0]
  const again = emptyTables()
  for (const shard of SHARDS) {
    const entries = await entriesOf(journal, shard)
    const own = asked.filter((one) => one.shard === shard.name)
    checkAnswers(own, entries)
    checkProtections(entries, own)
    await checkReplay(journal, shard, newest(world), again)
  }
  for (const { command, decided, passedAt } of asked)
    for (const { at, events } of decided)
      if (events.length > 0 && !entry.tookAt(command, passedAt ?? at))
        throw new Error(`${command.kind} was decided while the platform did not take it`)
  checkRest(tables)
  checkBooksAtRest(tables, clock.now())
  checkVenue(tables, new Map(venues.flatMap(({ executed }) => [...executed])))
  checkTables(tables, again)
  for (const follower of followers) {
    const published = await publishedTo(follower, journal)
    const at = published.findIndex((text, place) => text !== follower.received[place])
    if (at !== -1 || published.length !== follower.received.length)
      throw new Error(`${follower.audience} on ${follower.channel} heard ${follower.received[at]} where ${published[at]} was told`)
  }
}

export async function live({ seed, days, commandsADay, fixture }: Days): Promise<Lived> {
  const world = createWorld(seed, fixture)
  await start(world)
  for (let day = 0; day < days; day++) {
    const asked: SentCommand[] = []
    await daytime(world, day, commandsADay, asked)
    await evening(world, asked)
    await checkEverything(world, asked)
    for (const { command, answers, decided } of asked) {
      if (answers.length === 0) continue
      if (decided.length > 0) countDecided(command, decided[0]!.events, world.count)
      else countRefused(JSON.parse(answers[0]!) as Refusal, world.count)
    }
    world.clock.advance(NIGHT_MS)
  }
  countTrades(world.tables, world.count)
  for (const shard of SHARDS)
    for (const { event } of await entriesOf(world.journal, shard)) countEvent(JSON.parse(event) as ShardEvent, world.count)
  const published = await everyNotification(world.journal)
  const own = ownAsPublished(published)
  for (const notifications of published) checkSecrets(notifications, world.tables, own)
  const last = await Promise.all(SHARDS.map((shard) => world.journal.last(shard)))
  return { counts: world.counts, hashes: last.map(({ hash }) => hash), tables: world.tables }
}
