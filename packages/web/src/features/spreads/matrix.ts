/** The strategies of one venue, coin and margin type as a matrix: nearer legs as rows, later legs as columns. Pure. */
import type { Strategy } from './model.ts'
import { legName } from './strategy-text.ts'

export type MatrixLeg = {
  readonly key: string
  readonly name: string
  readonly expiresAt: number | undefined
  readonly instrumentId: number
}
export type Matrix = {
  readonly nears: readonly MatrixLeg[]
  readonly fars: readonly MatrixLeg[]
  /** Finds a strategy by the keys of its legs. Undefined if no such spread is listed. */
  readonly at: (near: string, far: string) => Strategy | undefined
}

const keyOf = (near: string, far: string): string => `${near} ${far}`
const legOf = ({ instrumentId, name, expiresAt }: Strategy['near']): MatrixLeg => ({
  key: name,
  name: legName({ expiresAt }),
  expiresAt,
  instrumentId,
})

const byExpiry = (a: MatrixLeg, b: MatrixLeg): number => (a.expiresAt ?? 0) - (b.expiresAt ?? 0)
const eachOnce = (legs: readonly MatrixLeg[]): readonly MatrixLeg[] =>
  [...new Map(legs.map((leg) => [leg.key, leg])).values()].toSorted(byExpiry)

/** A perpetual comes first. */
export function matrixOf(strategies: readonly Strategy[]): Matrix {
  const cells = new Map(strategies.map((one) => [keyOf(one.near.name, one.far.name), one]))
  return {
    nears: eachOnce(strategies.map(({ near }) => legOf(near))),
    fars: eachOnce(strategies.map(({ far }) => legOf(far))),
    at: (near, far) => cells.get(keyOf(near, far)),
  }
}

/** The first cell in row order. */
export const firstIn = ({ nears, fars, at }: Matrix): Strategy | undefined =>
  nears.flatMap((near) => fars.flatMap((far) => at(near.key, far.key) ?? []))[0]

export type Way = 'UP' | 'DOWN' | 'LEFT' | 'RIGHT'
const steps: Readonly<Record<Way, readonly [down: number, across: number]>> = { UP: [-1, 0], DOWN: [1, 0], LEFT: [0, -1], RIGHT: [0, 1] }

/** The next listed spread in a direction, skipping gaps. The same spread if there is none. */
export function nextStrategy(matrix: Matrix, from: Strategy, way: Way): Strategy {
  const [down, across] = steps[way]
  let row = matrix.nears.findIndex(({ key }) => key === from.near.name)
  let column = matrix.fars.findIndex(({ key }) => key === from.far.name)
  for (;;) {
    row += down
    column += across
    const [near, far] = [matrix.nears[row], matrix.fars[column]]
    if (near === undefined || far === undefined) return from
    const found = matrix.at(near.key, far.key)
    if (found !== undefined) return found
  }
}
