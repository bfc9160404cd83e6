/** The own quote that a side of the entry takes the place of. Quoting again replaces; a second layer is a press of its own. Pure. */
import { isResting, type Order } from '@parley/client'
import type { HowItGoes, QuoteForm, Side } from './quote-form.ts'

export type Target =
  | { readonly kind: 'NONE' }
  | { readonly kind: 'REPLACE'; readonly id: string; readonly price: string }
  /** The resting quote has other terms than the entry: replacing it would change more than its price. */
  | { readonly kind: 'OTHER_TERMS'; readonly price: string; readonly differs: string }

export const noTarget: Target = { kind: 'NONE' }

type Own = Pick<Order, 'id' | 'side' | 'price' | 'isHidden' | 'isPostOnly' | 'account' | 'state' | 'resting' | 'createdAt'>
type Entry = Pick<QuoteForm, 'replaces' | 'isIoc' | 'isPostOnly' | 'isHidden' | 'account'>

/** One that was pressed in the book; else the best of those that go as the entry does. An IOC quote never rests, so it adds no layer. */
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

/** The terms of the order that the entry does not have. Post-only speaks of the moment a quote comes, so it is the entry's to say. */
function differences(form: Entry, order: Own, primary: string | undefined): readonly string[] {
  const account = form.account === '' ? primary : form.account
  return [
    order.isHidden === form.isHidden ? '' : order.isHidden ? 'hidden' : 'shown',
    order.account === undefined || order.account === account ? '' : `in ${order.account}`,
  ].filter((word) => word !== '')
}

/** How all that rests goes, where it goes one way: an entry opened beside it begins with that. */
export function commonTerms(own: readonly Own[], primary: string | undefined): Partial<HowItGoes> {
  const resting = own.filter(isResting)
  const [first] = resting
  if (first === undefined) return {}
  const { isPostOnly, isHidden, account } = first
  const isAlike = resting.every((order) => order.isPostOnly === isPostOnly && order.isHidden === isHidden && order.account === account)
  return isAlike ? { isPostOnly, isHidden, account: account === undefined || account === primary ? '' : account } : {}
}

const words: Readonly<Record<Side, string>> = { BUY: 'bid', SELL: 'ask' }

/** A press would change nothing: the entry is what rests. */
export function restsAlready(
  { price, resting, side, isPostOnly, isHidden }: Pick<Order, 'price' | 'resting' | 'side' | 'isPostOnly' | 'isHidden'>,
  entry: Pick<QuoteForm, 'isPostOnly' | 'isHidden'> & { readonly price: string; readonly quantity: string },
): string | undefined {
  const isAlike = Number(price) === Number(entry.price) && Number(resting) === Number(entry.quantity)
  if (!isAlike || isPostOnly !== entry.isPostOnly || isHidden !== entry.isHidden) return undefined
  return `Your ${words[side]} ${entry.price} for ${entry.quantity} rests already; change it to replace it.`
}

/** The answer to a press comes before the list has the order, and a press in between must not send it twice. */
export const withAnswered = <T extends Pick<Order, 'id'>>(listed: readonly T[], answered: readonly T[]): readonly T[] => [
  ...listed,
  ...answered.filter(({ id }) => !listed.some((order) => order.id === id)),
]

/** Why a side is not quoted as it stands; undefined where it may be. */
export const otherTermsReason = (side: Side, target: Target): string | undefined =>
  target.kind === 'OTHER_TERMS'
    ? `Your ${words[side]} ${target.price} is ${target.differs}, and this one is not: press it in the book to replace it, or add a layer.`
    : undefined

type Labelled = { readonly side: Side; readonly target: Target; readonly label: string }

/** The button of both sides, from what it sends, in two lines that each fit in it: `Replace mine` above `0.0158 / 0.0164`. */
export function mainWords(filled: readonly Labelled[]): readonly [string, string] {
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
