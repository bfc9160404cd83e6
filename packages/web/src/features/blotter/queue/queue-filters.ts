/** The filters of the maker's queue, by state and by remaining time. Pure. */
import type { QueueRow } from './queue-rows.ts'

export type QueueFilter = 'NEW' | 'BEHIND' | 'QUOTED' | 'SOON' | 'DECLINED' | 'MMP'

export const queueFilters: readonly QueueFilter[] = ['NEW', 'BEHIND', 'QUOTED', 'SOON', 'DECLINED', 'MMP']

export const queueFilterNames: Readonly<Record<QueueFilter, string>> = {
  NEW: 'New',
  BEHIND: 'Stale',
  QUOTED: 'Quoted',
  SOON: '< 1 min',
  DECLINED: 'Declined',
  MMP: 'MMP',
}

const SOON_MS = 60_000

const fits: Readonly<Record<QueueFilter, (row: QueueRow, now: number) => boolean>> = {
  NEW: ({ band }) => band === 'New',
  BEHIND: ({ band }) => band === 'Stale',
  QUOTED: ({ band }) => band === 'Quoted',
  SOON: ({ row: { rfq } }, now) => rfq.state === 'OPEN' && rfq.expiresAt !== undefined && rfq.expiresAt - now < SOON_MS,
  DECLINED: ({ state }) => state === 'DECLINED',
  MMP: ({ state }) => state === 'MMP',
}

export const isQueueFilter = (filter: string): filter is QueueFilter => filter in fits

export const countInQueue = (rows: readonly QueueRow[], filter: QueueFilter, now: number): number =>
  rows.filter((row) => fits[filter](row, now)).length

export const filterQueue = (rows: readonly QueueRow[], filter: QueueFilter, now: number): readonly QueueRow[] =>
  rows.filter((row) => fits[filter](row, now))
