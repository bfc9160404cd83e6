import { expect, it } from 'vitest'
import { inBands, runsOf, topOf } from './table-bands.ts'

const heights = { rowPx: 30, bandPx: 20 }

it('adjacent rows of one band are one run, and a band that is held in place may appear twice', () => {
  expect(runsOf(['New', 'New', 'Quoted', 'New'])).toEqual([
    { band: 'New', from: 0, to: 2, count: 2 },
    { band: 'Quoted', from: 2, to: 3, count: 1 },
    { band: 'New', from: 3, to: 4, count: 1 },
  ])
  expect(runsOf([])).toEqual([])
})

it('a heading does not count a row that is only held in its band', () =>
  expect(runsOf(['New', 'New', 'Quoted'], ['New', 'Not quoting', 'Quoted'])).toEqual([
    { band: 'New', from: 0, to: 2, count: 1 },
    { band: 'Quoted', from: 2, to: 3, count: 1 },
  ]))

it('a row is below the heading of its band and of those before it', () => {
  const runs = runsOf(['New', 'New', 'Quoted'])
  expect([0, 1, 2, 3].map((index) => topOf(index, runs, heights))).toEqual([20, 50, 100, 130])
  expect([0, 1].map((index) => topOf(index, [], heights))).toEqual([0, 30])
})

it('a column sorts the rows within their bands', () => {
  const bandOf = (row: string) => row.slice(0, 1)
  expect(inBands(['q1', 'n1', 'q2', 'n2'], ['n2', 'n1', 'q2', 'q1'], bandOf)).toEqual(['n1', 'n2', 'q1', 'q2'])
})
