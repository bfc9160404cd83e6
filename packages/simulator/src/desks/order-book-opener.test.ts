import { describe, expect, it } from 'vitest'
import { placesToOpen } from './order-book-opener.ts'
import { marketsOfTheDay } from './what-to-ask.ts'

describe('the markets that a maker opens', () => {
  it('are every market of the day, each by one maker, for any number of makers', () => {
    for (const makers of [1, 2, 5, 6, 7, 20]) {
      const opened = Array.from({ length: makers }, (_, place) => placesToOpen(place, makers, 0)).flat()
      expect(opened.sort((a, b) => a - b)).toEqual(marketsOfTheDay.map((_, place) => place))
    }
  })

  it('are none if an earlier run has left enough of them', () => {
    expect(placesToOpen(0, 6, marketsOfTheDay.length)).toEqual([])
    expect(placesToOpen(0, 6, marketsOfTheDay.length - 1)).toEqual([0, 6])
  })
})
