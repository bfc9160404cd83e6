/** Deribit's own block RFQ system behind the port: sends RFQs to its makers, accepts their quotes, and reads the outcome. */
import type { Settled, VenueAnswer, VenueCredentials } from '../port/venue-answers.ts'
import type { VenueAcceptance, VenueMakers, VenueRfq } from '../port/venue-makers.ts'
import type { AccountPool } from './account-pool.ts'
import { failureFromWire, unknown, type Failure } from './answers.ts'
import { watchBlockRfqs } from './block-rfq-watch.ts'
import { acceptanceToWire, rfqFromWire, settledFromBlocks, termsToWire, type WireRfq } from './block-rfq-wire.ts'
import { BLOCK_RFQS_PER_PAGE, BLOCKS_PER_PAGE } from './limits.ts'
import type { SessionOptions } from './rpc.ts'
import { asList, asObject } from '../adapter/wire-object.ts'

type Unanswered = Exclude<VenueAnswer<never>, { outcome: 'DONE' }>

export function createVenueMakers(accounts: AccountPool, options: SessionOptions): VenueMakers {
  return {
    ask: async (terms, taker) => {
      const answer = await accounts.call(taker, 'private/create_block_rfq', termsToWire(terms), 'plain')
      if (answer.kind !== 'RESULT') return failureFromWire(answer)
      const rfq = rfqFromWire(answer.result)
      return rfq === undefined ? unknown('the venue sent its response to the RFQ in an unknown format') : { outcome: 'DONE', value: rfq }
    },
    open: (taker) => openRfqs((method, params) => accounts.call(taker, method, params, 'plain')),
    watch: (taker, listener) => watchBlockRfqs(options, { taker, listener, loadOpen: openRfqs }),
    accept: async (acceptance, taker) => {
      const rfq = await readRfq(accounts, taker, acceptance)
      if (rfq === undefined) return rejected('The venue no longer has this RFQ. Nothing was traded.')
      if ('outcome' in rfq) return rfq
      const params = acceptanceToWire(acceptance, rfq)
      if (params === undefined) return rejected('The RFQ at the venue has different legs or a different quantity. Nothing was sent.')
      const answer = await accounts.call(taker, 'private/accept_block_rfq', params, 'plain')
      if (answer.kind !== 'RESULT') return acceptanceFailure(answer)
      const settled = settledFromBlocks(asList(asObject(answer.result)?.['block_trades']), acceptance)
      return settled === undefined
        ? unknown('the venue sent its response to the quote in an unknown format')
        : { outcome: 'DONE', value: settled }
    },
    findAcceptance: (acceptance, taker) => findAcceptance(accounts, acceptance, taker),
    cancel: async (venueRfqId, taker) => {
      const answer = await accounts.call(taker, 'private/cancel_block_rfq', { block_rfq_id: Number(venueRfqId) }, 'plain')
      if (answer.kind === 'RESULT') return ENDED
      const failure = failureFromWire(answer)
      // The venue refuses to cancel an RFQ that has ended. Its record shows whether that is the reason.
      if (failure.outcome !== 'REJECTED') return failure
      const rfq = await readRfq(accounts, taker, { venueRfqId })
      if (rfq === undefined) return ENDED
      return 'outcome' in rfq ? rfq : rfq.state === 'OPEN' ? failure : ENDED
    },
  }
}

const ENDED = { outcome: 'DONE', value: 'ENDED' } as const
const rejected = (message: string) => ({ outcome: 'REJECTED', message, code: '13020' }) as const

async function openRfqs(
  call: (method: string, params: object) => ReturnType<AccountPool['call']>,
): Promise<VenueAnswer<readonly VenueRfq[]>> {
  const answer = await call('private/get_block_rfqs', { role: 'taker', state: 'open', count: BLOCK_RFQS_PER_PAGE })
  if (answer.kind !== 'RESULT') return failureFromWire(answer)
  const rows = asObject(answer.result)?.['block_rfqs']
  if (!Array.isArray(rows)) return unknown('the venue sent its list of RFQs in an unknown format')
  const rfqs = rows.flatMap((row) => rfqFromWire(row) ?? [])
  return { outcome: 'DONE', value: rfqs.sort((a, b) => b.createdAt - a.createdAt) }
}

/** One RFQ of the account; undefined if the venue has none with this id. */
async function readRfq(
  accounts: AccountPool,
  taker: VenueCredentials,
  { venueRfqId }: Pick<VenueAcceptance, 'venueRfqId'>,
): Promise<WireRfq | undefined | Unanswered> {
  const params = { block_rfq_id: Number(venueRfqId), role: 'taker' }
  const answer = await accounts.call(taker, 'private/get_block_rfqs', params, 'plain')
  if (answer.kind !== 'RESULT') return failureFromWire(answer)
  const rows = asObject(answer.result)?.['block_rfqs']
  if (!Array.isArray(rows)) return unknown('the venue sent its list of RFQs in an unknown format')
  if (rows.length === 0) return undefined
  const found = rows.map(rfqFromWire).find((rfq) => rfq?.id === venueRfqId)
  return found ?? unknown('the venue sent the RFQ in an unknown format')
}

/** A refusal because the RFQ has ended may be the echo of an earlier acceptance that filled it. It decides nothing; the record has to be read. */
function acceptanceFailure(answer: Failure): Unanswered {
  const failure = failureFromWire(answer)
  return failure.outcome === 'REJECTED' && /filled|already|not_open|closed|expired/i.test(withoutFillOrKill(failure.message))
    ? unknown(failure.message)
    : failure
}

/** `not_fully_filled` is final: the quantity was not available. */
const withoutFillOrKill = (message: string): string => message.replace(/not_fully_filled/i, '')

/** Read the blocks, then the RFQ, then the blocks again: if the RFQ was filled in between, its block is in the second reading. */
async function findAcceptance(accounts: AccountPool, acceptance: VenueAcceptance, taker: VenueCredentials) {
  const before = await readBlocks(accounts, taker, acceptance)
  if (before !== 'NONE') return before
  const rfq = await readRfq(accounts, taker, acceptance)
  if (rfq !== undefined && 'outcome' in rfq) return rfq
  if (rfq?.state === 'OPEN') return { outcome: 'DONE', value: 'NOT_SO_FAR' } as const
  const after = await readBlocks(accounts, taker, acceptance)
  if (after !== 'NONE') return after
  return rfq?.state === 'FILLED'
    ? unknown('the venue reports the RFQ as filled but does not list the block yet')
    : ({ outcome: 'DONE', value: 'NEVER_HAPPENED' } as const)
}

async function readBlocks(
  accounts: AccountPool,
  taker: VenueCredentials,
  acceptance: VenueAcceptance,
): Promise<VenueAnswer<Settled> | 'NONE'> {
  const params = { block_rfq_id: Number(acceptance.venueRfqId), count: BLOCKS_PER_PAGE }
  const answer = await accounts.call(taker, 'private/get_block_trades', params, 'plain')
  if (answer.kind !== 'RESULT') return failureFromWire(answer)
  if (!Array.isArray(answer.result)) return unknown('the venue sent its list of blocks in an unknown format')
  if (answer.result.length === 0) return 'NONE'
  const settled = settledFromBlocks(answer.result, acceptance)
  return settled === undefined ? unknown('the venue shows different blocks for this RFQ') : { outcome: 'DONE', value: settled }
}
