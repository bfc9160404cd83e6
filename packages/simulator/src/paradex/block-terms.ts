/** Parses the terms of a block, and checks them against the listing. */
import type { Price, Quantity, Side } from '@parley/core'
import { isSameFelt, type SignedBlock, type SignedBlockOrder } from '@parley/venues'
import type { Contract } from './chain.ts'
import * as limits from './limits.ts'
import { bandOf, type Market } from './market.ts'
import { integerParam, invalid, objectOf, oneOf, priceParam, sizeParam, textParam, VenueRefusal, type Params } from './refusal.ts'

export type Constraints = { readonly minPrice: Price; readonly maxPrice: Price; readonly minSize: Quantity; readonly maxSize: Quantity }
export type OfferedTrade = { readonly contract: Contract; readonly price: Price; readonly size: Quantity; readonly makerSide: Side }

export type GivenSignature = {
  readonly signer: string
  readonly publicKey: string | undefined
  readonly data: string
  readonly nonce: string
  readonly expiration: number
  readonly wire: Params
}

const refusal = (code: string, message: string): VenueRefusal => new VenueRefusal(code, message)

export function tradesOf(body: Params): readonly (readonly [symbol: string, trade: Params])[] {
  const trades = Object.entries(objectOf(body['trades']) ?? {})
  if (trades.length === 0) throw refusal('BLOCK_TRADE_MISSING_TRADES', 'a block has at least one trade')
  return trades.map(([symbol, trade]) => [symbol, objectOf(trade) ?? {}])
}

export function contractNamed(symbol: string, market: Market): Contract {
  const contract = market.contract(symbol)
  if (contract === undefined) throw new VenueRefusal('MARKET_NOT_FOUND', `market ${symbol} not found`, 404)
  return contract
}

export function readConstraints(symbol: string, trade: Params, market: Market): Constraints {
  const contract = contractNamed(symbol, market)
  if (trade['maker_order'] !== undefined || trade['taker_order'] !== undefined || trade['price'] !== undefined)
    throw invalid('this venue settles blocks through offers: leave price, size and orders empty')
  const given = objectOf(trade['trade_constraints'])
  if (given === undefined) throw invalid('trade_constraints are required')
  const constraints: Constraints = {
    ...{ minPrice: priceParam(given, 'min_price'), maxPrice: priceParam(given, 'max_price') },
    ...{ minSize: sizeParam(given, 'min_size'), maxSize: sizeParam(given, 'max_size') },
  }
  if (constraints.minPrice > constraints.maxPrice || constraints.minSize > constraints.maxSize)
    throw invalid('a minimum exceeds its maximum')
  for (const price of [constraints.minPrice, constraints.maxPrice]) checkPrice(price, contract, market)
  for (const size of [constraints.minSize, constraints.maxSize]) checkSize(size, contract)
  return constraints
}

function checkPrice(price: Price, contract: Contract, market: Market): void {
  if (price % contract.tick !== 0) throw invalid('price is not a multiple of price_tick_size')
  const { least, most } = bandOf(contract, market.value(contract))
  if (price <= 0 || price / 1e8 < least || price / 1e8 > most) throw invalid('price is outside of the price bands')
}

function checkSize(size: Quantity, { increment }: Contract): void {
  if (size % increment !== 0) throw refusal('INVALID_ORDER_SIZE', 'size is not a multiple of order_size_increment')
}

export function readExpiration(body: Params, now: number): number {
  const expiration = integerParam(body, 'block_expiration')
  if (expiration <= now || expiration - now > limits.MAX_BLOCK_LIFE_MS)
    throw refusal('INVALID_BLOCK_EXPIRATION', 'block_expiration must be within a day from now')
  return expiration
}

export function readOffered(symbol: string, trade: Params, account: string, market: Market): OfferedTrade {
  const contract = contractNamed(symbol, market)
  const [price, size] = [priceParam(trade, 'price'), sizeParam(trade, 'size')]
  checkPrice(price, contract, market)
  checkSize(size, contract)
  const order = objectOf(trade['offerer_order'])
  if (order === undefined) throw invalid('offerer_order is required')
  if (!isSameFelt(textParam(order, 'account'), account))
    throw refusal('BLOCK_TRADE_ACCOUNT_MISMATCH', 'the order belongs to another account')
  if (priceParam(order, 'price') !== price || sizeParam(order, 'size') !== size) throw invalid('the order has another price or size')
  oneOf(order, 'type', ['LIMIT'])
  return { contract, price, size, makerSide: oneOf(order, 'side', ['BUY', 'SELL']) }
}

export function readSignature(value: unknown, now: number): GivenSignature {
  const given = objectOf(value)
  if (given === undefined) throw refusal('BLOCK_TRADE_MISSING_SIGNATURE', 'a signature is required')
  oneOf(given, 'signature_type', ['STARKNET'])
  const expiration = integerParam(given, 'signature_expiration')
  if (expiration <= now) throw refusal('BLOCK_TRADE_EXPIRED', 'the signature has expired')
  const publicKey = given['signer_public_key']
  return {
    signer: textParam(given, 'signer_account'),
    publicKey: typeof publicKey === 'string' ? publicKey : undefined,
    data: textParam(given, 'signature_data'),
    nonce: textParam(given, 'nonce'),
    expiration,
    wire: given,
  }
}

/** The message of an offer or, with a taker, of its acceptance. */
export function messageOf(
  trades: readonly OfferedTrade[],
  { nonce, expiration }: Pick<GivenSignature, 'nonce' | 'expiration'>,
  { maker, taker }: { readonly maker: string; readonly taker?: string },
): SignedBlock {
  return {
    ...{ nonce, expiration },
    trades: trades.map(({ contract, price, size, makerSide }) => {
      const terms = { type: 'LIMIT', size: String(BigInt(size) * 100n), price: String(price) }
      const orderOf = (account: string, side: Side): SignedBlockOrder => ({ account, side, ...terms })
      return {
        ...{ market: contract.symbol, size: terms.size, price: terms.price, makerOrder: orderOf(maker, makerSide) },
        ...(taker === undefined ? {} : { takerOrder: orderOf(taker, makerSide === 'BUY' ? 'SELL' : 'BUY') }),
      }
    }),
  }
}
