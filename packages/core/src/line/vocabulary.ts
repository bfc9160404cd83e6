/** Every word that a line can contain, used to suggest corrections of misspelt words. */
import { products } from '../catalogue/products.ts'

export const currencies: ReadonlySet<string> = new Set(products.map((product) => product.currency))

const words = [
  'call calls put puts straddle strangle spread butterfly condor iron risk reversal calendar diagonal ratio future futures perp perpetual roll',
  'fly icondor ifly cspd pspd hedge hedged delta unhedged live anon anonymous anonymously disclosed buy sell lots contracts two-way one-way one-sided both ways for limit good',
].flatMap((line) => line.split(' '))

/** The word at most two letters away, or one if it is short. Undefined if there is none or if the word is too short for a suggestion. */
export function nearestWord(typed: string): string | undefined {
  if (typed.length < 4) return undefined
  const most = typed.length < 6 ? 1 : 2
  const near = words.map((word) => ({ word, distance: distanceOf(typed, word) })).sort((a, b) => a.distance - b.distance)[0]!
  return near.distance <= most ? near.word : undefined
}

/** The number of letters inserted, deleted, changed or swapped with their neighbour. */
function distanceOf(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, at) => at)]
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const change = rows[i - 1]![j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1)
      const swap = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1] ? rows[i - 2]![j - 2]! + 1 : Infinity
      row.push(Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, change, swap))
    }
    rows.push(row)
  }
  return rows[one.length]![other.length]!
}
