/** The calls of a block: the checks before anything is sent, posting one side, and reading the record of a label. */
import type { Block, Parties, VenueCredentials } from '../port/venue-answers.ts'
import type { Accounts } from './accounts.ts'
import { failureFromWire, refused, unknown, type Open } from './answers.ts'
import type { ApiAnswer } from './api.ts'
import { familyOfBlock, recordFromWire, tradesToWire, type BlockRecord, type Role, type Users } from './block-wire.ts'
import type { Family } from './families.ts'
import { BLOCK_WINDOW_MS, ROWS_PER_PAGE } from './limits.ts'

export type Posting = { readonly block: Block; readonly family: Family; readonly users: Users }

export interface BlockCalls {
  /** Checks everything that can be known before anything is sent. */
  prepare(block: Block, parties: Parties): Promise<Posting | Open>
  post(posting: Posting, role: Role, parties: Parties): Promise<ApiAnswer>
  record(block: Block, family: Family, party: VenueCredentials): Promise<BlockRecord | Open>
}

const LABEL = /^[A-Za-z0-9_-]{1,64}$/
export const ONE_FAMILY = refused('legs', 'All legs of a block must belong to one contract family: inverse or linear.')

export function createBlockCalls(accounts: Accounts, now: () => number, blockSource: string): BlockCalls {
  return {
    post: ({ block, family, users }, role, { maker, taker }) =>
      accounts.call(role === 'maker' ? maker : taker, {
        method: 'POST',
        path: `${family.prefix}/blocktrades`,
        params: {
          currency: family.currency,
          bt_source: blockSource,
          label: block.nonce,
          role,
          counterparty: role === 'maker' ? users.taker : users.maker,
          trades: tradesToWire(block, role),
        },
      }),

    record: async (block, family, party) => {
      const params = { currency: family.currency, bt_source: blockSource, label: block.nonce, limit: ROWS_PER_PAGE }
      const answer = await accounts.call(party, { method: 'GET', path: `${family.prefix}/blocktrades`, params })
      if (answer.kind !== 'RESULT') return failureFromWire(answer)
      if (answer.hasMore) return unknown('the venue shows more rows under the label than a block has legs')
      return recordFromWire(answer.data, block)
    },

    prepare: async (block, parties) => {
      if (Math.abs(now() - block.at) > BLOCK_WINDOW_MS)
        return refused('block_time', 'The time of the block is more than five minutes from the current time.')
      if (!LABEL.test(block.nonce)) return refused('label', 'The venue does not accept this label for a block.')
      const family = familyOfBlock(block)
      if (family === undefined) return ONE_FAMILY
      const maker = await accounts.userId(parties.maker)
      if (typeof maker !== 'string') return of('maker', maker)
      const taker = await accounts.userId(parties.taker)
      if (typeof taker !== 'string') return of('taker', taker)
      if (maker === taker) return refused('self_trade', 'Maker and taker use the same account at the venue.')
      return { block, family, users: { maker, taker } }
    },
  }
}

const of = (role: Role, open: Open): Open => ({ ...open, message: `the ${role}'s account: ${open.message}` })
