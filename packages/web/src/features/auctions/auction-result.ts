/** The outcome of an auction for the desk: the options won and the amount paid, or the reason why nothing was paid (rulebook 19.10 to 19.18). Pure. */
import type { AuctionView, VaultBidView, VaultTradeView } from '@parley/contracts'
import type { Tone } from '../../components/Badge.tsx'
import type { AuctionRow } from './auction-rows.ts'
import { amountText, unitText } from './auction-text.ts'

export type AuctionOutcome = { readonly title: string; readonly text: string; readonly tone: Tone }

/** A time of day. */
type At = (at: number) => string

/** Undefined before the close. */
export function outcomeText(row: AuctionRow, at: At): AuctionOutcome | undefined {
  const { auction, bid, trade } = row
  if (auction.outcome === 'CANCELED')
    return { title: 'Auction cancelled', text: 'The vault cancelled the auction and every bid in it. Nothing was paid.', tone: 'faint' }
  if (auction.status !== 'EXPIRED') return undefined
  if (bid !== undefined && trade !== undefined) return ofTrade(auction, bid, trade)
  if (bid?.state === 'OPEN' || bid?.state === 'PENDING_FILL')
    return {
      title: 'Awaiting vault',
      text: `The vault has not decided yet. It can accept bids until ${at(auction.decide_by)}.`,
      tone: 'warn',
    }
  if (bid?.state === 'LOST') return ofLostBid(auction, bid)
  const own = bid === undefined ? 'You did not bid.' : 'You cancelled your bid.'
  if (auction.outcome === null && !isSold(auction))
    return { title: 'Awaiting vault', text: `The vault has not decided yet. ${own}`, tone: 'faint' }
  return isSold(auction)
    ? { title: 'Sold', text: `${soldText(auction)} ${own}`, tone: 'faint' }
    : { title: 'Unsold', text: `Nothing was sold. ${own}`, tone: 'faint' }
}

function ofTrade(auction: AuctionView, bid: VaultBidView, trade: VaultTradeView): AuctionOutcome {
  const pays = `${amountText(trade.sell_amount, auction.bidding_token)} ${unitText(auction)}`
  const won = `Won ${trade.quantity} of ${auction.quantity}`
  switch (trade.settlement) {
    case 'AWAITED':
    case 'SENT':
      return {
        title: won,
        text: `The vault accepted your bid. You pay ${pays} when it settles on the chain. Nothing was paid yet.`,
        tone: 'warn',
      }
    case 'MINED':
      return {
        title: won,
        text: `The swap of ${pays} is in a block. It is final after ${trade.confirmations_needed} confirmations.`,
        tone: 'warn',
      }
    case 'CONFIRMED':
      return {
        title: won,
        text: `Paid ${pays}, ${bid.price} each. ${clearingText(auction, bid)}${restText(auction, trade)}`.trim(),
        tone: 'mine',
      }
    case 'REVERTED':
      return unsettled(`The vault’s transaction failed${reasonText(trade.error)}.`, pays)
    case 'ABANDONED':
      return unsettled(`The vault abandoned the settlement${reasonText(trade.error)}.`, pays)
    case 'REORGANISED':
      return {
        title: 'Settlement reversed',
        text: `The block with the settlement was removed from the chain, so nothing was paid. The vault can settle your bid again, for ${pays}.`,
        tone: 'warn',
      }
  }
}

/** A rejected bid pays nothing, but its signature is valid until its offer is sold (rulebook 19.12). */
const unsettled = (why: string, pays: string): AuctionOutcome => ({
  title: 'Not settled: nothing was paid',
  text: `${why} The ${pays} stayed in your wallet. The vault can settle your bid again while its offer is open.`,
  tone: 'danger',
})

/** ` (out of gas)`. An error code keeps its capitals. */
function reasonText(error: string | null): string {
  const reason = error?.trim().replace(/\.+$/, '') ?? ''
  if (reason === '') return ''
  return ` (${/^[A-Z][a-z]/.test(reason) ? reason.charAt(0).toLowerCase() + reason.slice(1) : reason})`
}

function ofLostBid(auction: AuctionView, bid: VaultBidView): AuctionOutcome {
  const nothing = 'Nothing was paid.'
  return isSold(auction)
    ? {
        title: 'Outbid',
        text: `You bid ${bid.price} ${unitText(auction)} for ${bid.quantity}. ${clearingText(auction, bid)} ${nothing}`,
        tone: 'faint',
      }
    : { title: 'Not sold', text: `The vault sold nothing in this auction. ${nothing}`, tone: 'faint' }
}

const isSold = ({ result }: AuctionView): boolean => result?.clearing_price != null

const soldText = (auction: AuctionView): string =>
  `${auction.result!.quantity} of ${auction.quantity} sold, clearing price ${auction.result!.clearing_price} ${unitText(auction)}.`

/** The distance of the own bid from the lowest price that has settled. */
function clearingText(auction: AuctionView, { price }: VaultBidView): string {
  const clearing = auction.result?.clearing_price
  if (clearing == null) return ''
  const away = Number(price) - Number(clearing)
  const percent = `${((100 * Math.abs(away)) / Number(clearing)).toFixed(1)} %`
  return `Your bid was ${away === 0 ? 'at' : `${percent} ${away > 0 ? 'above' : 'below'}`} the clearing price ${clearing} ${unitText(auction)}.`
}

/** Other bids won the rest, as far as it is sold. */
function restText({ quantity, result }: AuctionView, trade: VaultTradeView): string {
  if (trade.quantity === quantity || result === null) return ''
  return ` ${result.quantity} of ${quantity} were sold.`
}
