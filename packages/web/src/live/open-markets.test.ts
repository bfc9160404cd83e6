import { expect, it } from 'vitest'
import { currenciesOf, marketName, possibleMarkets, venuesOf } from './open-markets.ts'

it('a market may be open where the catalogue has a product that trades, each once', () => {
  const names = possibleMarkets.map(marketName)
  expect(names.slice(0, 2)).toEqual(['DBT.BTC', 'DBT.ETH'])
  expect(new Set(names).size).toBe(names.length)
})

it('choices are the currencies and venues of what is open, in its order', () => {
  const markets = [
    { venue: 'DBT', currency: 'BTC' },
    { venue: 'DBT', currency: 'ETH' },
    { venue: 'BYB', currency: 'BTC' },
  ] as const
  expect([currenciesOf(markets), venuesOf(markets), currenciesOf([])]).toEqual([['BTC', 'ETH'], ['DBT', 'BYB'], []])
})
