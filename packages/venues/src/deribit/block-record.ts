/** The venue's record of a party's blocks, read from the newest back to a given time. Returns all of it, or a failure. */
import type { VenueAnswer, VenueCredentials } from '../port/venue-answers.ts'
import type { AccountPool } from './account-pool.ts'
import { failureFromWire, unknown } from './answers.ts'
import { BLOCKS_PER_PAGE } from './limits.ts'
import { asList } from '../adapter/wire-object.ts'

type Row = { readonly id: string; readonly at: number }
export type BlockRecord<Block extends Row> = { readonly blocks: readonly Block[]; readonly venueNow: number }

export type RecordReading<Block extends Row> = {
  readonly since: number
  readonly mostPages: number
  readonly now: () => number
  readonly read: (value: unknown) => Block | undefined
}

export async function readBlockRecord<Block extends Row>(
  accounts: AccountPool,
  party: VenueCredentials,
  { since, mostPages, now, read }: RecordReading<Block>,
): Promise<BlockRecord<Block> | Exclude<VenueAnswer<never>, { outcome: 'DONE' }>> {
  const blocks = new Map<string, Block>()
  let venueNow: number | undefined
  let startId: string | undefined
  for (let page = 0; page < mostPages; page += 1) {
    const params = { count: BLOCKS_PER_PAGE, ...(startId === undefined ? {} : { start_id: startId }) }
    const answer = await accounts.call(party, 'private/get_block_trades', params, 'plain')
    if (answer.kind !== 'RESULT') return failureFromWire(answer)
    // The time of the first page: a block that is executed while the others are read is on none of them.
    venueNow ??= answer.venueNow ?? now()
    const rows = asList(answer.result).map(read)
    // A block that cannot be parsed could be the one we are looking for.
    if (!Array.isArray(answer.result) || rows.includes(undefined)) return unknown('the venue sent its list of blocks in an unknown format')
    const before = blocks.size
    for (const row of rows) if (row !== undefined) blocks.set(row.id, row)
    const oldest = rows.at(-1)
    if (rows.length < BLOCKS_PER_PAGE || oldest === undefined || oldest.at < since) return { blocks: [...blocks.values()], venueNow }
    if (blocks.size === before) break
    startId = oldest.id
  }
  return unknown('the venue has more blocks than can be searched')
}
