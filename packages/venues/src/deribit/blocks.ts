/** The venue's two-party sequence: the maker verifies, the taker executes, and either may ask afterwards what became of it. */
import type { Block, BlockAbsence, Settled, Venue, VenueAnswer, VenueCredentials, Verification } from '../venue-port.ts'
import type { AccountConnections } from './account-connection.ts'
import { executionFailureFromWire, failureFromWire, unknown } from './answers.ts'
import { blockFromWire, matches, settledFromWire, termsToWire, type WireBlock } from './block-wire.ts'
import { BLOCK_WINDOW_MS, BLOCKS_PER_PAGE, MAX_BLOCK_PAGES, MAX_REMEMBERED_BLOCKS, MAX_SKEW_MS, RECORD_MARGIN_MS } from './limits.ts'
import { asList, asObject } from './wire.ts'

type BlockTrading = Pick<Venue, 'checkAccount' | 'verifyBlock' | 'executeBlock' | 'findBlock'>

/** What the venue's record says, back to a moment. */
type VenueRecord = { readonly blocks: readonly WireBlock[]; readonly venueNow: number; readonly isComplete: boolean }

export function createBlockTrading(accounts: AccountConnections, now: () => number): BlockTrading {
  /** Which nonce a venue trade belongs to, as far as this process has seen: one trade never settles two blocks. */
  const owners = new Map<string, string>()
  const claim = (venueTradeId: string, nonce: string): void => {
    if (owners.size >= MAX_REMEMBERED_BLOCKS) owners.delete(owners.keys().next().value!)
    owners.set(venueTradeId, nonce)
  }
  const settle = (found: WireBlock, block: Block): VenueAnswer<Settled> => {
    claim(found.id, block.nonce)
    return { outcome: 'DONE', value: settledFromWire(found, block) }
  }

  const readRecord = async (block: Block, party: VenueCredentials): Promise<VenueRecord | VenueAnswer<never>> => {
    const blocks: WireBlock[] = []
    for (let page = 0; page < MAX_BLOCK_PAGES; page += 1) {
      const oldest = blocks.at(-1)
      const params = { count: BLOCKS_PER_PAGE, ...(oldest === undefined ? {} : { start_id: oldest.id }) }
      const answer = await accounts.call(party, 'private/get_block_trades', params, 'plain')
      if (answer.kind !== 'RESULT') return failureFromWire(answer)
      const rows = asList(answer.result)
      const known = new Set(blocks.map((row) => row.id))
      const fresh = rows.flatMap((row) => blockFromWire(row) ?? []).filter((row) => !known.has(row.id))
      blocks.push(...fresh)
      const isComplete = rows.length < BLOCKS_PER_PAGE || blocks.some((row) => row.at < block.at - MAX_SKEW_MS)
      if (isComplete || fresh.length === 0) return { blocks, venueNow: answer.venueNow ?? now(), isComplete }
    }
    return { blocks, venueNow: now(), isComplete: false }
  }

  return {
    checkAccount: async (credentials) => {
      const granted = await accounts.scopes(credentials)
      if (granted.kind !== 'RESULT') return failureFromWire(granted)
      if (granted.scopes?.includes('block_trade:read_write') !== true)
        return { outcome: 'REJECTED', message: 'The key may not trade blocks; give it the scope block_trade:read_write.', code: '13021' }
      const answer = await accounts.call(credentials, 'private/get_account_summary', { currency: 'BTC', extended: true }, 'plain')
      if (answer.kind === 'LOST') return failureFromWire(answer)
      // A key without account:read still trades; it is then known by its id.
      const name = answer.kind === 'RESULT' ? asObject(answer.result)?.['username'] : undefined
      return { outcome: 'DONE', value: { accountName: typeof name === 'string' ? name : credentials.clientId } }
    },

    verifyBlock: async (block, maker) => {
      const answer = await accounts.call(maker, 'private/verify_block_trade', termsToWire(block, 'maker'), 'matching')
      if (answer.kind !== 'RESULT') return failureFromWire(answer)
      const signature = asObject(answer.result)?.['signature']
      if (typeof signature !== 'string') return unknown('the venue verified the block without a signature')
      return { outcome: 'DONE', value: { signature, expiresAt: block.at + BLOCK_WINDOW_MS } satisfies Verification }
    },

    executeBlock: async (block, verification, taker) => {
      const params = { ...termsToWire(block, 'taker'), counterparty_signature: verification.signature }
      const answer = await accounts.call(taker, 'private/execute_block_trade', params, 'matching')
      if (answer.kind !== 'RESULT') return executionFailureFromWire(answer)
      const done = blockFromWire(answer.result)
      return done === undefined ? unknown('the venue executed the block in words we do not know') : settle(done, block)
    },

    findBlock: async (block, party, claimed = () => false): Promise<VenueAnswer<Settled | BlockAbsence>> => {
      const record = await readRecord(block, party)
      if ('outcome' in record) return record
      const isFree = (id: string): boolean => !claimed(id) && (owners.get(id) ?? block.nonce) === block.nonce
      const found = record.blocks
        .filter((candidate) => candidate.at >= block.at - MAX_SKEW_MS && candidate.at <= block.at + BLOCK_WINDOW_MS + RECORD_MARGIN_MS)
        .filter((candidate) => isFree(candidate.id) && matches(candidate, block))
        .sort((a, b) => a.at - b.at)[0]
      if (found !== undefined) return settle(found, block)
      if (!record.isComplete) return unknown('the venue has more blocks than can be searched')
      const isOver = record.venueNow > block.at + BLOCK_WINDOW_MS + RECORD_MARGIN_MS
      return { outcome: 'DONE', value: isOver ? 'NEVER_HAPPENED' : 'NOT_SO_FAR' }
    },
  }
}
