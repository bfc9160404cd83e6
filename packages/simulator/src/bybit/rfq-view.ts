/** RFQs, quotes and trades as the venue shows them to one of their parties. */
import { userOf } from '../exchange/account.ts'
import { deskCodeOf, type BybitAccount } from './accounts.ts'
import { opposite } from './holdings.ts'
import { DEFAULT_RECORDS, MAX_RECORDS } from './limits.ts'
import { countParam, oneOf, optionalText, pageOf, type Params } from './protocol.ts'
import type { BlockRecord } from './record.ts'
import type { LegPrice, Quote, Rfq, RfqBook, Trade } from './rfq-book.ts'

const FINAL = ['Canceled', 'Filled', 'Expired', 'Failed']
const desk = (user: string): string => deskCodeOf({ clientId: user })
/** `quote` defaults to the venue's own choice. */
const roleOf = (params: Params) =>
  params['traderType'] === undefined ? 'quote' : oneOf(params, 'traderType', ['quote', 'request'] as const)

const isNamed = (params: Params, name: string, value: string): boolean => {
  const wanted = optionalText(params, name)
  return wanted === undefined || wanted === value
}

/** A party's own names are visible only to that party: the other's filter does not match them. */
export function listRfqs(book: RfqBook, account: BybitAccount, params: Params): readonly object[] {
  const role = roleOf(params)
  return [...book.rfqs()]
    .reverse()
    .filter((rfq) => (role === 'request' ? rfq.taker === userOf(account) : rfq.counterparties.includes(userOf(account))))
    .filter((rfq) => isNamed(params, 'rfqId', rfq.rfqId) && isNamed(params, 'rfqLinkId', role === 'request' ? rfq.rfqLinkId : ''))
    .filter((rfq) => isNamed(params, 'status', rfq.status))
    .map((rfq) => presentRfq(rfq, role))
}

function presentRfq(rfq: Rfq, role: 'quote' | 'request'): object {
  return {
    rfqId: rfq.rfqId,
    rfqLinkId: role === 'request' ? rfq.rfqLinkId : '',
    counterparties: rfq.counterparties.map(desk),
    expiresAt: String(rfq.expiresAt),
    strategyType: rfq.strategyType,
    status: rfq.status,
    acceptOtherQuoteStatus: 'false',
    deskCode: rfq.anonymous && role === 'quote' ? '' : desk(rfq.taker),
    createdAt: String(rfq.createdAt),
    updatedAt: String(rfq.updatedAt),
    legs: rfq.legs,
  }
}

export function listQuotes(book: RfqBook, account: BybitAccount, params: Params): readonly object[] {
  const role = roleOf(params)
  return [...book.quotes()].reverse().flatMap((quote) => {
    const rfq = book.rfq(quote.rfqId)!
    const isOwn = role === 'quote' ? quote.maker === userOf(account) : rfq.taker === userOf(account)
    const isWanted =
      isNamed(params, 'rfqId', quote.rfqId) &&
      isNamed(params, 'quoteId', quote.quoteId) &&
      isNamed(params, 'quoteLinkId', role === 'quote' ? quote.quoteLinkId : '') &&
      isNamed(params, 'status', quote.status)
    return isOwn && isWanted ? [presentQuote(quote, rfq, role)] : []
  })
}

function presentQuote(quote: Quote, rfq: Rfq, role: 'quote' | 'request'): object {
  const withQuantity = (list: readonly LegPrice[]) =>
    list.map((leg) => ({ ...leg, qty: rfq.legs.find(({ symbol }) => symbol === leg.symbol)!.qty }))
  return {
    rfqId: quote.rfqId,
    rfqLinkId: role === 'request' ? rfq.rfqLinkId : '',
    quoteId: quote.quoteId,
    quoteLinkId: role === 'quote' ? quote.quoteLinkId : '',
    expiresAt: String(quote.expiresAt),
    deskCode: desk(quote.maker),
    status: quote.status,
    execQuoteSide: quote.execQuoteSide,
    createdAt: String(quote.createdAt),
    updatedAt: String(quote.updatedAt),
    quoteBuyList: withQuantity(quote.buyList),
    quoteSellList: withQuantity(quote.sellList),
  }
}

export function listTrades(record: BlockRecord, account: BybitAccount, params: Params): readonly object[] {
  const role = roleOf(params)
  return record
    .shown()
    .toReversed()
    .flatMap(({ trade, rfq, quote }) => {
      const isOwn = role === 'quote' ? quote.maker === userOf(account) : rfq.taker === userOf(account)
      const isWanted =
        isNamed(params, 'rfqId', trade.rfqId) &&
        isNamed(params, 'quoteId', trade.quoteId) &&
        isNamed(params, 'rfqLinkId', role === 'request' ? rfq.rfqLinkId : '') &&
        isNamed(params, 'quoteLinkId', role === 'quote' ? quote.quoteLinkId : '') &&
        isNamed(params, 'status', trade.status)
      return isOwn && isWanted ? [presentTrade(trade, { rfq, quote, role })] : []
    })
}

type Seen = { readonly rfq: Rfq; readonly quote: Quote; readonly role: 'quote' | 'request' }

/** Sides and fees are the reader's own. */
function presentTrade(trade: Trade, { rfq, quote, role }: Seen): object {
  return {
    rfqId: trade.rfqId,
    rfqLinkId: role === 'request' ? rfq.rfqLinkId : '',
    quoteId: trade.quoteId,
    quoteLinkId: role === 'quote' ? quote.quoteLinkId : '',
    quoteSide: trade.quoteSide,
    strategyType: rfq.strategyType,
    status: trade.status,
    rfqDeskCode: desk(rfq.taker),
    quoteDeskCode: desk(quote.maker),
    createdAt: String(trade.createdAt),
    updatedAt: String(trade.updatedAt),
    legs: trade.legs.map(({ takerFee, makerFee, ...leg }) => ({
      ...leg,
      side: role === 'request' ? leg.side : opposite(leg.side),
      orderId: `order-${leg.execId}`,
      execId: trade.status === 'Filled' ? leg.execId : '',
      execFee: trade.status === 'Filled' ? (role === 'request' ? takerFee : makerFee) : '',
    })),
  }
}

/** Only the open ones, or a page of all. */
export const stillOpen = (rows: readonly object[]): object => ({
  list: rows.filter((row) => !FINAL.includes((row as { status: string }).status)),
})

export const pageOfRecords = (rows: readonly object[], params: Params): object =>
  pageOf(rows, params, countParam(params, 'limit', { least: 1, most: MAX_RECORDS, otherwise: DEFAULT_RECORDS }))
