import type { VaultBidView } from '@parley/contracts'
import { ArrowRight } from 'lucide-react'
import { bidText } from './auction-text.ts'
import styles from './AuctionTicket.module.css'

type WhatChangesProps = {
  readonly live: VaultBidView | undefined
  readonly next: Pick<VaultBidView, 'price' | 'quantity'>
}

/** The bid that the new one replaces, named before the wallet opens (rulebook 19.17). */
export function WhatChanges({ live, next }: WhatChangesProps) {
  if (live === undefined) return null
  return (
    <section className={styles['changes']} aria-label="What changes">
      <p>
        <s className={styles['muted']}>{bidText(live)}</s> <ArrowRight size={12} aria-label="becomes" /> <b>{bidText(next)}</b>
      </p>
      <p className={styles['muted']}>
        <b>Replaces your bid of {bidText(live)}.</b> The replaced bid is cancelled and never sent to the vault. Its signature, nonce{' '}
        {live.nonce}, remains valid at the contract.
      </p>
    </section>
  )
}
