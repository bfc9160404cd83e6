import { describe, expect, it } from 'vitest'
import { hasReachedEnd, percentRead, sectionInView } from './reading.ts'

const marks = [
  { id: 'one', top: 0 },
  { id: 'two', top: 400 },
  { id: 'three', top: 900 },
]
const at = (scrollTop: number) => ({ scrollTop, clientHeight: 300, scrollHeight: 1_200 })

describe('reading a document', () => {
  // Proves A 2.41, A 4.56.
  it.each([
    [0, false, 25, 'one'],
    [300, false, 50, 'one'],
    [310, false, 50, 'two'],
    [700, false, 83, 'two'],
    [897, false, 99, 'three'],
    [898, true, 100, 'three'],
    [900, true, 100, 'three'],
  ])('scrolled by %i px: the end is reached %s, %i%% read, section %s in view', (scrollTop, isEnd, percent, section) => {
    expect([hasReachedEnd(at(scrollTop)), percentRead(at(scrollTop)), sectionInView(marks, at(scrollTop))]).toEqual([
      isEnd,
      percent,
      section,
    ])
  })

  // Proves A 4.56.
  it('a document that fits its box counts as read, and its first section is current', () => {
    const box = { scrollTop: 0, clientHeight: 900, scrollHeight: 900 }
    expect([hasReachedEnd(box), percentRead(box), sectionInView(marks, box)]).toEqual([true, 100, 'one'])
  })

  it('a document without sections has none in view', () => expect(sectionInView([], at(0))).toBeUndefined())
})
