/** The key of one command of a batch. It is derived from the batch's key, so that each command is decided once however often the batch is sent. */
import { wireLimits } from '@parley/contracts'
import type { Idempotency } from '../engine/engine.ts'

/** A caller's key contains no spaces, so these keys cannot collide with one. */
const keyOf = (key: string, place: number): string => `${key} ${place}`

const both = (key: string): string => `${key} both`

/** The key under which the two sides of a two-way quote are decided together. */
export const bothOf = (idempotency: Idempotency | undefined): Idempotency | undefined =>
  idempotency === undefined ? undefined : { ...idempotency, key: both(idempotency.key) }

export const isBoth = (key: string): boolean => key.endsWith(both(''))

export const partOf = (idempotency: Idempotency | undefined, place: number): Idempotency | undefined =>
  idempotency === undefined ? undefined : { ...idempotency, key: keyOf(idempotency.key, place) }

/** The keys of rows that a request under this key may have: its own, and those of its parts. */
export const keysOf = (key: string): readonly string[] => [
  key,
  both(key),
  ...Array.from({ length: wireLimits.listItems }, (_, place) => keyOf(key, place)),
]
