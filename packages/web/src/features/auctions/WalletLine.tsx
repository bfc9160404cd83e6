import { type AuctionView, type BidderWalletView, vaultCalls } from '@parley/contracts'
import { useEffect, useState } from 'react'
import { client } from '../../live/api.ts'
import { errorMessage } from '../../live/loadable.ts'
import { addressText, allowanceText, amountText, unitText } from './auction-text.ts'
import styles from './AuctionTicket.module.css'
import { type BidderWallet, useBidderWallet } from './bidder-wallet.ts'

type WalletLineProps = { readonly auction: AuctionView; readonly account: string }
type Read = { readonly account: string; readonly wallet?: BidderWalletView; readonly failed?: string }

/** The paying wallet, as the chain reported it when the wallet was chosen. Preparing a bid reads it again. */
export function WalletLine({ auction, account }: WalletLineProps) {
  const [read, setRead] = useState<Read>()
  useEffect(() => {
    let isLeft = false
    const show = (wallet: BidderWallet | undefined) => useBidderWallet.setState({ wallet })
    const update = (found: Read) => {
      if (isLeft) return
      setRead(found)
      show({ account, address: found.wallet?.wallet, failed: found.failed })
    }
    show({ account, address: undefined, failed: undefined })
    client.call(vaultCalls.getBidderWallet, { params: { id: auction.id }, query: { account } }).then(
      (wallet) => update({ account, wallet }),
      (error: unknown) => update({ account, failed: errorMessage(error) }),
    )
    return () => {
      isLeft = true
      show(undefined)
    }
  }, [auction.id, account])
  return <p className={styles['wallet']}>{read?.account === account ? walletText(auction, read) : 'Loading the wallet…'}</p>
}

function walletText(auction: AuctionView, { wallet, failed }: Read): string {
  if (wallet === undefined) return failed ?? ''
  const unit = unitText(auction)
  const balance = `${amountText(wallet.balance, auction.bidding_token)} ${unit}`
  return `Wallet ${addressText(wallet.wallet)}: balance ${balance}, allowance ${allowanceText(wallet, unit)}.`
}
