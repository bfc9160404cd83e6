import { legQuantities, type Quantity, type Structure } from '@parley/core'

/** Of a quantity that the rules have accepted every leg has an exact one (rulebook 3.9). */
export function quantitiesOf(structure: Structure, quantity: Quantity): readonly Quantity[] {
  const quantities = legQuantities(structure, quantity)
  if (quantities === undefined) throw new Error(`quantity ${quantity} does not divide over the legs`)
  return quantities
}
