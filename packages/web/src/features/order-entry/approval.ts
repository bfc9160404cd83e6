/** The texts of buttons whose press asks a colleague for approval, and when a replacement needs none (rulebook 11.14, 11.15). Pure. */

/** On the button of an order that needs approval. */
export const ASKS_APPROVAL = 'Asks a colleague to approve'
/** In place of the verb of a button. */
export const ASK_APPROVAL = 'Ask a colleague to approve'

/** Two sides are sent as one batch, which is refused without being held. */
export const ONE_SIDE_WAITS =
  'A colleague has to approve a quote of this size, and two sides cannot wait together. Quote one side at a time.'

/** Every step of a peg is a new quote. */
export const CANNOT_FOLLOW = 'A colleague has to approve quotes of this size, so they cannot follow the mark.'

type Terms = { readonly price: string; readonly quantity: string }

/** A replacement at the same price with at most the size of before. The server also compares the prices of the legs. */
export const isOnlySmaller = (order: Terms, replaced: Terms | undefined): boolean =>
  replaced !== undefined && Number(order.price) === Number(replaced.price) && Number(order.quantity) <= Number(replaced.quantity)
