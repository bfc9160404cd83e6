/** The two sides of a quote as they are sent. Pure. */
import type { Order, Rfq } from '@parley/client'
import { formatQuantity, parseQuantity, priceText, type Quantity, quantityText } from '@parley/core'
import type { EnteredNumber } from '../../../components/number-text.ts'
import type { MakerSide } from './maker-form.ts'
import { remainingOf } from './taker-form.ts'

export const makerSides = ['BUY', 'SELL'] as const satisfies readonly MakerSide[]
export const sideWord: Readonly<Record<MakerSide, 'Bid' | 'Ask'>> = { BUY: 'Bid', SELL: 'Ask' }
export const otherSide: Readonly<Record<MakerSide, MakerSide>> = { BUY: 'SELL', SELL: 'BUY' }

type Part = Pick<Order, 'quantity' | 'resting'>

const number = (text: string | undefined): number => (text === undefined ? 0 : (parseQuantity(text) ?? 0))

/** The part of the replaced quote that no longer rests: traded or cancelled. */
const gone = (held: Part | undefined): number => (held === undefined ? 0 : number(held.quantity) - number(held.resting))

/** A replacement gives the quantity of the whole quote (rulebook 5.15), while the ticket shows the quantity that will rest. */
export function wholeQuantity(rests: string, held: Part | undefined): string {
  const quantity = parseQuantity(rests)
  return quantity === undefined || held === undefined ? rests : formatQuantity((quantity + gone(held)) as Quantity)
}

/**
 * The largest quantity that the ticket offers: what is left as far as the desk knows (it sees only its own trades), and not more than the rules
 * allow for a replacement (rulebook 5.4).
 */
export const roomOf = (rfq: Request, held: Part | undefined): string =>
  formatQuantity(Math.max(0, Math.min(number(remainingOf(rfq)), number(rfq.quantity) - gone(held))) as Quantity)

type Request = Pick<Rfq, 'filled' | 'pending'> & { readonly quantity: string }

/** A quantity together with what was left when it was typed. */
export type TypedQuantity = { readonly quantity: EnteredNumber; readonly left: string }

/** A trade has left less than was typed, so the entry follows what is left. */
export const isOvertaken = ({ quantity, left }: TypedQuantity, leftNow: string): boolean =>
  left !== leftNow && quantity !== undefined && number(quantity) > number(leftNow)

type Priced = { readonly side: MakerSide; readonly price: string }
type Resting = Partial<Readonly<Record<MakerSide, Pick<Order, 'price'>>>>

/** The ask is sent first if the new bid reaches the old ask: a desk's bid must stay below its own ask (rulebook 5.8, 10.10). */
export function inSafeOrder<T extends Priced>(lines: readonly T[], open: Resting): readonly T[] {
  const bid = lines.find(({ side }) => side === 'BUY')
  const isAskFirst = bid !== undefined && open.SELL !== undefined && Number(bid.price) >= Number(open.SELL.price)
  return lines.toSorted((a, b) => (a.side === b.side ? 0 : (a.side === 'SELL') === isAskFirst ? -1 : 1))
}

type Quoted = Priced & { readonly rests: string }

/** The button in two lines, derived from the lines that it sends: the prices, then the resting quantities and what they replace. */
export function quoteButtonLabel(lines: readonly Quoted[], open: Resting, decimals: number): readonly [string, string] {
  const of = (side: MakerSide) => lines.find((line) => line.side === side)
  const sides = (textOf: (side: MakerSide) => string | undefined) => makerSides.map((side) => textOf(side) ?? '—').join(' / ')
  const price = (side: MakerSide) => {
    const line = of(side)
    return line === undefined ? undefined : priceText(line.price, decimals)
  }
  const before = (side: MakerSide) => {
    const held = of(side) === undefined ? undefined : open[side]
    return held === undefined ? undefined : priceText(held.price, decimals)
  }
  const isReplacing = makerSides.some((side) => before(side) !== undefined)
  const verb = makerSides.some((side) => open[side] !== undefined) ? 'Replace quote' : 'Quote'
  return [`${verb} ${sides(price)}`, [sizesLabel(lines), isReplacing ? `was ${sides(before)}` : ''].filter(Boolean).join(' · ')]
}

function sizesLabel(lines: readonly Quoted[]): string {
  const [bid, ask] = makerSides.map((side) => lines.find((line) => line.side === side)?.rests)
  const size = (text: string) => (text === '' ? '—' : quantityText(text))
  if (bid !== undefined && ask !== undefined) return bid === ask ? `${size(bid)} each side` : `${size(bid)} bid, ${size(ask)} asked`
  return bid !== undefined ? `${size(bid)} bid` : ask !== undefined ? `${size(ask)} asked` : ''
}
