/**
 * Reads what was written before this start and compares it with its hashes, in small steps in parallel with the market. A start reads only what
 * follows the newest snapshot, and would otherwise serve an older, altered row until it is requested.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../log/log.ts'
import { faultOf, unread, type Replayed } from './check-journal.ts'
import type { Shard } from './engine.ts'
import { sha256 } from './hash-chain.ts'
import type { Journal } from './journal.ts'
import { limits } from './limits.ts'

type Readable = Pick<Journal<never>, 'newestSnapshot' | 'last' | 'read'>

/** `differs` is final. The log names the row. */
export type JournalState = 'checking' | 'intact' | 'differs'

export type JournalVerification = { readonly state: () => JournalState; close(): Promise<void> }

export function verifyJournals(journal: Readable, shards: readonly Shard[], log: Log): JournalVerification {
  const stop = new AbortController()
  let state: JournalState = 'checking'
  const work = async () => {
    let rows = 0
    for (const shard of shards) {
      const found = await verifyShard(journal, shard, stop.signal)
      rows += found.rows
      if (found.fault === undefined) continue
      state = 'differs'
      log.error(
        { shard: shard.name },
        `The journal has been altered. ${found.fault} Restore a backup; npm run replay -- --check gives details.`,
      )
    }
    if (state === 'differs') return
    state = 'intact'
    log.info({ rows }, 'The journal check passed')
  }
  const done = work().catch((error: unknown) => {
    if (!stop.signal.aborted) log.error({ error }, 'Could not read the journal to check it')
  })
  return {
    state: () => state,
    async close() {
      stop.abort()
      await done
    },
  }
}

type Found = { readonly rows: number; readonly fault: string | undefined }

/** Up to the row that was the newest at the start. This process chained the later ones. */
export async function verifyShard(journal: Readable, shard: Shard, signal?: AbortSignal): Promise<Found> {
  const last = await journal.last(shard)
  const snapshot = await journal.newestSnapshot(shard)
  let before: Replayed = unread
  const found = (fault?: string): Found => ({ rows: before.seq, fault })
  if (snapshot !== undefined && sha256(snapshot.state) !== snapshot.stateHash)
    return found(`The snapshot of row ${snapshot.seq} has been altered.`)
  while (before.seq < last.seq) {
    const entries = await journal.read(shard, before.seq, limits.rowsPerVerification)
    if (entries.length === 0) return found(`The journal ends at row ${before.seq}, but row ${last.seq} was its last row.`)
    for (const entry of entries) {
      const fault = faultOf(before, entry)
      if (fault !== undefined) return found(fault)
      if (entry.seq === snapshot?.seq && entry.hash !== snapshot.hash)
        return found(`The snapshot of row ${entry.seq} belongs to another journal.`)
      before = entry
    }
    if (before.seq < last.seq) await delay(limits.verificationPauseMs, undefined, { signal })
  }
  const isBehind = snapshot !== undefined && snapshot.seq > before.seq
  return found(isBehind ? `The newest snapshot is of row ${snapshot.seq}, and the journal ends at row ${before.seq}.` : undefined)
}
