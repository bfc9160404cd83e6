/**
 * Marks the `next` of a list as its own, so that a cursor of another list, a truncated one and an invented one are refused by name before the list is
 * read (decision 0022). The mark protects against mistakes and is not secret. Each list still checks the position in the cursor.
 */
import { hash } from 'node:crypto'
import type { Call } from '@parley/contracts'
import { fault, type Fault } from '../../calls/fault.ts'
import { keysOf } from './read-input.ts'

const MARK_CHARACTERS = 8

export type ListCursor = {
  /** The cursor as sent to the caller. */
  mark(place: string): string
  /** The position that the list wrote; a fault if the cursor does not belong to this list. */
  read(cursor: string): string | Fault
}

/** Undefined for a call that is not a list. */
export function createListCursor(call: Call): ListCursor | undefined {
  // A mass cancel takes the filters of its list, and its contract refuses every cursor.
  if (call.method !== 'GET' || !keysOf(call.query).includes('cursor')) return undefined
  const markOf = (place: string): string => hash('sha256', `${call.method} ${call.path} ${place}`, 'base64url').slice(0, MARK_CHARACTERS)
  return {
    mark: (place) => markOf(place) + place,
    read(cursor) {
      const place = cursor.slice(MARK_CHARACTERS)
      return markOf(place) === cursor.slice(0, MARK_CHARACTERS) ? place : foreign
    },
  }
}

const foreign = fault('InvalidParams', 'cursor must be the `next` value of an earlier page of this list, unchanged.', { member: 'cursor' })

/** The query, with the list's own position in place of its cursor. */
export function readCursor<Query>(list: ListCursor | undefined, query: Query): Query | Fault {
  const { cursor } = (query ?? {}) as { readonly cursor?: unknown }
  if (list === undefined || typeof cursor !== 'string') return query
  const place = list.read(cursor)
  return typeof place === 'object' ? place : { ...query, cursor: place }
}

/** The page with its `next` marked. */
export function markNext(list: ListCursor | undefined, answer: unknown): unknown {
  const { next } = (answer ?? {}) as { readonly next?: unknown }
  return list === undefined || typeof next !== 'string' ? answer : { ...(answer as object), next: list.mark(next) }
}
