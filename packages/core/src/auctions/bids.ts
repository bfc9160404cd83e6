/** Bids until the close: placed, replaced by the next bid of the same desk, or cancelled (rulebook 19.4 to 19.7). */
import type { DeskId, Instant, UserId } from '../ids.ts'
import { isRefusal, refuse, type Refusal } from '../refusal.ts'
import { formatUnits } from '../units.ts'
import { formatOptions, sellAmountOf } from './amounts.ts'
import { isSameAddress, type Auction, type AuctionEvent, type AuctionRefusal, type BidId, type PlacedBid } from './auction.ts'
import { worthProblem } from './bid-guard.ts'
import type { BidFields } from './bid-signature.ts'
import { contractWord, displayContractWord, type ChainReading, type ContractWord } from './contract-words.ts'
import { MAX_BIDS_PER_DESK } from './limits.ts'
import { phaseOf, standingBids } from './phase.ts'

type Refused = Refusal<AuctionRefusal>

/** The terms of a bid, before it is signed. */
export type BidTerms = { readonly price: bigint; readonly buyAmount: bigint }

export type AskedBid = BidFields &
  Pick<PlacedBid, 'id' | 'price' | 'signature' | 'digest' | 'account' | 'via'> & {
    readonly desk: DeskId
    readonly user: UserId
    /** The address that the desk has entered for the account. */
    readonly wallet: string
  }

export type BidReading = ChainReading & {
  /** Whether a bid was placed here before with this nonce of the signatory, whatever its state. */
  readonly isNonceKnown: boolean
}

/** Places the bid, or returns the first refusal in this order: own auction, not running, terms, signed fields, contract check. */
export function placeBid(auction: Auction, asked: AskedBid, reading: BidReading, now: Instant): readonly AuctionEvent[] | Refused {
  const early = refuseBidder(auction, asked.desk, now) ?? refuseTerms(auction, asked) ?? refuseFields(auction, asked)
  if (early !== undefined) return early
  const word = contractWord(asked, { ...reading, isNonceUsed: reading.isNonceUsed || reading.isNonceKnown })
  if (word !== undefined) return refuseByContract(word, reading)
  const { wallet: _wallet, ...fields } = asked
  const replaced = standingBids(auction).filter(({ desk }) => desk === asked.desk)
  return [
    ...replaced.map(({ id }): AuctionEvent => ({ kind: 'BidCanceled', auction: auction.id, bid: id, at: now })),
    {
      kind: 'BidPlaced',
      auction: auction.id,
      bid: { ...fields, signatory: reading.signatory!, at: now, state: 'OPEN', closedAt: undefined },
    },
  ]
}

/** Why the desk cannot place any bid at this time (rulebook 19.4). */
export function refuseBidder(auction: Auction, desk: DeskId, now: Instant): Refused | undefined {
  if (auction.seller === desk) return refuse('OwnDesk', '19.4', "This is your own vault's auction. Only other desks can bid.")
  const notNow = refuseUnlessRunning(auction, now)
  if (notNow !== undefined) return notNow
  const placed = [...auction.bids.values()].filter((bid) => bid.desk === desk)
  return placed.length < MAX_BIDS_PER_DESK
    ? undefined
    : refuse('TooManyOrders', '19.4', `A desk can place at most ${MAX_BIDS_PER_DESK} bids in one auction. Your last bid remains valid.`)
}

function refuseUnlessRunning(auction: Auction, now: Instant): Refused | undefined {
  switch (phaseOf(auction, now)) {
    case 'RUNNING':
      return undefined
    case 'COMING':
      return refuse('AuctionNotRunning', '19.4', 'The auction has not started. Bids are accepted from its start.')
    case 'ENDED':
      return refuse('AuctionNotRunning', '19.4', 'The auction is closed. Bids can no longer be placed or cancelled.')
    case 'CANCELED':
      return refuse('AuctionNotRunning', '19.4', 'The vault has cancelled the auction.')
  }
}

/** Refuses a price or size that no bid of the auction can have (rulebook 19.5, 19.6, 21.6). */
export function refuseTerms(auction: Auction, { price, buyAmount }: BidTerms): Refused | undefined {
  const { awards, quantity, leastSize, leastPrice, token } = auction
  if (awards === 'ONE' && buyAmount !== quantity)
    return refuse('BidUnfit', '19.5', `The bid must be for the whole quantity: ${formatOptions(quantity)}.`, 'quantity')
  if (buyAmount > quantity || buyAmount < leastSize)
    return refuse('BidUnfit', '19.5', `The bid must be for ${formatOptions(leastSize)} to ${formatOptions(quantity)}.`, 'quantity')
  if (price < leastPrice)
    return refuse(
      'BidRefusedByContract',
      '19.6',
      `PRICE_TOO_LOW: the minimum price is ${priceText(auction, leastPrice)} ${token.symbol}.`,
      'price',
    )
  const worth = worthProblem(auction, price)
  return worth === undefined ? undefined : refuse('BidUnfit', '21.6', worth, 'price')
}

const priceText = ({ token }: Auction, price: bigint): string => formatUnits(price, token.decimals)

/** The signed fields must be those that pricing returns for the price and the size (rulebook 19.5). */
function refuseFields(auction: Auction, asked: AskedBid): Refused | undefined {
  if (asked.swapId !== auction.swapId)
    return refuse('BidUnfit', '19.5', `The bid must be signed for this auction's offer, ${auction.swapId}.`, 'swap_id')
  if (!isSameAddress(asked.signerWallet, asked.wallet))
    return refuse('BidUnfit', '19.5', 'The signing wallet must be the wallet of the account in the bid.', 'signer_wallet')
  if (!isSameAddress(asked.referrer, auction.referrer))
    return refuse('BidUnfit', '19.5', `The referrer must be ${auction.referrer}, as returned by pricing.`, 'referrer')
  const pays = sellAmountOf(asked.price, asked.buyAmount)
  return asked.sellAmount === pays
    ? undefined
    : refuse(
        'BidUnfit',
        '19.5',
        'The amount paid must be price times quantity, rounded up to the smallest unit, as returned by pricing.',
        'sell_amount',
      )
}

function refuseByContract(word: ContractWord, { isNonceKnown, isNonceUsed }: BidReading): Refused {
  if (word === 'NONCE_ALREADY_USED' && isNonceKnown && !isNonceUsed)
    return refuse(
      'BidRefusedByContract',
      '19.7',
      'NONCE_ALREADY_USED: a bid was already signed with this nonce. Request a new one from pricing.',
      'nonce',
    )
  return refuse('BidRefusedByContract', '19.6', `${word}: ${displayContractWord(word)}`)
}

/** Cancels the bid, or returns the first refusal in this order: not the desk's own, already over, auction closed (rulebook 19.4). */
export function cancelBid(auction: Auction, desk: DeskId, id: BidId, now: Instant): readonly AuctionEvent[] | Refused {
  const bid = auction.bids.get(id)
  if (bid?.desk !== desk) return refuse('OrderUnknown', '19.8', 'Your desk has no bid with this id.', 'id')
  if (bid.state !== 'OPEN') return refuse('OrderClosed', '19.4', 'The bid is no longer open.', 'id')
  const over = refuseUnlessRunning(auction, now)
  return over ?? [{ kind: 'BidCanceled', auction: auction.id, bid: id, at: now }]
}

/** Cancels all open bids of a desk, or of one of its keys, if the auction still accepts cancels; otherwise returns nothing. */
export function cancelBidsOf(auction: Auction, isTheirs: (bid: PlacedBid) => boolean, now: Instant): readonly AuctionEvent[] {
  if (isRefusal(refuseUnlessRunning(auction, now) ?? {})) return []
  return standingBids(auction)
    .filter(isTheirs)
    .map(({ id }) => ({ kind: 'BidCanceled', auction: auction.id, bid: id, at: now }))
}
