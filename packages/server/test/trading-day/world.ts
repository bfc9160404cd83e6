/** The world of some days: a clock, venues, durable storage, and the servers that come and go. */
import type { Instant, VenueCode } from '@parley/core'
import { createIds } from '../../src/rfq/ids.ts'
import { createHandClock } from '../hand-clock.ts'
import type { ProjectedRow } from '../../src/rfq/projector.ts'
import { chanceFrom } from './chance.ts'
import { checkRow } from './checks.ts'
import type { SentCommand } from './clients.ts'
import { createEntry } from './entry.ts'
import { createFollowers, follow } from './followers.ts'
import { inMemory, type Fixture, type FixtureFault, type FixtureParts } from './fixture.ts'
import { createMoodyVenue } from './moody-venue.ts'
import { startServer, type Lasting, type Server } from './server.ts'
import { emptyTables, writeTo, type Tables } from './tables.ts'

const MORNING = 1_800_000_000_000 as Instant
const odds: Readonly<Record<FixtureFault, number>> = {
  CommitIsSlow: 0.05,
  CommitFails: 0.02,
  AnswerOfCommitIsLost: 0.02,
  StatementFails: 0.01,
  AnswerIsLost: 0.01,
}
/** A fault that had this many chances without happening happens now, so that every seed includes one. */
const SURELY_AFTER = 100

export type World = ReturnType<typeof createWorld>

export function createWorld(seed: number, createFixture: (given: FixtureParts) => Fixture = inMemory) {
  const chance = chanceFrom(seed)
  const counts = new Map<string, number>()
  const count = (what: string) => void counts.set(what, (counts.get(what) ?? 0) + 1)
  const broken: unknown[] = []
  const breakDown = (error: unknown) => void broken.push(error)
  const clock = createHandClock(MORNING)
  const tables = emptyTables()
  const index = {
    rfqIds: new Map<string, string[]>(),
    ordersOf: new Map<string, string[]>(),
    marketIds: new Map<string, number[]>(),
    quotesOf: new Map<string, number[]>(),
  }
  const weather = { isCalm: false }
  const day = { beganAt: MORNING }
  const occasions = new Map<FixtureFault, number>()
  const strikes = (fault: FixtureFault) => {
    if (weather.isCalm) return false
    const before = occasions.get(fault) ?? 0
    occasions.set(fault, before + 1)
    const happens = chance.happens(odds[fault]) || (before >= SURELY_AFTER && !counts.has(fault))
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
      indexNew(row, tables, index)
    }
    writeTo(tables, rows)
  }
  const { journal, store, pass } = createFixture({ tables, write, strikes })
  const venues = (['DBT', 'BYB'] as const).map((code) => createMoodyVenue({ code, chance, now: clock.now, timers: clock.timers }))
  const lasting: Lasting = {
    journal,
    store,
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
    day,
    journal,
    pass,
    entry: createEntry(clock.now),
    venues,
    lasting,
    ids,
    servers,
    followers: createFollowers(),
  }
}

/** Indexes for desks to choose from: RFQs of a shard and orders of an RFQ, oldest first. */
function indexNew(row: ProjectedRow, tables: Tables, { rfqIds, ordersOf, marketIds, quotesOf }: World['index']): void {
  if (row.table !== 'rfq' && row.table !== 'rfq_order') return
  const { id, number, audience, venue, base_currency } = row.row
  const isOfBook = audience === 'ORDER_BOOK'
  if (row.table === 'rfq') {
    const shard = `${venue}-${base_currency}`
    if (isOfBook) add(marketIds, shard, number)
    else add(rfqIds, shard, id)
  } else if (isOfBook) {
    if (!tables.quotes.has(number)) add(quotesOf, row.row.rfq_id, number)
  } else if (!tables.orders.has(id)) add(ordersOf, row.row.rfq_id, id)
}

function add<Id>(lists: Map<string, Id[]>, name: string, value: Id): void {
  const list = lists.get(name)
  if (list === undefined) lists.set(name, [value])
  else if (!list.includes(value)) list.push(value)
}

/** The newest server. Earlier ones may run for a while, and find that they have lost their shards. */
export const newest = ({ servers }: World): Server => servers.at(-1)!

export async function start(world: World): Promise<void> {
  const server = await startServer(world.lasting)
  world.servers.push(server)
  follow(world.followers, server, world.breakDown)
}

/** A dead server answers nothing any more, and its clients know that the connection is lost. */
export function die({ servers }: World, asked: readonly SentCommand[], server: Server): void {
  server.die()
  servers.splice(servers.indexOf(server), 1)
  for (const one of asked) one.isWaiting = false
}
