/**
 * A list RFQ: 2 to 50 structures of one venue and currency in one request (rulebook 22). Each line is a direct RFQ, so that quotes, protections,
 * visibility and settlement are those of every direct RFQ. A net price is one hidden quote on every line, which trade together or not at all.
 */
import { multiplyExact, QUANTITY_DECIMALS, type Price, type Quantity } from '../../decimal.ts'
import type { DeskId } from '../../ids.ts'
import type { Side } from '../../structure/structure.ts'

declare const brand: unique symbol
/** `l_` and 27 base62 characters. */
export type ListId = string & { readonly [brand]: 'ListId' }
/** `n_` and 27 base62 characters: one net price of one maker. */
export type NetId = string & { readonly [brand]: 'NetId' }
/** An amount of money in units of 1e-8: a price times a quantity. */
export type NetAmount = number & { readonly [brand]: 'NetAmount' }

export const LEAST_LIST_LINES = 2
export const MOST_LIST_LINES = 50

/** The place of an RFQ in its list. */
export type ListLine = {
  readonly id: ListId
  /** From 1, without gaps. */
  readonly line: number
  readonly lines: number
  /** The number of its row in the taker's sheet, the side that the taker wants, and the taker's name of the list; only for the taker. */
  readonly row: number
  readonly side: Side
  readonly name?: string
}

/** A quote that is one line's part of a net price. */
export type NetPart = { readonly id: NetId; readonly amount: NetAmount }

/** The quotes that a taker's order can trade with: those of one maker, or the parts of one net price. If absent, every quote but parts. */
export type Takes = { readonly maker: DeskId } | { readonly net: NetId }

export type PricedLine = { readonly side: Side; readonly price: Price; readonly quantity: Quantity }

/** The amount that the taker pays for a line; negative if the taker receives it. Undefined if that needs more than 8 decimals. */
export function lineAmount({ side, price, quantity }: PricedLine): NetAmount | undefined {
  const amount = multiplyExact(price, quantity, 10 ** QUANTITY_DECIMALS)
  return amount === undefined ? undefined : ((side === 'BUY' ? amount : -amount || 0) as NetAmount)
}

/** The amount that the taker pays for all lines together; undefined if a line has no exact amount. */
export function netAmount(lines: readonly PricedLine[]): NetAmount | undefined {
  let sum = 0
  for (const line of lines) {
    const amount = lineAmount(line)
    if (amount === undefined) return undefined
    sum += amount
  }
  return Number.isSafeInteger(sum) ? (sum as NetAmount) : undefined
}
