import { parsePrice } from '@parley/core'
import { expect, it } from 'vitest'
import { legOf } from '../../../../test/model.ts'
import { dealOf } from './deal.ts'
import { phrasesOf } from '../../order-entry/order-labels.ts'
import { dealLabels, type DealMarket } from './deal-labels.ts'

const market = (productCode: string, currencies: Pick<DealMarket, 'baseCurrency' | 'quoteCurrency'>): DealMarket => ({
  ...currencies,
  legs: [legOf({ productCode })],
  kind: 'OPTION',
  decimals: 4,
  mark: undefined,
  index: 90_000,
})
const coin = { baseCurrency: 'BTC', quoteCurrency: 'BTC' }

// Proves T 3.28.
it.each([
  ['in coin, of a product that is approximated', market('DO', coin), 'pay 0.50 BTC ($45.0k)'],
  ['in coin, of one that is not', market('CF', coin), 'pay 0.50 BTC'],
  ['in dollars', market('BE', { baseCurrency: 'BTC', quoteCurrency: 'USDC' }), 'pay 0.50 USDC'],
  ['in coin, while the index is not known', { ...market('DO', coin), index: undefined }, 'pay 0.50 BTC'],
])('the approximate value of a premium %s in USD', (_, given, words) => {
  const fills = [{ id: 'o_1', maker: 'LIND', price: '0.05', quantity: '10' }]
  const onArrival = { fills, rests: '0', canceled: '0', takesBack: [] }
  const deal = dealOf({ side: 'BUY', quantity: '10', timeInForce: 'FOK' }, '0.05', onArrival)
  expect(dealLabels(deal, given).sentence).toMatch(new RegExp(`${words.replace(/[$().]/g, '\\$&')}\\.$`))
})

it.each([
  ['Again: Buy 0.05000 at market', ['Again:', 'Buy 0.05000', 'at market']],
  ['Again: Sell 1.25000 @ 91,460.0', ['Again:', 'Sell 1.25000', '@ 91,460.0']],
  ['Buy 25 · now', ['Buy 25 ·', 'now']],
  ['at 0.0144 · pay 3.60 BTC + fee 0.15', ['at 0.0144 ·', 'pay 3.60 BTC', '+ fee 0.15']],
  ['fills 0.2 near 91,513.8, 0.05 rests', ['fills 0.2 near 91,513.8,', '0.05 rests']],
  ['avg −0.0019 · get 0.25 BTC − fee 0.03', ['avg −0.0019 ·', 'get 0.25 BTC', '− fee 0.03']],
])('the text of a button wraps between phrases: %s', (title, phrases) => expect(phrasesOf(title)).toEqual(phrases))

const fee =
  (...parts: readonly (readonly [string, string])[]): DealMarket['feeOf'] =>
  () =>
    new Map(parts.map(([currency, amount]) => [currency, parsePrice(amount)!]))

it.each([
  ['is added to what is paid', 'BUY', '0.05', fee(['BTC', '0.015']), 'pay 0.50 BTC + fee 0.015 BTC'],
  ['is taken from what is received', 'SELL', '0.05', fee(['BTC', '0.015']), 'get 0.50 BTC − fee 0.015 BTC'],
  ['is added if a sale at a negative price is paid for', 'SELL', '-0.05', fee(['BTC', '0.015']), 'pay 0.50 BTC + fee 0.015 BTC'],
  ['has all its decimals if it is small', 'BUY', '0.05', fee(['BTC', '0.00001234']), 'pay 0.50 BTC + fee 0.00001234 BTC'],
  ['in two currencies', 'BUY', '0.05', fee(['BTC', '0.01'], ['USDC', '2.5']), 'pay 0.50 BTC + fee 0.01 BTC and 2.50 USDC'],
  ['is left out if it is not known', 'BUY', '0.05', undefined, 'pay 0.50 BTC'],
] as const)('14.1 the venue’s fee before the click %s', (_, side, price, feeOf, words) => {
  const onArrival = { fills: [{ maker: 'LIND', price, quantity: '10' }], rests: '0', canceled: '0', takesBack: [] }
  const deal = dealOf({ side, quantity: '10', timeInForce: 'FOK' }, price, onArrival)
  const { money, sentence } = dealLabels(deal, { ...market('CF', coin), ...(feeOf === undefined ? {} : { feeOf }) })
  expect(sentence).toContain(words)
  // The button has the currency once.
  expect(money).toContain(words.replace(/(fee [\d.]+) BTC$/, '$1'))
})

it('3.10 a hedge before the click is rounded for each fill to the contracts that are sent', () => {
  const fills = [{ maker: 'LIND', price: '0.05', quantity: '20' }, { maker: 'ORRY', price: '0.05', quantity: '30' }] // prettier-ignore
  const deal = dealOf({ side: 'BUY', quantity: '50', timeInForce: 'FOK' }, '0.05', { fills, rests: '0', canceled: '0', takesBack: [] })
  const hedge = legOf({ instrumentName: 'BTC-PERPETUAL', productCode: 'CF', side: 'SELL', ratio: '30268.68', price: '91500' })
  const given = { ...market('DO', coin), legs: [legOf({ productCode: 'DO' }), hedge] }
  expect(dealLabels(deal, given).sentence).toContain('sell $1,513,434 PERP')
  const hedgeSizeOf = (_: string, quantity: string) => Math.round((Number(quantity) * 30_268.68) / 10) * 10
  expect(dealLabels(deal, { ...given, hedgeSizeOf }).sentence).toContain('sell $1,513,430 PERP (16.54 BTC at 91,500)')
})

it('14.1 the button of a future has its fee, or the distance from the mark if no fee is known', () => {
  const onArrival = { fills: [{ maker: 'LIND', price: '91500', quantity: '100000' }], rests: '0', canceled: '0', takesBack: [] }
  const future = { ...market('CF', coin), kind: 'FUTURE', mark: 91_490, decimals: 1, feeOf: fee(['BTC', '0.0005']) } as const
  const deal = dealOf({ side: 'BUY', quantity: '100000', timeInForce: 'FOK' }, '91500', onArrival)
  expect(dealLabels(deal, future).last).toBe('fee 0.0005 BTC')
  expect(dealLabels(deal, { ...future, feeOf: undefined }).last).toBe('+10.0 vs mark')
})
