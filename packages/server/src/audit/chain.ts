/** How a row of the audit log is hashed together with the row before it. docs/security.md describes what that proves and what it does not. */
import { hash } from 'node:crypto'
import { canonicalJson } from '../json/canonical-json.ts'

export type AuditRow = {
  readonly seq: number
  readonly at: number
  readonly desk: string | null
  readonly actor: string
  readonly action: string
  readonly object: string
  readonly address: string | null
  readonly requestId: string | null
  readonly detail: Readonly<Record<string, unknown>>
}

export type Head = { readonly seq: number; readonly hash: string }

/** Before the first row. */
export const beginning: Head = { seq: 0, hash: '0'.repeat(64) }

/** The text that is hashed after the hash of the row before, up to the row's number: the database gives the number and writes the end of the text. */
export const contentOf = (row: Omit<AuditRow, 'seq'>): string => `${canonicalJson(row).slice(0, -1)},"seq":`

export const hashOf = (before: string, { seq, at, desk, actor, action, object, address, requestId, detail }: AuditRow): string =>
  hash('sha256', `${before}${contentOf({ at, desk, actor, action, object, address, requestId, detail })}${seq}}`, 'hex')
