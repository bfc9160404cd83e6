import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { openPart, personOf } from '../../../test/screen/screen.tsx'
import { TradingBanner } from './TradingBanner.tsx'

describe('2.18 a customer of the US entity', () => {
  it.each<[string, string[], RegExp]>([
    ['without a product', [], /It offers no products yet, so you can see the markets but not trade\. Order books, spreads, perpetuals/],
    ['with one', ['EH'], /You can trade Deribit ETH options in direct RFQs\. Order books, spreads/],
    ['with many', ['DO', 'EH', 'CF', 'AZ', 'BE'], / and 2 more products in direct RFQs\./],
  ])('%s reads on every screen what they can trade', async (_, eligible_products, text) => {
    await openPart(<TradingBanner />, personOf({ entity: 'US', eligible_products }))
    const line = await screen.findByRole('region', { name: 'What you can trade' })
    expect(line.textContent).toContain('You are a customer of Parley US, Inc.')
    expect(line.textContent).toMatch(text)
  })

  it('is the only one who reads it', async () => {
    await openPart(<TradingBanner />)
    expect(screen.queryByRole('region', { name: 'What you can trade' })).toBeNull()
  })
})
