/** The world of some days: a clock, venues, what is durable, and the servers that come and go on it. */
import type { GroupMarket, Instant, VenueCode } from '@parley/core'
import { createHandClock } from '../../engine/timers.ts'
import { createIds } from '../../direct-rfq/ids.ts'
import type { ProjectedRow } from '../projector.ts'
import { chanceFrom } from './chance.ts'
import { checkRow } from './checks.ts'
import type { Asked } from './clients.ts'
import { createDoor } from './door.ts'
import { createFollowers, follow } from './followers.ts'
import { inMemory, type Ground, type GroundFault, type GroundNeeds } from './ground.ts'
import { createMoodyVenue } from './moody-venue.ts'
import { startServer, type Lasting, type Server } from './server.ts'
import { emptyTables, writeTo, type Tables } from './tables.ts'

const MORNING = 1_800_000_000_000 as Instant
const odds: Readonly<Record<GroundFault, number>> = {
  CommitIsSlow: 0.05,
  CommitFails: 0.02,
  AnswerOfCommitIsLost: 0.02,
  StatementFails: 0.01,
  AnswerIsLost: 0.01,
}
/** What had so many occasions and has not gone wrong yet goes wrong now: no seed lives a day without a fault. */
const SURELY_AFTER = 100

export type World = ReturnType<typeof createWorld>

export function createWorld(seed: number, createGround: (given: GroundNeeds) => Ground = inMemory) {
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
  const occasions = new Map<GroundFault, number>()
  const strikes = (fault: GroundFault) => {
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
      noteNew(row, tables, index)
    }
    writeTo(tables, rows)
  }
  const { journal, store, pass } = createGround({ tables, write, strikes })
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
    door: createDoor(clock.now),
    venues,
    lasting,
    ids,
    servers,
    followers: createFollowers(),
  }
}

/** What desks look through: requests of a shard and orders of a request, in order of their making. */
function noteNew(row: ProjectedRow, tables: Tables, { rfqIds, ordersOf, marketIds, quotesOf }: World['index']): void {
  if (row.table === 'group_market' && !tables.markets.has(row.key)) {
    const { venue, baseCurrency } = row.row['market'] as GroupMarket
    add(marketIds, `${venue}-${baseCurrency}`, row.key)
  }
  if (row.table === 'group_quote' && !tables.quotes.has(row.key)) add(quotesOf, String(row.row['market']), row.key)
  if (row.table === 'direct_rfq' && !tables.rfqs.has(row.key)) add(rfqIds, `${row.row.venue}-${row.row.base_currency}`, row.key)
  if (row.table === 'rfq_order' && !tables.orders.has(row.key)) add(ordersOf, row.row.rfq_id, row.key)
}

function add<Id>(lists: Map<string, Id[]>, name: string, value: Id): void {
  const list = lists.get(name)
  if (list === undefined) lists.set(name, [value])
  else if (!list.includes(value)) list.push(value)
}

/** The newest server; those before it may live on for a while, and find that they have lost their shards. */
export const newest = ({ servers }: World): Server => servers.at(-1)!

export async function start(world: World): Promise<void> {
  const server = await startServer(world.lasting)
  world.servers.push(server)
  follow(world.followers, server, world.breakDown)
}

/** What was asked of the dead is not answered any more; whoever waited knows that the line is down. */
export function die({ servers }: World, asked: readonly Asked[], server: Server): void {
  server.die()
  servers.splice(servers.indexOf(server), 1)
  for (const one of asked) one.isWaiting = false
}
