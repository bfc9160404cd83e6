/** The facts of an own deal for its recap as text (rulebook 3.24). Pure. */
import { type DealQuality, DEFAULT_RECAP, type Instrument, isRefusal, printRecap, readRecap, type RecapFacts, strategyName, structureText, structureWords } from '@parley/core' // prettier-ignore
import type { Leg } from '@parley/client'
import { groupedText } from '../../components/figure-text.ts'
import { venueNameOf } from '../booking/booking-messages.ts'
import { structureOfRfq } from '../structure/structure-of-rfq.ts'
import { type Deal, dealFees, dealText, feesText, hedgeTexts, isOwn, partsText } from './deal-view.ts'

export type RecapOf = {
  readonly deal: Deal
  readonly quality: DealQuality
  readonly decimals: number
  readonly legs: readonly Leg[]
  /** Undefined while they are loading. Instruments that have expired are not among them. */
  readonly instruments: ReadonlyMap<number, Instrument> | undefined
}

/** The text in the desk's format, or in the default format if it cannot be read. */
export function recapText(of: RecapOf, format: string | undefined): string {
  const facts = recapFacts(of)
  const own = readRecap(format ?? DEFAULT_RECAP)
  const recap = isRefusal(own) ? readRecap(DEFAULT_RECAP) : own
  return isRefusal(recap) ? '' : printRecap(recap, facts)
}

function recapFacts({ deal, quality, decimals, legs, instruments }: RecapOf): RecapFacts {
  const trade = deal.trades[0]!
  const { verb, size, average, premium } = dealText(deal, quality, decimals)
  const own = deal.trades.filter(isOwn)
  const fees = dealFees(deal)
  const structure = instruments && structureOfRfq({ legs }, instruments)
  const { baseCurrency } = trade
  return {
    ...{ side: verb, quantity: size, price: average, premium, rfq: trade.rfqId, venue: venueNameOf(trade.venue) },
    structure:
      structure === undefined
        ? `${baseCurrency} ${strategyName({ strategyCode: trade.strategyCode, legs })} · ${structureText(legs)}`
        : structureWords({ structure, baseCurrency }),
    fills: partsText(deal.trades, decimals),
    counterparties: listed(own.map(({ counterpartyDeskName }) => counterpartyDeskName)),
    index: deal.indexPrice === undefined ? undefined : groupedText(Number(deal.indexPrice), 0),
    hedge: listed(hedgeTexts(deal)),
    account: listed(own.map(({ account }) => account)),
    blocks: listed(own.map(({ venueTradeId }) => venueTradeId)),
    fee: fees === undefined ? undefined : feesText(fees),
    time: `${new Date(deal.at).toISOString().slice(0, 19).replace('T', ' ')} UTC`,
  }
}

/** Each text once, or undefined if there is none. */
function listed(texts: readonly (string | undefined)[]): string | undefined {
  const known = [...new Set(texts.filter((text) => text !== undefined && text !== ''))]
  return known.length === 0 ? undefined : known.join(' + ')
}
