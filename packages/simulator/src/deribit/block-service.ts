/** Executes blocks: one party verifies and receives a signature, the other executes with it. A nonce executes at most once. */
import { userOf } from '../exchange/account.ts'
import type { Tamper } from '../exchange/tampering.ts'
import { createApprovals, type Approvals, type Confirmation } from './approvals.ts'
import { openBlockBook, type BlockBook } from './block-book.ts'
import { checkTrades, readTrades, type BlockTrade, type Listing } from './block-checks.ts'
import { createExecution } from './block-execution.ts'
import { presentBlock } from './block-view.ts'
import { createConsents, readConsent, readTerms, type BlockTerms } from './consent.ts'
import { needsApproval, type DeribitAccount } from './deribit-account.ts'
import type { ExecutedBlock } from './executed-block.ts'
import type { Ledger } from './ledger.ts'
import { MAX_BLOCKS_PER_ANSWER } from './limits.ts'
import type { Market } from './market.ts'
import { invalidParams, numberParam, optionalText, textParam, VenueError, type Params } from './protocol.ts'
import type { Random } from '../exchange/random.ts'
import { openVenueSecret } from './venue-secret.ts'

export interface BlockService {
  verify(account: DeribitAccount, params: Params): object
  execute(account: DeribitAccount, params: Params): object
  simulate(params: Params): true
  invalidate(account: DeribitAccount, params: Params): 'ok'
  get(account: DeribitAccount, params: Params): object
  list(account: DeribitAccount, params: Params): readonly object[]
  readonly approvals: Approvals
  /** A block of the venue's own block RFQ, in which both parties have agreed to it. */
  settleRfq(terms: RfqBlock): ExecutedBlock
  all(): readonly ExecutedBlock[]
  /** A contract has expired and its holders are paid. */
  deliver(instrument: string, index: number): void
  readonly tamper: Tamper
  close(): void
}

/** `trades` from the maker's view. */
export type RfqBlock = { readonly rfq: number; readonly maker: string; readonly taker: string; readonly trades: readonly BlockTrade[] }

export type BlockServiceOptions = {
  readonly seed: number
  readonly now: () => number
  readonly random: Random
  readonly dataDir: string | undefined
  readonly market: Market
  readonly ledger: Ledger
  /** The key with this id. */
  readonly keyed: (clientId: string) => DeribitAccount | undefined
  readonly announce: (confirmation: Confirmation) => void
}

export function createBlockService(listing: Listing, options: BlockServiceOptions): BlockService {
  const { seed, now, random, dataDir, ledger, market, keyed, announce } = options
  const book = openBlockBook(dataDir, ledger)
  const consents = createConsents(openVenueSecret(dataDir, seed), random, book.isInvalidated)
  const execution = createExecution({ book, listing, ledger, market, now })
  const approvals = createApprovals({ now, execution, announce })
  const keyOf = (clientId: string): DeribitAccount => keyed(clientId) ?? { clientId, clientSecret: '', name: clientId }
  return {
    verify: (account, params) => {
      const terms = readTerms(params, now())
      if (book.withNonce(terms.nonce) !== undefined) throw new VenueError(11030, 'other_reject nonce_already_used')
      checkTrades(terms.trades, listing)
      return { signature: consents.sign(account, terms) }
    },
    execute: (account, params) => {
      const terms = readTerms(params, now())
      const consent = consents.demand(account, terms, textParam(params, 'counterparty_signature'))
      const earlier = book.withNonce(terms.nonce)
      if (earlier !== undefined) return presentBlock(repeated(earlier, terms, account), userOf(account))
      const other = keyed(consent.clientId) ?? { clientId: consent.clientId, clientSecret: '', name: '', user: consent.user }
      const parties = terms.role === 'maker' ? { maker: account, taker: other } : { maker: other, taker: account }
      if (approvals.waits(terms)) return approvals.open(terms, parties, account)
      execution.check(terms, parties)
      if (needsApproval(account) || needsApproval(other)) return approvals.open(terms, parties, account)
      return presentBlock(execution.execute(terms, parties), userOf(account))
    },
    simulate: (params) => {
      checkTrades(readTrades(params), listing)
      return true
    },
    invalidate: (account, params) => {
      const signature = textParam(params, 'signature')
      if (readConsent(signature)?.clientId !== account.clientId) throw invalidParams('signature', 'not found')
      book.invalidate(signature)
      return 'ok'
    },
    get: (account, params) => {
      const found = book.of(userOf(account)).find((block) => block.id === textParam(params, 'id'))
      if (found === undefined) throw new VenueError(13020, 'not_found')
      return presentBlock(found, userOf(account))
    },
    list: (account, params) => listBlocks(book, account, params),
    approvals,
    settleRfq: ({ rfq, trades, maker, taker }) =>
      execution.settle({ timestamp: now(), nonce: `block rfq ${rfq} ${maker}`, trades }, { maker: keyOf(maker), taker: keyOf(taker) }, rfq),
    all: book.all,
    deliver: book.deliver,
    tamper: createTamper(book, listing, keyed),
    close: book.close,
  }
}

/** Keys are identified by their ids; the record names users. */
const createTamper =
  (book: BlockBook, listing: Listing, keyed: BlockServiceOptions['keyed']): Tamper =>
  (tampering) => {
    if (tampering.kind !== 'ADD') return book.tamper(tampering)
    const [maker, taker] = [keyed(tampering.maker), keyed(tampering.taker)]
    const isListed = tampering.legs.every((leg) => listing.instrument(leg.instrument) !== undefined)
    if (maker === undefined || taker === undefined || !isListed) return undefined
    return book.tamper({ ...tampering, maker: userOf(maker), taker: userOf(taker) })
  }

function listBlocks(book: BlockBook, account: DeribitAccount, params: Params): readonly object[] {
  const count = params['count'] === undefined ? 20 : numberParam(params, 'count')
  if (count < 1 || count > MAX_BLOCKS_PER_ANSWER) throw invalidParams('count', `must be between 1 and ${MAX_BLOCKS_PER_ANSWER}`)
  const currency = optionalText(params, 'currency') ?? 'any'
  const startId = optionalText(params, 'start_id')
  const rfq = params['block_rfq_id'] === undefined ? undefined : numberParam(params, 'block_rfq_id')
  const newestFirst = book.of(userOf(account))
  const from = startId === undefined ? 0 : newestFirst.findIndex((block) => block.id === startId)
  return newestFirst
    .slice(from === -1 ? newestFirst.length : from)
    .filter((block) => currency === 'any' || block.legs.some((leg) => leg.instrument_name.startsWith(currency)))
    .filter((block) => rfq === undefined || block.blockRfqId === rfq)
    .slice(0, count)
    .map((block) => presentBlock(block, userOf(account)))
}

/** The block that was executed under this nonce, if one of its parties repeats the same request. */
function repeated(block: ExecutedBlock, terms: BlockTerms, account: DeribitAccount): ExecutedBlock {
  const isParty = block.maker === userOf(account) || block.taker === userOf(account)
  const executed = block.legs.map(({ instrument_name, price, amount, direction }) => ({ instrument_name, price, amount, direction }))
  const isSame = block.requestTimestamp === terms.timestamp && JSON.stringify(executed) === JSON.stringify(terms.trades)
  if (!isParty || !isSame) throw new VenueError(11030, 'other_reject nonce_already_used')
  return block
}
