/** The bidder's side: what it signs, its bids, and its wallet on the chain. */
import { randomInt } from 'node:crypto'
import type { Chain } from '@parley/chain'
import {
  bidDigest,
  contractOf,
  contractSignature,
  hasDecided,
  HIGHEST_CHOSEN_NONCE,
  isRefusal,
  isSameSigned,
  noAuction,
  OPTION_DECIMALS,
  parseUnits,
  refuse,
  refuseBidder,
  refuseTerms,
  sellAmountOf,
  signatoryOf,
  standingBids,
  type Address,
  type Auction,
  type AuctionId,
  type AskedBid,
  type BidFields,
  type BidId,
  type DeskId,
  type Instant,
  type PlacedBid,
  type Refusal,
  type RequestName,
  type TimedReading,
} from '@parley/core'
import type { BidderWalletView, BidPricingView, BidSignatureView, vaultCalls } from '@parley/contracts'
import type { BodyOf } from '@parley/contracts'
import type { Caller } from '../calls/route.ts'
import type { Admission } from './admission.ts'
import type { BidLimit } from './bid-limit.ts'
import type { AuctionEngine } from './auction-engine.ts'
import { asked as read, signed, type AuctionChain } from './chain-reading.ts'
import { auctionLimits as limits } from './limits.ts'
import { presentPricing, presentSignature } from './present.ts'
import type { PacedChain } from './paced-chain.ts'
import type { AuctionStore } from './store.ts'
import type { Wallets } from './wallets.ts'

export type BiddingParts = {
  readonly engine: Pick<AuctionEngine, 'find' | 'decide'>
  readonly store: AuctionStore
  readonly wallets: Wallets
  readonly auctions: AuctionChain
  readonly node: PacedChain
  readonly admission: Pick<Admission, 'begin'>
  readonly bidLimit: BidLimit
  readonly now: () => number
}

type Gone = (() => AbortSignal) | undefined
type PriceBody = BodyOf<typeof vaultCalls.priceBid>
type BidBody = BodyOf<typeof vaultCalls.createBid>
export type BidSpoken = { readonly auction: Auction; readonly bid: PlacedBid }

export type Bidding = ReturnType<typeof createBidding>

/** Random 48-bit ids, which reveal no counts. */
export const randomId = (): number => randomInt(1, 2 ** 48 - 1)

export function createBidding(parts: BiddingParts) {
  const { engine, store } = parts
  return {
    price: (caller: Caller, id: number, body: PriceBody, gone?: Gone) => priceBid(parts, caller, { id, body, gone }),

    async place(caller: Caller, id: number, body: BidBody, request?: RequestName): Promise<BidSpoken | Refusal> {
      const refusalNow = parts.admission.begin(caller, 'bid')
      const auction = await engine.find(id)
      if (auction === undefined) return noAuction
      const asked = askedBid(parts, caller, auction, body)
      if (isRefusal(asked)) return asked
      const sameIn = (bids: Iterable<PlacedBid>) => [...bids].find((bid) => isSameSigned(bid, asked))
      const known = sameIn(hasDecided(auction, request) ? auction.bids.values() : standingBids(auction))
      if (known !== undefined) return { auction, bid: known }
      const stopped = refusalNow() ?? parts.bidLimit(caller, auction, asked.buyAmount)
      if (stopped !== undefined) return stopped
      const reading = await readFor(parts, auction, asked)
      const decided = await engine.decide({ kind: 'PlaceBid', auction: auction.id, asked, reading, request }, refusalNow)
      if (isRefusal(decided)) return decided
      return { auction: decided, bid: decided.bids.get(asked.id) ?? sameIn(decided.bids.values())! }
    },

    async cancel(caller: Caller, bid: number, request?: RequestName): Promise<BidSpoken | Refusal> {
      const id = await store.auctionOfBid(bid)
      if (id === undefined) return refuse('OrderUnknown', '19.8', 'Your desk has no bid with this id.', 'id')
      const command = { kind: 'CancelBid', auction: id as AuctionId, desk: caller.desk, bid: bid as BidId, request } as const
      const decided = await engine.decide(command)
      return isRefusal(decided) ? decided : { auction: decided, bid: decided.bids.get(bid as BidId)! }
    },

    signature: (caller: Caller, bid: number, gone?: Gone) => readSignature(parts, caller, bid, gone),

    wallet: (caller: Caller, id: number, account: string, gone?: Gone) => readWallet(parts, caller, { id, account, gone }),
  }
}

type Priced = { readonly id: number; readonly body: PriceBody; readonly gone: Gone }

async function priceBid(parts: BiddingParts, caller: Caller, { id, body, gone }: Priced): Promise<BidPricingView | Refusal> {
  const { engine, wallets, node } = parts
  const chain = node.ofReader(caller.desk, gone)
  const auction = await engine.find(id)
  if (auction === undefined) return noAuction
  const wallet = wallets.named(caller.desk, body.account, auction)
  const terms = termsOf(auction, body)
  const refused = refuseBidder(auction, caller.desk, parts.now() as Instant) ?? refusalIn(wallet) ?? refusalIn(terms)
  if (refused !== undefined) return refused
  const { address } = wallet as Exclude<typeof wallet, Refusal>
  const { price, buyAmount } = terms as Exclude<typeof terms, Refusal>
  const unfit = refuseTerms(auction, { price, buyAmount }) ?? parts.bidLimit(caller, auction, buyAmount)
  if (unfit !== undefined) return unfit
  const isDelegated = body.use_delegated_wallet ?? false
  const signatory = isDelegated ? await read(chain.authorizedSigner(address)) : address
  if (signatory === undefined)
    return refuse('DelegateMissing', '19.6', 'The wallet has not authorised a delegate at the swap contract. Sign with the wallet, or authorise a delegate there first.', 'use_delegated_wallet') // prettier-ignore
  const nonce = await chosenNonce(parts, auction, { desk: caller.desk, signatory, given: body.nonce, chain })
  if (typeof nonce !== 'bigint') return nonce
  const { swapId, referrer } = auction
  const fields = { swapId, nonce, signerWallet: address, sellAmount: sellAmountOf(price, buyAmount), buyAmount, referrer }
  const replaced = standingBids(auction).find(({ desk }) => desk === caller.desk)
  return presentPricing(auction, { account: body.account, price, isDelegated, signatory, fields, replaced })
}

type AskedWallet = { readonly id: number; readonly account: string; readonly gone: Gone }

async function readWallet(parts: BiddingParts, caller: Caller, { id, account, gone }: AskedWallet): Promise<BidderWalletView | Refusal> {
  const { engine, wallets, node } = parts
  const chain = node.ofReader(caller.desk, gone)
  const auction = await engine.find(id)
  if (auction === undefined) return noAuction
  const wallet = wallets.named(caller.desk, account, auction)
  if (isRefusal(wallet)) return wallet
  const { address } = wallet
  const { token } = auction
  const [balance, allowance, delegate] = await Promise.all([
    read(chain.balance(token.address, address)),
    read(chain.allowance(token.address, address)),
    read(chain.authorizedSigner(address)),
  ])
  return {
    account,
    wallet: address,
    chain_id: Number(chain.chainId),
    swap_address: chain.swap,
    bidding_token: token,
    balance: String(balance),
    allowance: String(allowance),
    delegate: delegate ?? null,
  }
}

/** The contract's own check of a bid of the desk, whatever the state of the bid here (rulebook 19.16). */
async function readSignature(parts: BiddingParts, { desk }: Caller, id: number, gone: Gone): Promise<BidSignatureView | Refusal> {
  const { engine, store, node, now } = parts
  const of = await store.auctionOfBid(id)
  const auction = of === undefined ? undefined : await engine.find(of)
  const bid = auction?.bids.get(id as BidId)
  if (auction === undefined || bid?.desk !== desk) return refuse('OrderUnknown', '19.8', 'Your desk has no bid with this id.', 'id')
  const found = await node.ofReader(desk, gone).check(signed(bid, bid.signature))
  const words = found.outcome === 'REFUSED' ? undefined : await read(Promise.resolve(found))
  return presentSignature(auction, bid, words, now() as Instant)
}

const refusalIn = (answer: object): Refusal | undefined => (isRefusal(answer) ? answer : undefined)

/** Price and size as sent, converted to whole units (rulebook 19.5). */
function termsOf(auction: Auction, { price: text, quantity }: Pick<PriceBody, 'price' | 'quantity'>) {
  const { token } = auction
  const price = parseUnits(String(text), token.decimals)
  if (price === undefined)
    return refuse('BidUnfit', '19.5', `price must be above zero with at most ${token.decimals} decimals, in ${token.symbol} per option.`, 'price') // prettier-ignore
  const buyAmount = quantity === undefined || quantity === null ? auction.quantity : parseUnits(String(quantity), OPTION_DECIMALS)
  return buyAmount === undefined
    ? refuse('BidUnfit', '19.5', `quantity must have at most ${OPTION_DECIMALS} decimals.`, 'quantity')
    : { price, buyAmount }
}

type NonceAsked = { readonly desk: DeskId; readonly signatory: Address; readonly given: PriceBody['nonce']; readonly chain: Chain }

/** A nonce that neither the contract nor a bid of the desk has used. */
async function chosenNonce(
  parts: BiddingParts,
  auction: Auction,
  { desk, signatory, given, chain }: NonceAsked,
): Promise<bigint | Refusal> {
  const contract = contractOf(auction)
  const isUsed = async (nonce: bigint): Promise<boolean> =>
    (await parts.store.isNonceKnown(contract, signatory, nonce, desk)) || (await read(chain.isNonceUsed(signatory, nonce)))
  if (given !== undefined && given !== null) {
    const nonce = BigInt(given)
    return (await isUsed(nonce))
      ? refuse(
          'BidRefusedByContract',
          '19.7',
          'NONCE_ALREADY_USED: a nonce can be used only once. Send another one, or leave it out.',
          'nonce',
        )
      : nonce
  }
  for (let tries = 0; tries < limits.nonceTries; tries += 1) {
    const nonce = BigInt(randomInt(1, HIGHEST_CHOSEN_NONCE + 1))
    if (!(await isUsed(nonce))) return nonce
  }
  return refuse('BidRefusedByContract', '19.7', 'NONCE_ALREADY_USED: no unused nonce was found. Send one of your own.', 'nonce')
}

function askedBid({ wallets }: BiddingParts, caller: Caller, auction: Auction, body: BidBody): AskedBid | Refusal {
  const wallet = wallets.named(caller.desk, body.account, auction)
  if (isRefusal(wallet)) return wallet
  const fields: BidFields = {
    swapId: BigInt(body.swap_id),
    nonce: BigInt(body.nonce),
    signerWallet: body.signer_wallet as Address,
    sellAmount: BigInt(body.sell_amount),
    buyAmount: BigInt(body.buy_amount),
    referrer: body.referrer as Address,
  }
  const terms = termsOf(auction, { price: body.price, quantity: body.quantity })
  if (isRefusal(terms)) return terms
  if (body.quantity !== undefined && body.quantity !== null && terms.buyAmount !== fields.buyAmount)
    return refuse('BidUnfit', '19.5', 'quantity must equal `buy_amount`, or be left out.', 'quantity')
  const { desk, user, via } = caller
  return {
    ...fields,
    ...{ id: randomId() as BidId, desk, user, via, account: body.account, wallet: wallet.address, price: terms.price },
    signature: contractSignature(body.signature),
    digest: bidDigest(auction.domain, fields),
  }
}

/** Everything that the contract checks, read at once. */
async function readFor({ store, node, now }: BiddingParts, auction: Auction, asked: AskedBid): Promise<TimedReading> {
  const chain = node.ofCommand(asked.desk)
  const readAt = now() as Instant
  const signatory = signatoryOf(auction.domain, asked, asked.signature)
  const { address } = auction.token
  const ofSignatory = signatory ?? asked.signerWallet
  const [offer, delegate, isNonceUsed, isNonceKnown, allowance, balance] = await Promise.all([
    read(chain.offer(auction.swapId)),
    read(chain.authorizedSigner(asked.signerWallet)),
    read(chain.isNonceUsed(ofSignatory, asked.nonce)),
    store.isNonceKnown(contractOf(auction), ofSignatory, asked.nonce),
    read(chain.allowance(address, asked.signerWallet)),
    read(chain.balance(address, asked.signerWallet)),
  ])
  return {
    ...{ readAt, signatory, delegate, isNonceUsed, isNonceKnown, allowance, balance },
    availableSize: offer?.availableSize ?? 0n,
    leastSize: auction.leastSize,
    leastPrice: auction.leastPrice,
  }
}
