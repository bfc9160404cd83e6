/** The vols of one expiry by strike, in percent: the venue's marks, and the bids and asks of its book. Pure. */
import { impliedVolatility, MILLISECONDS_PER_YEAR, priceToNumber, type Instrument } from '@parley/core'
import type { MarkView } from '@parley/contracts'

export type SmilePoint = {
  readonly strike: number
  readonly mark: number
  readonly bid: number | undefined
  readonly ask: number | undefined
}
export type Smile = { readonly forward: number; readonly points: readonly SmilePoint[] }

/** Further out a vol is not informative, and the wings would fill the chart. */
const LEAST_DELTA = 0.04

/** The out-of-the-money option of each strike, which is the one that trades. The strikes in `kept` are always included. */
export function smileOf(
  instruments: Iterable<Instrument>,
  marks: ReadonlyMap<number, MarkView>,
  expiresAt: number,
  kept: ReadonlySet<number>,
  now: number,
): Smile | undefined {
  const points: SmilePoint[] = []
  let forward: number | undefined
  for (const one of instruments) {
    const mark = one.kind === 'OPTION' && one.expiresAt === expiresAt ? marks.get(one.id) : undefined
    if (mark === undefined || one.strike === undefined || mark.mark_iv === null) continue
    forward = Number(mark.underlying_price)
    const strike = priceToNumber(one.strike)
    if ((one.optionKind === 'CALL') !== strike >= forward) continue
    if (Math.abs(Number(mark.delta ?? 0)) < LEAST_DELTA && !kept.has(strike)) continue
    points.push({
      strike,
      mark: Number(mark.mark_iv),
      bid: sideVol(one, mark, mark.bid_iv, mark.bid_price, now),
      ask: sideVol(one, mark, mark.ask_iv, mark.ask_price, now),
    })
  }
  if (forward === undefined || points.length < 2) return undefined
  return { forward, points: points.toSorted((a, b) => a.strike - b.strike) }
}

/** The venue's own vol, or the vol implied by its price. */
function sideVol(one: Instrument, mark: MarkView, said: string | null, price: string | null, now: number): number | undefined {
  if (said !== null && Number(said) > 0) return Number(said)
  if (price === null || one.strike === undefined || one.optionKind === undefined) return undefined
  const forward = Number(mark.underlying_price)
  const vol = impliedVolatility({
    kind: one.optionKind,
    forward,
    strike: priceToNumber(one.strike),
    years: Math.max((one.expiresAt ?? now) - now, 0) / MILLISECONDS_PER_YEAR,
    price: Number(price) * (one.marginKind === 'INVERSE' ? forward : 1),
  })
  return vol === undefined ? undefined : vol * 100
}
