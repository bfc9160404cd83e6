/** Lists by page, along an index from newest to oldest. One more row than requested is read to see whether there is another page. */
import { wireLimits } from '@parley/contracts'
import { refuse, type Refusal } from '@parley/core'
import { formatCursor, parseCursor, type Position } from './cursor.ts'

/** Events from `since` on, and before `until`. */
export type Period = { readonly since?: number | undefined; readonly until?: number | undefined }
export type Page = Period & { readonly after?: Position | undefined; readonly size: number }
export type Paged<Item> = { readonly items: readonly Item[]; readonly next: Position | undefined }
export type Placed = { readonly at: number; readonly id: string | number }

export type Paging = {
  readonly cursor?: string | undefined
  readonly page_size?: number | undefined
  readonly start?: number | undefined
  readonly end?: number | undefined
}
export type PageView<View> = { next: string | null; results: View[] }

export function paged<Found extends Placed, Item = Found>(
  rows: readonly Found[],
  { size }: Page,
  item?: (row: Found) => Item,
): Paged<Item> {
  const shown = rows.slice(0, size)
  const last = shown.at(-1)
  const items = item === undefined ? (shown as readonly unknown[] as readonly Item[]) : shown.map(item)
  return { items, next: rows.length > size && last !== undefined ? { at: last.at, id: String(last.id) } : undefined }
}

/** Reads the cursor, loads the page, and leaves out rows that have no view for the reader. */
export async function listed<Item, View>(
  { cursor, page_size, start: since, end: until }: Paging,
  load: (page: Page) => Promise<Paged<Item>>,
  present: (item: Item) => View | undefined,
  isOfList: (after: Position) => boolean = () => true,
): Promise<PageView<View> | Refusal> {
  const after = cursor === undefined ? undefined : parseCursor(cursor)
  if (cursor !== undefined && (after === undefined || !isOfList(after)))
    return refuse('InvalidParams', '', 'cursor must be the `next` value of an earlier page, unchanged.', 'cursor')
  if (since !== undefined && until !== undefined && since >= until)
    return refuse('InvalidParams', '', 'start must be before `end`.', 'start')
  const { items, next } = await load({ since, until, after, size: page_size ?? wireLimits.pageSizeDefault })
  const results = items.map(present).filter((view) => view !== undefined)
  return { next: next === undefined ? null : formatCursor(next), results }
}
