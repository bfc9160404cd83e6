/** Legs as a desk would write them: for tests and worked examples. */
import type { ProductCode } from '../src/catalogue/product.ts'
import { listed } from './instrument-examples.ts'
import { price, ratio } from '../src/decimal.ts'
import type { Leg, Structure } from '../src/structure/structure.ts'

const LEG = /^([+-])([\d.]+) (\S+?)(?::([A-Z]{2}))?(?: @ ([\d.-]+))?$/

/** `+1 BTC-27MAR26-100000-C`, a hedge `-22500 BTC-PERPETUAL @ 90000`, another venue's `+1 BTC-27MAR26-100000-C:BD`. */
export function legOf(text: string): Leg {
  const match = LEG.exec(text)
  if (match === null) throw new Error(`not a leg: ${text}`)
  const [, sign, times, name, code, hedgePrice] = match
  return {
    instrument: listed(name!, code as ProductCode | undefined),
    side: sign === '+' ? 'BUY' : 'SELL',
    ratio: ratio(times!),
    ...(hedgePrice === undefined ? {} : { price: price(hedgePrice) }),
  }
}

export const structureOf = (...legs: readonly string[]): Structure => ({ legs: legs.map(legOf) })

export const hedgeOf = (structure: Structure): Leg => structure.legs.find((leg) => leg.price !== undefined)!
