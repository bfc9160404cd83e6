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

export const hashOf = (before: string, { seq, at, desk, actor, action, object, address, requestId, detail }: AuditRow): string =>
  hash('sha256', before + canonicalJson({ seq, at, desk, actor, action, object, address, requestId, detail }), 'hex')
