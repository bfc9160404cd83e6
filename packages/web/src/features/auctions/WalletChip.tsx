import { StatusDot } from '../../components/StatusDot.tsx'
import { addressText } from './auction-text.ts'
import { useBidderWallet } from './bidder-wallet.ts'
import styles from './WalletChip.module.css'

/** Shown in the header while a bid can be made: the wallet that would pay, and whether the chain has responded for it. */
export function WalletChip() {
  const wallet = useBidderWallet((held) => held.wallet)
  if (wallet === undefined) return null
  const { account, address, failed } = wallet
  return (
    <span className={styles['chip']} title={failed ?? `${account}${address === undefined ? '' : `: ${address}`}`}>
      <StatusDot tone={failed !== undefined ? 'broken' : address === undefined ? 'unknown' : 'live'}>
        Wallet {address === undefined ? account : addressText(address)}
      </StatusDot>
    </span>
  )
}
