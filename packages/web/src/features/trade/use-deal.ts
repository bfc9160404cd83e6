/** The selected deal of a record: the requested one, another that the user has chosen, or the latest. */
import { type DealQuality, priceDecimals } from '@parley/core'
import type { RecordQuote, RfqRecord } from '@parley/client'
import { useState } from 'react'
import { useStructure } from '../structure/use-structure.ts'
import { useVenueFees } from '../../live/venue-fees.ts'
import { type Deal, dealOfRecord, dealWith, qualityOf, withDealFees } from './deal-view.ts'

export type ShownDeal = {
  /** Undefined without trades. */
  readonly deal: Deal | undefined
  /** Undefined if nothing was traded. */
  readonly quality: DealQuality | undefined
  readonly quotes: readonly RecordQuote[]
  readonly decimals: number
  readonly tick: string | undefined
  /** By its time. */
  readonly choose: (at: string) => void
}

export function useDeal(record: RfqRecord, tradeId?: string): ShownDeal {
  const { rfq, deals } = record
  const [chosen, choose] = useState<string>()
  const known = useStructure(rfq)
  const fees = useVenueFees()
  const found = deals.find(({ at }) => String(at) === chosen) ?? dealWith(deals, tradeId)
  const deal = found === undefined ? undefined : withDealFees(dealOfRecord(found, record), fees)
  return {
    deal,
    quality: deal === undefined ? undefined : qualityOf(deal),
    quotes: found?.quotes ?? [],
    decimals: priceDecimals(rfq),
    tick: known.state === 'KNOWN' ? known.sizes.tick : undefined,
    choose,
  }
}
