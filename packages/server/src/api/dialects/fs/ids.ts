/** Published ids of strategies, orders and trades: text of eighteen digits, made from the number of each object. */
import type { Trade } from '@parley/core'
import type { Identified } from '../../../calls/published-ids.ts'

const DIGITS = 18
/** Numbers are padded after this leading digit, so that all ids have the same length. */
const FRONT = '1'

export const publishedId = (number: number): string => FRONT + String(number).padStart(DIGITS - FRONT.length, '0')

/** Undefined for a text that is not one of our ids. */
export function numberOfId(id: string): number | undefined {
  const number = Number(id.slice(FRONT.length))
  return id.length === DIGITS && id.startsWith(FRONT) && Number.isSafeInteger(number) ? number : undefined
}

/** Everything published in this dialect has a number. */
export function idOf({ id, number }: Identified): string {
  if (number === undefined) throw new Error(`${id} has no number`)
  return publishedId(number)
}

export function idsOfTrade({ id, numbers }: Pick<Trade, 'id' | 'numbers'>) {
  if (numbers === undefined) throw new Error(`${id} has no numbers`)
  const { trade, takerOrder, makerOrder } = numbers
  return { trade: publishedId(trade), takerOrder: publishedId(takerOrder), makerOrder: publishedId(makerOrder) }
}
