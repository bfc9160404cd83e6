/** Whether a vault may open an auction of its offer (rulebook 19.1 to 19.3). */
import type { DeskId, Instant } from '../ids.ts'
import { isRefusal, refuse, type Refusal } from '../refusal.ts'
import { parseUnits } from '../units.ts'
import { formatOptions } from './amounts.ts'
import {
  isSameAddress,
  type AuctionedOption,
  type AuctionedToken,
  type AuctionEvent,
  type AuctionId,
  type AuctionRefusal,
  type Awards,
} from './auction.ts'
import type { Address, SwapDomain } from './bid-signature.ts'
import {
  AUCTION_AHEAD_MS,
  DECIDE_WITHIN_MS,
  LONGEST_AUCTION_MS,
  MAX_AUCTIONS_PER_VAULT,
  OPTION_DECIMALS,
  SHORTEST_AUCTION_MS,
  USUAL_AUCTION_MS,
} from './limits.ts'

type Refused = Refusal<AuctionRefusal>

export type AskedAuction = {
  readonly id: AuctionId
  readonly seller: DeskId
  readonly domain: Partial<SwapDomain> & Pick<SwapDomain, 'chainId' | 'verifyingContract'>
  readonly swapId: bigint
  /** As it was sent. */
  readonly quantity: string | undefined
  readonly awards: Awards
  readonly startsAt: Instant | undefined
  readonly endsAt: Instant | undefined
}

/** The state of the offer on the chain, and everything known about it here. */
export type OfferReading = {
  readonly domain: SwapDomain
  /** Undefined if there is no such offer, or if nothing is left of it. */
  readonly offer:
    | {
        readonly seller: Address
        readonly option: AuctionedOption
        readonly token: AuctionedToken
        readonly leastPrice: bigint
        readonly leastSize: bigint
        readonly availableSize: bigint
      }
    | undefined
  /** The desk's own wallets. */
  readonly wallets: readonly Address[]
  readonly referrer: Address
  /** Open auctions of the same offer. */
  readonly ofSameOffer: number
  /** Open auctions of the desk. */
  readonly ofSameVault: number
}

/** Opens the auction, or returns the first refusal in this order: another contract, no offer, not the seller, already auctioned, quantity, times. */
export function openAuction(asked: AskedAuction, reading: OfferReading, now: Instant): readonly AuctionEvent[] | Refused {
  const { domain, offer, wallets, referrer } = reading
  const elsewhere = refuseDomain(asked.domain, domain)
  if (elsewhere !== undefined) return elsewhere
  if (offer === undefined)
    return refuse('OfferUnfit', '19.1', 'The swap contract has no open offer with this number. Create it there first.', 'swap_id')
  if (!wallets.some((wallet) => isSameAddress(wallet, offer.seller)))
    return refuse(
      'OfferUnfit',
      '19.1',
      "The offer was made by another wallet. Its seller must be a wallet in your desk's venue accounts.",
      'swap_id',
    )
  if (reading.ofSameOffer > 0)
    return refuse('OfferAuctioned', '19.2', 'An auction of this offer is still open. Cancel it, or wait until it ends.', 'swap_id')
  if (reading.ofSameVault >= MAX_AUCTIONS_PER_VAULT)
    return refuse('OfferUnfit', '19.2', `A vault can have at most ${MAX_AUCTIONS_PER_VAULT} auctions at a time. Wait until one ends.`)
  if (asked.quantity !== undefined && parseUnits(asked.quantity, OPTION_DECIMALS) !== offer.availableSize)
    return refuse(
      'OfferUnfit',
      '19.2',
      `The auction must be for everything that is left of the offer: ${formatOptions(offer.availableSize)}.`,
      'quantity',
    )
  const times = timesOf(asked, offer.option, now)
  if (isRefusal(times)) return times
  const { availableSize: quantity, seller: _seller, ...terms } = offer
  const { id, seller, swapId, awards } = asked
  return [{ kind: 'AuctionOpened', terms: { ...terms, ...times, id, seller, swapId, awards, domain, quantity, referrer, createdAt: now } }]
}

function refuseDomain(asked: AskedAuction['domain'], { name, version, chainId, verifyingContract }: SwapDomain): Refused | undefined {
  const isSame =
    asked.chainId === chainId &&
    isSameAddress(asked.verifyingContract, verifyingContract) &&
    (asked.name ?? name) === name &&
    (asked.version ?? version) === version
  return isSame
    ? undefined
    : refuse('OfferUnfit', '19.2', `Auctions settle on chain ${chainId} at ${name}, version ${version}, ${verifyingContract}.`, 'domain')
}

type Times = { readonly startsAt: Instant; readonly endsAt: Instant }

function timesOf(asked: AskedAuction, option: AuctionedOption, now: Instant): Times | Refused {
  const startsAt = Math.max(asked.startsAt ?? now, now) as Instant
  const endsAt = (asked.endsAt ?? startsAt + USUAL_AUCTION_MS) as Instant
  const lasts = endsAt - startsAt
  if (startsAt > now + AUCTION_AHEAD_MS)
    return refuse('AuctionTimesInvalid', '19.3', 'An auction must start within seven days.', 'starts_at')
  if (lasts < SHORTEST_AUCTION_MS || lasts > LONGEST_AUCTION_MS)
    return refuse('AuctionTimesInvalid', '19.3', 'An auction must accept bids for at least 10 seconds and at most one day.', 'ends_at')
  if (endsAt + DECIDE_WITHIN_MS > option.expiresAt)
    return refuse(
      'AuctionTimesInvalid',
      '19.3',
      'The option must expire at least one hour after the close, because the vault has that hour to decide.',
      'ends_at',
    )
  return { startsAt, endsAt }
}
