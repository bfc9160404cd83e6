/** The venue's own screen prices of an RFQ's structure, around which makers quote. */
import type { BboView, GroupBboView } from '@parley/contracts'
import { idOf } from './from-grfq.ts'

export type ScreenLeg = {
  readonly instrumentId: number
  readonly instrumentName: string
  readonly bestBidPrice: string | undefined
  readonly bestAskPrice: string | undefined
  readonly markPrice: string
  readonly markIv: string | undefined
  readonly indexPrice: string
}

export type Screen = {
  readonly rfqId: string
  readonly markPrice: string | undefined
  readonly bestBidPrice: string | undefined
  readonly bestAskPrice: string | undefined
  readonly legs: readonly ScreenLeg[]
  readonly at: number
}

export const screenFromDrfq = (view: BboView): Screen => ({
  rfqId: view.rfq_id,
  ...pricesOf(view),
  legs: view.legs.map((leg) => legOf(leg, leg.instrument_name)),
  at: view.created_at,
})

export const screenFromGrfq = (view: GroupBboView): Screen => ({
  rfqId: idOf(view.rfq_id),
  ...pricesOf(view),
  legs: view.leg_prices.map((leg) => legOf(leg, leg.instrument)),
  at: view.created_at,
})

const pricesOf = (view: BboView | GroupBboView) => ({
  markPrice: view.mark_price ?? undefined,
  bestBidPrice: view.best_bid_price ?? undefined,
  bestAskPrice: view.best_ask_price ?? undefined,
})

const legOf = (leg: BboView['legs'][number] | GroupBboView['leg_prices'][number], instrumentName: string): ScreenLeg => ({
  instrumentId: leg.instrument_id,
  instrumentName,
  bestBidPrice: leg.best_bid_price ?? undefined,
  bestAskPrice: leg.best_ask_price ?? undefined,
  markPrice: leg.mark_price,
  markIv: leg.mark_price_iv ?? undefined,
  indexPrice: leg.index_price,
})
