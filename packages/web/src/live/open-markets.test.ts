import { expect, it } from 'vitest'
import { currenciesOf, firstMarket, indexMarkets, marketName, seenVenues, venuesOf } from './open-markets.ts'

it('the initial market is the first open one, and before they are known the first of the catalogue', () => {
  expect(marketName(firstMarket([{ venue: 'BYB', currency: 'ETH' }]))).toBe('BYB.ETH')
  expect(marketName(firstMarket([]))).toBe('DBT.BTC')
})

it('choices are the currencies and venues of what is open, in its order', () => {
  const markets = [
    { venue: 'DBT', currency: 'BTC' },
    { venue: 'DBT', currency: 'ETH' },
    { venue: 'BYB', currency: 'BTC' },
  ] as const
  expect([currenciesOf(markets), venuesOf(markets), currenciesOf([])]).toEqual([['BTC', 'ETH'], ['DBT', 'BYB'], []])
})

it('indices are one for each coin, at the chosen venue or at the first that has it', () => {
  const markets = [
    { venue: 'DBT', currency: 'BTC' },
    { venue: 'BIT', currency: 'BTC' },
    { venue: 'BIT', currency: 'TON' },
  ] as const
  const names = (venue: 'ALL' | 'DBT' | 'BIT') => indexMarkets(markets, venue).map(marketName)
  expect([names('ALL'), names('DBT'), names('BIT')]).toEqual([['DBT.BTC', 'BIT.TON'], ['DBT.BTC'], ['BIT.BTC', 'BIT.TON']])
})

const seen = (active: readonly string[]) => ['DBT', 'BYB', 'BIT', 'PRDX'].filter(seenVenues(active))

// Proves T 3.6.
it('the venues are those at which the desk has accounts, and all while it has none', () => {
  expect([seen(['BIT', 'DBT']), seen([])]).toEqual([
    ['DBT', 'BIT'],
    ['DBT', 'BYB', 'BIT'],
  ])
})

it('3.23 Paradex is included only with an account there, which does not affect the others', () => {
  expect([seen(['PRDX']), seen(['PRDX', 'DBT'])]).toEqual([
    ['DBT', 'BYB', 'BIT', 'PRDX'],
    ['DBT', 'PRDX'],
  ])
})
