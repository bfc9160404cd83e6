import { act, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { heldRequestCalls, type HeldRequestView, protectionCalls } from '@parley/contracts'
import { readProtection, useProtection } from '../../live/protection.ts'
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

describe('11.15 a request that waits for approval', () => {
  const held: HeldRequestView = {
    ...{ id: 'h_1', state: 'HELD', sender: 'ann', sender_name: 'Ann Orr', held_at: 1, expires_at: Date.now() + 3_600_000 },
    summary: 'Sell 50 × Call at 0.05, worth 5,000,000 USD.',
    ...{ ended_at: null, decided_by: null, decided_by_name: null, result: null },
  }
  const by = { ended_at: 2, decided_by: 'bob', decided_by_name: 'Bob Kest' }
  const sent = { status: 201, error: null, message: null, object_id: '7' }
  const show = (requests: readonly HeldRequestView[]) => act(() => useProtection.setState({ held: requests }))
  const line = () => screen.findByRole('region', { name: 'Waiting for approval' })

  it('11.15 shows a colleague the whole sentence, and is approved or declined', async () => {
    const { user, wire } = await openPart(<TradingBanner />, personOf({ role: 'trader' }), [
      answer(heldRequestCalls.approveHeldRequest, { ...held, state: 'APPROVED', ...by, result: sent }),
      answer(heldRequestCalls.declineHeldRequest, { ...held, state: 'DECLINED', ...by }),
    ])
    show([held])
    expect((await line()).textContent).toMatch(/Ann Orr asks for approval: Sell 50 × Call at 0\.05, worth 5,000,000 USD\. /)
    await user.click(screen.getByRole('button', { name: 'Decline' }))
    expect(await screen.findByText('Declined')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Approve' }))
    expect(await screen.findByText('Approved')).toBeDefined()
    expect(wire.sentTo(heldRequestCalls.approveHeldRequest)).toHaveLength(1)
    show([{ ...held, state: 'APPROVED', ...by, result: sent }])
    expect(screen.queryByRole('region', { name: 'Waiting for approval' })).toBeNull()
  })

  it('11.16 shows the person who approves it why it was rejected', async () => {
    const refused = { status: 403, error: 'TradingIsStopped', message: 'Trading is stopped for you.', object_id: null }
    const { user } = await openPart(<TradingBanner />, personOf({ role: 'administrator' }), [
      answer(heldRequestCalls.approveHeldRequest, { ...held, state: 'APPROVED', ...by, result: refused }),
    ])
    show([held])
    await line()
    await user.click(screen.getByRole('button', { name: 'Approve' }))
    expect(await screen.findByText('Approved, but rejected')).toBeDefined()
    expect(await screen.findByText('Trading is stopped for you.')).toBeDefined()
  })

  it('11.15 is withdrawn by its sender, who cannot approve it', async () => {
    const person = personOf({ role: 'trader' })
    const own = { ...held, sender: person.id }
    const { user, wire } = await openPart(<TradingBanner />, person, [
      answer(heldRequestCalls.withdrawHeldRequest, { ...own, state: 'WITHDRAWN', ended_at: 2 }),
    ])
    show([own])
    expect((await line()).textContent).toContain('Waiting for a colleague to approve: Sell 50')
    expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Withdraw' }))
    expect(await screen.findByText('Withdrawn')).toBeDefined()
    expect(wire.sentTo(heldRequestCalls.withdrawHeldRequest)).toHaveLength(1)
  })

  it('11.15 is only shown to a viewer, and is gone after its time', async () => {
    await openPart(<TradingBanner />, personOf({ role: 'viewer' }))
    show([held])
    await line()
    expect(screen.queryByRole('button', { name: /Approve|Decline|Withdraw/ })).toBeNull()
    show([{ ...held, expires_at: 1 }])
    expect(screen.queryByRole('region', { name: 'Waiting for approval' })).toBeNull()
  })
})
