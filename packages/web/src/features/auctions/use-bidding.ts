/** One bid, from the typed price to the response of the server: the typed data, the wallet, the signature, and sending. */
import { type AuctionView, type BidPricingView, type BidderWalletView, type VaultBidView, vaultCalls } from '@parley/contracts'
import { useState } from 'react'
import { useAttempt } from '../../components/use-attempt.ts'
import { client, write } from '../../live/api.ts'
import { serverNow } from '../../live/connection.ts'
import { errorMessage } from '../../live/loadable.ts'
import { approvalFor } from './approval.ts'
import { keep } from './auction-store.ts'
import { approveInBrowser, signInBrowser, WalletProblem } from './browser-wallet.ts'

/** The signer: the browser wallet, a delegate key typed here, or a test wallet of the demo. */
export type SignerKind = 'BROWSER' | 'DELEGATE_KEY' | 'TEST'

export type BidTerms = {
  readonly auction: number
  readonly account: string
  readonly price: string
  /** Undefined means the full size. */
  readonly quantity: string | undefined
  readonly isDelegated: boolean
}
type Built = { readonly pricing: BidPricingView; readonly wallet: BidderWalletView; readonly builtAt: number }

export type Bidding =
  | { readonly step: 'TYPING' }
  | { readonly step: 'BUILDING' }
  | ({ readonly step: 'READING' | 'SIGNING' | 'SENDING' } & Built)
  | ({ readonly step: 'SENT'; readonly bid: VaultBidView; readonly sentAt: number } & Built)

export type Trouble = { readonly words: string; readonly remedy?: { readonly label: string; readonly apply: () => void } }

export const isCovered = ({ pricing, wallet }: Built): boolean => BigInt(wallet.allowance) >= BigInt(pricing.sell_amount)
export const isFunded = ({ pricing, wallet }: Built): boolean => BigInt(wallet.balance) >= BigInt(pricing.sell_amount)

export type Signing = { readonly kind: SignerKind; readonly key: string; readonly ticker: string }

async function signatureOf(pricing: BidPricingView, { kind, key, ticker }: Signing): Promise<string> {
  if (kind === 'BROWSER') return signInBrowser(pricing)
  const { signWithKey, testKey } = await import('./key-wallet.ts')
  return signWithKey(pricing, kind === 'TEST' ? testKey(ticker) : key)
}

const TYPING: Bidding = { step: 'TYPING' }

export function useBidding() {
  const [bidding, setStep] = useState<Bidding>(TYPING)
  const [trouble, setTrouble] = useState<Trouble>()

  const failed = (error: unknown) => {
    const remedy = error instanceof WalletProblem ? error.remedy : undefined
    const apply = remedy === undefined ? undefined : () => void remedy.apply().then(() => setTrouble(undefined), failed)
    setTrouble({ words: errorMessage(error), ...(remedy && apply ? { remedy: { label: remedy.label, apply } } : {}) })
  }

  const { run } = useAttempt(failed)
  /** A failure shows its reason, and the bid is again at the step `before`. */
  const attempt = async (work: () => Promise<void>, before?: Bidding) => {
    setTrouble(undefined)
    if (!(await run(work)) && before !== undefined) setStep(before)
  }

  const build = ({ auction, account, price, quantity, isDelegated }: BidTerms) =>
    attempt(async () => {
      setStep({ step: 'BUILDING' })
      const body = { account, price, use_delegated_wallet: isDelegated, ...(quantity === undefined ? {} : { quantity }) }
      const [pricing, wallet] = await Promise.all([
        client.call(vaultCalls.priceBid, { params: { id: auction }, body }),
        client.call(vaultCalls.getBidderWallet, { params: { id: auction }, query: { account } }),
      ])
      setStep({ step: 'READING', pricing, wallet, builtAt: serverNow() })
    }, TYPING)

  const sign = (built: Built, auction: number, signing: Signing) =>
    attempt(
      async () => {
        setStep({ ...built, step: 'SIGNING' })
        const signature = await signatureOf(built.pricing, signing)
        setStep({ ...built, step: 'SENDING' })
        const { typed_data: _typed, in_words: _words, signatory: _signatory, ...signed } = built.pricing
        const bid = await write(vaultCalls.createBid, { params: { id: auction }, body: { ...signed, signature } })
        if (!('state' in bid)) throw new Error('This bid has already been sent. See My bids.')
        keep('bids', bid)
        setStep({ ...built, step: 'SENT', bid, sentAt: serverNow() })
      },
      { ...built, step: 'READING' },
    )

  /** Reads the wallet of a prepared bid: after the transaction is sent, and on request of the user. */
  const readWallet = (built: Built, auction: number, account: string) =>
    client
      .call(vaultCalls.getBidderWallet, { params: { id: auction }, query: { account } })
      .then((wallet) => setStep({ ...built, step: 'READING', wallet }), failed)

  const approve = (built: Built, auction: AuctionView, account: string) =>
    attempt(async () => {
      await approveInBrowser(built.wallet, approvalFor(auction, built.pricing.sell_amount))
      await readWallet(built, auction.id, account)
    })

  const reset = () => {
    setTrouble(undefined)
    setStep(TYPING)
  }
  return { bidding, trouble, build, sign, approve, readWallet, reset }
}
