import { legQuantities, type Quantity, type Structure } from '@parley/core'

/** Every leg of a quantity that the rules have accepted has an exact quantity (rulebook 3.9). */
export function quantitiesOf(structure: Structure, quantity: Quantity): readonly Quantity[] {
  const quantities = legQuantities(structure, quantity)
  if (quantities === undefined) throw new Error(`quantity ${quantity} cannot be divided over the legs`)
  return quantities
}
