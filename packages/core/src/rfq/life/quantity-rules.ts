/** A quantity must be at least a block, and a whole multiple of the increment (rulebook 4.2, 4.3, 5.4, 10.3). */
import { formatQuantity, type Quantity } from '../../decimal.ts'
import { refuse } from '../../refusal.ts'
import type { RfqRefusal } from '../model/refusal-codes.ts'

type Block = { readonly minimumBlock: Quantity; readonly quantityIncrement: Quantity }

export const incrementRefusal = (quantity: Quantity, { quantityIncrement }: Block, rule: string): RfqRefusal | undefined =>
  quantity % quantityIncrement === 0
    ? undefined
    : refuse('QuantityOffIncrement', rule, `The quantity must be a multiple of ${formatQuantity(quantityIncrement)}.`, 'quantity')

/** Checks the quantity of a new RFQ. */
export function requestedQuantityRefusal(quantity: Quantity, block: Block): RfqRefusal | undefined {
  if (quantity > 0 && quantity >= block.minimumBlock) return incrementRefusal(quantity, block, '4.3')
  const message = `The quantity must be at least ${formatQuantity(block.minimumBlock)}, the minimum block of this structure.`
  return refuse('QuantityBelowBlockMinimum', '4.2', message, 'quantity')
}
