/**
 * Allots a net price to the lines of a list (rulebook 22.6): each line gets a price on its tick, and the lines together cost exactly the net price.
 * The lines start from a price each, usually the mark, and share the difference in proportion to their cost. The remainder goes in whole ticks to the
 * line with the largest step first; a step is the quantity of a line times its tick. If less than the smallest step is left, the fewest ticks of
 * other lines are moved that leave whole ticks for the line with the smallest step.
 */
import { formatPrice, multiplyExact, QUANTITY_DECIMALS, type Price } from '../../decimal.ts'
import { refuse } from '../../refusal.ts'
import type { RfqRefusal } from '../model/refusal-codes.ts'
import { lineAmount, type NetAmount, type PricedLine } from '../model/list.ts'

/** `price` is where the line starts; it must be on the tick. */
export type LineToAllot = PricedLine & { readonly tick: Price }

/** The number of moves that are tried, because the search runs between the commands of every desk (rulebook 22.15). Real lists need a few hundred. */
const MOST_MOVES_TRIED = 20_000

export function allotNet(lines: readonly LineToAllot[], net: NetAmount): readonly Price[] | RfqRefusal {
  const steps = lines.map(({ quantity, tick }) => multiplyExact(tick, quantity, 10 ** QUANTITY_DECIMALS))
  const amounts: readonly (number | undefined)[] = lines.map(lineAmount)
  if (!isExact(steps) || !isExact(amounts)) return inexact
  const difference = net - sumOf(amounts)
  const divisor = steps.reduce(greatestDivisor)
  const off = ((difference % divisor) + divisor) % divisor
  if (off !== 0) return offTick(net - off, net - off + divisor)
  const gross = sumOf(amounts.map(Math.abs))
  const ticks = amounts.map((amount, at) => (gross === 0 ? 0 : Math.trunc(((Math.abs(amount) / gross) * difference) / steps[at]!)))
  let left = difference - sumOf(ticks.map((count, at) => count * steps[at]!))
  const move = (at: number, count: number): void => {
    ticks[at] = ticks[at]! + count
    left -= count * steps[at]!
  }
  const largestFirst = steps.map((_, at) => at).sort((a, b) => steps[b]! - steps[a]! || a - b)
  for (const at of largestFirst) move(at, Math.trunc(left / steps[at]!))
  const smallest = largestFirst.at(-1)!
  const moves = left === 0 ? [] : fewestMoves(steps, largestFirst, left)
  if (moves === undefined) return tooFine
  for (const [at, count] of moves) move(at, count)
  move(smallest, left / steps[smallest]!)
  return lines.map(({ side, price, tick }, at) => (price + (side === 'BUY' ? 1 : -1) * ticks[at]! * tick) as Price)
}

type Move = readonly [at: number, count: 1 | -1]

/** The fewest ticks whose steps leave a whole multiple of the smallest step, found by their remainders. Undefined if that takes too long. */
function fewestMoves(steps: readonly number[], largestFirst: readonly number[], left: number): readonly Move[] | undefined {
  const smallest = steps[largestFirst.at(-1)!]!
  const remainder = (amount: number): number => ((amount % smallest) + smallest) % smallest
  const wanted = remainder(left)
  // Lines with one step are interchangeable.
  const distinct = largestFirst.filter((at, place) => place === 0 || steps[at] !== steps[largestFirst[place - 1]!])
  const found = new Map<number, { readonly from: number; readonly move: Move } | undefined>([[0, undefined]])
  let reached = [0]
  let tried = 0
  while (!found.has(wanted)) {
    const next: number[] = []
    for (const from of reached)
      for (const at of distinct)
        for (const count of [1, -1] as const) {
          if ((tried += 1) > MOST_MOVES_TRIED) return undefined
          const to = remainder(from + count * steps[at]!)
          if (found.has(to)) continue
          found.set(to, { from, move: [at, count] })
          next.push(to)
        }
    reached = next
  }
  const moves: Move[] = []
  for (let at = found.get(wanted); at !== undefined; at = found.get(at.from)) moves.push(at.move)
  return moves
}

const isExact = (values: readonly (number | undefined)[]): values is readonly number[] => values.every((value) => value !== undefined)
const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

function greatestDivisor(a: number, b: number): number {
  while (b !== 0) [a, b] = [b, a % b]
  return a
}

export const inexact: RfqRefusal = refuse(
  'NetPriceOffTick',
  '22.6',
  'The price of each line times its quantity must have at most 8 decimals. Use quantities and prices with fewer decimals.',
  'net_price',
)

const tooFine: RfqRefusal = refuse(
  'NetPriceOffTick',
  '22.15',
  'The net price cannot be allotted to lines of these quantities. Quote the net price of the marks or another round amount, or quote the lines.',
  'net_price',
)

function offTick(low: number, high: number): RfqRefusal {
  const text = (amount: number) => formatPrice(amount as Price)
  return refuse('NetPriceOffTick', '22.6', `No line prices on their ticks add up to this net price. The nearest are ${text(low)} and ${text(high)}.`, 'net_price') // prettier-ignore
}
