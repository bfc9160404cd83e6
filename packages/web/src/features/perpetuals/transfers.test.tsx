import { perpetualCalls, type PerpetualTransferView } from '@parley/contracts'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answer, noNetwork, openPart, personOf } from '../../../test/screen/screen.tsx'
import { PerpetualPanel } from './PerpetualPanel.tsx'

const at = Date.UTC(2026, 10, 28, 9)
const withdrawal: PerpetualTransferView = {
  ...{ id: 't2', kind: 'VAULT_WITHDRAWAL', direction: 'OUT', state: 'FAILED', amount: '1500.5', currency: 'USDC' },
  ...{ chain: null, reason: 'Gas fee too low', at, changed_at: at },
}
const deposit: PerpetualTransferView = { ...withdrawal, id: 't1', kind: 'DEPOSIT', direction: 'IN', state: 'COMPLETED', amount: '250000', chain: 'ETHEREUM', reason: null } // prettier-ignore

it('18.17 deposits and withdrawals are shown with their state and reason, and can be loaded again', async () => {
  const { user, wire } = await openPart(<PerpetualPanel keptAs="transfers" tabs={['transfers']} />, personOf(), [
    answer(perpetualCalls.listPerpetualTransfers, noNetwork),
  ])
  const again = await screen.findByRole('button', { name: /again/i })
  wire.answer(answer(perpetualCalls.listPerpetualTransfers, { results: [withdrawal, deposit] }))
  await user.click(again)
  const table = within(await screen.findByRole('grid', { name: 'your transfers' }))
  const [, first, second] = table.getAllByRole('row').map((row) => row.textContent)
  expect(first).toContain('Vault withdrawal−1,500.50USDC—FailedGas fee too low')
  expect(second).toContain('Deposit+250,000.00USDCEthereumCompleted')
})
