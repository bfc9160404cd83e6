/** The wallet that the bid in the ticket would be paid from, for the header beside it. */
import { create } from 'zustand'

export type BidderWallet = {
  /** The name of the account that the desk gave it. */
  readonly account: string
  /** Undefined until the chain has answered, and where it does not. */
  readonly address: string | undefined
  readonly failed: string | undefined
}

export const useBidderWallet = create<{ readonly wallet: BidderWallet | undefined }>(() => ({ wallet: undefined }))
