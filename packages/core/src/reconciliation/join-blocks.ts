/**
 * A trade with several of a venue's own makers is one trade here and several blocks there (rulebook 14.3, 15.5). Its id consists of their ids,
 * joined by `+`.
 */
import type { Price, Quantity } from '../decimal.ts'
import type { ChargedBlock, ChargedLeg } from './blocks.ts'

/** The record with such blocks joined under the ids of the trades here. All other blocks are unchanged. */
export function joinBlocks(ids: readonly string[], record: readonly ChargedBlock[]): readonly ChargedBlock[] {
  return ids.reduce((blocks, id) => {
    const names = id.split('+')
    const parts = names.length === 1 ? [] : blocks.filter(({ venueTradeId }) => names.includes(venueTradeId))
    // If a block is missing there, the others are not joined, so that the difference shows what the venue has.
    return parts.length < names.length || parts.length === 0 ? blocks : [...blocks.filter((one) => !parts.includes(one)), joined(id, parts)]
  }, record)
}

const joined = (venueTradeId: string, parts: readonly ChargedBlock[]): ChargedBlock => ({
  venueTradeId,
  at: Math.max(...parts.map(({ at }) => at)),
  legs: [
    ...Map.groupBy(
      parts.flatMap(({ legs }) => legs),
      legName,
    ).values(),
  ].map(summed),
})

const legName = ({ instrumentName, side, price, feeCurrency }: ChargedLeg): string => `${instrumentName} ${side} ${price} ${feeCurrency}`

const summed = (legs: readonly ChargedLeg[]): ChargedLeg => ({
  ...legs[0]!,
  quantity: legs.reduce<number>((sum, { quantity }) => sum + quantity, 0) as Quantity,
  fee: legs.reduce<number>((sum, { fee }) => sum + fee, 0) as Price,
})
