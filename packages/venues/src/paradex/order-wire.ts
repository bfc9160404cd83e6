/** Translates orders to and from the venue. Pure; anything that cannot be parsed is undefined. */
import { formatPrice, formatQuantity, hasLimitPrice, hasTrigger, type Price } from '@parley/core'
import { asList, asObject } from '../adapter/wire-object.ts'
import type { OrderInstruction, OrderKind, OrderRequest, PerpetualFill, PerpetualOrder } from '../port/perpetuals-port.ts'
import type { Signed } from './api.ts'
import { MAX_CLIENT_ID_LENGTH } from './limits.ts'
import { sideFromWire, tradeKindFromWire } from './market-wire.ts'
import { figureFromWire, nearestPrice, positiveFromWire, priceFromWire, quantityFromWire } from '../adapter/decimal-texts.ts'
import { signedPrice, signedSize, textOf, timeFromWire } from './numbers.ts'
import { parseFelt } from './stark/felts.ts'
import type { SignedOrder } from './stark/messages.ts'

const INSTRUCTIONS: Readonly<Record<OrderInstruction, string>> = {
  GOOD_TILL_CANCELED: 'GTC',
  POST_ONLY: 'POST_ONLY',
  IMMEDIATE_OR_CANCEL: 'IOC',
}

/** Our order kinds by the venue's kinds. Its stop-loss orders, placed elsewhere, count as stop orders. */
const KINDS: Readonly<Record<string, OrderKind>> = {
  LIMIT: 'LIMIT',
  MARKET: 'MARKET',
  STOP_LIMIT: 'STOP_LIMIT',
  STOP_MARKET: 'STOP_MARKET',
  TAKE_PROFIT_LIMIT: 'TAKE_PROFIT_LIMIT',
  TAKE_PROFIT_MARKET: 'TAKE_PROFIT_MARKET',
  STOP_LOSS_LIMIT: 'STOP_LIMIT',
  STOP_LOSS_MARKET: 'STOP_MARKET',
}

type Terms = Pick<OrderRequest, 'market' | 'side' | 'kind' | 'quantity' | 'price' | 'triggerPrice'>

const CLIENT_ID = new RegExp(`^[A-Za-z0-9_-]{1,${MAX_CLIENT_ID_LENGTH}}$`)

/** Checks an order before it is signed. Returns a message with what is accepted, or undefined if the order is valid. */
export function faultOf({ clientId, ...terms }: OrderRequest): string | undefined {
  if (!CLIENT_ID.test(clientId)) return `The order id must be 1 to ${MAX_CLIENT_ID_LENGTH} letters, digits, hyphens or underscores.`
  if (parseFelt(terms.market) === undefined) return 'Paradex has no market with this name.'
  if (terms.instruction === 'POST_ONLY' && !hasLimitPrice(terms.kind)) return 'Only limit orders can be post-only.'
  return faultOfTerms(terms)
}

export function faultOfTerms({ kind, quantity, price, triggerPrice }: Omit<Terms, 'market' | 'side'>): string | undefined {
  if (quantity <= 0) return 'The quantity must be above zero.'
  if (hasLimitPrice(kind) !== (price !== undefined))
    return hasLimitPrice(kind) ? 'Enter a limit price.' : 'A market order cannot have a limit price.'
  if (hasTrigger(kind) !== (triggerPrice !== undefined))
    return hasTrigger(kind) ? 'Enter a trigger price.' : 'Only stop and take-profit orders have a trigger price.'
  if ((price ?? 1) <= 0 || (triggerPrice ?? 1) <= 0) return 'Prices must be above zero.'
  return undefined
}

/** A market order is signed with the price 0. */
export const signedOrder = ({ market, side, kind, quantity, price }: Terms, timestamp: number): SignedOrder => ({
  ...{ timestamp, market, side, type: kind },
  size: signedSize(quantity),
  price: signedPrice(price ?? (0 as Price)),
})

const termsToWire = ({ market, side, kind, quantity, price, triggerPrice }: Terms, { signature, timestamp }: Signed): object => ({
  ...{ market, side, type: kind, size: formatQuantity(quantity), price: formatPrice(price ?? (0 as Price)) },
  ...(triggerPrice === undefined ? {} : { trigger_price: formatPrice(triggerPrice) }),
  ...{ signature, signature_timestamp: timestamp },
})

export const orderToWire = (order: OrderRequest, signed: Signed): object => ({
  ...termsToWire(order, signed),
  ...{ instruction: INSTRUCTIONS[order.instruction], client_id: order.clientId },
  flags: order.effect === 'REDUCE_ONLY' ? ['REDUCE_ONLY'] : [],
})

export const modificationToWire = (order: Terms & { readonly id: string }, signed: Signed): object => ({
  ...termsToWire(order, signed),
  id: order.id,
})

const STATES = ['NEW', 'UNTRIGGERED', 'OPEN', 'CLOSED'] as const

function instructionFromWire(value: unknown): OrderInstruction {
  if (value === 'IOC') return 'IMMEDIATE_OR_CANCEL'
  // An RPI order, which only human traders can see, always rests.
  return value === 'POST_ONLY' || value === 'RPI' ? 'POST_ONLY' : 'GOOD_TILL_CANCELED'
}

export function orderFromWire(value: unknown): PerpetualOrder | undefined {
  const row = asObject(value)
  const [id, market, side] = [textOf(row?.['id']), textOf(row?.['market']), sideFromWire(row?.['side'])]
  const kind = typeof row?.['type'] === 'string' && Object.hasOwn(KINDS, row['type']) ? KINDS[row['type']] : undefined
  const state = STATES.find((one) => one === row?.['status'])
  const [size, remaining] = [quantityFromWire(row?.['size']), quantityFromWire(row?.['remaining_size'])]
  const [createdAt, changedAt] = [timeFromWire(row?.['created_at']), timeFromWire(row?.['last_updated_at'])]
  if (row === undefined || id === undefined || market === undefined || side === undefined || kind === undefined) return undefined
  if (state === undefined || size === undefined || remaining === undefined || createdAt === undefined) return undefined
  return {
    ...{ id, market, side, kind, quantity: size, remaining, state, createdAt },
    clientId: textOf(row['client_id']),
    price: hasLimitPrice(kind) ? priceFromWire(row['price']) : undefined,
    triggerPrice: hasTrigger(kind) ? priceFromWire(row['trigger_price']) : undefined,
    averagePrice: positiveFromWire(row['avg_fill_price']) === undefined ? undefined : nearestPrice(row['avg_fill_price']),
    instruction: instructionFromWire(row['instruction']),
    effect: asList(row['flags']).includes('REDUCE_ONLY') ? 'REDUCE_ONLY' : 'OPEN_OR_CLOSE',
    reason: textOf(row['cancel_reason']),
    changedAt: changedAt ?? createdAt,
  }
}

export function fillFromWire(value: unknown): PerpetualFill | undefined {
  const row = asObject(value)
  const [id, orderId, market] = [textOf(row?.['id']), textOf(row?.['order_id']), textOf(row?.['market'])]
  const [side, role] = [sideFromWire(row?.['side']), row?.['liquidity']]
  const [price, size, at] = [priceFromWire(row?.['price']), quantityFromWire(row?.['size']), timeFromWire(row?.['created_at'])]
  const [fee, feeCurrency] = [figureFromWire(row?.['fee']), textOf(row?.['fee_currency'])]
  if (row === undefined || id === undefined || market === undefined || side === undefined) return undefined
  if (price === undefined || size === undefined || at === undefined || fee === undefined || feeCurrency === undefined) return undefined
  if (role !== 'MAKER' && role !== 'TAKER') return undefined
  return {
    ...{ id, orderId, market, side, role, price, quantity: size, at, fee, feeCurrency },
    clientId: textOf(row['client_id']),
    realizedProfit: figureFromWire(row['realized_pnl']),
    kind: tradeKindFromWire(row['fill_type']),
  }
}
