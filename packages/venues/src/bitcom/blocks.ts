/**
 * Block trades at bit.com: each party posts its own side under one label, the maker first, and either can find the trade by that label (decision
 * 0041).
 */
import { asObject } from '../adapter/wire-object.ts'
import type { Settled, VenueAnswer, VenueCredentials } from '../port/venue-answers.ts'
import type { Venue, VenueAccounts } from '../port/venue-port.ts'
import { createAccountCheck } from './account-check.ts'
import type { Accounts } from './accounts.ts'
import { blockFailureFromWire, failureFromWire, refused, unknown, type Failure } from './answers.ts'
import { createBlockCalls, ONE_FAMILY, type BlockCalls, type Posting } from './block-calls.ts'
import { agreementOf, familyOfBlock } from './block-wire.ts'
import type { VenueClock } from './clock.ts'
import type { Families } from './families.ts'
import { readHoldings } from './holdings.ts'
import { ARRIVAL_MS, BLOCK_WINDOW_MS } from './limits.ts'
import { readBlocks } from './past-blocks.ts'

type BlockTrading = Pick<Venue, 'verifyBlock' | 'executeBlock' | 'findBlock'> & VenueAccounts

export type BlockTradingNeeds = {
  readonly accounts: Accounts
  readonly clock: VenueClock
  readonly families: Families
  readonly now: () => number
  /** The name of this platform at the venue. */
  readonly blockSource: string
}

export function createBlockTrading({ accounts, clock, families, now, blockSource }: BlockTradingNeeds): BlockTrading {
  const calls = createBlockCalls(accounts, now, blockSource)
  return {
    checkAccount: createAccountCheck(accounts, clock),
    readHoldings: (party) => readHoldings({ accounts, clock, families }, party),
    readBlocks: (party, from, to) => readBlocks({ accounts, families, blockSource }, party, { from, to }),

    verifyBlock: async (block, parties) => {
      const posting = await calls.prepare(block, parties)
      if ('outcome' in posting) return posting
      const verified = {
        outcome: 'DONE',
        value: { signature: agreementOf(block, posting.users), expiresAt: block.at + BLOCK_WINDOW_MS },
      } as const
      // An earlier post may have arrived even though its response was lost. A label can be posted only once.
      const before = await calls.record(block, posting.family, parties.maker)
      if ('outcome' in before) return before
      if (before.kind === 'UNREADABLE') return unknown(before.reason)
      if (before.kind === 'SETTLED' || before.isWaiting) return verified
      const answer = await calls.post(posting, 'maker', parties)
      return answer.kind === 'RESULT' ? verified : blockFailureFromWire(answer)
    },

    executeBlock: async (block, verification, parties) => {
      const posting = await calls.prepare(block, parties)
      if ('outcome' in posting) return posting
      // With another label or price, the venue would only wait for a maker side that never arrives.
      if (verification.signature !== agreementOf(block, posting.users))
        return refused('not_agreed', 'The maker has not agreed to this block. Nothing was sent.')
      const answer = await calls.post(posting, 'taker', parties)
      if (answer.kind !== 'RESULT') return executionFailure(calls, answer, posting, parties.taker)
      return asObject(answer.data)?.['status'] === 'filled'
        ? settled(calls, posting, parties.taker)
        : unknown('the venue is waiting for the other side')
    },

    findBlock: createFinding(calls, clock, now),
  }
}

function createFinding(calls: BlockCalls, clock: VenueClock, now: () => number): Venue['findBlock'] {
  return async (block, party) => {
    const family = familyOfBlock(block)
    if (family === undefined) return ONE_FAMILY
    // Read the time before the record, so that a block that trades in between is in the record.
    const venueNow = await clock.ask()
    if (typeof venueNow !== 'number') return failureFromWire(venueNow)
    const found = await calls.record(block, family, party)
    if ('outcome' in found) return found
    if (found.kind === 'UNREADABLE') return unknown(found.reason)
    if (found.kind === 'SETTLED') return { outcome: 'DONE', value: found.settled }
    // Our requests can still arrive until the later of the two clocks is past the window.
    const isOver = Math.min(venueNow, now()) > block.at + BLOCK_WINDOW_MS + ARRIVAL_MS
    return { outcome: 'DONE', value: isOver ? 'NEVER_HAPPENED' : 'NOT_SO_FAR' }
  }
}

async function settled(calls: BlockCalls, { block, family }: Posting, party: VenueCredentials): Promise<VenueAnswer<Settled>> {
  const found = await calls.record(block, family, party)
  if ('outcome' in found) return found.outcome === 'REJECTED' ? unknown(found.message) : found
  if (found.kind === 'SETTLED') return { outcome: 'DONE', value: found.settled }
  return unknown(found.kind === 'UNREADABLE' ? found.reason : 'the venue has not matched the two sides yet')
}

/** A refusal that may be an echo is looked up, because the label may have traded before. */
async function executionFailure(
  calls: BlockCalls,
  answer: Failure,
  posting: Posting,
  taker: VenueCredentials,
): Promise<VenueAnswer<Settled>> {
  const failure = blockFailureFromWire(answer)
  const isEcho = answer.kind === 'ERROR' && failure.outcome === 'UNKNOWN'
  return isEcho ? settled(calls, posting, taker) : failure
}
