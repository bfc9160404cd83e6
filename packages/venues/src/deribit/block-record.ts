/** The venue's own record of a party's blocks, newest first, read back to a moment. Either all of it, or the answer that it could not be read. */
import type { VenueAnswer, VenueCredentials } from '../venue-port.ts'
import type { AccountPool } from './account-pool.ts'
import { failureFromWire, unknown } from './answers.ts'
import { blockFromWire, type WireBlock } from './block-wire.ts'
import { BLOCKS_PER_PAGE, MAX_BLOCK_PAGES } from './limits.ts'
import { asList } from '../adapter/wire-object.ts'

export type BlockRecord = { readonly blocks: readonly WireBlock[]; readonly venueNow: number }

export async function readBlockRecord(
  accounts: AccountPool,
  party: VenueCredentials,
  { since, now }: { readonly since: number; readonly now: () => number },
): Promise<BlockRecord | Exclude<VenueAnswer<never>, { outcome: 'DONE' }>> {
  const blocks = new Map<string, WireBlock>()
  let venueNow: number | undefined
  let startId: string | undefined
  for (let page = 0; page < MAX_BLOCK_PAGES; page += 1) {
    const params = { count: BLOCKS_PER_PAGE, ...(startId === undefined ? {} : { start_id: startId }) }
    const answer = await accounts.call(party, 'private/get_block_trades', params, 'plain')
    if (answer.kind !== 'RESULT') return failureFromWire(answer)
    // The time of the first page: a block executed while the others are read is on none of them.
    venueNow ??= answer.venueNow ?? now()
    const rows = asList(answer.result).map(blockFromWire)
    // A block that cannot be read could be the one that is looked for.
    if (!Array.isArray(answer.result) || rows.includes(undefined)) return unknown('the venue lists blocks in words we do not know')
    const before = blocks.size
    for (const row of rows) if (row !== undefined) blocks.set(row.id, row)
    const oldest = rows.at(-1)
    if (rows.length < BLOCKS_PER_PAGE || oldest === undefined || oldest.at < since) return { blocks: [...blocks.values()], venueNow }
    if (blocks.size === before) break
    startId = oldest.id
  }
  return unknown('the venue has more blocks than can be searched')
}
