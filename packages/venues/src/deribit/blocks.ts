/** The venue's two-step sequence: the maker verifies, the taker executes, and either can read the outcome afterwards. */
import type { Block, Settled, VenueAnswer } from '../port/venue-answers.ts'
import type { Venue } from '../port/venue-port.ts'
import type { AccountPool } from './account-pool.ts'
import { executionFailureFromWire, failureFromWire, unknown } from './answers.ts'
import { readBlockRecord } from './block-record.ts'
import { blockFromWire, legsKey, matches, settledFromWire, termsToWire, type WireBlock } from './block-wire.ts'
import { createClaims, type Claimant } from './claims.ts'
import { BLOCK_WINDOW_MS, MAX_BLOCK_PAGES, RECORD_MARGIN_MS } from './limits.ts'
import { asObject } from '../adapter/wire-object.ts'

type BlockTrading = Pick<Venue, 'verifyBlock' | 'executeBlock' | 'findBlock'>

export function createBlockTrading(accounts: AccountPool, now: () => number): BlockTrading {
  const claims = createClaims()
  const settle = (found: WireBlock, block: Block): VenueAnswer<Settled> => {
    claims.settled(block.nonce, found.id)
    return { outcome: 'DONE', value: settledFromWire(found, block) }
  }
  return {
    verifyBlock: async (block, { maker }) => {
      const answer = await accounts.call(maker, 'private/verify_block_trade', termsToWire(block, 'maker'), 'matching')
      if (answer.kind !== 'RESULT') return failureFromWire(answer)
      const signature = asObject(answer.result)?.['signature']
      if (typeof signature !== 'string') return unknown('the venue verified the block without a signature')
      return { outcome: 'DONE', value: { signature, expiresAt: block.at + BLOCK_WINDOW_MS } }
    },

    executeBlock: async (block, verification, { taker }) => {
      const attempt = claims.sent(claimantOf(block))
      const params = { ...termsToWire(block, 'taker'), counterparty_signature: verification.signature }
      const answer = await accounts.call(taker, 'private/execute_block_trade', params, 'matching')
      if (answer.kind === 'RESULT') {
        const done = blockFromWire(answer.result)
        return done === undefined ? unknown('the venue sent its response to the execution in an unknown format') : settle(done, block)
      }
      const failure = executionFailureFromWire(answer)
      if (failure.outcome === 'REJECTED' && attempt === 'FIRST') claims.dropped(block.nonce)
      return failure
    },

    findBlock: async (block, party, claimed = () => false) => {
      const record = await readBlockRecord(accounts, party, {
        ...{ since: block.at - BLOCK_WINDOW_MS - RECORD_MARGIN_MS, mostPages: MAX_BLOCK_PAGES },
        ...{ now, read: blockFromWire },
      })
      if ('outcome' in record) return record
      // The clock that stamped the block may be off in either direction, by as much as the venue tolerates.
      const isOver = (at: number): boolean => record.venueNow > at + BLOCK_WINDOW_MS + RECORD_MARGIN_MS
      const free = record.blocks
        .filter(({ at }) => Math.abs(at - block.at) <= BLOCK_WINDOW_MS + RECORD_MARGIN_MS)
        .filter(
          (candidate) =>
            !candidate.isOfRfq && !claimed(candidate.id) && claims.mayTake(block.nonce, candidate.id) && matches(candidate, block),
        )
        .sort((a, b) => a.at - b.at)
      const chosen = claims.choose(
        claimantOf(block),
        free.map(({ id }) => id),
        isOver,
      )
      const found = free.find(({ id }) => id === chosen)
      if (found !== undefined) return settle(found, block)
      if (!isOver(block.at)) return { outcome: 'DONE', value: 'NOT_SO_FAR' }
      if (chosen === 'UNCLEAR') return unknown('the venue shows fewer trades than blocks with these legs in progress')
      claims.dropped(block.nonce)
      return { outcome: 'DONE', value: 'NEVER_HAPPENED' }
    },
  }
}

const claimantOf = (block: Block): Claimant => ({ nonce: block.nonce, legs: legsKey(block), at: block.at })
