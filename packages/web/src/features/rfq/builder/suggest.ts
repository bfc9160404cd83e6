/** The default legs of a named structure: strikes around the forward, the chosen expiry and the next one. */
import { expiriesOf, product, shapes, type Instrument, type Shape } from '@parley/core'
import type { FormLeg } from './builder-form.ts'
import { atTheMoney, chainRows, forwardOf, type Instruments, type Marks } from './chain.ts'

/** The structures of the list on the left, in its order. Each is the first shape of that name in core's table. */
export const offered: readonly string[] = [
  'Call',
  'Put',
  'Call Spread',
  'Put Spread',
  'Risk Reversal (Call)',
  'Risk Reversal (Put)',
  'Straddle',
  'Strangle',
  'Call Butterfly',
  'Put Butterfly',
  'Call Condor',
  'Iron Butterfly',
  'Iron Condor',
  'Call Calendar',
  'Put Calendar',
  'Call Diagonal',
  'Call Ratio Spread',
  'Future',
  'Future Spread',
]

/** How many strikes from the money each strike of a shape starts, by the number of strikes and whether all legs are puts. */
const AWAY: Readonly<Record<number, readonly number[]>> = { 0: [], 1: [0], 2: [0, 2], 3: [-2, 0, 2], 4: [-3, -1, 1, 3] }

export function suggestLegs(name: string, instruments: Instruments, marks: Marks, expiry: number): readonly FormLeg[] | undefined {
  const shape = shapes.find((one) => one.name === name)
  if (shape === undefined) return undefined
  const isFutures = shape.legs.every((leg) => leg.kind === 'FUTURE')
  const expiries = isFutures ? futureExpiries(instruments, shape) : optionExpiries(instruments, shape, expiry)
  if (expiries === undefined) return undefined
  const strikes = isFutures ? [] : strikesFor(shape, instruments, marks, expiries)
  const legs = shape.legs.map((leg) => {
    const found = [...instruments.values()].find((one) => matches(one, leg.kind, expiries[leg.expiry]!, strikes[leg.strike]))
    return found === undefined ? undefined : { instrumentId: found.id, side: leg.side, ratio: String(leg.ratio) }
  })
  return legs.every((leg) => leg !== undefined) ? legs : undefined
}

function matches(one: Instrument, kind: 'CALL' | 'PUT' | 'FUTURE', expiry: number, strike: number | undefined): boolean {
  if ((one.expiresAt ?? 0) !== expiry) return false
  return kind === 'FUTURE' ? one.kind === 'FUTURE' : one.optionKind === kind && one.strike === strike
}

const expiriesIn = (instruments: Instruments, kind: Instrument['kind']): readonly number[] =>
  expiriesOf(
    [...instruments.values()].filter((one) => one.kind === kind).map((instrument) => ({ instrument, side: 'BUY', ratio: 0 as never })),
  )

/**
 * The structures whose legs are listed: a coin may have no options, a venue no futures, or none that fit together. All of them while the
 * instruments are loading.
 */
export function offeredIn(instruments: Instruments): readonly string[] {
  if (instruments.size === 0) return offered
  const futures = expiriesIn(instruments, 'FUTURE').length
  const options = expiriesIn(instruments, 'OPTION').length
  const isAlone = [...instruments.values()].some(({ kind, productCode }) => kind === 'FUTURE' && product(productCode)?.strategies !== 'all')
  return offered.filter((name) => {
    const shape = shapes.find((one) => one.name === name)
    if (shape === undefined) return true
    if (shape.legs.some(({ kind }) => kind !== 'FUTURE')) return options > 0
    return expiriesNeeded(shape) <= (isAlone ? Math.min(1, futures) : futures)
  })
}

const expiriesNeeded = (shape: Shape): number => new Set(shape.legs.map((leg) => leg.expiry)).size

function futureExpiries(instruments: Instruments, shape: Shape): readonly number[] | undefined {
  const all = expiriesIn(instruments, 'FUTURE')
  const needed = expiriesNeeded(shape)
  return all.length < needed ? undefined : needed === 1 ? all : [all[0]!, all[all.length - 1]!]
}

function optionExpiries(instruments: Instruments, shape: Shape, expiry: number): readonly number[] | undefined {
  const all = expiriesIn(instruments, 'OPTION')
  const needed = expiriesNeeded(shape)
  const from = Math.min(all.indexOf(expiry), all.length - needed)
  return from < 0 ? undefined : all.slice(from, from + needed)
}

/** Only strikes that every expiry of the shape lists. */
function strikesFor(shape: Shape, instruments: Instruments, marks: Marks, expiries: readonly number[]): readonly number[] {
  const chains = expiries.slice(0, expiriesNeeded(shape)).map((expiry) => chainRows(instruments, expiry))
  const first = chains[0]!.filter((row) => chains.every((chain) => chain.some((other) => other.strike === row.strike)))
  const money = first.indexOf(atTheMoney(first, forwardOf(first, marks))!)
  const options = shape.legs.filter((leg) => leg.kind !== 'FUTURE')
  const away = AWAY[new Set(options.map((leg) => leg.strike)).size] ?? []
  const kinds = new Set(options.map((leg) => leg.kind))
  const shifted = away.length !== 2 ? away : kinds.size === 2 ? [-2, 2] : kinds.has('PUT') ? [-2, 0] : away
  return shifted.map((steps) => {
    const row = first[Math.min(Math.max(money + steps, 0), first.length - 1)]
    return (row?.call ?? row?.put)?.strike ?? 0
  })
}
