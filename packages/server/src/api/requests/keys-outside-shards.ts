/**
 * The day's keys of work that no shard decides: mass actions, limits, settings, whole batches. A shard has its own keys in memory. A trading call
 * checks here whether its key belongs to other work, so that the check needs no query.
 */
import { callLimits } from '../../calls/limits.ts'
import type { Idempotency } from '../../engine/engine.ts'
import { isForgotten, isUnbound, type RequestRow, type RequestStore } from './request-store.ts'

export type KeysOutsideShards = {
  add(request: Idempotency, now: number): void
  /** The row that binds the key. */
  find(request: Idempotency, now: number): Promise<RequestRow | undefined>
}

/** If other processes serve calls too, their keys are not in memory, so each check is a query. */
export function createKeysOutsideShards(
  store: Pick<RequestStore, 'read' | 'outsideShards'>,
  keeps: 'ALONE' | 'WITH_OTHERS' = 'ALONE',
): KeysOutsideShards {
  const keys = new Map<string, number>()
  let loading: Promise<void> | undefined
  const load = async (now: number): Promise<void> => {
    for (const row of await store.outsideShards(now)) keys.set(idOf(row), row.at)
  }
  const forget = (now: number): void => {
    for (const [id, at] of keys) {
      if (at > now - callLimits.idempotencyKeptMs) return
      keys.delete(id)
    }
  }
  return {
    add(request, now) {
      keys.delete(idOf(request))
      keys.set(idOf(request), now)
      forget(now)
    },
    async find(request, now) {
      loading ??= load(now).catch((error: unknown) => {
        loading = undefined
        throw error
      })
      await loading
      const row = keeps === 'WITH_OTHERS' || keys.has(idOf(request)) ? await store.read(request) : undefined
      return row === undefined || isUnbound(row) || isForgotten(row, now) ? undefined : row
    },
  }
}

const idOf = ({ scope, key }: Pick<Idempotency, 'scope' | 'key'>): string => `${scope}\n${key}`
