/** An account's own executions: one for each leg of each filled block. */
import { userOf } from '../exchange/account.ts'
import type { BybitAccount } from './accounts.ts'
import { opposite } from './holdings.ts'
import { DEFAULT_RECORDS, EXECUTIONS_SPAN_MS, MAX_RECORDS } from './limits.ts'
import { countParam, oneOf, optionalText, pageOf, wrong, type Params } from './protocol.ts'
import type { ShownTrade } from './record.ts'
import type { World } from './route.ts'

export function listExecutions({ record, market, now }: World, params: Params, account: BybitAccount): object {
  const category = oneOf(params, 'category', ['option', 'linear', 'inverse', 'spot'] as const)
  const { start, end } = spanOf(params, now())
  const kind = optionalText(params, 'execType') ?? 'BlockTrade'
  const rows = record
    .shown()
    .filter(({ trade }) => kind === 'BlockTrade' && trade.status === 'Filled' && start <= trade.updatedAt && trade.updatedAt <= end)
    .toSorted((one, other) => other.trade.updatedAt - one.trade.updatedAt)
    .flatMap((shown) => rowsOf(shown, userOf(account), (symbol) => market.contract(symbol)?.row.settleCoin ?? ''))
    .filter((row) => row.category === category)
    .map(({ category: _, ...row }) => row)
  const limit = countParam(params, 'limit', { least: 1, most: MAX_RECORDS, otherwise: DEFAULT_RECORDS })
  const { list, cursor } = pageOf(rows, params, limit)
  return { nextPageCursor: cursor, category, list }
}

/** At most seven days. With only one end given, seven days from there. */
function spanOf(params: Params, now: number): { readonly start: number; readonly end: number } {
  const [from, to] = ['startTime', 'endTime'].map((name) => (params[name] === undefined ? undefined : Number(params[name])))
  const end = to ?? (from === undefined ? now : from + EXECUTIONS_SPAN_MS)
  const start = from ?? end - EXECUTIONS_SPAN_MS
  if (!Number.isInteger(start) || !Number.isInteger(end) || end < start || end - start > EXECUTIONS_SPAN_MS) throw wrong('startTime')
  return { start, end }
}

function rowsOf({ trade, rfq, quote }: ShownTrade, user: string, settleCoinOf: (symbol: string) => string) {
  const isMaker = quote.maker === user
  if (!isMaker && rfq.taker !== user) return []
  return trade.legs.map((leg) => ({
    ...{ category: leg.category, symbol: leg.symbol, orderType: 'Limit', orderLinkId: '' },
    side: isMaker ? opposite(leg.side) : leg.side,
    ...{ orderId: `order-${leg.execId}`, stopOrderType: 'UNKNOWN', leavesQty: '0', execTime: String(trade.updatedAt) },
    ...{ feeCurrency: settleCoinOf(leg.symbol), isMaker, execFee: isMaker ? leg.makerFee : leg.takerFee, feeRate: '0.0003' },
    ...{ execId: leg.execId, tradeIv: '', blockTradeId: '', markPrice: leg.markPrice, execPrice: leg.price, markIv: '' },
    ...{ indexPrice: '', underlyingPrice: '', orderQty: leg.qty, orderPrice: leg.price, execType: 'BlockTrade', execQty: leg.qty },
    ...{ execValue: '', closedSize: '', seq: 1 },
  }))
}
