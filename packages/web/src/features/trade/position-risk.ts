/** The desk's position from a trade: Greeks and profit at the current marks, line by line, and its maximum loss and gain. Pure. */
import { amountToNumber, product, type DealQuality } from '@parley/core'
import type { Leg } from '@parley/client'
import type { MarkView } from '@parley/contracts'
import { structureGreeks, structureMark, type StructureGreeks } from '../../live/marks.ts'

export type HeldLine = StructureGreeks & {
  readonly name: string
  readonly now: string | undefined
  /** In the coin of the premium. Undefined if it cannot be calculated exactly. */
  readonly gain: number | undefined
}

type HeldOf = {
  readonly legs: readonly Leg[]
  readonly side: 'BUY' | 'SELL'
  readonly quality: DealQuality
  readonly marks: ReadonlyMap<number, MarkView>
  readonly gamma: (legs: readonly Leg[], quantity: number) => number | undefined
  readonly isCoinQuoted: boolean
}

/** The structure first, then each hedge. Undefined while a leg has no mark. */
export function heldLines({ legs, side, quality, marks, gamma, isCoinQuoted }: HeldOf): readonly HeldLine[] | undefined {
  const size = Number(quality.quantity) / 1e6
  const signed = side === 'BUY' ? size : -size
  const own = legs.filter(({ price }) => price === undefined)
  const mark = structureMark(own, marks)
  const greeks = structureGreeks(own, signed, marks)
  if (mark === undefined || greeks === undefined) return undefined
  const paid = (side === 'BUY' ? 1 : -1) * amountToNumber(quality.premium)
  const inDollars = own.every(isCountedInDollars)
    ? { delta: dollarDelta(own, signed, marks), gain: own.length === 1 ? dollarGain(signed, paid / signed, mark) : undefined }
    : {}
  const structure = {
    ...greeks,
    gamma: gamma(own, signed) ?? greeks.gamma,
    name: 'structure',
    now: String(mark),
    gain: signed * mark - paid,
  }
  const lines: HeldLine[] = [{ ...structure, ...inDollars }]
  for (const leg of legs.filter(({ price }) => price !== undefined)) {
    const line = hedgeLine(leg, signed, marks.get(leg.instrumentId), isCoinQuoted)
    if (line === undefined) return undefined
    lines.push(line)
  }
  return lines
}

/** True for inverse futures. */
function isCountedInDollars({ productCode }: Leg): boolean {
  const known = product(productCode)
  return known?.kind === 'FUTURE' && known.marginType === 'INVERSE'
}

/** The value of this dollar amount of each leg in coins at its mark. */
const dollarDelta = (legs: readonly Leg[], units: number, marks: ReadonlyMap<number, MarkView>): number =>
  legs.reduce((sum, leg) => {
    const size = (leg.side === 'BUY' ? 1 : -1) * units * Number(leg.ratio)
    return sum + size / Number(marks.get(leg.instrumentId)?.mark_price)
  }, 0)

/** In dollars: the coins gained, at the current price. Several legs share one price, which does not contain their own entry prices. */
const dollarGain = (dollars: number, entry: number, now: number): number => dollars * (now / entry - 1)

/** An inverse future is counted in dollars: its gain is the difference of the same dollars at two prices. A linear one gains in dollars. */
function hedgeLine(leg: Leg, units: number, mark: MarkView | undefined, isCoinQuoted: boolean): HeldLine | undefined {
  if (mark === undefined || leg.price === undefined) return undefined
  const [entry, now] = [Number(leg.price), Number(mark.mark_price)]
  const size = (leg.side === 'BUY' ? 1 : -1) * units * Number(leg.ratio)
  const isLinear = product(leg.productCode)?.marginType === 'LINEAR'
  const greeks = { delta: isLinear ? size : size / now, gamma: 0, vega: 0, theta: 0 }
  const inCoin = isLinear || entry <= 0 ? undefined : size * (1 / entry - 1 / now)
  const gain = isCoinQuoted ? inCoin : isLinear ? size * (now - entry) : undefined
  return { ...greeks, name: leg.instrumentName, now: mark.mark_price, gain }
}

/** A sum with an unknown part is unknown. */
export const netOf = (lines: readonly HeldLine[]): Omit<HeldLine, 'name' | 'now'> =>
  lines.reduce<Omit<HeldLine, 'name' | 'now'>>(
    (sum, line) => ({
      delta: sum.delta + line.delta,
      gamma: sum.gamma + line.gamma,
      vega: sum.vega + line.vega,
      theta: sum.theta + line.theta,
      gain: sum.gain === undefined || line.gain === undefined ? undefined : sum.gain + line.gain,
    }),
    { delta: 0, gamma: 0, vega: 0, theta: 0, gain: 0 },
  )
