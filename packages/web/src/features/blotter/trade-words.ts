/** A trade in the words of the tabs. Pure. */
import type { Kind, TapeTrade, Trade } from '@parley/client'
import { product } from '@parley/core'
import { audienceLook } from '../../live/audiences.ts'
import { tradeDecimals as decimalsOf, tradeLegs as legsOf } from '../structure/structure-text.ts'

/** Nobody is named in an order book. */
export const tradeCounterparty = ({ counterpartyDeskName, audience }: Trade): string =>
  counterpartyDeskName ?? audienceLook[audience].unnamed

/** Where the dialect does not say, the products do. */
export function kindOf({ kind, productCodes }: Pick<TapeTrade, 'kind' | 'productCodes'>): Kind {
  if (kind !== undefined) return kind
  const kinds = new Set(productCodes.map((code) => product(code)?.kind ?? 'OPTION'))
  return kinds.size === 2 ? 'OPTION_FUTURE' : kinds.has('FUTURE') ? 'FUTURE' : 'OPTION'
}

export const tradeDecimals = (trade: TapeTrade): number => decimalsOf({ ...trade, kind: kindOf(trade) })
export const tradeLegs = (trade: TapeTrade) => legsOf({ ...trade, kind: kindOf(trade) })
