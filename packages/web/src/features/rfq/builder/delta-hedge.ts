/**
 * The perpetual that removes a structure's delta, calculated as the venue does: the premium of an inverse option is in coin and has its own delta.
 */
import { hedgeDelta, priceToNumber, type Instrument } from '@parley/core'
import type { FormLeg } from './builder-form.ts'
import type { Instruments, Marks } from './chain.ts'

const RATIO_DECIMALS = 4

/** Whether the marks that determine the hedge size are known. Without them a hedged RFQ would be sent without its hedge. */
export const isHedgeKnown = (legs: readonly FormLeg[], instruments: Instruments, marks: Marks): boolean =>
  marks.has(perpetualOf(instruments)?.id ?? -1) && structureDelta(legs, instruments, marks) !== undefined

/** The mark of the hedging future. */
export function hedgeMark(instruments: Instruments, marks: Marks): number | undefined {
  const mark = marks.get(perpetualOf(instruments)?.id ?? -1)
  return mark === undefined ? undefined : Number(mark.mark_price)
}

const perpetualOf = (instruments: Instruments): Instrument | undefined =>
  [...instruments.values()].find((one) => one.kind === 'FUTURE' && one.expiresAt === undefined && one.marginKind === 'INVERSE')

/** At the future's mark, or at a specified price. */
export function deltaHedge(legs: readonly FormLeg[], instruments: Instruments, marks: Marks, at?: string): FormLeg | undefined {
  const perpetual = perpetualOf(instruments)
  const mark = perpetual === undefined ? undefined : marks.get(perpetual.id)
  const delta = structureDelta(legs, instruments, marks)
  if (perpetual === undefined || mark === undefined || delta === undefined) return undefined
  const hedgePrice = at ?? onTick(Number(mark.mark_price), perpetual)
  const ratio = Math.abs(delta) * unitsPerCoin(Number(hedgePrice), perpetual)
  const text = ratio.toFixed(RATIO_DECIMALS).replace(/\.?0+$/, '')
  return Number(text) === 0 ? undefined : { instrumentId: perpetual.id, side: delta > 0 ? 'SELL' : 'BUY', ratio: text, hedgePrice }
}

/** The delta of one unit of the structure, in coin. */
export function structureDelta(legs: readonly FormLeg[], instruments: Instruments, marks: Marks): number | undefined {
  let sum = 0
  for (const leg of legs) {
    const mark = marks.get(leg.instrumentId)
    const instrument = instruments.get(leg.instrumentId)
    if (mark === undefined || instrument === undefined || instrument.kind !== 'OPTION') return undefined
    const own = Number(mark.delta ?? 0)
    const delta = instrument.marginKind === 'INVERSE' ? hedgeDelta(own, Number(mark.mark_price)) : own
    sum += (leg.side === 'BUY' ? 1 : -1) * Number(leg.ratio) * delta
  }
  return sum
}

/** How many units of a future correspond to one coin at a price. An inverse future is counted in USD. */
export const unitsPerCoin = (price: number, future: Instrument): number => (future.marginKind === 'INVERSE' ? price : 1)

function onTick(price: number, instrument: Instrument): string {
  const tick = priceToNumber(instrument.tickSize)
  const decimals = (String(tick).split('.')[1] ?? '').length
  return (Math.round(price / tick) * tick).toFixed(decimals)
}
