/** The response of each maker to a request that has closed (rulebook 20.4 to 20.6), read from the moments that requests to named makers keep. */
import { PRICE_DECIMALS, QUANTITY_DECIMALS, type Price } from '../decimal.ts'
import type { DeskId, Instant } from '../ids.ts'
import { dealQuality } from '../pricing/deal-quality.ts'
import { recordFor, type Moment } from '../rfq/record/record.ts'
import type { Rfq } from '../rfq/model/rfq.ts'
import type { Trade } from '../rfq/model/trade.ts'
import { indexOf, isCountedInDollars, volumeOf } from './volume.ts'

export type Response = {
  readonly desk: DeskId
  /** Undefined where it showed no quote, or its quote was hidden or traded as it came. */
  readonly firstQuoteMs: number | undefined
  readonly hasQuoted: boolean
  readonly hasDealt: boolean
  /** The taker's saving with it against the best quote of another maker, and the volume in which there was one; in cents. */
  readonly improvedUsd: number
  readonly coveredUsd: number
}

/** Empty where it was never sent, or its moments are not known. */
export function responsesOf(rfq: Rfq, moments: readonly Moment[], trades: readonly Trade[]): readonly Response[] {
  const asked = moments.find(({ kind }) => kind === 'ASKED')
  if (asked === undefined) return []
  const first = new Map<DeskId, Instant>()
  for (const moment of moments) if (moment.kind === 'QUOTE' && !first.has(moment.desk)) first.set(moment.desk, moment.at)
  const covers = coversOf(rfq, moments, trades)
  return rfq.makers.map((desk) => {
    const quotedAt = first.get(desk)
    const hasDealt = rfq.makerTotals.some((totals) => totals.desk === desk && totals.filled > 0)
    return {
      desk,
      firstQuoteMs: quotedAt === undefined ? undefined : quotedAt - asked.at,
      hasQuoted: quotedAt !== undefined || hasDealt,
      hasDealt,
      ...(covers.get(desk) ?? { improvedUsd: 0, coveredUsd: 0 }),
    }
  })
}

type Cover = Pick<Response, 'improvedUsd' | 'coveredUsd'>

/** Deal by deal as its taker reads them: the cover is what it would have dealt with next (rulebook 6.15). */
function coversOf(rfq: Rfq, moments: readonly Moment[], trades: readonly Trade[]): ReadonlyMap<DeskId, Cover> {
  const covers = new Map<DeskId, Cover>()
  const record = recordFor(rfq, { moments, trades, ownOrders: [] }, rfq.creator.desk)
  for (const deal of record?.deals ?? []) {
    const quotes = deal.quotes?.map(({ desk: maker, ...quote }) => ({ maker, ...quote }))
    const known = { mark: undefined, venueBid: undefined, venueAsk: undefined }
    const { cover } = dealQuality({ side: deal.side, fills: deal.trades, quotes, ...known })
    if (cover === undefined) continue
    for (const trade of deal.trades) {
      if (trade.state !== 'FILLED') continue
      const better = (deal.side === 'BUY' ? cover.price - trade.price : trade.price - cover.price) as Price
      const { improvedUsd, coveredUsd } = covers.get(trade.maker) ?? { improvedUsd: 0, coveredUsd: 0 }
      covers.set(trade.maker, {
        improvedUsd: improvedUsd + inCents(rfq, trade, better),
        coveredUsd: coveredUsd + volumeOf(rfq.structure, trade).usd,
      })
    }
  }
  return covers
}

/** A difference of prices over the whole quantity, in cents: of prices in coin, or of futures counted in dollars, by the index. */
function inCents({ structure }: Rfq, trade: Trade, difference: Price): number {
  const index = indexOf(structure, trade)
  if (index === undefined) return 0
  const units = (Math.abs(difference) / 10 ** PRICE_DECIMALS) * (trade.quantity / 10 ** QUANTITY_DECIMALS)
  const { kind, marginKind } = structure.legs[0]!.instrument
  const dollars = index / 10 ** PRICE_DECIMALS
  const worth = isCountedInDollars(structure) ? units / dollars : kind === 'OPTION' && marginKind === 'INVERSE' ? units * dollars : units
  return Math.sign(difference) * Math.round(worth * 100)
}
