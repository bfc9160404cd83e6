/** Auctions of the past: the two vaults take turns, simulated desks and one of the user's desks bid, and the chain settles the best bids. */
import type { Wallet } from '@parley/chain'
import { isRefusal, type Auction } from '@parley/core'
import type { Caller, Past } from '@parley/server'
import { drawBid, signedFields } from '../../auctions/bidder-desk.ts'
import { walletAt } from '../../auctions/sign-priced.ts'
import { forSale, signedBid, type BookedBid } from '../../auctions/vault-desk.ts'
import { between, some } from '../../desks/chance.ts'
import type { AuctionMarket } from '../../evm/auction-market.ts'
import type { Random } from '../../exchange/random.ts'
import { CONFIRMATIONS } from '../auction-chain.ts'
import { roster, SECOND_VAULT, VAULT, walletKeyOf, walletNameOf, type RosterDesk } from '../roster.ts'
import { actorOf } from './past-negotiation.ts'
import type { PastVenues } from './past-venues.ts'

export type PastAuctioning = {
  readonly past: Past
  readonly market: AuctionMarket
  readonly venues: Pick<PastVenues, 'moveTo' | 'prices'>
  readonly now: () => number
  readonly random: Random
}

const EVERY_MS = 20 * 3_600_000
const LASTS_MS = 150_000
const AFTER_END_MS = 500
const SIMULATED_BIDDERS = 2

/** The user's desk that buys options, and some simulated makers. A wallet needs tokens and allowances, so there are few. */
const newcomer = roster.find(({ bidsForOptions, isSimulated, trades }) => bidsForOptions && !isSimulated && trades === 'TAKER')!
const simulated = roster.filter(({ bidsForOptions, isSimulated }) => bidsForOptions && isSimulated).slice(0, SIMULATED_BIDDERS)
export const pastBidders: readonly RosterDesk[] = [newcomer, ...simulated]
/** How often the user's desk bids. */
const NEWCOMERS_SHARE = 0.6

/** Oldest first. Every one of them ends before the past does. */
export const timesOfAuctions = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, Math.floor((to - from) / EVERY_MS)) }, (_, place) => from + Math.round((place + 0.5) * EVERY_MS))

/** From the offer to its settlement. */
export async function holdAuction(place: number, auctioning: PastAuctioning): Promise<void> {
  const { past, market, venues, now, random } = auctioning
  const [ticker, wallet, awards] =
    place % 2 === 0 ? ([VAULT, market.vault, 'ONE'] as const) : ([SECOND_VAULT, market.secondVault, 'SEVERAL'] as const)
  const vault = actorOf(past, ticker, random)
  const { index, value } = venues.prices
  const worth = ({ underlying: coin, ...option }: Parameters<Parameters<typeof forSale>[0]['worth']>[0]) => value({ coin, ...option }).price
  const option = forSale({ random, now, index, worth, market })
  const swapId = await market.sell(option, wallet)
  const domain = { chain_id: Number(market.place.chainId), verifying_contract: market.place.swap }
  const endsAt = now() + LASTS_MS
  const auction = must(await past.auctions!.selling.open(vault, { venue: 'RBN', domain, swap_id: Number(swapId), awards, ends_at: endsAt }))
  for (const desk of some(random, random.next() < NEWCOMERS_SHARE ? pastBidders : simulated, pastBidders.length)) {
    venues.moveTo(now() + Math.round(between(random, 5_000, LASTS_MS / 5)))
    await bid(auction, desk, auctioning)
  }
  venues.moveTo(endsAt + AFTER_END_MS)
  await settle(auction, { vault, wallet }, auctioning)
}

const must = <T extends object>(answer: T): Exclude<T, { readonly refused: unknown }> => {
  if (isRefusal(answer)) throw new Error(answer.message)
  return answer as Exclude<T, { readonly refused: unknown }>
}

async function bid(auction: Auction, desk: RosterDesk, { past, market, random }: PastAuctioning): Promise<void> {
  const { bidding } = past.auctions!
  const { token, leastPrice, quantity, awards } = auction
  const whole = 10 ** token.decimals
  const terms = drawBid(random, {
    min_price: (Number(leastPrice) / whole).toFixed(token.decimals),
    quantity: String(Number(quantity) / OPTION_UNITS),
    awards,
  })
  const caller = actorOf(past, desk.ticker, random)
  const priced = must(await bidding.price(caller, auction.id, { account: walletNameOf(token.symbol), ...terms }))
  must(await bidding.place(caller, auction.id, await signedFields(walletAt(market.place, walletKeyOf(desk)), priced)))
}

const OPTION_UNITS = 1e8

type Seller = { readonly vault: Caller; readonly wallet: Wallet }

/** The best bids that the contract would settle, until all is sold. */
async function settle(auction: Auction, seller: Seller, { past, market }: PastAuctioning): Promise<void> {
  const { bids } = must(await past.auctions!.selling.book(seller.vault, auction.id))
  let left = Number(auction.quantity) / OPTION_UNITS
  for (const booked of bids) {
    if (booked.state !== 'OPEN' || booked.chain_words?.length !== 0 || Number(booked.quantity) > left) continue
    await settleBid(auction, booked, seller, { past, market })
    left -= Number(booked.quantity)
  }
}

async function settleBid(
  auction: Auction,
  booked: BookedBid,
  { vault, wallet }: Seller,
  { past, market }: Pick<PastAuctioning, 'past' | 'market'>,
) {
  const { selling } = past.auctions!
  const { trade } = must(await selling.take(vault, auction.id, { quote_id: booked.id }))
  const sent = await wallet.settleOffer(auction.swapId, [signedBid(booked)])
  if (sent.outcome !== 'DONE') throw new Error(sent.reason)
  for (let blocks = 0; blocks < CONFIRMATIONS; blocks += 1) await market.node.mine()
  must(await selling.report(vault, trade.id, { status: 'COMPLETED', transaction_id: sent.value }))
}
