/**
 * The quantities of an order, described once. `filled` has different meanings in the published flows, so each field is described separately.
 * `settled_quantity` has the same meaning in all of them.
 */
import { Decimal } from './wire-types.ts'

const said = (description: string) => Decimal.meta({ description })

/** The four add up to the quantity: `filled`, `pending`, `canceled` and `resting`. */
export const settledFilled = said('Settled at the venue, without pending quantity. The same as settled_quantity.')
export const agreedFilled = said('Agreed: settled or pending at the venue. See settled_quantity for the settled part alone.')
export const pendingFill = said('Agreed, and pending at the venue, which settles or rejects it within moments.')
export const canceledQuantity = said('Cancelled, expired or rejected by the venue. This quantity no longer trades.')
export const settledQuantity = said('Settled at the venue. It has the same meaning in every flow, whatever filled means there.')
