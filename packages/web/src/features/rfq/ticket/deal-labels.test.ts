import { expect, it } from 'vitest'
import { legOf } from '../../../../test/model.ts'
import { dealOf } from './deal.ts'
import { dealLabels, type DealMarket, phrasesOf } from './deal-labels.ts'

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
])('the title of a button wraps between phrases: %s', (title, phrases) => expect(phrasesOf(title)).toEqual(phrases))
