/** Ids that sort by their time: 6 bytes of milliseconds, 14 of chance, as 27 base62 characters. */
import { randomBytes } from 'node:crypto'
import type { Instant, ListId, NetId, OrderId, RfqId } from '@parley/core'

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const CHARACTERS = 27
const RANDOM_BYTES = 14

export type Ids = { readonly rfq: (now: Instant) => RfqId; readonly order: (now: Instant) => OrderId }

/** The id of a list or of a net price, made from the id of an RFQ or an order of the same moment. */
export const listIdFrom = (rfq: RfqId): ListId => `l_${rfq.slice(2)}` as ListId
/** The RFQ of the first line of a list. */
export const firstLineOf = (list: string): string => `r_${list.slice(2)}`
export const netIdFrom = (order: OrderId): NetId => `n_${order.slice(2)}` as NetId

export const createIds = (chance: (bytes: number) => Uint8Array = randomBytes): Ids => ({
  rfq: (now) => `r_${timeOrdered(now, chance)}` as RfqId,
  order: (now) => `o_${timeOrdered(now, chance)}` as OrderId,
})

function timeOrdered(now: Instant, chance: (bytes: number) => Uint8Array): string {
  let value = BigInt(now)
  for (const byte of chance(RANDOM_BYTES)) value = (value << 8n) | BigInt(byte)
  let text = ''
  for (let place = 0; place < CHARACTERS; place += 1) {
    text = DIGITS[Number(value % 62n)]! + text
    value /= 62n
  }
  return text
}
