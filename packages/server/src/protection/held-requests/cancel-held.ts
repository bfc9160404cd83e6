/** Ends the requests that wait for approval when trading is stopped, or when everything of their sender is cancelled (rulebook 11.15). */
import { isRefusal, type DeskId, type Refusal } from '@parley/core'
import type { Sql } from '../../database/sql.ts'
import type { Log } from '../../log/log.ts'
import { endHeld } from './change-held.ts'
import { listWaiting, type WaitingOf } from './store.ts'

/** `by` is the user, the key, or `operator`. */
type Ended = { readonly desk: DeskId; readonly of: WaitingOf; readonly by: string }
/** Waits for the answer of the markets, and ends what waits unless they have refused. */
export type CancelHeldAfter = <Answer extends object>(answer: Promise<Answer | Refusal>, ended: Ended) => Promise<Answer | Refusal>

/** A failure is logged only: the markets have already cancelled, and their answer must reach the caller. */
export function createCancelHeldAfter({
  sql,
  now,
  log,
}: {
  readonly sql: Sql
  readonly now: () => number
  readonly log: Log
}): CancelHeldAfter {
  return async (answer, { desk, of, by }) => {
    const covered = await answer
    if (isRefusal(covered)) return covered
    try {
      for (const { id } of await listWaiting(sql, desk, of)) await endHeld(sql, { id, desk }, { kind: 'Cancel', now, by })
    } catch (error) {
      log.error({ error, desk }, 'Could not cancel the held requests of a desk')
    }
    return covered
  }
}
