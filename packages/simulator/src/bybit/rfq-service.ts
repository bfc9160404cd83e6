/** The life of an RFQ: sent by a taker, quoted by its counterparties, executed in full or not at all, and stored. */
import { formatPrice, parsePrice, parseQuantity, type Price } from '@parley/core'
import { userOf } from '../exchange/account.ts'
import type { Faults } from '../exchange/faults.ts'
import { deskCodeOf, type Accounts, type BybitAccount } from './accounts.ts'
import { opposite, type Holdings, type Side } from './holdings.ts'
import * as limits from './limits.ts'
import type { BybitMarket } from './market.ts'
import { countParam, oneOf, optionalText, textParam, VenueError, wrong, type Params } from './protocol.ts'
import type { Quote, Rfq, RfqBook, Status, Trade, TradeLeg } from './rfq-book.ts'
import { readLegs, readPrices } from './rfq-checks.ts'
import { standOf } from './ticker.ts'

export type RfqServiceOptions = {
  readonly book: RfqBook
  readonly market: BybitMarket
  readonly accounts: Accounts
  readonly holdings: Holdings
  readonly faults: Faults
  readonly now: () => number
}

/** Faults for this name refuse a single leg. */
export const LEG = 'leg'

const LINK_ID = /^[A-Za-z0-9]{1,32}$/
const OPEN: readonly Status[] = ['Active', 'PendingFill']

export class RfqService {
  readonly #options: RfqServiceOptions
  #ids = 0
  readonly #fills = new Set<NodeJS.Timeout>()

  constructor(options: RfqServiceOptions) {
    this.#options = options
    const { book, holdings } = options
    for (const trade of book.trades()) if (trade.status === 'Filled') this.#hold(trade, holdings)
    // An execution that was in progress when the venue stopped continues.
    for (const quote of book.quotes()) if (quote.status === 'PendingFill') this.#fillLater(quote.quoteId)
  }

  create(taker: BybitAccount, params: Params): object {
    const { book, accounts, market, now } = this.#options
    this.expire()
    const rfqLinkId = optionalText(params, 'rfqLinkId') ?? ''
    if (rfqLinkId !== '' && !LINK_ID.test(rfqLinkId)) throw wrong('rfqLinkId')
    const own = book.rfqs().filter((rfq) => rfq.taker === userOf(taker) && OPEN.includes(rfq.status))
    if (rfqLinkId !== '' && own.some((rfq) => rfq.rfqLinkId === rfqLinkId)) throw new VenueError(10014, 'Duplicate rfqLinkId.')
    if (own.length >= limits.MAX_ACTIVE_RFQS) throw new VenueError(110319, 'The number of active RFQs exceeds the maximum.')
    const counterparties = params['counterparties']
    if (!Array.isArray(counterparties) || counterparties.length === 0) throw wrong('counterparties')
    if (counterparties.length > limits.MAX_COUNTERPARTIES) throw new VenueError(110318, 'Too many counterparties.')
    const makers = counterparties
      .map((code) => accounts.withDesk(String(code)))
      .map((desk) => (desk === undefined ? undefined : userOf(desk)))
    if (makers.includes(userOf(taker))) throw new VenueError(110317, 'You cannot choose yourself as counterparty.')
    if (makers.includes(undefined)) throw new VenueError(110323, 'The quoter is not registered.')
    const at = now()
    const rfq: Rfq = {
      ...{ rfqId: this.#newId(), rfqLinkId, taker: userOf(taker), counterparties: makers as string[] },
      strategyType: optionalText(params, 'strategyType') ?? 'custom',
      anonymous: params['anonymous'] === true,
      ...{ status: 'Active', createdAt: at, updatedAt: at, expiresAt: at + limits.RFQ_LIFE_MS },
      legs: readLegs(params, market, at),
    }
    book.putRfq(rfq)
    const { rfqId, status, expiresAt } = rfq
    return { rfqId, rfqLinkId, status, expiresAt: String(expiresAt), deskCode: deskCodeOf(taker) }
  }

  cancel(taker: BybitAccount, params: Params): object {
    const { book } = this.#options
    this.expire()
    const [id, link] = [optionalText(params, 'rfqId'), optionalText(params, 'rfqLinkId')]
    const own = book.rfqs().filter((rfq) => rfq.taker === userOf(taker) && rfq.status === 'Active')
    const rfq = own.find((each) => (id === undefined ? each.rfqLinkId === link : each.rfqId === id))
    if (rfq === undefined) throw new VenueError(110300, 'RFQ does not exist.')
    this.#end(rfq, 'Canceled')
    for (const quote of book.quotes()) if (quote.rfqId === rfq.rfqId && quote.status === 'Active') this.#end(quote, 'Canceled')
    return { rfqId: rfq.rfqId, rfqLinkId: rfq.rfqLinkId }
  }

  quote(maker: BybitAccount, params: Params): object {
    const { book, market, now } = this.#options
    this.expire()
    const rfq = book.rfq(textParam(params, 'rfqId'))
    if (rfq === undefined || rfq.status !== 'Active') throw new VenueError(110300, 'RFQ does not exist.')
    if (rfq.taker === userOf(maker)) throw new VenueError(110304, 'You cannot quote on your own RFQ.')
    if (!rfq.counterparties.includes(userOf(maker))) throw new VenueError(110305, 'The quoter is not among the counterparties.')
    if (book.quotes().some((quote) => quote.rfqId === rfq.rfqId && quote.maker === userOf(maker) && OPEN.includes(quote.status)))
      throw new VenueError(110307, 'A quote already exists for this RFQ.')
    const [buyList, sellList] = [readPrices(params, 'quoteBuyList', rfq, market), readPrices(params, 'quoteSellList', rfq, market)]
    if (buyList.length + sellList.length === 0) throw wrong('quoteBuyList')
    const bounds = { least: limits.LEAST_QUOTE_S, most: limits.MOST_QUOTE_S, otherwise: limits.DEFAULT_QUOTE_S }
    const at = now()
    const quote: Quote = {
      ...{ quoteId: this.#newId(), quoteLinkId: optionalText(params, 'quoteLinkId') ?? '', rfqId: rfq.rfqId, maker: userOf(maker) },
      ...{ status: 'Active', execQuoteSide: '', createdAt: at, updatedAt: at },
      expiresAt: at + countParam(params, 'expireIn', bounds) * 1_000,
      ...{ buyList, sellList },
    }
    book.putQuote(quote)
    const { rfqId, quoteId, quoteLinkId, expiresAt, status } = quote
    return { rfqId, quoteId, quoteLinkId, expiresAt: String(expiresAt), deskCode: deskCodeOf(maker), status }
  }

  execute(taker: BybitAccount, params: Params): object {
    const { book, now } = this.#options
    this.expire()
    const [rfq, quote] = [book.rfq(textParam(params, 'rfqId')), book.quote(textParam(params, 'quoteId'))]
    const side = oneOf(params, 'quoteSide', ['Buy', 'Sell'])
    if (rfq === undefined) throw new VenueError(110300, 'RFQ does not exist.')
    if (rfq.taker !== userOf(taker)) throw new VenueError(110312, 'You have no permission to execute this quote.')
    if (quote === undefined || quote.rfqId !== rfq.rfqId) throw new VenueError(110301, 'Quote does not exist.')
    if (rfq.status !== 'Active' || quote.status !== 'Active') throw new VenueError(110301, 'Quote does not exist.')
    if ((side === 'Sell' ? quote.sellList : quote.buyList).length === 0) throw wrong('quoteSide')
    const at = now()
    book.putQuote({ ...quote, status: 'PendingFill', execQuoteSide: side, updatedAt: at })
    book.putRfq({ ...rfq, status: 'PendingFill', updatedAt: at })
    this.#fillLater(quote.quoteId)
    return { rfqId: rfq.rfqId, rfqLinkId: rfq.rfqLinkId, quoteId: quote.quoteId, status: 'PendingFill' }
  }

  /** Marks everything that has expired. */
  expire(): void {
    const { book, now } = this.#options
    const isOver = ({ status, expiresAt }: Rfq | Quote): boolean => status === 'Active' && expiresAt <= now()
    for (const each of [...book.rfqs(), ...book.quotes()]) if (isOver(each)) this.#end(each, 'Expired')
  }

  close(): void {
    this.#fills.forEach(clearTimeout)
  }

  #end(each: Rfq | Quote, status: Status): void {
    const { book, now } = this.#options
    if ('quoteId' in each) book.putQuote({ ...each, status, updatedAt: now() })
    else book.putRfq({ ...each, status, updatedAt: now() })
  }

  #fillLater(quoteId: string): void {
    const timer = setTimeout(() => {
      this.#fills.delete(timer)
      this.#fill(quoteId)
    }, limits.FILL_MS)
    this.#fills.add(timer)
  }

  /** Executes all legs or none. */
  #fill(quoteId: string): void {
    const { book, accounts, holdings, faults, now } = this.#options
    const quote = book.quote(quoteId)!
    const rfq = book.rfq(quote.rfqId)!
    const legs = this.#legsOf(rfq, quote)
    const bears = (user: string, role: 'taker' | 'maker'): boolean => {
      const account = accounts.ofUser(user)
      return account !== undefined && holdings.canBear(account, legs, role)
    }
    const fault = faults.draw(LEG)
    const poor = !bears(rfq.taker, 'taker') ? 'Taker' : !bears(quote.maker, 'maker') ? 'Maker' : undefined
    const refusal: LegRefusal | undefined =
      fault?.kind === 'REJECT'
        ? { code: fault.code, message: fault.message, party: 'bybit' }
        : poor === undefined
          ? undefined
          : { code: 110007, message: 'ab not enough for new order', party: poor }
    const ended = refusal === undefined ? legs : legs.map((leg, index) => refusedLeg(leg, index, refusal))
    const status = refusal === undefined ? 'Filled' : 'Failed'
    const at = now()
    const trade: Trade = {
      ...{ rfqId: rfq.rfqId, quoteId, quoteSide: quote.execQuoteSide as Side, status, createdAt: quote.updatedAt, updatedAt: at },
      legs: ended,
    }
    book.addTrade(trade)
    book.putQuote({ ...quote, status, updatedAt: at })
    book.putRfq({ ...rfq, status, updatedAt: at })
    if (status === 'Filled') this.#hold(trade, holdings)
  }

  #hold(trade: Trade, holdings: Holdings): void {
    const { book } = this.#options
    const [rfq, quote] = [book.rfq(trade.rfqId), book.quote(trade.quoteId)]
    if (rfq !== undefined && quote !== undefined) holdings.fill({ taker: rfq.taker, maker: quote.maker }, trade.legs)
  }

  /** With the taker's sides: the sides of the RFQ if the maker sells the package, and the opposite if the maker buys it. */
  #legsOf(rfq: Rfq, quote: Quote): readonly TradeLeg[] {
    const { market } = this.#options
    const prices = quote.execQuoteSide === 'Sell' ? quote.sellList : quote.buyList
    return rfq.legs.map((leg): TradeLeg => {
      const { price } = prices.find(({ symbol }) => symbol === leg.symbol)!
      const contract = market.contract(leg.symbol)
      const index = contract === undefined ? 0 : market.index(contract.coin)
      const feeFor = (role: keyof typeof RATES.option) => feeOf(leg.category, role, { price, qty: leg.qty, index })
      return {
        ...{ category: leg.category, symbol: leg.symbol, price, qty: leg.qty, takerFee: feeFor('taker'), makerFee: feeFor('maker') },
        side: quote.execQuoteSide === 'Sell' ? leg.side : opposite(leg.side),
        execId: this.#newId(),
        markPrice: contract === undefined ? '0' : standOf(contract, market.value(contract)).mark,
        ...{ resultCode: 0, resultMessage: '', rejectParty: '' },
      }
    })
  }

  /** Long decimal strings that begin with the time, like the venue's. */
  #newId(): string {
    this.#ids += 1
    return `${this.#options.now()}${String(this.#ids).padStart(8, '0')}${String(this.#options.book.rfqs().length).padStart(9, '0')}`
  }
}

type LegRefusal = { readonly code: number; readonly message: string; readonly party: TradeLeg['rejectParty'] }

function refusedLeg(leg: TradeLeg, index: number, { code, message, party }: LegRefusal): TradeLeg {
  if (index === 0) return { ...leg, resultCode: code, resultMessage: message, rejectParty: party }
  return { ...leg, resultCode: 111002, resultMessage: 'rejected because of another leg', rejectParty: '' }
}

/** The base fee rates: a fraction of the index for an option, and of the value for a future. */
const RATES = { option: { maker: 0.0002, taker: 0.0003 }, linear: { maker: 0.0002, taker: 0.00055 } } as const
/** The maximum fee, as a fraction of an option's price. */
const CAP = 0.07

type Charged = { readonly price: string; readonly qty: string; readonly index: number }

/** Rounded to 8 decimals. */
function feeOf(category: 'option' | 'linear', role: keyof typeof RATES.option, { price, qty, index }: Charged): string {
  const [each, quantity, rate] = [Number(price), parseQuantity(qty)! / 1e6, RATES[category][role]]
  const fee = category === 'option' ? Math.min(rate * index, CAP * each) * quantity : rate * each * quantity
  return formatPrice(parsePrice(fee.toFixed(8)) ?? (0 as Price))
}
