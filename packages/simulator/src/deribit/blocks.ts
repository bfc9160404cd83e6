/** The block desk: one party verifies and gets a signature, the other executes with it, and one nonce executes at most once. */
import type { SimulatedAccount } from '../exchange/account.ts'
import { openBlockBook, type BlockBook } from './block-book.ts'
import { checkTrades, readTrades, type BlockTrade, type Listing } from './block-checks.ts'
import { presentBlock } from './block-view.ts'
import { createConsents, readConsent, readTerms, type BlockTerms } from './consent.ts'
import { MAX_BLOCKS_PER_ANSWER } from './limits.ts'
import { invalidParams, numberParam, optionalText, textParam, VenueError, type Params } from './protocol.ts'
import type { Random } from '../exchange/random.ts'
import { openVenueSecret } from './venue-secret.ts'

export type ExecutedLeg = BlockTrade & {
  readonly tradeId: string
  readonly tradeSeq: number
  readonly markPrice: number
  readonly indexPrice: number
  readonly iv?: number
  readonly underlyingPrice?: number
}

/** As the venue keeps it; what each party is shown is its own view of this. */
export type ExecutedBlock = {
  readonly id: string
  readonly timestamp: number
  readonly nonce: string
  readonly requestTimestamp: number
  /** Client ids. */
  readonly maker: string
  readonly taker: string
  readonly legs: readonly ExecutedLeg[]
}

export interface BlockDesk {
  verify(account: SimulatedAccount, params: Params): object
  execute(account: SimulatedAccount, params: Params): object
  simulate(params: Params): true
  invalidate(account: SimulatedAccount, params: Params): 'ok'
  get(account: SimulatedAccount, params: Params): object
  list(account: SimulatedAccount, params: Params): readonly object[]
  all(): readonly ExecutedBlock[]
  close(): void
}

export type BlockDeskOptions = {
  readonly seed: number
  readonly now: () => number
  readonly random: Random
  readonly dataDir: string | undefined
}

export function createBlockDesk(listing: Listing, { seed, now, random, dataDir }: BlockDeskOptions): BlockDesk {
  const book = openBlockBook(dataDir)
  const consents = createConsents(openVenueSecret(dataDir, seed), random, book.isInvalidated)
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
      if (earlier !== undefined) return presentBlock(repeated(earlier, terms, account), account.clientId)
      checkTrades(terms.trades, listing)
      const [maker, taker] = terms.role === 'maker' ? [account.clientId, consent.clientId] : [consent.clientId, account.clientId]
      const number = book.all().length + 1
      const legs = terms.trades.map((trade, index) => executedLeg(trade, listing, number * 100 + index))
      const block: ExecutedBlock = {
        id: `BLOCK-${number}`,
        timestamp: now(),
        nonce: terms.nonce,
        requestTimestamp: terms.timestamp,
        maker,
        taker,
        legs,
      }
      book.add(block)
      return presentBlock(block, account.clientId)
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
      const found = book.of(account).find((block) => block.id === textParam(params, 'id'))
      if (found === undefined) throw new VenueError(13020, 'not_found')
      return presentBlock(found, account.clientId)
    },
    list: (account, params) => listBlocks(book, account, params),
    all: book.all,
    close: book.close,
  }
}

function listBlocks(book: BlockBook, account: SimulatedAccount, params: Params): readonly object[] {
  const count = params['count'] === undefined ? 20 : numberParam(params, 'count')
  if (count < 1 || count > MAX_BLOCKS_PER_ANSWER) throw invalidParams('count', `must be between 1 and ${MAX_BLOCKS_PER_ANSWER}`)
  const currency = optionalText(params, 'currency') ?? 'any'
  const startId = optionalText(params, 'start_id')
  const newestFirst = book.of(account)
  const from = startId === undefined ? 0 : newestFirst.findIndex((block) => block.id === startId)
  return newestFirst
    .slice(from === -1 ? newestFirst.length : from)
    .filter((block) => currency === 'any' || block.legs.some((leg) => leg.instrument_name.startsWith(currency)))
    .slice(0, count)
    .map((block) => presentBlock(block, account.clientId))
}

function executedLeg(trade: BlockTrade, listing: Listing, number: number): ExecutedLeg {
  const ticker = listing.ticker(listing.instrument(trade.instrument_name)!)
  return {
    ...trade,
    tradeId: String(number),
    tradeSeq: number,
    markPrice: ticker.mark_price,
    indexPrice: ticker.index_price,
    ...(ticker.mark_iv === undefined ? {} : { iv: ticker.mark_iv }),
    ...(ticker.underlying_price === undefined ? {} : { underlyingPrice: ticker.underlying_price }),
  }
}

/** The block that was executed under this nonce, if it is asked for again by one of its parties in the same words. */
function repeated(block: ExecutedBlock, terms: BlockTerms, account: SimulatedAccount): ExecutedBlock {
  const isParty = block.maker === account.clientId || block.taker === account.clientId
  const executed = block.legs.map(({ instrument_name, price, amount, direction }) => ({ instrument_name, price, amount, direction }))
  const isSame = block.requestTimestamp === terms.timestamp && JSON.stringify(executed) === JSON.stringify(terms.trades)
  if (!isParty || !isSame) throw new VenueError(11030, 'other_reject nonce_already_used')
  return block
}
