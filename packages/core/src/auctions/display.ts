/** Texts that describe an auction. */
import { formatUnits } from '../units.ts'
import { formatOptions } from './amounts.ts'
import type { Auction, AuctionTerms, PlacedBid } from './auction.ts'
import type { BidFields } from './bid-signature.ts'

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const
const DAY_MS = 86_400_000
const STRIKE_DECIMALS = 8

/** `ETH Call  27 Jun 27  4000`, in the format of structure descriptions. */
export function describeOption({ option: { underlying, kind, strike, expiresAt } }: Pick<AuctionTerms, 'option'>): string {
  return `${underlying} ${kind === 'CALL' ? 'Call' : 'Put'}  ${dayText(expiresAt)}  ${formatUnits(strike, STRIKE_DECIMALS)}`
}

export const formatStrike = (strike: bigint): string => formatUnits(strike, STRIKE_DECIMALS)

/** The civil date of an instant in UTC, calculated without a clock: days since 1970 counted from the first of March of the year 0. */
function dayText(at: number): string {
  const days = Math.floor(at / DAY_MS) + 719_468
  const era = Math.floor(days / 146_097)
  const ofEra = days - era * 146_097
  const year = Math.floor((ofEra - Math.floor(ofEra / 1_460) + Math.floor(ofEra / 36_524) - Math.floor(ofEra / 146_096)) / 365)
  const ofYear = ofEra - (365 * year + Math.floor(year / 4) - Math.floor(year / 100))
  const fromMarch = Math.floor((5 * ofYear + 2) / 153)
  const day = ofYear - Math.floor((153 * fromMarch + 2) / 5) + 1
  const month = (fromMarch + 2) % 12
  return `${day} ${MONTHS[month]} ${String((year + era * 400 + (month < 2 ? 1 : 0)) % 100).padStart(2, '0')}`
}

const NOBODY = /^0x0{40}$/

/** The bid that a new one replaces. */
export type ReplacedBid = Pick<PlacedBid, 'price' | 'buyAmount' | 'nonce'>

/** The meaning of a signature, one sentence per entry, for the person who signs (rulebook 19.17). */
export function bidInWords(auction: Auction, bid: BidFields, replaced: ReplacedBid | undefined): readonly string[] {
  const { token, domain } = auction
  const pays = `${formatUnits(bid.sellAmount, token.decimals)} ${token.symbol}`
  return [
    `You bid to buy ${formatOptions(bid.buyAmount)} of ${describeOption(auction).replaceAll('  ', ' ')} and to pay ${pays} for all of it.`,
    ...(replaced === undefined ? [] : [replacedInWords(auction, replaced)]),
    `Only the wallet ${bid.signerWallet} pays and receives.`,
    `The swap contract ${domain.verifyingContract} on chain ${domain.chainId} settles it in one transaction, all of it or nothing, for offer ${bid.swapId}.`,
    `The signature can be used once: nonce ${bid.nonce}.`,
    NOBODY.test(bid.referrer)
      ? 'The vault receives the full amount that you pay. There is no referral fee.'
      : `The contract pays a share of it to ${bid.referrer}, at no extra cost to you.`,
    'The bid is sealed until the auction closes. You can cancel it until then. The signature remains valid at the contract until its nonce is cancelled there, or until its offer is sold.',
  ]
}

const replacedInWords = ({ token }: Auction, { price, buyAmount, nonce }: ReplacedBid): string =>
  `It replaces your desk's bid of ${formatUnits(price, token.decimals)} ${token.symbol} for ${formatOptions(buyAmount)}, nonce ${nonce}, which is cancelled and never sent to the vault.`
