/** The parameters of `subscribe`, and `from_seq` in all its places. */
import { fault, type Fault } from '../../calls/fault.ts'

/**
 * The last sequence number that a reader has: one for each named group, and one for all others. Without the latter, the others start from the current
 * position.
 */
export type From = { readonly named: ReadonlyMap<number, number>; readonly others?: number }

/** For each group of `published`, the last numbers that were published to the reader. */
export const fromIn = ({ named, others = Infinity }: From, published: ReadonlyMap<number, number>): ReadonlyMap<number, number> =>
  new Map([...published].map(([group, now]) => [group, named.get(group) ?? Math.min(others, now)]))

export type Subscribe = { readonly channel: string; readonly wantsSnapshot: boolean; readonly from: From | undefined }

const CHANNEL_CHARACTERS = 256

export function readSubscribe(params: unknown, positions: ReadonlyMap<number, number>): Subscribe | Fault {
  const { channel, snapshot, from_seq } = (typeof params === 'object' && params !== null ? params : {}) as Record<string, unknown>
  if (typeof channel !== 'string' || channel.length > CHANNEL_CHARACTERS)
    return fault('InvalidParams', 'params.channel: This field is required', { member: 'channel' })
  if (snapshot !== undefined && snapshot !== null && typeof snapshot !== 'boolean')
    return fault('InvalidParams', 'params.snapshot must be true or false.', { member: 'snapshot' })
  const from = from_seq === undefined || from_seq === null ? undefined : readFrom(from_seq, positions)
  if (from !== undefined && 'fault' in from) return from
  return { channel, wantsSnapshot: snapshot === true, from }
}

const isSeq = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0

/**
 * `{"1": 55, "2": 10}` or the text `1:55,2:10` name each group. Groups that are not named start from the current position. A single number is for
 * clients that listen to one group. In a group that has not reached that number, the current position is used.
 */
export function readFrom(value: unknown, positions: ReadonlyMap<number, number>): From | Fault {
  const wrong = fault('InvalidParams', 'from_seq must be a sequence number, or one for each group: {"1": 55} or 1:55,2:10.', {
    member: 'from_seq',
  })
  if (isSeq(value)) return { named: new Map(), others: value }
  if (typeof value === 'string') {
    if (/^\d{1,16}$/.test(value)) return readFrom(Number(value), positions)
    if (!/^\d{1,9}:\d{1,16}(,\d{1,9}:\d{1,16}){0,99}$/.test(value)) return wrong
    return readFrom(Object.fromEntries(value.split(',').map((each) => each.split(':').map(Number) as [number, number])), positions)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return wrong
  const pairs = Object.entries(value).map(([group, seq]) => [Number(group), seq as unknown] as const)
  if (pairs.some(([group, seq]) => !positions.has(group) || !isSeq(seq))) return wrong
  return { named: new Map(pairs as readonly (readonly [number, number])[]) }
}
