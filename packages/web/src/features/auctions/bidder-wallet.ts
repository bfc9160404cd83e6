/** The wallet that would pay the bid in the ticket, for the header. */
import { create } from 'zustand'

export type BidderWallet = {
  /** The account name that the desk gave it. */
  readonly account: string
  /** Undefined until the chain has responded, and if it does not respond. */
  readonly address: string | undefined
  readonly failed: string | undefined
}

export const useBidderWallet = create<{ readonly wallet: BidderWallet | undefined }>(() => ({ wallet: undefined }))
