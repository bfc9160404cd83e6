/** The texts of the auction screen for an auction, a bid and its settlement. */
import type { AuctionView, BidderWalletView, ChainFactsView, VaultBidView, VaultTradeView } from '@parley/contracts'
import { formatUnits, withCommas } from '@parley/core'
import type { Tone } from '../../components/Badge.tsx'
import type { AuctionRow } from './auction-rows.ts'

const chainNames: Readonly<Record<number, string>> = {
  1: 'Ethereum',
  5: 'Goerli',
  56: 'BNB Chain',
  137: 'Polygon',
  8_453: 'Base',
  42_161: 'Arbitrum',
  43_113: 'Fuji',
  43_114: 'Avalanche',
  31_337: 'Demo chain',
}
export const chainName = (chainId: number): string => chainNames[chainId] ?? `Chain ${chainId}`

export const addressText = (address: string): string => `${address.slice(0, 6)}…${address.slice(-4)}`

const SECOND_MS = 1_000
const two = (value: number): string => String(value).padStart(2, '0')

/** `04:12`, or `1:31:30` from an hour on. */
export function timeLeft(ms: number): string {
  const seconds = Math.ceil(Math.max(0, ms) / SECOND_MS)
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60]
  return `${hours > 0 ? `${hours}:` : ''}${two(minutes)}:${two(seconds % 60)}`
}

/** In whole tokens. */
export const amountText = (amount: string, { decimals }: { readonly decimals: number }): string =>
  withCommas(formatUnits(BigInt(amount), decimals))

/** An allowance from this size on means unlimited: wallets approve the largest possible number if they approve everything. */
const EVERYTHING = 2n ** 255n

/** The allowance of the contract for a wallet. */
export const allowanceText = (wallet: Pick<BidderWalletView, 'allowance' | 'bidding_token'>, unit: string): string =>
  BigInt(wallet.allowance) >= EVERYTHING ? 'unlimited' : `${amountText(wallet.allowance, wallet.bidding_token)} ${unit}`

/** The token in which bids are paid, as the contract names it: a wrapped coin is another token than the coin. */
export const unitText = ({ bidding_token: { symbol } }: Pick<AuctionView, 'bidding_token'>): string => symbol

/** `0.0041 × 40`: the price of one option, and the options. */
export const bidText = ({ price, quantity }: Pick<VaultBidView, 'price' | 'quantity'>): string =>
  `${withCommas(price)} × ${withCommas(quantity)}`

export type StateLabel = { readonly text: string; readonly tone: Tone; readonly title?: string }

const settlementLabels: Readonly<Record<VaultTradeView['settlement'], StateLabel>> = {
  AWAITED: {
    text: 'Won',
    tone: 'mine',
    title: 'The vault accepted your bid. The settlement transaction is not known yet.',
  },
  SENT: { text: 'Settling', tone: 'warn', title: 'The transaction has been sent but is not in a block yet.' },
  MINED: { text: 'Confirming', tone: 'warn', title: 'The swap is in a block and is waiting for more confirmations.' },
  CONFIRMED: { text: 'Completed', tone: 'mine', title: 'The swap has enough confirmations.' },
  REVERTED: { text: 'Rejected', tone: 'danger', title: 'The transaction failed, and nothing was paid.' },
  REORGANISED: {
    text: 'Reorged',
    tone: 'warn',
    title: 'The settlement block is no longer part of the chain. The vault may settle again.',
  },
  ABANDONED: { text: 'Rejected', tone: 'danger', title: 'The vault abandoned the settlement, and nothing was paid.' },
}

/** A row shows the state of the desk’s own bid if there is one, otherwise that of the auction. */
export function stateOf({ auction, bid, trade }: AuctionRow, opensAt: (at: number) => string): StateLabel {
  if (trade !== undefined) {
    const words = settlementLabels[trade.settlement]
    return trade.error === null ? words : { ...words, title: trade.error }
  }
  if (auction.outcome === 'CANCELED') return { text: 'Cancelled', tone: 'faint', title: 'The vault cancelled the auction.' }
  if (auction.status === 'COMING') return { text: `Opens ${opensAt(auction.starts_at)}`, tone: 'plain' }
  if (auction.status === 'ACTIVE') return bid?.state === 'OPEN' ? { text: 'Bid sent', tone: 'plain' } : { text: 'Open', tone: 'open' }
  if (bid?.state === 'LOST') return { text: 'Outbid', tone: 'faint' }
  if (bid?.state === 'OPEN')
    return { text: 'Awaiting vault', tone: 'warn', title: 'The auction has closed. The vault has not decided yet.' }
  switch (auction.outcome) {
    case 'SOLD':
      return { text: 'Sold', tone: 'faint' }
    case 'PARTLY_SOLD':
      return { text: 'Partly sold', tone: 'faint' }
    case 'UNSOLD':
      return { text: 'Unsold', tone: 'faint' }
    case null:
      return { text: 'Awaiting vault', tone: 'warn', title: 'The auction has closed. The vault has not decided yet.' }
  }
}

/** The block explorer page of a transaction. Undefined if none is configured. */
export const transactionLink = (chain: ChainFactsView | undefined, hash: string): string | undefined =>
  chain?.transaction_url?.replace('{hash}', hash)
