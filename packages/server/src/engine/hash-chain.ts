/** Each row of the journal contains the hash of the previous row, so that a changed row shows in every later one. */
import { hash } from 'node:crypto'
import type { Idempotency } from './engine.ts'

export const beginning = '0'.repeat(64)

export type Chained = {
  readonly seq: number
  /** The number of the first row of this row's decision. */
  readonly decision: number
  readonly epoch: number
  readonly at: number
  readonly command: string
  /** Canonical JSON. */
  readonly actor: string
  readonly event: string
  readonly caller: Idempotency | undefined
}

export function hashOf(hashBefore: string, row: Chained): string {
  const caller = row.caller === undefined ? 'null' : JSON.stringify([row.caller.scope, row.caller.key, row.caller.requestHash])
  return hash(
    'sha256',
    `${hashBefore}[${row.seq},${row.decision},${row.epoch},${row.at},${JSON.stringify(row.command)},${row.actor},${row.event},${caller}]`,
    'hex',
  )
}

export const sha256 = (text: string): string => hash('sha256', text, 'hex')
