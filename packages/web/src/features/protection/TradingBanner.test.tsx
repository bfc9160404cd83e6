import { act, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { protectionCalls } from '@parley/contracts'
import { readProtection } from '../../live/protection.ts'
import { answer, openPart, personOf } from '../../../test/screen/screen.tsx'
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

describe('11.6 a cancellation that could not be carried out', () => {
  it('11.6 is on every screen of the desk, with whose and which orders may still fill, until it is done', async () => {
    let waiting = [
      { flow: 'perpetuals' as const, user: 'u_2', user_name: 'Tess Orr', since: Date.UTC(2026, 0, 2, 12, 3, 4) },
      { flow: 'auctions' as const, user: null, user_name: null, since: Date.UTC(2026, 0, 2, 12, 3, 4) },
    ]
    const status = { rate_limit_hit: false, limits: [], stops: [], cancel_all_at: null, fired: [], server_time: Date.now() }
    await openPart(<TradingBanner />, personOf(), [answer(protectionCalls.getProtection, () => ({ ...status, still_cancelling: waiting }))])
    await act(readProtection)
    const line = await screen.findByRole('alert', { name: 'Not cancelled yet' })
    expect(line.textContent).toMatch(/Not cancelled yet: perpetual orders of Tess Orr, since .* They may still fill\./)
    expect(line.textContent).toMatch(/Not cancelled yet: bids of your desk, since /)
    waiting = []
    await act(readProtection)
    expect(screen.queryByRole('alert', { name: 'Not cancelled yet' })).toBeNull()
  })
})
