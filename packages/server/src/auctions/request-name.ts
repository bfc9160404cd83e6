/** The name of a request with a key, under which an auction remembers it (rulebook 9.4). */
import { createHash } from 'node:crypto'
import type { RequestName } from '@parley/core'
import type { Idempotency } from '../engine/engine.ts'

/** Undefined without a key. It names no desk and contains nothing that was sent. */
export function requestName(sent: Idempotency | undefined): RequestName | undefined {
  if (sent === undefined) return undefined
  const { scope, key, requestHash } = sent
  return createHash('sha256')
    .update(JSON.stringify([scope, key, requestHash]))
    .digest('base64url')
    .slice(0, 32)
}
