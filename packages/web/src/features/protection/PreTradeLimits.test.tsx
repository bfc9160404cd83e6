/** The notional above which orders need approval, in the form of a desk's limits. */
import { type DeskBoundsView, protectionCalls } from '@parley/contracts'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answer, openPart, personOf } from '../../../test/screen/screen.tsx'
import { PreTradeLimits } from './PreTradeLimits.tsx'

const bounds: DeskBoundsView = {
  ...{ most_notional: '25000000', most_deviation_percent: null, approval_above: null, requests_per_second: null, own_orders: 'REFUSE' },
}
const PATIENCE = { timeout: 10_000 }
const integrity = { quotes: 0, trades: 0, rules: null }
const open = (role: 'administrator' | 'trader', first: DeskBoundsView = bounds) => {
  let held = first
  return openPart(<PreTradeLimits />, personOf({ role }), [
    answer(protectionCalls.getMarketIntegrity, integrity),
    answer(protectionCalls.getDeskBounds, () => held),
    answer(protectionCalls.setDeskBounds, ({ body }) => (held = { ...held, ...(body as Partial<DeskBoundsView>) })),
  ])
}
const field = () => screen.findByLabelText('Approval by a colleague above')

it('11.14 an administrator sets it, reads what it means, and removes it again', async () => {
  const { user, wire } = await open('administrator')
  expect(((await field()) as HTMLInputElement).value).toBe('')
  screen.getByText(/^An order above it waits up to a minute until another person of your desk approves it\. API keys cannot send it\.$/)
  await user.type(await field(), '5,000,000')
  await user.click(screen.getByRole('button', { name: 'Save limits' }))
  await expect.poll(() => wire.sentTo(protectionCalls.setDeskBounds), PATIENCE).toMatchObject([{ body: { approval_above: '5000000' } }])
  await user.clear(await field())
  await user.click(screen.getByRole('button', { name: 'Save limits' }))
  await expect.poll(() => wire.sentTo(protectionCalls.setDeskBounds), PATIENCE).toMatchObject([{}, { body: { approval_above: null } }])
})

it('11.14 it is not sent unless it was changed, so that another administrator’s change stays', async () => {
  const { user, wire } = await open('administrator', { ...bounds, approval_above: '5000000' })
  expect(((await field()) as HTMLInputElement).value).toBe('5000000')
  await user.clear(screen.getByLabelText('Max order notional'))
  await user.type(screen.getByLabelText('Max order notional'), '9000000')
  await user.click(screen.getByRole('button', { name: 'Save limits' }))
  await expect.poll(() => wire.sentTo(protectionCalls.setDeskBounds).length, PATIENCE).toBe(1)
  expect((wire.sentTo(protectionCalls.setDeskBounds)[0] as { body: object }).body).not.toHaveProperty('approval_above')
})

it.each(['0', '-5', 'much'])('11.14 %s is refused in the form, with what would be accepted', async (text) => {
  const { user, wire } = await open('administrator')
  await user.type(await field(), text)
  await user.click(screen.getByRole('button', { name: 'Save limits' }))
  await screen.findByText('Enter a number above zero, or leave empty for no limit.')
  expect(wire.sentTo(protectionCalls.setDeskBounds)).toEqual([])
})

it.each([
  [null, 'Not required'],
  ['5000000', 'Above 5,000,000 USD'],
])('11.14 a trader reads it, and cannot change it: %s', async (approval_above, text) => {
  await open('trader', { ...bounds, approval_above })
  await screen.findByText(text)
  expect(screen.queryByLabelText('Approval by a colleague above')).toBeNull()
})
