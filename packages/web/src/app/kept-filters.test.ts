import { describe, expect, it } from 'vitest'
import { parseFlow, parseOffered } from './kept-filters.ts'

describe('saved filters', () => {
  it.each([
    ['ORDER_BOOK', 'ORDER_BOOK'],
    ['ALL', 'ALL'],
    ['nonsense', 'DIRECT'],
    [undefined, 'DIRECT'],
  ])('a flow of %s is read as %s', (text, flow) => expect(parseFlow(text)).toBe(flow))

  // Proves T 3.73.
  it.each([
    ['ETH', 'ETH'],
    ['ALL', 'ALL'],
    ['SOL', 'ALL'],
    [undefined, 'ALL'],
  ])('a choice of %s, where BTC and ETH are offered, is read as %s', (text, choice) =>
    expect(parseOffered(text, ['BTC', 'ETH'])).toBe(choice),
  )
})
