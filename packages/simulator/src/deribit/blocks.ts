/** The block desk: one party verifies and gets a signature, the other executes with it, and one nonce executes at most once. */
import { createHmac } from 'node:crypto'
import type { SimulatedAccount } from './accounts.ts'
import { checkTrades, readTrades, type BlockTrade, type Listing } from './block-checks.ts'
import { openBlockFile } from './block-file.ts'
import { presentBlock } from './block-view.ts'
import { BLOCK_WINDOW_MS, MAX_BLOCKS_PER_ANSWER } from './limits.ts'
import { invalidParams, numberParam, oneOf, optionalText, textParam, VenueError, type Params } from './protocol.ts'
import type { Random } from './random.ts'

export type Role = 'maker' | 'taker'

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

type Terms = { readonly timestamp: number; readonly nonce: string; readonly role: Role; readonly trades: readonly BlockTrade[] }
type Consent = { readonly clientId: string; readonly role: Role; readonly mac: string }

export function createBlockDesk(
  listing: Listing,
  options: { readonly seed: number; readonly now: () => number; readonly random: Random; readonly dataDir: string | undefined },
): BlockDesk {
  const { seed, now, random } = options
  const file = openBlockFile(options.dataDir)
  const executed: ExecutedBlock[] = file.lines.flatMap((line) => (line.kind === 'executed' ? [line.block] : []))
  const byNonce = new Map(executed.map((block) => [block.nonce, block]))
  const invalidated = new Set(file.lines.flatMap((line) => (line.kind === 'invalidated' ? [line.signature] : [])))

  /** Holds after a restart too, because everything it says is in it. */
  const macOf = (clientId: string, { timestamp, nonce, trades }: Terms, role: Role): string =>
    createHmac('sha256', `venue ${seed}`)
      .update(JSON.stringify([clientId, role, timestamp, nonce, trades]))
      .digest('base64url')

  const readTerms = (params: Params): Terms => {
    const timestamp = numberParam(params, 'timestamp')
    if (Math.abs(now() - timestamp) > BLOCK_WINDOW_MS) throw invalidParams('timestamp', 'must be within 5 minutes of server time')
    return { timestamp, nonce: textParam(params, 'nonce'), role: oneOf(params, 'role', ['maker', 'taker']), trades: readTrades(params) }
  }

  const checkConsent = (account: SimulatedAccount, terms: Terms, signature: string): Consent => {
    const consent = readConsent(signature)
    if (consent === undefined || invalidated.has(signature)) throw new VenueError(11030, 'other_reject invalid_counterparty_signature')
    if (consent.role === terms.role) throw new VenueError(11030, 'other_reject roles_must_differ')
    if (consent.clientId === account.clientId) throw new VenueError(11030, 'other_reject self_trade')
    if (consent.mac !== macOf(consent.clientId, terms, consent.role))
      throw new VenueError(11030, 'other_reject counterparty_signature_mismatch')
    return consent
  }

  const visibleTo = (account: SimulatedAccount): ExecutedBlock[] =>
    executed.filter((block) => block.maker === account.clientId || block.taker === account.clientId)

  return {
    verify: (account, params) => {
      const terms = readTerms(params)
      if (byNonce.has(terms.nonce)) throw new VenueError(11030, 'other_reject nonce_already_used')
      checkTrades(terms.trades, listing)
      const consent: Consent = { clientId: account.clientId, role: terms.role, mac: macOf(account.clientId, terms, terms.role) }
      return { signature: `${terms.timestamp + 60_000}.${random.hex(8)}.${Buffer.from(JSON.stringify(consent)).toString('base64url')}` }
    },
    execute: (account, params) => {
      const terms = readTerms(params)
      const consent = checkConsent(account, terms, textParam(params, 'counterparty_signature'))
      const earlier = byNonce.get(terms.nonce)
      if (earlier !== undefined) {
        if (!isSame(earlier, terms, account)) throw new VenueError(11030, 'other_reject nonce_already_used')
        return presentBlock(earlier, account.clientId)
      }
      checkTrades(terms.trades, listing)
      const [maker, taker] = terms.role === 'maker' ? [account.clientId, consent.clientId] : [consent.clientId, account.clientId]
      const number = executed.length + 1
      const block: ExecutedBlock = {
        id: `BLOCK-${number}`,
        timestamp: now(),
        nonce: terms.nonce,
        requestTimestamp: terms.timestamp,
        maker,
        taker,
        legs: terms.trades.map((trade, index) => executedLeg(trade, listing, number * 100 + index)),
      }
      file.append({ kind: 'executed', block })
      executed.push(block)
      byNonce.set(block.nonce, block)
      return presentBlock(block, account.clientId)
    },
    simulate: (params) => {
      checkTrades(readTrades(params), listing)
      return true
    },
    invalidate: (account, params) => {
      const signature = textParam(params, 'signature')
      if (readConsent(signature)?.clientId !== account.clientId) throw invalidParams('signature', 'not found')
      file.append({ kind: 'invalidated', signature })
      invalidated.add(signature)
      return 'ok'
    },
    get: (account, params) => {
      const found = visibleTo(account).find((block) => block.id === textParam(params, 'id'))
      if (found === undefined) throw new VenueError(13020, 'not_found')
      return presentBlock(found, account.clientId)
    },
    list: (account, params) => {
      const count = params['count'] === undefined ? 20 : numberParam(params, 'count')
      if (count < 1 || count > MAX_BLOCKS_PER_ANSWER) throw invalidParams('count', `must be between 1 and ${MAX_BLOCKS_PER_ANSWER}`)
      const currency = optionalText(params, 'currency')
      const newestFirst = visibleTo(account).reverse()
      const startId = optionalText(params, 'start_id')
      const from = startId === undefined ? 0 : newestFirst.findIndex((block) => block.id === startId)
      if (from === -1) return []
      return newestFirst
        .slice(from)
        .filter(
          (block) => currency === undefined || currency === 'any' || block.legs.some((leg) => leg.instrument_name.startsWith(currency)),
        )
        .slice(0, count)
        .map((block) => presentBlock(block, account.clientId))
    },
    all: () => [...executed],
    close: () => file.close(),
  }
}

function executedLeg(trade: BlockTrade, listing: Listing, number: number): ExecutedLeg {
  const row = listing.instrument(trade.instrument_name)!
  const ticker = listing.ticker(row)
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

const isSame = (block: ExecutedBlock, terms: Terms, account: SimulatedAccount): boolean =>
  block.requestTimestamp === terms.timestamp &&
  (block.maker === account.clientId || block.taker === account.clientId) &&
  block.legs.length === terms.trades.length &&
  block.legs.every((leg, index) => {
    const trade = terms.trades[index]!
    return (
      leg.instrument_name === trade.instrument_name &&
      leg.price === trade.price &&
      leg.amount === trade.amount &&
      leg.direction === trade.direction
    )
  })

function readConsent(signature: string): Consent | undefined {
  try {
    const consent = JSON.parse(Buffer.from(signature.split('.')[2] ?? '', 'base64url').toString()) as Consent
    return typeof consent.clientId === 'string' && typeof consent.mac === 'string' ? consent : undefined
  } catch {
    return undefined
  }
}
