import { describe, expect, it } from 'vitest'
import { applyChanges, groupBy, newestFirst, sweep } from './collection.ts'

type Item = { readonly id: string; readonly state?: string; readonly price?: string }
const held = new Map<string, Item>([
  ['a', { id: 'a', state: 'OPEN' }],
  ['b', { id: 'b', state: 'OPEN' }],
])
const forget = () => 'forget' as const
const keepClosed = (item: Item) => (item.state === 'CLOSED' ? ('keep' as const) : ('forget' as const))

describe('messages of a channel, applied to the state of the screen', () => {
  it('adds and replaces without touching the map it was given', () => {
    const next = applyChanges(
      held,
      [
        { event: 'ADDED', data: { id: 'c' } },
        { event: 'UPDATED', data: { id: 'a', price: '1' } },
      ],
      forget,
    )
    expect([...next.keys()]).toEqual(['a', 'b', 'c'])
    expect(next.get('a')).toEqual({ id: 'a', price: '1' })
    expect(held.get('a')).toEqual({ id: 'a', state: 'OPEN' })
  })

  it('moves an object that has lost its place to the end, and keeps the others in place', () => {
    const goesLast = (before: Item, after: Item) => before.price !== after.price
    const moved = applyChanges(held, [{ event: 'UPDATED', data: { id: 'a', price: '1' } }], forget, goesLast)
    expect([...moved.keys()]).toEqual(['b', 'a'])
    const again = applyChanges(moved, [{ event: 'UPDATED', data: { id: 'b', state: 'OPEN' } }], forget, goesLast)
    expect([...again.keys()]).toEqual(['b', 'a'])
  })

  it('returns the same map if nothing was sent', () => {
    expect(applyChanges(held, [], forget)).toBe(held)
  })

  it('keeps the last state of an RFQ that closes, so that its row can be seen to leave', () => {
    const next = applyChanges(held, [{ event: 'REMOVED', data: { id: 'a', state: 'CLOSED' } }], keepClosed)
    expect(next.get('a')?.state).toBe('CLOSED')
  })

  it('forgets a cancelled quote', () => {
    expect(applyChanges(held, [{ event: 'REMOVED', data: { id: 'a' } }], forget).has('a')).toBe(false)
  })

  it('holds only the list after a snapshot, and rows that were leaving already', () => {
    const leaving = applyChanges(held, [{ event: 'REMOVED', data: { id: 'a', state: 'CLOSED' } }], keepClosed)
    const next = applyChanges(leaving, [{ event: 'SNAPSHOT', data: [{ id: 'c', state: 'OPEN' }], gone: ['b'] }], keepClosed)
    expect([...next.keys()].toSorted()).toEqual(['a', 'c'])
  })

  it('removes closed objects, and returns the same map if there are none', () => {
    expect(sweep(held, () => false)).toBe(held)
    expect([...sweep(held, ({ id }) => id === 'a').keys()]).toEqual(['b'])
  })
})

describe('groups keep their identity while their items do', () => {
  it('so that only the rows of a changed RFQ draw again', () => {
    const items = [
      { id: '1', rfq: 'x' },
      { id: '2', rfq: 'y' },
    ]
    const before = groupBy(items, ({ rfq }) => rfq, new Map())
    const after = groupBy([items[0]!, { id: '2', rfq: 'y' }], ({ rfq }) => rfq, before)
    expect(after.get('x')).toBe(before.get('x'))
    expect(after.get('y')).not.toBe(before.get('y'))
  })
})

it('the tape holds each trade once, newest first, and no more than its limit', () => {
  const trade = (id: string, at: number) => ({ id, at })
  const tape = newestFirst(
    [trade('a', 1)],
    [
      { event: 'SNAPSHOT', data: [trade('a', 1), trade('b', 3)], gone: [] },
      { event: 'ADDED', data: trade('c', 2) },
    ],
    ({ at }) => at,
    2,
  )
  expect(tape.map(({ id }) => id)).toEqual(['b', 'c'])
})
