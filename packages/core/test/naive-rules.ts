/** The rules of the naive order books, apart from their lists: refusals that are thrown, and allocations by trying every order. */
import type { TradeId } from '../src/ids.ts'
import type { PlaceOrder, ReplaceOrder } from '../src/rfq/model/commands.ts'
import type { AllocationPart } from '../src/rfq/model/order.ts'

export class NaiveRefusal extends Error {
  constructor(refused: string, rule: string) {
    super(`${refused} ${rule}`)
  }
}

type Block = { readonly minimumBlock: number; readonly quantityIncrement: number }

/** Rulebook 5.20, for the parts alone. */
export function rightParts(parts: readonly AllocationPart[], quantity: number, { minimumBlock, quantityIncrement }: Block): boolean {
  const sum = parts.reduce((total, part) => total + part.quantity, 0)
  const areDifferent = new Set(parts.map(({ account }) => account)).size === parts.length
  const areBlocks = parts.every((part) => part.quantity >= minimumBlock && part.quantity % quantityIncrement === 0)
  return parts.length >= 2 && parts.length <= 10 && areDifferent && areBlocks && sum === quantity
}

/** Every order of `count` things, the given one first. */
export function permutations(count: number): readonly (readonly number[])[] {
  if (count === 0) return [[]]
  const all = Array.from({ length: count }, (_, n) => n)
  return all.flatMap((first) => permutations(count - 1).map((others) => [first, ...others.map((n) => (n < first ? n : n + 1))]))
}

/** Cuts the fills where the parts end, laid end to end in this order. */
export function piecesInOrder(fills: readonly number[], parts: readonly number[]): readonly { fill: number; traded: number }[] {
  const ends = (sizes: readonly number[]) => sizes.map((_, n) => sizes.slice(0, n + 1).reduce((sum, each) => sum + each, 0))
  const cuts = [...new Set([0, ...ends(fills), ...ends(parts)])].sort((a, b) => a - b)
  return cuts.slice(1).map((cut, n) => ({ fill: ends(fills).findIndex((end) => end >= cut), traded: cut - cuts[n]! }))
}

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** The id of the order's next trade after `before` earlier ones. */
export const nameOfTrade = (order: string, before: number): TradeId =>
  `t_${order.slice(2)}${DIGITS[Math.floor(before / 62)]}${DIGITS[before % 62]}` as TradeId

/** Rulebook 10.20: the quote as if it had been placed with the replacement's members; an empty text removes a member. */
export function replacedPlace(
  { place, isPostOnly }: { readonly place: PlaceOrder; readonly isPostOnly: boolean },
  command: ReplaceOrder,
): PlaceOrder {
  const brought = Object.entries(command).filter(([member]) =>
    ['isPostOnly', 'isHidden', 'account', 'clientOrderId', 'label'].includes(member),
  )
  const all = { ...place, isPostOnly, ...Object.fromEntries(brought) }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== '')) as PlaceOrder
}
