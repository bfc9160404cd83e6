/** Parses executed RFQs, as a party's lists show them, into blocks. Pure. */
import type { ChargedLeg, Price, Side } from '@parley/core'
import { asList, asObject } from '../adapter/wire-object.ts'
import type { RecordedBlock } from '../port/venue-port.ts'
import { nearestPrice, positiveFromWire, priceFromWire, quantityFromWire } from '../adapter/decimal-texts.ts'
import { textOf } from './wire.ts'

/** The list of the quoting party, or of the party that sent the RFQ. */
export type View = 'quote' | 'request'

/** One leg, from the party's own execution. */
export type Execution = { readonly side: Side; readonly fee: Price; readonly feeCurrency: string }
/** By `executionKey`. */
export type Executions = ReadonlyMap<string, Execution>

export const executionKey = (category: unknown, symbol: unknown, execId: unknown): string => JSON.stringify([category, symbol, execId])

export const tradeTime = (row: unknown): number | undefined =>
  positiveFromWire(asObject(row)?.['updatedAt']) ?? positiveFromWire(asObject(row)?.['createdAt'])

/** Every category in which the rows have legs. */
export const categoriesOf = (rows: readonly unknown[]): readonly string[] => [
  ...new Set(rows.flatMap((row) => asList(asObject(row)?.['legs']).flatMap((leg) => textOf(asObject(leg)?.['category']) ?? []))),
]

export type ExecutionRow = Execution & { readonly key: string }

export function executionFromWire(category: string, value: unknown): ExecutionRow | undefined {
  const row = asObject(value)
  const [symbol, execId, side] = [textOf(row?.['symbol']), textOf(row?.['execId']), row?.['side']]
  const fee = nearestPrice(row?.['execFee'])
  if (symbol === undefined || execId === undefined || fee === undefined || (side !== 'Buy' && side !== 'Sell')) return undefined
  return {
    key: executionKey(category, symbol, execId),
    side: side === 'Buy' ? 'BUY' : 'SELL',
    fee,
    feeCurrency: textOf(row?.['feeCurrency']) ?? settleCoinOf(category, symbol),
  }
}

/** The settlement coin of a contract, from its name: the venue leaves out the fee currency if it is that coin. */
export function settleCoinOf(category: string, symbol: string): string {
  if (category === 'inverse') return symbol.replace(/USD.*$/, '')
  return /USDT(-|$)/.test(symbol) ? 'USDT' : 'USDC'
}

/** The reason why a trade cannot be returned as a block: its rows cannot be parsed, or the execution of a leg is not listed. */
export type Unread = 'UNREADABLE' | 'NOT_LISTED'

/** Side and fee of a leg come from the party's own execution, because the trade does not specify whose they are. */
export function blockFromWire(value: unknown, view: View, executions: Executions): RecordedBlock | Unread {
  const trade = asObject(value)
  const [id, at] = [textOf(trade?.['rfqId']), tradeTime(trade)]
  const legs = asList(trade?.['legs']).map((leg) => legFromWire(leg, executions))
  if (trade === undefined || id === undefined || at === undefined || legs.length === 0 || legs.includes('UNREADABLE')) return 'UNREADABLE'
  const known = legs.filter((leg) => typeof leg === 'object')
  if (known.length !== legs.length) return 'NOT_LISTED'
  const name = textOf(trade[view === 'quote' ? 'quoteLinkId' : 'rfqLinkId'])
  const counterparty = textOf(trade[view === 'quote' ? 'rfqDeskCode' : 'quoteDeskCode'])
  return {
    ...{ venueTradeId: id, at, role: view === 'quote' ? 'MAKER' : 'TAKER' },
    ...(name === undefined ? {} : { name }),
    ...(counterparty === undefined ? {} : { counterparty }),
    legs: known,
  }
}

function legFromWire(value: unknown, executions: Executions): ChargedLeg | Unread {
  const leg = asObject(value)
  const [name, price, quantity] = [textOf(leg?.['symbol']), priceFromWire(leg?.['price']), quantityFromWire(leg?.['qty'])]
  if (leg === undefined || name === undefined || price === undefined || quantity === undefined) return 'UNREADABLE'
  const own = executions.get(executionKey(leg['category'], name, leg['execId']))
  return own === undefined
    ? 'NOT_LISTED'
    : { instrumentName: name, side: own.side, price, quantity, fee: own.fee, feeCurrency: own.feeCurrency }
}
