import type { SpreadInstrumentView } from '@parley/contracts'
import { expect, it } from 'vitest'
import { productsOf } from './read-spread-products.ts'

const instrument = (code: string, name: string, change: Partial<SpreadInstrumentView> = {}): SpreadInstrumentView => ({
  ...{ id: 1, name, venue: 'DBT', kind: 'FUTURE', product_code: code, margin_type: 'INVERSE', base_currency: 'BTC', quote_currency: 'USD' },
  ...{ settlement_currency: 'BTC', clearing_currency: 'BTC', contract_size: 10, min_tick_size: '0.5', min_order_size: 10 },
  ...{ min_block_size: 20_000, created_at: 0, expires_at: 0, state: 'ACTIVE' },
  ...change,
})

// Proves T 4.5.
it('products of spreads are one for each code, the first of its instruments, and their precisions are decimal places', () => {
  const products = productsOf([
    instrument('CF', 'BTC-PERPETUAL'),
    instrument('CF', 'BTC-26DEC25', { min_tick_size: '2.5' }),
    instrument('XX', 'BTC-USDT', {
      margin_type: 'LINEAR',
      min_order_size: 0.001,
      min_tick_size: '1.0',
      quote_currency: 'USDT',
      venue: 'BYB',
    }),
  ])
  expect([...products.values()]).toMatchObject([
    {
      ...{ code: 'CF', contractType: 'INVERSE', marginType: 'INVERSE', strategies: ['FSpd'], quantityPrecision: 0, pricePrecision: 1 },
      ...{ shortName: 'BTC inverse', longName: 'DBT BTC inverse futures in USD', minTickSize: '0.5', minBlockSize: 20_000 },
    },
    { code: 'XX', contractType: 'LINEAR', quantityPrecision: 3, pricePrecision: 0, longName: 'BYB BTC linear futures in USDT' },
  ])
})
