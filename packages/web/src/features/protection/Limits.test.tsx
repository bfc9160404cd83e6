import { protectionCalls, type ProtectionLimitView, type ProtectionStateView } from '@parley/contracts'
import { act, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { readProtection } from '../../live/protection.ts'
import { answer, openPart, personOf } from '../../../test/screen/screen.tsx'
import { Limits } from './Limits.tsx'

const none = { orders: null, executions: null, quantity: null, notional: null, delta: null, vega: null }
const mmp: ProtectionStateView = {
  limit: { id: 'MMP', product: 'EH', label: null, window_ms: 1_000, frozen_ms: 10_000, ...none, orders: 2 },
  ...{ is_removed: false, state: 'READY', fired_by: null, fired_at: null, frozen_until: null },
  use: { orders: { used: '0', most: '2' } },
}

/** A server with one limit that trades have used. It fires when it is set to 60 or less. */
function limitsAtServer(measure: 'delta' | 'vega') {
  let own: readonly ProtectionStateView[] = []
  const kept = ({ body, params }: { readonly body: Readonly<Record<string, unknown>>; readonly params: unknown }): ProtectionLimitView => {
    const most = String(body[measure])
    const { id } = params as { readonly id: string }
    const limit = { id, label: null, product: String(body['product']), window_ms: Number(body['window_ms']), frozen_ms: null }
    const isFrozen = Number(most) <= 60
    own = [
      {
        limit: { ...limit, ...none, [measure]: most },
        ...{ is_removed: false, state: isFrozen ? 'FROZEN' : 'READY', fired_by: isFrozen ? measure : null },
        ...{ fired_at: isFrozen ? Date.now() : null, frozen_until: null, use: { [measure]: { used: '-48.5', most } } },
      },
    ]
    return own[0]!.limit
  }
  return [
    answer(protectionCalls.getProtection, () => ({
      ...{
        rate_limit_hit: false,
        limits: [mmp, ...own],
        stops: [],
        cancel_all_at: null,
        fired: [],
        still_cancelling: [],
        server_time: Date.now(),
      },
    })),
    answer(protectionCalls.setLimit, ({ body, params }) => kept({ body: body as Readonly<Record<string, unknown>>, params })),
    answer(protectionCalls.resetProtection, () => {
      own = own.map((one) => ({ ...one, state: 'READY', fired_by: null, fired_at: null }))
      return { fences: [], canceled: { count: 0, order_ids: [] } }
    }),
    answer(protectionCalls.removeLimit, () => void (own = [])),
  ]
}

it.each([
  ['delta', 'Delta', 'ETH'],
  ['vega', 'Vega', 'USD per vol point'],
] as const)(
  '11.3 a limit on %s is set, shows its use and what fired it, and is changed, reset and removed',
  async (measure, label, unit) => {
    const { user, wire } = await openPart(<Limits />, personOf(), limitsAtServer(measure))
    await act(() => readProtection())
    await user.click(screen.getByRole('button', { name: 'Set a limit' }))
    await user.type(screen.getByLabelText('Name'), 'eth-net')
    await user.selectOptions(screen.getByLabelText('Freeze when triggered'), 'until reset')
    await user.clear(screen.getByLabelText('Window'))
    await user.type(screen.getByLabelText('Window'), '600')
    await user.type(screen.getByLabelText(label), '1000000000')
    await user.click(screen.getByRole('button', { name: 'Set limit' }))
    const card = await screen.findByRole('region', { name: 'eth-net, ETH options' })
    expect(wire.sentTo(protectionCalls.setLimit)).toMatchObject([
      { params: { id: 'eth-net' }, body: { product: 'EH', window_ms: 600_000, [measure]: '1000000000' } },
    ])
    within(card).getByText('Armed')
    within(card).getByText('Window 10 min · when triggered: cancel, freeze until reset')
    within(card).getByText(`−48.50 / 1,000,000,000 ${unit}`)

    await user.click(within(card).getByRole('button', { name: 'Edit' }))
    await user.clear(screen.getByLabelText(label))
    await user.type(screen.getByLabelText(label), '60')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    const frozen = await screen.findByRole('region', { name: 'eth-net, ETH options' })
    within(frozen).getByText((_, part) => part?.textContent === `Frozen by ${measure} · until reset` && part.children.length === 1)
    within(frozen).getByText(`−48.50 / 60 ${unit}`)

    await user.click(within(frozen).getByRole('button', { name: 'Reset' }))
    await within(frozen).findByText('Armed')
    expect(wire.sentTo(protectionCalls.resetProtection)).toMatchObject([{ body: { product: 'EH', limit: 'eth-net' } }])
    await user.click(within(frozen).getByRole('button', { name: 'Remove' }))
    await user.click(within(screen.getByRole('dialog', { name: 'Remove eth-net?' })).getByRole('button', { name: 'Remove' }))
    await screen.findByText(/^No limits set\./)
    expect(wire.sentTo(protectionCalls.removeLimit)).toMatchObject([{ params: { id: 'eth-net' } }])
  },
)
