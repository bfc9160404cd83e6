/** How each flow names itself and what it has, for lists and channels that all of them share. */
import type { RfqKind } from '@parley/core'

export const flowOf = { DIRECT: 'drfq', ORDER_BOOK: 'grfq', LISTED: 'fs' } as const

/** An RFQ or an order; a number is what some flows have beside the id. */
export type Identified = { readonly id: string; readonly number?: number | undefined }

/** The ids of audiences whose dialect publishes neither the number nor the id as it is. */
export type PublishedIds = Readonly<Partial<Record<RfqKind, (of: Identified) => string>>>

export const publishedIn = (ids: PublishedIds, audience: RfqKind, of: Identified): string | number =>
  of.number === undefined ? of.id : (ids[audience]?.(of) ?? of.number)
