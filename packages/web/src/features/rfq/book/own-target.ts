/** The desk's own quote that a side of the entry replaces. Quoting again replaces it, and a second layer has its own button. Pure. */
import { isResting, type Order } from '@parley/client'
import type { HowItGoes, QuoteForm, Side } from './quote-form.ts'

export type Target =
  | { readonly kind: 'NONE' }
  | { readonly kind: 'REPLACE'; readonly id: string; readonly price: string }
  /** The resting quote has other terms than the entry, so replacing it would change more than its price. */
  | { readonly kind: 'OTHER_TERMS'; readonly price: string; readonly differs: string }

export const noTarget: Target = { kind: 'NONE' }

type Own = Pick<Order, 'id' | 'side' | 'price' | 'isHidden' | 'isPostOnly' | 'account' | 'state' | 'resting' | 'createdAt'>
type Entry = Pick<QuoteForm, 'replaces' | 'isIoc' | 'isPostOnly' | 'isHidden' | 'account'>

/** The quote that was clicked in the book, or the best one with the entry's terms. An IOC quote never rests, so it adds no layer. */
export function targetOf(form: Entry, side: Side, own: readonly Own[], primary: string | undefined): Target {
  const pressed = form.replaces[side]
  const resting = own.filter((order) => order.side === side && isResting(order)).toSorted(bestFirst)
  if (pressed !== undefined) return { kind: 'REPLACE', id: pressed, price: resting.find(({ id }) => id === pressed)?.price ?? '' }
  const [best] = resting
  if (form.isIoc || best === undefined) return noTarget
  const alike = resting.find((order) => differences(form, order, primary).length === 0)
  if (alike !== undefined) return { kind: 'REPLACE', id: alike.id, price: alike.price }
  return { kind: 'OTHER_TERMS', price: best.price, differs: differences(form, best, primary).join(', ') }
}

function bestFirst(a: Own, b: Own): number {
  const better = a.side === 'BUY' ? Number(b.price) - Number(a.price) : Number(a.price) - Number(b.price)
  return better || a.createdAt - b.createdAt
}

/** The terms in which the order differs from the entry. Post-only matters only when a quote arrives, so the entry decides it. */
function differences(form: Entry, order: Own, primary: string | undefined): readonly string[] {
  const account = form.account === '' ? primary : form.account
  return [
    order.isHidden === form.isHidden ? '' : order.isHidden ? 'hidden' : 'shown',
    order.account === undefined || order.account === account ? '' : `in ${order.account}`,
  ].filter((word) => word !== '')
}

/** The terms of all resting quotes, if they are equal. A new entry starts with them. */
export function commonTerms(own: readonly Own[], primary: string | undefined): Partial<HowItGoes> {
  const resting = own.filter(isResting)
  const [first] = resting
  if (first === undefined) return {}
  const { isPostOnly, isHidden, account } = first
  const isAlike = resting.every((order) => order.isPostOnly === isPostOnly && order.isHidden === isHidden && order.account === account)
  return isAlike ? { isPostOnly, isHidden, account: account === undefined || account === primary ? '' : account } : {}
}

const words: Readonly<Record<Side, string>> = { BUY: 'bid', SELL: 'ask' }

/** The entry equals the resting quote, so sending it would change nothing. */
export function restsAlready(
  { price, resting, side, isPostOnly, isHidden }: Pick<Order, 'price' | 'resting' | 'side' | 'isPostOnly' | 'isHidden'>,
  entry: Pick<QuoteForm, 'isPostOnly' | 'isHidden'> & { readonly price: string; readonly quantity: string },
): string | undefined {
  const isAlike = Number(price) === Number(entry.price) && Number(resting) === Number(entry.quantity)
  if (!isAlike || isPostOnly !== entry.isPostOnly || isHidden !== entry.isHidden) return undefined
  return `Your ${words[side]} ${entry.price} for ${entry.quantity} is already live. Change its terms to replace it.`
}

/** The response arrives before the list has the order. A click in between must not send it twice. */
export const withAnswered = <T extends Pick<Order, 'id'>>(listed: readonly T[], answered: readonly T[]): readonly T[] => [
  ...listed,
  ...answered.filter(({ id }) => !listed.some((order) => order.id === id)),
]

/** Why a side cannot be quoted like this. Undefined if it can. */
export const otherTermsReason = (side: Side, target: Target): string | undefined =>
  target.kind === 'OTHER_TERMS'
    ? `Your ${words[side]} ${target.price} is ${target.differs} and this one is not. Click it in the book to replace it, or add a layer.`
    : undefined

type Labelled = { readonly side: Side; readonly target: Target; readonly label: string }

/** The label of the button for both sides in two lines, derived from what it sends: `Replace mine` above `0.0158 / 0.0164`. */
export function mainLabel(filled: readonly Labelled[]): readonly [string, string] {
  const of = (side: Side) => filled.find((one) => one.side === side)
  const [bid, ask] = [of('BUY'), of('SELL')]
  const both = `${bid?.label ?? '—'} / ${ask?.label ?? '—'}`
  const replaced = filled.filter(({ target }) => target.kind === 'REPLACE')
  if (replaced.length === 0) return ['Quote', both]
  if (replaced.length === filled.length) return ['Replace mine', both]
  return bid?.target.kind === 'REPLACE'
    ? [`Replace bid ${bid.label},`, `ask ${ask?.label}`]
    : [`Bid ${bid?.label},`, `replace ask ${ask?.label}`]
}
