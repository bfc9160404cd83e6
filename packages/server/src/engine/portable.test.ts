import { describe, expect, it } from 'vitest'
import { pack, portable, unpack } from './portable.ts'

const times = portable('test.times', (factor: number) => (value: number) => value * factor)
const both = portable('test.both', (first: ReturnType<typeof times>, second: ReturnType<typeof times>, add?: number) => (value: number) => first(value) + second(value) + (add ?? 0)) // prettier-ignore
const sent = <Run>(run: Parameters<typeof pack>[0]): Run => unpack<Run>(JSON.parse(JSON.stringify(pack(run)))) as Run

describe('a portable function', () => {
  it('does the same in the process that it was sent to, with functions among its arguments', () => {
    const run = both(times(2), times(5), 1)
    expect(run(10)).toBe(71)
    expect(sent<typeof run>(run)(10)).toBe(71)
  })

  it('keeps an argument that is not given', () => {
    const run = both(times(2), times(5))
    expect(sent<typeof run>(run)(10)).toBe(70)
  })

  it('is refused if this version does not know it, if its name is taken, or if it was not made to be sent', () => {
    expect(() => unpack({ name: 'test.unknown', args: [] })).toThrow('this version has no portable function test.unknown')
    expect(() => portable('test.times', () => () => 0)).toThrow('defined twice')
    expect(() => pack((() => 0) as never)).toThrow('cannot be sent')
  })
})
