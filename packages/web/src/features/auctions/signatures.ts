/** Signatures of the desk that outlive their bids at the contract (rulebook 19.16). Pure. */
import type { AuctionView, BidSignatureView, VaultBidView } from '@parley/contracts'
import { bidText } from './auction-text.ts'

/** Only this many are read from the chain at a time, the newest first. A desk rarely has more than a few. */
const READ_MOST = 10

/** Bids of an auction that have ended here without settling. Their signatures may still be valid at the contract. */
export const endedBids = (auction: number, bids: Iterable<VaultBidView>): readonly VaultBidView[] =>
  [...bids]
    .filter(({ rfq_id, state }) => rfq_id === auction && isEnded(state))
    .toSorted((a, b) => b.created_at - a.created_at)
    .slice(0, READ_MOST)

const isEnded = (state: VaultBidView['state']): boolean => state === 'CANCELED' || state === 'LOST' || state === 'REJECTED'

/** The bids of all auctions that the contract may still settle: open ones, and ended ones whose offer is not sold (rulebook 19.19). */
export const signedBids = (bids: Iterable<VaultBidView>, auctions: ReadonlyMap<number, AuctionView>): readonly VaultBidView[] =>
  [...bids]
    .filter(({ rfq_id, state }) => state === 'OPEN' || (isEnded(state) && auctions.has(rfq_id) && auctions.get(rfq_id)?.outcome !== 'SOLD'))
    .toSorted((a, b) => b.created_at - a.created_at)
    .slice(0, READ_MOST)

export type SignatureLine = {
  readonly bid: VaultBidView
  readonly title: string
  /** Its validity at the contract, and its holder. */
  readonly text: string
}

const ended: Readonly<Record<'CANCELED' | 'LOST' | 'REJECTED', string>> = { CANCELED: 'Cancelled', LOST: 'Lost', REJECTED: 'Not settled' }

/** The state of a bid here. */
export const stateAtParley = ({ state }: VaultBidView): string => (isEnded(state) ? ended[state as keyof typeof ended] : 'Live')

/** The validity of a signature at the contract. Undefined for one that can never settle again. */
export function validityText(
  bid: VaultBidView,
  { life, is_known_to_vault }: Pick<BidSignatureView, 'life' | 'is_known_to_vault'>,
  { awards }: Pick<AuctionView, 'awards'>,
): string | undefined {
  if (life === 'VOID') return undefined
  const until =
    awards === 'ONE'
      ? 'until the offer is sold or the nonce is cancelled'
      : `until less than ${bid.quantity} of the offer is left or the nonce is cancelled`
  const holder = is_known_to_vault
    ? 'The vault has it and could still settle it.'
    : bid.state === 'OPEN'
      ? 'The vault receives it when the auction closes.'
      : 'Parley has not sent it to the vault.'
  const valid =
    life === 'VALID' ? 'Its signature is valid at the contract' : 'The wallet cannot pay for it at the moment. Its signature remains valid'
  return `${valid} ${until}. ${holder}`
}

/** Undefined for a signature that can never settle again. */
export function signatureLine(bid: VaultBidView, state: BidSignatureView, auction: AuctionView): SignatureLine | undefined {
  const text = validityText(bid, state, auction)
  return text === undefined ? undefined : { bid, title: `${stateAtParley(bid)} ${bidText(bid)}, nonce ${state.nonce}`, text }
}
