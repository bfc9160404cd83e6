import { describe, expect, it } from 'vitest'
import { isNameOfLegs, structureIcon } from './structure-icon.ts'

/** How far the first, middle and last points are below the top. */
const heights = (name: string) => {
  const points = structureIcon(name).split(' ')
  return [0, Math.floor(points.length / 2), points.length - 1].map((place) => Number(points[place]!.split(',')[1]))
}

describe('the line next to a structure’s name', () => {
  it('is inverted for the inverse structure', () => {
    expect(heights('Put')).toEqual([1, 11, 11])
    expect(heights('Put (inverse)')).toEqual([11, 1, 1])
  })

  it('is there for legs without a name as well, and not where there are no legs', () => {
    expect(structureIcon('Custom')).toMatch(/^0,10 6,3/)
    expect(['Custom', 'Put (inverse)', 'No structure chosen'].map(isNameOfLegs)).toEqual([true, true, false])
  })
})
