/** The builder's side of the comparison. */
import type { Side, Structure, VenueCode } from '@parley/core'
import type { EnteredNumber } from '../../../../components/number-text.ts'

export type CompareVenuesProps = {
  readonly structure: Structure
  /** `Call Spread`. */
  readonly name: string
  readonly quantity: EnteredNumber
  readonly onQuantity: (quantity: EnteredNumber) => void
  readonly takerSide: Side | undefined
  readonly onClose: () => void
  /** Opens the builder at that venue with these legs. Nothing is sent. */
  readonly onStart: (venue: VenueCode, structure: Structure, quantity: EnteredNumber) => void
  /** Changes the legs at the builder's own venue. */
  readonly onChangeLegs: (structure: Structure) => void
}
