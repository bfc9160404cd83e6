/** How each flow names itself and its objects, for lists and channels that all flows share. */
import type { RfqKind } from '@parley/core'

export const flowOf = { DIRECT: 'drfq', ORDER_BOOK: 'grfq', LISTED: 'fs' } as const

/** An RFQ or an order. Some flows have a number in addition to the id. */
export type Identified = { readonly id: string; readonly number?: number | undefined }

/** The ids of audiences whose dialect publishes neither the number nor the plain id. */
export type PublishedIds = Readonly<Partial<Record<RfqKind, (of: Identified) => string>>>

/** The number behind a published id; undefined for a text that is not an id of that audience. */
export type PublishedNumbers = Readonly<Partial<Record<RfqKind, (id: string) => number | undefined>>>

export const publishedIn = (ids: PublishedIds, audience: RfqKind, of: Identified): string | number =>
  of.number === undefined ? of.id : (ids[audience]?.(of) ?? of.number)
