/**
 * The desk of one of the demo's vaults: every few minutes it offers options at the contract and auctions them, with one auction announced ahead. It settles
 * the best bids and reports the result.
 */
import { ClientError, vaultCalls, type AuctionView, type Client, type VaultBookView } from '@parley/client'
import type { SignedBid, Wallet } from '@parley/chain'
import { between, oneOf } from '../desks/chance.ts'
import type { Timers } from '../desks/timers.ts'
import type { AuctionMarket, ForSale, Underlying } from '../evm/auction-market.ts'
import type { Random } from '../exchange/random.ts'

export type ValuedOption = Pick<ForSale, 'underlying' | 'kind' | 'strike' | 'expiresAt'>

export type VaultSetting = {
  readonly client: Client
  readonly ticker: string
  readonly market: AuctionMarket
  /** The wallet of the vault. */
  readonly wallet: Wallet
  readonly awards: 'ONE' | 'SEVERAL'
  /** The index price of a coin in USD. */
  readonly index: (underlying: Underlying) => number
  /** The value of one option at the market's own prices, in USD. */
  readonly worth: (option: ValuedOption) => number
  readonly timers: Timers
  /** For the waits between two auctions, which are longer in a market that rests. */
  readonly auctionTimers: Timers
  readonly random: Random
  readonly now: () => number
  readonly pace?: VaultPace | undefined
  readonly onProblem: (error: unknown) => void
}

/** Auctions begin at `firstAfterMs`, counted from the start of the desk, and then every so often. */
export type VaultPace = {
  readonly firstAfterMs: number
  readonly everyMs: number
  readonly lastsMs: number
}

const minute = 60_000
/** Bids are taken for a little more than half of the time: of two vaults that take turns one is always open, and both for some seconds. */
export const USUAL_PACE: VaultPace = { firstAfterMs: 0, everyMs: 4 * minute, lastsMs: 150_000 }
/** The desk has checked what an earlier start left. */
const SETTLES_IN_MS = 5_000
const WEEK_MS = 7 * 24 * 60 * minute
/** Vault options expire on Fridays at 08:00 UTC, like those of the venues. */
const A_FRIDAY = Date.UTC(2026, 0, 2, 8)
/** The minimum price, as a fraction of the option's value. */
const LOWEST = 0.85
/** A short wait after the end, so that every server has processed it. */
const AFTER_END_MS = 500

export function startVault(setting: VaultSetting): void {
  const { timers, auctionTimers, now, onProblem, pace = USUAL_PACE } = setting
  const hold = (startsAt: number): void => void holdAuction(setting, startsAt).catch(onProblem)
  /** Called as an auction begins: the next one is announced, so that bidders know when it opens. */
  const goOn = (startsAt: number): void => {
    const next = nextTurn(startsAt, pace, now())
    hold(next)
    auctionTimers.later(next - now(), () => goOn(next))
  }
  giveUpWhatIsGone(setting).catch(onProblem)
  timers.later(SETTLES_IN_MS, () => {
    const first = now() + pace.firstAfterMs
    hold(first)
    auctionTimers.later(pace.firstAfterMs, () => goOn(first))
  })
}

/** After a rest that was longer than a turn, auctions begin as they do at the start. */
export function nextTurn(startsAt: number, { everyMs, firstAfterMs }: VaultPace, now: number): number {
  const next = startsAt + everyMs
  return next < now ? now + firstAfterMs : next
}

const GONE = 'The demo and its chain were restarted'

/** Closes the trades and auctions of an earlier start. They cannot settle, because their offers disappeared with their chain (decision 0043). */
async function giveUpWhatIsGone({ client, ticker }: VaultSetting): Promise<void> {
  const { results: trades } = await client.call(vaultCalls.listBidTrades, { query: { status: ['PENDING'] } })
  for (const { id } of trades.filter(({ is_own_auction }) => is_own_auction))
    await client.call(vaultCalls.reportTrade, { params: { id }, body: { status: 'REJECTED', error: GONE } })
  const { results: auctions } = await client.call(vaultCalls.listAuctions, { query: {} })
  const sold = new Set(trades.map(({ rfq_id }) => rfq_id))
  for (const { id } of auctions.filter(({ id: own, vault, outcome }) => vault === ticker && outcome === null && !sold.has(own)))
    await client.call(vaultCalls.cancelAuction, { params: { id } }).catch(unlessRefused)
}

/** An auction with a failed trade cannot be cancelled; it closes at its end time. */
function unlessRefused(error: unknown): void {
  if (!(error instanceof ClientError && error.status === 400)) throw error
}

async function holdAuction(setting: VaultSetting, startsAt: number): Promise<void> {
  const { client, market, wallet, awards, timers, now, onProblem, pace = USUAL_PACE } = setting
  const swap_id = Number(await market.sell(forSale(setting), wallet))
  const { swap, chainId } = market.place
  const domain = { chain_id: Number(chainId), verifying_contract: swap }
  const starts_at = Math.max(now(), startsAt)
  const times = { ...(startsAt > now() ? { starts_at } : {}), ends_at: starts_at + pace.lastsMs }
  const auction = await client.call(vaultCalls.openAuction, { body: { venue: 'RBN', domain, swap_id, awards, ...times } })
  timers.later(auction.ends_at - now() + AFTER_END_MS, () => void decide(setting, auction).catch(onProblem))
}

/** 10 % to 20 % out of the money, for the Friday after next. */
export function forSale({
  random,
  now,
  index,
  worth,
  market,
}: Pick<VaultSetting, 'random' | 'now' | 'index' | 'worth' | 'market'>): ForSale {
  const underlying = oneOf<Underlying>(random, ['BTC', 'ETH'])
  const kind = oneOf<ForSale['kind']>(random, ['CALL', 'PUT'])
  const spot = index(underlying)
  const step = underlying === 'BTC' ? 1_000 : 100
  const away = between(random, 0.08, 0.2)
  const strike = Math.round((spot * (kind === 'CALL' ? 1 + away : 1 - away)) / step) * step
  const expiresAt = A_FRIDAY + Math.ceil((now() + WEEK_MS - A_FRIDAY) / WEEK_MS) * WEEK_MS
  const option = { underlying, kind, strike, expiresAt }
  const { decimals } = market.biddingTokenOf(underlying, kind)
  const inToken = kind === 'PUT' ? worth(option) : worth(option) / spot
  const shown = decimalsOf(inToken)
  const minPrice = BigInt(Math.max(1, Math.round(inToken * LOWEST * 10 ** shown))) * 10n ** BigInt(decimals - shown)
  return { ...option, quantity: underlying === 'BTC' ? 10 : 100, minBid: 1, minPrice }
}

/** However many the token has: finer prices make no sense. */
export const decimalsOf = (price: number): number => (price < 1 ? 6 : 2)

/** The best bids that the contract would settle, until all is sold; without one the auction stays unsold. */
async function decide(setting: VaultSetting, auction: AuctionView): Promise<void> {
  const { bids } = await setting.client.call(vaultCalls.listAuctionBids, { params: { id: auction.id } })
  let left = Number(auction.quantity)
  for (const bid of bids) {
    if (bid.state !== 'OPEN' || bid.chain_words?.length !== 0 || Number(bid.quantity) > left) continue
    await settle(setting, auction, bid)
    left -= Number(bid.quantity)
  }
}

export type BookedBid = VaultBookView['bids'][number]

async function settle({ client, wallet }: VaultSetting, { id, swap_id }: AuctionView, bid: BookedBid): Promise<void> {
  const trade = await client.call(vaultCalls.takeBid, { params: { id }, body: { quote_id: bid.id } })
  const sent = await wallet.settleOffer(BigInt(swap_id), [signedBid(bid)])
  const report =
    sent.outcome === 'DONE'
      ? ({ status: 'COMPLETED', transaction_id: sent.value } as const)
      : ({ status: 'REJECTED', error: sent.reason.slice(0, 200) } as const)
  await client.call(vaultCalls.reportTrade, { params: { id: trade.id }, body: report })
}

export const signedBid = (bid: BookedBid): SignedBid => ({
  swapId: BigInt(bid.swap_id),
  nonce: BigInt(bid.nonce),
  signerWallet: bid.signer_wallet as `0x${string}`,
  sellAmount: BigInt(bid.sell_amount),
  buyAmount: BigInt(bid.buy_amount),
  referrer: bid.referrer as `0x${string}`,
  signature: `0x${bid.signature}`,
})
