/**
 * A block at Bybit is an RFQ to one maker: the taker sends it, the maker consents by quoting the agreed prices, and the taker executes that quote.
 * Every step carries the block's own name at the venue, so that its outcome can be read after a crash at any step.
 */
import { asObject } from '../adapter/wire-object.ts'
import type { Block, Parties, Settled, VenueAnswer, VenueCredentials } from '../port/venue-answers.ts'
import type { Venue, VenueAccounts } from '../port/venue-port.ts'
import { createAccountReader, type AccountReader } from './account.ts'
import { failureFromWire, ofParty, refused, unknown, type NotDone, type RestAnswer } from './answers.ts'
import {
  formatSignature,
  legsToWire,
  linkIdOf,
  parseSignature,
  pricesToWire,
  QUOTE_SIDE,
  type Signature,
  type Trade,
} from './block-wire.ts'
import { readHoldings } from './holdings.ts'
import * as limits from './limits.ts'
import { positiveFromWire } from '../adapter/decimal-texts.ts'
import { readBlocks } from './past-blocks.ts'
import { findOpen, readBlockState, readList, readTrade, readView } from './record.ts'
import type { Query, Rest } from './rest.ts'
import { textOf } from './wire.ts'

type BlockTrading = Pick<Venue, 'verifyBlock' | 'executeBlock' | 'findBlock'> & VenueAccounts

export function createBlockTrading(rest: Rest, now: () => number): BlockTrading {
  const accounts = createAccountReader(rest)
  return {
    checkAccount: accounts.check,
    readHoldings: (party) => readHoldings(rest, party),
    readBlocks: (party, from, to) => readBlocks(rest, party, { from, to }),
    verifyBlock: (block, parties) => verify(rest, accounts, block, parties),
    executeBlock: async (block, verification, { taker }) => {
      const signature = parseSignature(verification.signature)
      if (signature === undefined || signature.linkId !== linkIdOf(block))
        return refused('This is not the block that the maker quoted.', 'OTHER_TERMS')
      return ofParty('taker', await execute(rest, block, { signature, taker, now }))
    },
    findBlock: async (block, party) => {
      const state = await readBlockState(rest, block, party)
      if ('outcome' in state) return state
      if (state.trade === 'OPEN') return { outcome: 'DONE', value: 'NOT_SO_FAR' }
      if (state.trade !== 'NONE')
        // At most one quote is executed for a block: if its execution has failed, no other follows.
        return { outcome: 'DONE', value: state.trade.status === 'FILLED' ? state.trade.settled : 'NEVER_HAPPENED' }
      const isOver = state.venueNow > block.at + limits.BLOCK_WINDOW_MS + limits.RECORD_MARGIN_MS
      return { outcome: 'DONE', value: isOver ? 'NEVER_HAPPENED' : 'NOT_SO_FAR' }
    },
  }
}

type Verify = ReturnType<Venue['verifyBlock']>

async function verify(rest: Rest, accounts: AccountReader, block: Block, parties: Parties): Verify {
  const maker = ofParty('maker', await accounts.deskOf(parties.maker))
  if (maker.outcome !== 'DONE') return maker
  const untimely = untimelyOf(block, maker.value.venueNow)
  if (untimely !== undefined) return untimely
  const rfq = ofParty('taker', await openRfq(rest, block, { taker: parties.taker, makersDesk: maker.value.deskCode }))
  if (rfq.outcome !== 'DONE') return rfq
  const quote = ofParty('maker', await quoteRfq(rest, block, { maker: parties.maker, rfqId: rfq.value }))
  // Best effort: an RFQ that will not be executed counts towards the taker's limit of ten until it expires.
  if (quote.outcome === 'REJECTED') await rest.postAs(parties.taker, '/v5/rfq/cancel-rfq', { rfqId: rfq.value })
  if (quote.outcome !== 'DONE') return quote
  const { quoteId, expiresAt } = quote.value
  const signature = formatSignature({ linkId: linkIdOf(block), rfqId: rfq.value, quoteId })
  return { outcome: 'DONE', value: { signature, expiresAt: expiresAt ?? maker.value.venueNow + limits.QUOTE_LIFE_S * 1_000 } }
}

/** Bybit's blocks have no timestamp. Our own time limits how late a quote for it can be open, and `findBlock` relies on that. */
function untimelyOf(block: Block, venueNow: number): NotDone | undefined {
  if (venueNow > block.at + limits.QUOTE_WITHIN_MS) return refused('The block is too old to quote at Bybit.', 'TOO_LATE')
  if (venueNow < block.at - limits.BLOCK_WINDOW_MS) return refused('The time of the block is in the future.', 'TOO_EARLY')
  const ending = block.legs.find(
    ({ instrument }) => instrument.expiresAt !== undefined && venueNow > instrument.expiresAt - limits.LAST_BEFORE_SETTLEMENT_MS,
  )
  if (ending === undefined) return undefined
  return refused(`Bybit accepts no blocks in the last 30 minutes before ${ending.instrument.name} settles.`, 'SETTLES_SOON')
}

const OPEN_RFQS = '/v5/rfq/rfq-realtime'

type Opening = { readonly taker: VenueCredentials; readonly makersDesk: string }

/** A refusal may be the echo of an earlier request that succeeded. In that case the RFQ exists under its name. */
async function openRfq(rest: Rest, block: Block, { taker, makersDesk }: Opening): Promise<VenueAnswer<string>> {
  const rfqLinkId = linkIdOf(block)
  const answer = await rest.postAs(taker, '/v5/rfq/create-rfq', {
    counterparties: [makersDesk],
    rfqLinkId,
    anonymous: false,
    strategyType: 'custom',
    list: legsToWire(block),
  })
  const id = await idOrFound(rest, taker, answer, { path: OPEN_RFQS, query: { traderType: 'request', rfqLinkId }, id: 'rfqId' })
  if (id.outcome !== 'REJECTED') return id
  // The venue documents no code for this refusal. It clears as soon as one of the RFQs ends.
  const open = await readList(rest, taker, OPEN_RFQS, { traderType: 'request' })
  return 'rows' in open && open.rows.length >= limits.MAX_ACTIVE_RFQS
    ? unknown('the account has as many open RFQs as the venue allows')
    : id
}

type Quoting = { readonly maker: VenueCredentials; readonly rfqId: string }
type Quoted = { readonly quoteId: string; readonly expiresAt: number | undefined }

async function quoteRfq(rest: Rest, block: Block, { maker, rfqId }: Quoting): Promise<VenueAnswer<Quoted>> {
  const quoteLinkId = linkIdOf(block)
  const answer = await rest.postAs(maker, '/v5/rfq/create-quote', {
    rfqId,
    quoteLinkId,
    anonymous: false,
    expireIn: limits.QUOTE_LIFE_S,
    quoteSellList: pricesToWire(block),
  })
  const query = { traderType: 'quote', rfqId, quoteLinkId }
  const id = await idOrFound(rest, maker, answer, { path: '/v5/rfq/quote-realtime', query, id: 'quoteId' })
  if (id.outcome !== 'DONE') return id
  const expiresAt = answer.kind === 'RESULT' ? positiveFromWire(asObject(answer.result)?.['expiresAt']) : undefined
  return { outcome: 'DONE', value: { quoteId: id.value, expiresAt } }
}

type Lookup = { readonly path: string; readonly query: Query; readonly id: string }

async function idOrFound(rest: Rest, party: VenueCredentials, answer: RestAnswer, place: Lookup): Promise<VenueAnswer<string>> {
  if (answer.kind === 'RESULT') {
    const id = textOf(asObject(answer.result)?.[place.id])
    return id === undefined ? unknown('the venue answered without an id') : { outcome: 'DONE', value: id }
  }
  const failure = failureFromWire(answer)
  if (failure.outcome !== 'REJECTED') return failure
  const found = await findOpen(rest, party, place)
  if (found.outcome === 'DONE' && found.value !== undefined) return { outcome: 'DONE', value: found.value }
  return found.outcome === 'UNKNOWN' ? found : failure
}

type Executing = { readonly signature: Signature; readonly taker: VenueCredentials; readonly now: () => number }

/** The response only confirms that execution has begun; the outcome is in the record. */
async function execute(rest: Rest, block: Block, { signature: { rfqId, quoteId }, taker, now }: Executing): Promise<VenueAnswer<Settled>> {
  const answer = await rest.postAs(taker, '/v5/rfq/execute-quote', { rfqId, quoteId, quoteSide: QUOTE_SIDE })
  if (answer.kind === 'RESULT') return outcomeOf(rest, block, { taker, now })
  const failure = failureFromWire(answer)
  if (failure.outcome !== 'REJECTED') return failure
  // A refusal may be the echo of an earlier request that did execute.
  const state = await readView(rest, { block, party: taker, view: 'request' })
  if ('outcome' in state) return state.outcome === 'REJECTED' ? failure : state
  if (typeof state.trade === 'object') return endOf(state.trade)
  if (state.trade === 'OPEN') return outcomeOf(rest, block, { taker, now })
  if (NOT_THERE.has(failure.code)) return unknown(failure.message)
  // Best effort: after a final refusal, the RFQ would count towards the taker's limit of ten until it expires.
  await rest.postAs(taker, '/v5/rfq/cancel-rfq', { rfqId })
  return failure
}

/** No longer listed: it has expired, or was executed a moment ago. */
const NOT_THERE = new Set(['110300', '110301'])

async function outcomeOf(rest: Rest, block: Block, { taker, now }: Pick<Executing, 'taker' | 'now'>): Promise<VenueAnswer<Settled>> {
  const until = now() + limits.OUTCOME_WITHIN_MS
  for (let waitMs = limits.FIRST_LOOK_MS; now() < until; waitMs = Math.min(2 * waitMs, limits.MAX_LOOK_MS)) {
    await new Promise((resolve) => setTimeout(resolve, waitMs))
    const trade = await readTrade(rest, { block, party: taker, view: 'request' })
    if (typeof trade === 'object' && 'status' in trade) return endOf(trade)
  }
  return unknown('the venue has not yet reported the outcome of the execution')
}

const endOf = (trade: Trade): VenueAnswer<Settled> =>
  trade.status === 'FILLED' ? { outcome: 'DONE', value: trade.settled } : refused(trade.message, trade.code)
