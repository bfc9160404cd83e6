/** Texts for trades. Pure. */
import type { AnyTapeTrade, Kind, TapeTrade, Trade, TradingFlow } from '@parley/client'
import { product } from '@parley/core'
import type { Tone } from '../../components/Badge.tsx'
import { flowLook } from '../../live/audiences.ts'
import { spreadDecimals } from './spread-decimals.ts'
import { tradeDecimals as decimalsOf, tradeLegs as legsOf } from '../structure/structure-text.ts'

/** The state of a trade of any product at its venue. */
export const tradeStates = {
  PENDING: { text: 'Settling', tone: 'warn' },
  PENDING_SETTLEMENT: { text: 'Settling', tone: 'warn' },
  FILLED: { text: 'Filled', tone: 'mine' },
  REJECTED: { text: 'Rejected', tone: 'danger' },
} as const satisfies Readonly<Record<string, { readonly text: string; readonly tone: Tone }>>

/** Order-book trades are anonymous, except for the counterparty of a trade that is booked manually. */
export const tradeCounterparty = ({
  counterpartyDeskName,
  booking,
  audience,
}: Pick<Trade<TradingFlow>, 'counterpartyDeskName' | 'booking' | 'audience'>): string =>
  counterpartyDeskName ?? booking?.deskName ?? flowLook[audience].unnamed

/** If the dialect does not report it, it follows from the products. */
export function kindOf({ kind, productCodes }: Pick<TapeTrade, 'kind' | 'productCodes'>): Kind {
  if (kind !== undefined) return kind
  const kinds = new Set(productCodes.map((code) => product(code)?.kind ?? 'OPTION'))
  return kinds.size === 2 ? 'OPTION_FUTURE' : kinds.has('FUTURE') ? 'FUTURE' : 'OPTION'
}

export const tradeDecimals = (trade: AnyTapeTrade): number =>
  (trade.audience === 'SPREADS' ? spreadDecimals(trade) : undefined) ?? decimalsOf({ ...trade, kind: kindOf(trade) })
export const tradeLegs = (trade: AnyTapeTrade) => legsOf({ ...trade, kind: kindOf(trade) })
