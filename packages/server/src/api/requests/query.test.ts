import { describe, expect, it } from 'vitest'
import { lastWins, parseQuery, withoutBlanks } from './query.ts'

describe('queries as known clients send them', () => {
  it.each([
    ['state=OPEN&cursor=a&cursor=b', { state: 'OPEN', cursor: 'b' }],
    ['status=ACTIVE?cursor=a', { status: 'ACTIVE', cursor: 'a' }],
    ['status=ACTIVE?cursor=1', { status: 'ACTIVE' }],
    ['cursor=a&cursor=None', {}],
    ['cursor=', {}],
    ['venue_instrument_name=A&venue_instrument_name=B', { venue_instrument_name: ['A', 'B'] }],
    ['strategies=CS', { strategies: 'CS' }],
    ['__proto__=1&constructor=2', { constructor: '2' }],
    ['%ff=%ff', { '\ufffd': '\ufffd' }],
    ['', {}],
  ])('%s', (text, read) => {
    expect(lastWins(parseQuery(text), new Set(['venue_instrument_name']))).toEqual(read)
  })

  it('a blank filter does not filter', () => {
    expect(withoutBlanks(parseQuery('state=&venue=DBT&role='))).toEqual({ venue: 'DBT' })
  })
})
