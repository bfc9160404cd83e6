/** The engine that decides all auctions one after the other. Each decision is durable before it is answered and published. */
import { isDeepStrictEqual } from 'node:util'
import {
  hasDecided,
  isRefusal,
  nextEventAt,
  noAuction,
  SHARDS_MOST,
  type Auction,
  type AuctionChange,
  type AuctionCommand,
  type AuctionId,
  type Auctions,
  type Instant,
  type Refusal,
  type RequestName,
} from '@parley/core'
import type { Sql } from '../database/sql.ts'
import { createEngineOn, type RunningEngine } from '../engine/create-engine.ts'
import type { NotificationSource, Shard } from '../engine/engine.ts'
import type { Faults, Journal } from '../engine/journal.ts'
import { openJournalKeys } from '../engine/journal-keys.ts'
import { createPostgresJournal } from '../engine/postgres-journal.ts'
import { sealedJournal } from '../engine/sealed-journal.ts'
import { verifyShard } from '../engine/verify-journals.ts'
import type { Log } from '../log/log.ts'
import type { Clock } from '../market-data/clock.ts'
import type { Vault } from '../vault/vault.ts'
import { toText } from './codec.ts'
import { auctionLimits as limits } from './limits.ts'
import { auctionMachine, type PlainEvent } from './machine.ts'
import type { Depth } from './present.ts'
import { createAuctionProjector, type AuctionRow } from './projector.ts'
import type { AuctionStore } from './store.ts'

/** Separate from the market shards. Its group follows that of the refused commands and is used by no market. */
export const auctionShard: Shard = { name: 'auctions', group: SHARDS_MOST + 1 }

type InAuction = Extract<AuctionCommand, { readonly auction: AuctionId }>
type RefusalOf = () => Refusal | undefined

export type AuctionEngine = {
  /** The state after the newest durable decision; undefined if no auction has the number. */
  find(id: number): Promise<Auction | undefined>
  /** Auctions in memory, by number. */
  known(id: number): Auction | undefined
  /** The auction in memory that the request has changed; undefined if none is known. */
  decided(request: RequestName | undefined): Auction | undefined
  /** Auctions that are not over, in the order of their numbers. */
  live(): readonly Auction[]
  /** The auction after the decision, or the refusal. `refusalNow` is evaluated in the step that decides the command. */
  decide(command: InAuction, refusalNow?: RefusalOf): Promise<Auction | Refusal>
  open(command: Extract<AuctionCommand, { readonly kind: 'OpenAuction' }>, refusalNow: RefusalOf): Promise<Auction | Refusal>
  /** Applies to all auctions at once. */
  recall(command: Extract<AuctionCommand, { readonly kind: 'RecallBids' }>): Promise<void>
  readonly source: NotificationSource
  /** Whether this server still decides auctions. */
  readonly lease: Pick<Running, 'problems' | 'checkLeases'>
  close(): Promise<void>
}

export type AuctionEngineParts = {
  readonly sql: Sql
  readonly vault: Pick<Vault, 'seal' | 'open'>
  readonly store: Pick<AuctionStore, 'auction' | 'eventsBefore' | 'auctionsBefore'>
  readonly depth: () => Depth
  readonly clock: Clock
  readonly log: Log
  readonly faults?: Faults | undefined
  /** The name under which it takes the auctions over; a new one without it. */
  readonly holder?: string | undefined
  /** Called when another server has taken over the auctions. */
  readonly onFenced?: (() => void) | undefined
}

type Running = RunningEngine<AuctionCommand, PlainEvent, Auctions, AuctionChange>

/** How commands reach the auctions, which this process or another one decides. */
export type AuctionPort = {
  /** Auctions in memory, by number, after every decision that this process knows. */
  readonly known: ReadonlyMap<number, Auction>
  /** The auction after the decision: the one of this number, or the newest. Undefined if it is not in memory. */
  submit(command: AuctionCommand, about: AuctionId | 'NEWEST'): Promise<Auction | undefined | Refusal>
  recall: AuctionEngine['recall']
}

/** The auctions as this process decides them. */
export type OwnedAuctions = { readonly engine: Running; readonly port: AuctionPort; close(): Promise<void> }

export async function openOwnedAuctions(parts: AuctionEngineParts): Promise<OwnedAuctions> {
  const { sql, vault, store, log } = parts
  const projector = createAuctionProjector(parts)
  const journal = sealedJournal(
    createPostgresJournal(sql, projector.parts, parts.faults, parts.holder),
    await openJournalKeys({ sql, vault }),
  )
  const engine = await startEngine(parts, journal, projector)
  const verification = verify(journal, log)
  const known = new Map<number, Auction>()
  engine.onDecided((decisions) => applyTo(known, decisions))
  await engine.read(auctionShard.name, (state) => state.known.forEach(({ auction }, id) => known.set(id, auction)))
  for (const id of await store.auctionsBefore())
    await engine.submit(auctionShard.name, { kind: 'CarryOver', auction: id, events: await store.eventsBefore(id) })
  await compareWithRecord(known, store, log)
  const port: AuctionPort = {
    known,
    async submit(command, about) {
      const view = (_: unknown, { known: all, lastId }: Auctions) => all.get(about === 'NEWEST' ? (lastId as AuctionId) : about)?.auction
      const decided = await engine.submit(auctionShard.name, command, undefined, { view })
      return isRefusal(decided) ? decided : decided.answer
    },
    async recall(command) {
      await engine.submit(auctionShard.name, command)
    },
  }
  return {
    engine,
    port,
    async close() {
      await verification.close()
      await engine.close()
    },
  }
}

/** Keeps the auctions in memory current. */
export function applyTo(known: Map<number, Auction>, decisions: readonly { readonly changes: readonly AuctionChange[] }[]): void {
  for (const { id, after } of decisions.flatMap(({ changes }) => changes)) {
    if (after === undefined) known.delete(id)
    else known.set(id, after)
  }
}

export async function openAuctionEngine(parts: AuctionEngineParts): Promise<AuctionEngine> {
  const { engine, port, close } = await openOwnedAuctions(parts)
  return { ...auctionsThrough(port, parts), source: engine, lease: engine, close }
}

/** The auctions behind a port, as the calls use them. */
export function auctionsThrough(
  port: AuctionPort,
  { store, clock }: Pick<AuctionEngineParts, 'clock'> & { readonly store: Pick<AuctionStore, 'auction'> },
): Omit<AuctionEngine, 'source' | 'lease' | 'close'> {
  const { known } = port
  const submit = async (command: AuctionCommand, about: AuctionId | 'NEWEST'): Promise<Auction | Refusal> => {
    const answer = await port.submit(command, about)
    if (answer === undefined) throw new Error(`a decision about an auction is missing from the state: ${command.kind}`)
    return answer
  }
  const decided = (request: RequestName | undefined) => [...known.values()].find((auction) => hasDecided(auction, request))
  return {
    find: async (id) => known.get(id) ?? store.auction(id),
    known: (id) => known.get(id),
    decided,
    live: () => [...known.values()].filter((auction) => nextEventAt(auction) !== undefined).toSorted((one, other) => one.id - other.id),
    async decide(command, refusalNow = () => undefined) {
      for (;;) {
        const answer = refusalNow() ?? (await submit(command, command.auction))
        // By its content, because it may come from another process.
        if (!isDeepStrictEqual(answer, noAuction)) return answer
        const readAt = clock.now() as Instant
        const auction = await store.auction(command.auction)
        if (auction === undefined) return noAuction
        const restored = await submit({ kind: 'RestoreAuction', auction, readAt }, auction.id)
        if (isRefusal(restored)) return restored
      }
    },
    async open(command, refusalNow) {
      const answer = refusalNow() ?? (await submit(command, 'NEWEST'))
      return isRefusal(answer) || hasDecided(answer, command.request) ? answer : (decided(command.request) ?? answer)
    },
    recall: port.recall,
  }
}

type Projecting = ReturnType<typeof createAuctionProjector>

const startEngine = ({ clock, log, onFenced }: AuctionEngineParts, journal: Journal<AuctionRow>, projector: Projecting): Promise<Running> =>
  createEngineOn({
    ...{ shards: [auctionShard], machine: auctionMachine, journal, projector, log, limits: limits.engine, onFenced },
    now: () => clock.now() as Instant,
    timers: { wakeAt: (at, wake) => clock.after(Math.min(Math.max(at - clock.now(), 1), FURTHEST_MS), wake) },
  })

/**
 * Checks what was written before this start, in parallel with the market. Only a fault is logged, because the number of rows would reveal the number
 * of bids.
 */
function verify(journal: Journal<AuctionRow>, log: Log) {
  const stop = new AbortController()
  const done = verifyShard(journal, auctionShard, stop.signal).then(
    ({ fault }) => {
      if (fault !== undefined) log.error({ shard: auctionShard.name }, 'The auction journal has been altered. Restore a backup.')
    },
    (error: unknown) => {
      if (!stop.signal.aborted) log.error({ error }, 'Could not read the auction journal to check it')
    },
  )
  return {
    async close(): Promise<void> {
      stop.abort()
      await done
    },
  }
}

/** A Node timer can wait at most 2^31 ms. */
const FURTHEST_MS = 2 ** 31 - 1

/** Checks that the record of each auction matches the journal. */
async function compareWithRecord(known: ReadonlyMap<number, Auction>, store: Pick<AuctionStore, 'auction'>, log: Log): Promise<void> {
  for (const auction of known.values()) {
    const kept = await store.auction(auction.id)
    if (kept === undefined || !isDeepStrictEqual(JSON.parse(toText(kept)), JSON.parse(toText(auction))))
      log.error({ auction: auction.id }, 'An auction does not match its events: the database has been changed by hand')
  }
}
