/**
 * Whole trading days of everything behind the door, from a seed: desks, the engine, what is read and told, settlement and venues.
 * By day anything may be slow, fail, lose its answer, die or be taken over; in the evening nothing does, time passes, and everything
 * has to come to rest. Neither a real clock nor a real timer: one seed lives one life.
 */
import { setImmediate as turn } from 'node:timers/promises'
import { isRefusal, type Instant, type Refusal, type VenueCode } from '@parley/core'
import type { Fault, Journal } from '../../engine/journal.ts'
import { createMemoryJournal } from '../../engine/memory-journal.ts'
import { createHandClock } from '../../engine/timers.ts'
import { createIds } from '../ids.ts'
import type { ProjectedRow } from '../../market/projector.ts'
import { chanceFrom } from './chance.ts'
import { checkAnswers, checkReplay, checkRest, checkRow, checkSecrets, checkTables, checkVenue, entriesOf } from './checks.ts'
import { ask, askedFor, type Asked } from './clients.ts'
import { somebody } from './desks.ts'
import { createFollowers, everyNote, follow, toldTo } from './followers.ts'
import { createMoodyVenue } from './moody-venue.ts'
import { SHARDS, startServer, type Lasting, type Server } from './server.ts'
import { createTableStore, emptyTables, writeTo, type StoreFault, type Tables } from './tables.ts'

const MORNING = 1_800_000_000_000 as Instant
const NIGHT_MS = 8 * 60 * 60_000
/** Everything has ended by then: a request lives five minutes, and a venue's window is as long. */
const EVENING_SECONDS = 1_200
const odds: Readonly<Record<Fault | StoreFault, number>> = {
  CommitIsSlow: 0.05,
  CommitFails: 0.02,
  AnswerOfCommitIsLost: 0.02,
  StatementFails: 0.01,
  AnswerIsLost: 0.01,
}

export type Days = { readonly seed: number; readonly days: number; readonly commandsADay: number }
/** How often what came about; and the last hash of every journal, which is the whole life in one word. */
export type Lived = { readonly counts: ReadonlyMap<string, number>; readonly hashes: readonly string[] }

type World = ReturnType<typeof createWorld>

function createWorld(seed: number) {
  const chance = chanceFrom(seed)
  const counts = new Map<string, number>()
  const count = (what: string) => void counts.set(what, (counts.get(what) ?? 0) + 1)
  const broken: unknown[] = []
  const breakDown = (error: unknown) => void broken.push(error)
  const clock = createHandClock(MORNING)
  const tables = emptyTables()
  const index = { rfqIds: new Map<string, string[]>(), ordersOf: new Map<string, string[]>() }
  const weather = { isCalm: false }
  const strikes = (fault: Fault | StoreFault) => {
    const happens = !weather.isCalm && chance.happens(odds[fault])
    if (happens) count(fault)
    return happens
  }
  const write = (rows: readonly ProjectedRow[]) => {
    for (const row of rows) {
      try {
        checkRow(row)
      } catch (error) {
        breakDown(error)
      }
      noteNew(row, tables, index)
    }
    writeTo(tables, rows)
  }
  const journal: Journal<ProjectedRow> = createMemoryJournal<ProjectedRow>(write, strikes)
  const venues = (['DBT', 'BYB'] as const).map((code) => createMoodyVenue({ code, chance, now: clock.now, timers: clock.timers }))
  const lasting: Lasting = {
    journal,
    store: createTableStore(tables, strikes),
    venues: new Map(venues.map(({ venue }) => [venue.code as VenueCode, venue])),
    now: clock.now,
    timers: clock.timers,
  }
  const ids = createIds((bytes) => Uint8Array.from({ length: bytes }, () => chance.below(256)))
  const servers: Server[] = []
  return {
    chance,
    counts,
    count,
    broken,
    breakDown,
    clock,
    tables,
    index,
    weather,
    journal,
    venues,
    lasting,
    ids,
    servers,
    followers: createFollowers(),
  }
}

/** What desks look through: requests of a shard and orders of a request, in order of their making. */
function noteNew(row: ProjectedRow, tables: Tables, { rfqIds, ordersOf }: World['index']): void {
  if (row.table === 'direct_rfq' && !tables.rfqs.has(row.key)) add(rfqIds, `${row.row.venue}-${row.row.base_currency}`, row.key)
  if (row.table === 'rfq_order' && !tables.orders.has(row.key)) add(ordersOf, row.row.rfq_id, row.key)
}

function add(lists: Map<string, string[]>, name: string, value: string): void {
  const list = lists.get(name)
  if (list === undefined) lists.set(name, [value])
  else if (!list.includes(value)) list.push(value)
}

/** The newest server; those before it may live on for a while, and find that they have lost their shards. */
const newest = ({ servers }: World): Server => servers.at(-1)!

async function start(world: World): Promise<void> {
  const server = await startServer(world.lasting)
  world.servers.push(server)
  follow(world.followers, server, world.breakDown)
}

/** What was asked of the dead is not answered any more; whoever waited knows that the line is down. */
function die({ servers }: World, asked: readonly Asked[], server: Server): void {
  server.die()
  servers.splice(servers.indexOf(server), 1)
  for (const one of asked) one.isWaiting = false
}

async function trouble(world: World, asked: readonly Asked[]): Promise<void> {
  const { chance, servers, venues, clock, count, breakDown } = world
  const what = chance.oneOf(['crash', 'crash', 'second owner', 'polite restart', 'old server ends', 'venue down'] as const)
  count(what)
  switch (what) {
    case 'crash':
      die(world, asked, newest(world))
      // Now and then what was under way arrives before the next server takes over.
      for (let turns = chance.below(6); turns > 0; turns--) await turn()
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
  }
}

/** The venue's word a second time, or against its first: the market has heard already and changes nothing. */
function strayAnswer({ chance, tables, breakDown }: World, server: Server): void {
  const trades = [...tables.trades.values()].slice(-20).filter(({ trade }) => trade.state === 'FILLED')
  if (trades.length === 0) return
  const { rfqId, trade } = chance.oneOf(trades)
  const rfq = tables.rfqs.get(rfqId)!
  const about = { id: rfq.id, tradeId: trade.id }
  const command = chance.happens(0.5)
    ? ({ kind: 'ConfirmSettlement', ...about, venueTradeId: trade.venueTradeId! } as const)
    : ({ kind: 'RejectSettlement', ...about, rejection: 'the other word' } as const)
  server.engine.submit(`${rfq.venue}-${rfq.baseCurrency}`, command).then(
    (answer) => {
      if ('events' in answer && answer.events.length > 0) breakDown(new Error(`${trade.id} was settled twice (7.4)`))
    },
    () => undefined,
  )
}

/** Another body under a key that has its answer: neither carried out nor answered as the first was. */
function reuseKey({ chance, breakDown }: World, server: Server, asked: readonly Asked[]): void {
  const answered = asked.slice(-60).filter(({ key, answers }) => key !== undefined && answers.length > 0)
  if (answered.length === 0) return
  const { shard, command, key } = chance.oneOf(answered)
  server.engine.submit(shard, command, { scope: 'desk', key: key!, bodyHash: 'of another body' }).then(
    (answer) => {
      if (!isRefusal(answer) || answer.refused !== 'IdempotencyKeyReused') breakDown(new Error(`${key} served two bodies (9.4)`))
    },
    () => undefined,
  )
}

function send(world: World, day: number, asked: Asked[]): void {
  const { chance, tables, index, ids, clock, servers, count, breakDown } = world
  const again = asked.length > 0 && chance.happens(0.15) ? chance.oneOf(asked.slice(-60)) : undefined
  if (again !== undefined) {
    if (again.key !== undefined && (!again.isWaiting || chance.happens(0.2))) ask(newest(world), again, false, breakDown)
    return
  }
  const shard = chance.oneOf(SHARDS)
  const command = somebody({
    tables,
    shard,
    rfqIds: index.rfqIds.get(shard.name) ?? [],
    ordersOf: index.ordersOf,
    chance,
    ids,
    now: clock.now(),
  })
  count(command.kind)
  const one = askedFor(shard.name, command, chance.happens(0.85) ? `${day} ${asked.length}` : undefined)
  asked.push(one)
  // Some still send to a server that has been replaced.
  const server = chance.happens(0.9) ? newest(world) : chance.oneOf(servers)
  ask(server, one, server !== newest(world), breakDown)
}

async function daytime(world: World, day: number, commands: number, asked: Asked[]): Promise<void> {
  const { chance, clock, weather, broken, servers } = world
  weather.isCalm = false
  while (asked.length < commands && broken.length === 0) {
    send(world, day, asked)
    if (chance.happens(0.01)) await trouble(world, asked)
    if (chance.happens(0.03)) strayAnswer(world, newest(world))
    if (chance.happens(0.02)) reuseKey(world, chance.oneOf(servers), asked)
    if (chance.happens(0.3)) clock.advance(chance.happens(0.01) ? chance.below(120_000) : chance.below(3_000))
    if (chance.happens(0.4)) for (let turns = chance.below(8); turns > 0; turns--) await turn()
  }
}

const isAtRest = ({ tables }: World, asked: readonly Asked[]): boolean =>
  asked.every(({ key, answers }) => key === undefined || answers.length > 0) &&
  [...tables.settlements.values()].every(({ state }) => state === 'DONE') &&
  [...tables.rfqs.values()].every(({ state }) => state !== 'OPEN')

/** Nothing goes wrong any more: one fresh server, clients that ask until they are answered, and time. */
async function evening(world: World, asked: readonly Asked[]): Promise<void> {
  const { clock, weather, venues, servers, breakDown, broken } = world
  weather.isCalm = true
  for (const { calmDown } of venues) calmDown()
  for (const server of [...servers]) die(world, asked, server)
  await start(world)
  for (let second = 0; second < EVENING_SECONDS && broken.length === 0; second++) {
    if (isAtRest(world, asked)) break
    for (const one of asked)
      if (one.key !== undefined && one.answers.length === 0 && !one.isWaiting) ask(newest(world), one, false, breakDown)
    for (let turns = 0; turns < 12; turns++) await turn()
    clock.advance(1_000)
  }
  for (let turns = 0; turns < 50; turns++) await turn()
}

async function checkEverything(world: World, asked: readonly Asked[]): Promise<void> {
  const { broken, journal, tables, venues, followers } = world
  if (broken.length > 0) throw broken[0]
  const again = emptyTables()
  for (const shard of SHARDS) {
    const entries = await entriesOf(journal, shard)
    checkAnswers(
      asked.filter((one) => one.shard === shard.name),
      entries,
    )
    await checkReplay(journal, shard, newest(world), again)
  }
  checkRest(tables)
  checkVenue(tables, new Map(venues.flatMap(({ executed }) => [...executed])))
  checkTables(tables, again)
  for (const follower of followers) {
    const told = await toldTo(follower, journal)
    const at = told.findIndex((text, place) => text !== follower.heard[place])
    if (at !== -1 || told.length !== follower.heard.length)
      throw new Error(`${follower.audience} on ${follower.channel} heard ${follower.heard[at]} where ${told[at]} was told`)
  }
}

export async function live({ seed, days, commandsADay }: Days): Promise<Lived> {
  const world = createWorld(seed)
  await start(world)
  for (let day = 0; day < days; day++) {
    const asked: Asked[] = []
    await daytime(world, day, commandsADay, asked)
    await evening(world, asked)
    await checkEverything(world, asked)
    for (const { answers, decided } of asked)
      if (answers.length > 0 && decided.length === 0) world.count((JSON.parse(answers[0]!) as Refusal).refused)
    world.clock.advance(NIGHT_MS)
  }
  for (const { trade } of world.tables.trades.values()) world.count(trade.state)
  for (const told of await everyNote(world.journal)) checkSecrets(told, world.tables)
  const last = await Promise.all(SHARDS.map((shard) => world.journal.last(shard)))
  return { counts: world.counts, hashes: last.map(({ hash }) => hash) }
}
