/** The venue's record of a block, and of all blocks of an account. */
import type { Block, Settled, VenueAnswer, VenueCredentials } from '../port/venue-answers.ts'
import type { RecordedBlock } from '../port/venue-port.ts'
import { unknown } from './answers.ts'
import type { Api } from './api.ts'
import { blockRowFromWire, nonceOf, recordedFrom, settledFrom, type BlockRow } from './block-wire.ts'
import { readPages } from './lists.ts'

/** Both parties see why a block was refused, so a message about an account names its owner. */
export const ofParty = <T>(party: 'maker' | 'taker', answer: VenueAnswer<T>): VenueAnswer<T> =>
  answer.outcome === 'REJECTED' ? { ...answer, message: `${party === 'maker' ? "Maker's" : "Taker's"} account: ${answer.message}` } : answer

/** Everything that the account has requested, can make an offer on or has made an offer on, oldest first. */
export async function readRows(api: Api, party: VenueCredentials): Promise<VenueAnswer<readonly BlockRow[]>> {
  const read = await readPages((query) => api.callAs(party, { method: 'GET', path: '/block-trades', query }), {}, blockRowFromWire)
  return read.outcome === 'DONE' ? { outcome: 'DONE', value: [...read.value].sort(byAge) } : read
}

const byAge = (one: BlockRow, other: BlockRow): number => one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1)

export async function readOffer(
  api: Api,
  maker: VenueCredentials,
  blockId: string,
  nonce: string,
): Promise<VenueAnswer<BlockRow | undefined>> {
  const path = `/block-trades/${encodeURIComponent(blockId)}/offers`
  const read = await readPages((query) => api.callAs(maker, { method: 'GET', path, query }), {}, blockRowFromWire)
  if (read.outcome !== 'DONE') return read
  return { outcome: 'DONE', value: read.value.find((row) => row.nonce === nonce && row.state === 'WAITING') }
}

export type StateOfBlock =
  | { readonly kind: 'SETTLED'; readonly settled: Settled }
  | { readonly kind: 'UNDER_WAY' | 'NONE' }
  | { readonly kind: 'FAILED'; readonly reason: string }

/** Covers every request that was made for the block, and the offers on them. */
export async function readState(api: Api, block: Block, party: VenueCredentials): Promise<VenueAnswer<StateOfBlock>> {
  const rows = await readRows(api, party)
  if (rows.outcome !== 'DONE') return rows
  const requests = rows.value.filter(({ nonce, parentId }) => parentId === undefined && nonce === nonceOf(block, 'REQUEST'))
  const ids = new Set(requests.map(({ id }) => id))
  const own = rows.value.filter(({ id, parentId }) => ids.has(id) || ids.has(parentId ?? ''))
  const completed = own.filter(({ state }) => state === 'COMPLETED')
  const settled = completed.flatMap((row) => settledFrom(row, block) ?? [])[0]
  if (settled !== undefined) return { outcome: 'DONE', value: { kind: 'SETTLED', settled } }
  if (completed.length > 0) return unknown('the venue reports the block as executed but does not list its legs')
  if (own.some(({ state }) => state === 'UNDER_WAY')) return { outcome: 'DONE', value: { kind: 'UNDER_WAY' } }
  const failed = own.find(({ state }) => state === 'FAILED')
  if (failed === undefined) return { outcome: 'DONE', value: { kind: 'NONE' } }
  return {
    outcome: 'DONE',
    value: { kind: 'FAILED', reason: failed.failure ?? 'Paradex could not execute the block and gave no reason.' },
  }
}

export async function readBlocks(
  api: Api,
  party: VenueCredentials,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<VenueAnswer<readonly RecordedBlock[]>> {
  const rows = await readRows(api, party)
  if (rows.outcome !== 'DONE') return rows
  const read = rows.value.map((row) => recordedFrom(row, party.clientId))
  if (read.includes(undefined)) return unknown('the venue sent its list of blocks in an unknown format')
  const executed = read.filter((block) => typeof block === 'object')
  // A request and the offer that it accepted are one block.
  const blocks = [...new Map(executed.map((block) => [block.venueTradeId, block])).values()].filter(({ at }) => from <= at && at < to)
  return { outcome: 'DONE', value: blocks.sort((one, other) => one.at - other.at) }
}
