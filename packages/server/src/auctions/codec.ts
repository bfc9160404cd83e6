/** An auction and its events as JSON: amounts are whole numbers without end, and maps are lists of pairs. */
import type { Auction, AuctionEvent } from '@parley/core'

const AMOUNT = /^-?\d+n$/

const plain = (_key: string, value: unknown): unknown => {
  if (typeof value === 'bigint') return `${value}n`
  return value instanceof Map ? { pairs: [...(value as Map<unknown, unknown>)] } : value
}

const exact = (_key: string, value: unknown): unknown => {
  if (typeof value === 'string' && AMOUNT.test(value)) return BigInt(value.slice(0, -1))
  const pairs = typeof value === 'object' && value !== null && 'pairs' in value ? value.pairs : undefined
  return Array.isArray(pairs) ? new Map(pairs as [unknown, unknown][]) : value
}

export const toText = (value: Auction | AuctionEvent): string => JSON.stringify(value, plain)
export const auctionFrom = (text: string): Auction => JSON.parse(text, exact) as Auction
export const eventFrom = (text: string): AuctionEvent => JSON.parse(text, exact) as AuctionEvent
