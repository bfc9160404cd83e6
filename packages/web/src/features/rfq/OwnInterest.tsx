import type { Rfq, Side } from '@parley/client'
import { priceDecimals, priceText, quantityText } from '@parley/core'
import { useMemo } from 'react'
import { Button } from '../../components/Button.tsx'
import { useFlag } from '../../live/feature-flags.ts'
import { isMatchingDetected, usePreferences } from '../../live/preferences.ts'
import { useOrders, useRfqs } from '../../live/use-live.ts'
import { ownInterest } from './own-interest.ts'
import styles from './OwnInterest.module.css'

type OwnInterestProps = {
  readonly rfq: Rfq
  /** The sides that may be quoted here. */
  readonly sides: readonly Side[]
  /** Fills in the entry and sends nothing. */
  readonly onTake: (side: Side, price: string, quantity: string) => void
}

/** If the desk bids or offers the same structure elsewhere, a quote that would match it. The other order stays live. */
export function OwnInterest({ rfq, sides, onTake }: OwnInterestProps) {
  const isOffered = useFlag('feature_matching_quote')
  const isWanted = isMatchingDetected(usePreferences())
  const orders = useOrders()
  const rfqs = useRfqs()
  const found = useMemo(
    () => (isOffered && isWanted ? ownInterest(rfq, rfqs, orders.values()) : []),
    [isOffered, isWanted, rfq, rfqs, orders],
  ).filter(({ side }) => sides.includes(side))
  if (found.length === 0) return null
  return (
    <ul className={styles['interests']} aria-label="Your orders elsewhere">
      {found.map(({ side, price, quantity, rests }) => {
        const figures = `${quantityText(quantity)} @ ${priceText(price, priceDecimals(rfq))}`
        return (
          <li key={side} title="That order stays live. Both may trade.">
            <span>{`You ${side === 'BUY' ? 'bid' : 'offer'} ${figures} in ${rests.audience === 'DIRECT' ? 'another RFQ' : 'the order book'}`}</span>
            <Button size="small" onClick={() => onTake(side, price, quantity)}>
              Use it here
            </Button>
          </li>
        )
      })}
    </ul>
  )
}
