/** Auctions and their events as plain JSON: amounts are integers of any size, and maps are lists of pairs. */
import type { Auction, AuctionEvent } from '@parley/core'

const AMOUNT = /^-?\d+n$/
/** Marks a text that looks like an amount, and one that already carries the mark. */
const MARK = "'"
const MARKED = /^'+-?\d+n$/

const plain = (_key: string, value: unknown): unknown => {
  if (typeof value === 'bigint') return `${value}n`
  if (typeof value === 'string') return AMOUNT.test(value) || MARKED.test(value) ? MARK + value : value
  return value instanceof Map ? { pairs: [...(value as Map<unknown, unknown>)] } : value
}

const exact = (_key: string, value: unknown): unknown => {
  if (typeof value === 'string') return AMOUNT.test(value) ? BigInt(value.slice(0, -1)) : MARKED.test(value) ? value.slice(1) : value
  const pairs = typeof value === 'object' && value !== null && 'pairs' in value ? value.pairs : undefined
  return Array.isArray(pairs) ? new Map(pairs as [unknown, unknown][]) : value
}

export const toText = (value: unknown): string => JSON.stringify(value, plain)
const fromText = (text: string): unknown => JSON.parse(text, exact)
export const auctionFrom = (text: string): Auction => fromText(text) as Auction
export const eventFrom = (text: string): AuctionEvent => fromText(text) as AuctionEvent

/** A copy that consists only of JSON values. */
export const toPlain = <Plain>(value: unknown): Plain => JSON.parse(toText(value)) as Plain
export const fromPlain = <Value>(value: unknown): Value => fromText(JSON.stringify(value)) as Value
