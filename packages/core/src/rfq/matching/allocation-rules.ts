/** The rules of an order's allocation, the same for every kind of RFQ (rulebook 5.20, 10.18). */
import { formatQuantity, type Quantity } from '../../decimal.ts'
import type { AllocationPart } from '../model/order.ts'
import { LEAST_ALLOCATION_PARTS, MAX_ALLOCATION_PARTS } from '../model/limits.ts'
import { refuse, type Refusal } from '../../refusal.ts'
import { allocate, nearestAllocation, type Piece } from '../../book/allocate.ts'

type AllocationRefusal = Refusal<'AllocationInvalid'>
type Block = { readonly minimumBlock: Quantity; readonly quantityIncrement: Quantity }

/** Checks the parts alone. Whether the quotes can be divided into them is known only when the order is matched. */
export function partsRefusal(
  parts: readonly AllocationPart[],
  quantity: Quantity,
  { minimumBlock, quantityIncrement }: Block,
): AllocationRefusal | undefined {
  const wrong = (message: string, field = 'allocations') => refuse('AllocationInvalid', '5.20', message, field)
  if (parts.length < LEAST_ALLOCATION_PARTS || parts.length > MAX_ALLOCATION_PARTS)
    return wrong(
      `An allocation must have ${LEAST_ALLOCATION_PARTS} to ${MAX_ALLOCATION_PARTS} parts. For one account, use the order's own account.`,
    )
  const again = parts.findIndex(({ account }, place) => parts.findIndex((other) => other.account === account) < place)
  if (again !== -1)
    return wrong(`${parts[again]!.account} is named twice. Each account can have only one part.`, `allocations.${again}.account_name`)
  const small = parts.findIndex((part) => part.quantity < minimumBlock)
  if (small !== -1)
    return wrong(`Each part must be at least the minimum block, ${formatQuantity(minimumBlock)}.`, `allocations.${small}.quantity`)
  const off = parts.findIndex((part) => part.quantity % quantityIncrement !== 0)
  if (off !== -1)
    return wrong(`The quantity of each part must be a multiple of ${formatQuantity(quantityIncrement)}.`, `allocations.${off}.quantity`)
  const sum = parts.reduce((total, part) => total + part.quantity, 0)
  if (sum === quantity) return undefined
  return wrong(`The parts must add up to ${formatQuantity(quantity)}; they add up to ${formatQuantity(sum as Quantity)}.`)
}

type Fill = { readonly quantity: number }

/**
 * One piece for each fill and account; without an allocation, each fill is one piece. A refusal reveals no more about the sizes of hidden quotes than
 * the book does (rulebook 8.2, 10.11).
 */
export function piecesOf<One extends Fill>(
  parts: readonly AllocationPart[] | undefined,
  fills: readonly One[],
  { minimumBlock }: Block,
  isShown: (fill: One) => boolean,
): readonly Piece[] | AllocationRefusal {
  if (parts === undefined) return fills.map(({ quantity }, fill) => ({ fill, part: 0, quantity }))
  const [filled, wanted] = [fills.map(({ quantity }) => quantity), parts.map(({ quantity }) => quantity)]
  return allocate(filled, wanted, minimumBlock) ?? notSplit(filled, wanted, minimumBlock, fills.every(isShown))
}

function notSplit(sizes: readonly number[], wanted: readonly number[], minimum: Quantity, areShown: boolean): AllocationRefusal {
  const text = (quantities: readonly number[]) => quantities.map((each) => formatQuantity(each as Quantity)).join(', ')
  const near = nearestAllocation(sizes, wanted, minimum)
  const accepted = near === undefined ? 'fewer parts, or parts of whole blocks, are' : `${text(near)} is`
  const message = areShown
    ? `The quotes trade in blocks of ${text(sizes)}, and these parts would leave a block below ${formatQuantity(minimum)}: ${accepted} accepted.`
    : `The quotes cannot be split into these parts with blocks of at least ${formatQuantity(minimum)} each: fewer or other parts are accepted.`
  return refuse('AllocationInvalid', '5.20', message, 'allocations')
}

/** The order, with the account that gets this part. */
export const settledFor = <Incoming extends { readonly account: string; readonly allocations?: readonly AllocationPart[] }>(
  order: Incoming,
  part: number,
): Incoming => (order.allocations === undefined ? order : { ...order, account: order.allocations[part]!.account })
