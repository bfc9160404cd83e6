/** Signatures of the desk that outlive their bids at the contract (rulebook 19.16). Pure. */
import type { AuctionView, BidSignatureView, VaultBidView } from '@parley/contracts'
import { bidText } from './auction-text.ts'

/** Only this many are read from the chain, the newest first. A desk rarely has more than a few in one auction. */
const READ_MOST = 10

/** Bids of an auction that are over here, without having settled. Their signatures may be valid at the contract. */
export const endedBids = (auction: number, bids: Iterable<VaultBidView>): readonly VaultBidView[] =>
  [...bids]
    .filter(({ rfq_id, state }) => rfq_id === auction && (state === 'CANCELED' || state === 'LOST' || state === 'REJECTED'))
    .toSorted((a, b) => b.created_at - a.created_at)
    .slice(0, READ_MOST)

export type SignatureLine = {
  readonly bid: VaultBidView
  readonly title: string
  /** What the contract makes of it, and who can use it. */
  readonly text: string
}

const ended: Readonly<Record<'CANCELED' | 'LOST' | 'REJECTED', string>> = { CANCELED: 'Withdrawn', LOST: 'Lost', REJECTED: 'Not settled' }

/** Undefined for a signature that can never settle again. */
export function signatureLine(
  bid: VaultBidView,
  { life, nonce, is_known_to_vault }: BidSignatureView,
  auction: AuctionView,
): SignatureLine | undefined {
  if (life === 'VOID') return undefined
  const until =
    auction.awards === 'ONE'
      ? 'until the offer is sold or the nonce is cancelled'
      : `until less than ${bid.quantity} of the offer is left or the nonce is cancelled`
  const holder = is_known_to_vault ? 'The vault has it and could still settle it.' : 'Parley has not sent it to the vault.'
  const valid =
    life === 'VALID' ? 'Its signature is valid at the contract' : 'The wallet cannot pay for it at the moment. Its signature remains valid'
  return {
    bid,
    title: `${ended[bid.state as keyof typeof ended]} ${bidText(bid)}, nonce ${nonce}`,
    text: `${valid} ${until}. ${holder}`,
  }
}
