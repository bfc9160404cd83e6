/**
 * Auctions of an installation of many processes: one of them decides, and the others send commands to it and follow its decisions (decision 1048). Amounts
 * are integers of any size, which JSON does not have, so commands, answers and changes are plain JSON between processes.
 */
import { isRefusal, type Auction, type AuctionChange, type AuctionCommand, type AuctionId, type Auctions } from '@parley/core'
import type { Owned } from '../cluster/divide-work.ts'
import type { Subjects } from '../cluster/messages.ts'
import type { Network } from '../cluster/network.ts'
import { ownShard } from '../cluster/own-shard.ts'
import { createRemoteEngine } from '../cluster/remote-engine.ts'
import { sealedNetwork } from '../cluster/sealed-network.ts'
import { serveShard } from '../cluster/serve-shard.ts'
import type { Sql } from '../database/sql.ts'
import { openJournalKeys } from '../engine/journal-keys.ts'
import { limits } from '../engine/limits.ts'
import type { Machine } from '../engine/machine.ts'
import { portable } from '../engine/portable.ts'
import { readPostgresJournal } from '../engine/read-postgres-journal.ts'
import { recover } from '../engine/recovery.ts'
import { sealedReads } from '../engine/sealed-journal.ts'
import type { Log } from '../log/log.ts'
import type { Clock } from '../market-data/clock.ts'
import type { Vault } from '../vault/vault.ts'
import {
  applyTo,
  auctionShard,
  auctionsThrough,
  openOwnedAuctions,
  type AuctionEngine,
  type AuctionEngineParts,
  type AuctionPort,
} from './auction-engine.ts'
import { fromPlain, toPlain } from './codec.ts'
import { auctionMachine, type PlainEvent } from './machine.ts'
import type { AuctionStore } from './store.ts'

type PlainChange = { readonly id: number }
type PlainCommand = { readonly kind: AuctionCommand['kind'] }
type PlainAuction = { readonly id: number }

const plainMachine: Machine<Auctions, AuctionCommand, PlainEvent, PlainChange> = {
  ...auctionMachine,
  evolve: (state, event) => toPlain<PlainChange>(auctionMachine.evolve(state, event)),
}

/** JSON has no undefined. */
const auctionAfter = portable('auctionAfter', (about: AuctionId | 'NEWEST') => (_: unknown, { known, lastId }: Auctions) => {
  const auction = known.get(about === 'NEWEST' ? (lastId as AuctionId) : about)?.auction
  return auction === undefined ? null : toPlain<PlainAuction>(auction)
})

export type AuctionNetwork = { readonly network: Network; readonly subjects: Subjects }
type Common = { readonly sql: Sql; readonly vault: Pick<Vault, 'seal' | 'open'>; readonly clock: Clock; readonly log: Log }

/** Decides the auctions for the other processes. Resolves when commands arrive. */
export const ownAuctions = (parts: Omit<AuctionEngineParts, 'onFenced'> & AuctionNetwork): Promise<Owned> =>
  ownShard({
    open: (onFenced) => openOwnedAuctions({ ...parts, onFenced }),
    async serve({ engine }) {
      const { sql, vault, network, subjects, clock, log } = parts
      return serveShard<PlainCommand, PlainEvent, Auctions, PlainChange>({
        ...{ subjects, now: clock.now, log },
        network: sealedNetwork(network, await openJournalKeys({ sql, vault })),
        shard: auctionShard,
        engine: {
          ...engine,
          submit: ((shard: string, command: PlainCommand, ...rest: never[]) =>
            engine.submit(shard, fromPlain<AuctionCommand>(command), ...rest)) as never,
          onDecided: (listener) =>
            engine.onDecided((decisions) => listener(decisions.map((one) => ({ ...one, changes: toPlain<PlainChange[]>(one.changes) })))),
        },
      })
    },
  })

type Reaching = Common & AuctionNetwork & { readonly store: Pick<AuctionStore, 'auction'> }

export type RemoteAuctions = AuctionEngine & {
  /** Called with what each decision changed. */
  onChanged(listener: (auctions: readonly Auction[]) => void): () => void
}

/** Resolves when it knows every decision so far, whether the owner can be reached or not. */
export async function reachAuctions({ sql, vault, network, subjects, store, clock, log }: Reaching): Promise<RemoteAuctions> {
  const keys = await openJournalKeys({ sql, vault })
  const reads = readPostgresJournal(sql)
  const journal = { ...reads, ...sealedReads(reads, keys) }
  const engine = await createRemoteEngine<Auctions, AuctionCommand, PlainEvent, PlainChange>({
    ...{ shards: [auctionShard], machine: plainMachine, network: sealedNetwork(network, keys), subjects, journal, now: clock.now, log },
  })
  const known = new Map<number, Auction>()
  const newer = new Set<number>()
  const seq = engine.positions().get(auctionShard.group)
  engine.onDecided((decisions) => {
    const changed = decisions.map(({ changes }) => ({ changes: fromPlain<AuctionChange[]>(changes) }))
    applyTo(known, changed)
    for (const { id } of changed.flatMap(({ changes }) => changes)) newer.add(id)
  })
  const { state } = await recover(journal, auctionShard, auctionMachine, limits, seq)
  for (const [id, { auction }] of state.known) if (!newer.has(id)) known.set(id, auction)
  const port: AuctionPort = {
    known,
    async submit(command, about) {
      const decided = await engine.submit(auctionShard.name, toPlain<AuctionCommand>(command), undefined, { view: auctionAfter(about) })
      if (isRefusal(decided)) return decided
      return decided.answer === null ? undefined : fromPlain<Auction>(decided.answer)
    },
    async recall(command) {
      await engine.submit(auctionShard.name, toPlain<AuctionCommand>(command))
    },
  }
  return {
    ...auctionsThrough(port, { store, clock }),
    source: engine,
    // The connection of the markets is the same.
    lease: { problems: () => [], checkLeases: () => Promise.resolve() },
    close: engine.close,
    onChanged: (listener) =>
      engine.onDecided((decisions) => listener(decisions.flatMap(({ changes }) => changes.flatMap(({ id }) => known.get(id) ?? [])))),
  }
}
