import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { calmOverview, signedInOperator } from '../../../test/console.ts'
import { ConsoleRefusal, openConsole } from '../../../test/screen/console.tsx'

const { at } = calmOverview
const desk = (ticker: string, change: object = {}) => ({
  ...{ ticker, name: `${ticker} Trading`, firm: `${ticker} Ltd`, is_maker: true, suspended_at: null, members: 2, keys: 1, accounts: 3 },
  ...{ most_notional: '25000000', most_deviation_percent: null, rates: [] },
  ...change,
})
const firms = {
  at,
  firms: ['KEST Ltd', 'ORRY Ltd'],
  desks: [desk('KEST'), desk('ORRY', { suspended_at: at - 1_000, rates: [{ name: 'rfqsPerDesk', most: 7, within_ms: 1_000 }] })],
  rates: [{ name: 'rfqsPerDesk', most: 5, within_ms: 1_000 }],
}
const person = (name: string, change: object = {}) => ({
  ...{ id: name, email: `${name.toLowerCase()}@kestrel.example`, name, state: 'ACTIVE', suspended_why: null, has_two_factor: true },
  ...{ desks: [{ ticker: 'KEST', role: 'trader', is_suspended: false }], last_seen_at: at - 60_000 },
  ...change,
})
const provedSession = { ...signedInOperator, proved_until: Date.now() + 3_600_000 }

async function choose(user: ReturnType<typeof openConsole>['user'], of: string, item: string) {
  await user.click(await screen.findByRole('button', { name: `Actions for ${of}` }))
  await user.click(await screen.findByRole('menuitem', { name: item }))
  return within(await screen.findByRole('dialog'))
}

describe('the desks of the operator', () => {
  it('are suspended with a reason, and restored without one', async () => {
    const { user, sent } = openConsole('/operator/firms/', {
      ...{ firms, session: provedSession, 'commands/suspend-desk': { message: 'The desk is suspended.' } },
      'commands/restore-desk': { message: 'The desk is restored.' },
    })
    const dialog = await choose(user, 'KEST', 'Suspend desk…')
    await user.type(dialog.getByLabelText('Reason'), 'fees unpaid')
    await user.click(dialog.getByRole('button', { name: 'Suspend desk' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const restore = await choose(user, 'ORRY', 'Restore desk…')
    expect(restore.queryByLabelText('Reason')).toBeNull()
    await user.click(restore.getByRole('button', { name: 'Restore desk' }))
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent).toEqual([
      { path: 'commands/suspend-desk', body: { options: { desk: 'KEST' }, why: 'fees unpaid' } },
      { path: 'commands/restore-desk', body: { options: { desk: 'ORRY' } } },
    ])
  })

  it('show their own rates, and are found by name', async () => {
    const { user } = openConsole('/operator/firms/', { firms })
    expect((await screen.findByRole('row', { name: /ORRY/ })).textContent).toContain('rfqsPerDesk 7 in 1000 ms')
    await user.type(screen.getByLabelText('Find a desk or firm'), 'kest l')
    expect(screen.getAllByRole('row')).toHaveLength(2)
    await user.type(screen.getByLabelText('Find a desk or firm'), 'xyz')
    expect(screen.getByText('No desk matches. Clear the search to see all.')).toBeTruthy()
  })

  it('are created with what is filled in, and the form shows why the server refuses it', async () => {
    const { user, sent } = openConsole('/operator/firms/', {
      ...{
        firms,
        'commands/create-desk': new ConsoleRefusal('Refused', 'A ticker must have 3 to 6 capital letters or digits; x does not.'),
      },
    })
    await user.click(await screen.findByRole('button', { name: 'New desk…' }))
    const dialog = within(screen.getByRole('dialog'))
    await user.type(dialog.getByLabelText('Ticker'), 'x')
    await user.type(dialog.getByLabelText('Name'), 'New')
    await user.type(dialog.getByLabelText('Firm'), 'New Ltd')
    await user.click(dialog.getByLabelText('Market maker'))
    await user.click(dialog.getByRole('button', { name: 'New desk' }))
    expect((await dialog.findByRole('alert')).textContent).toContain('A ticker must have 3 to 6 capital letters')
    expect(sent[0]!.body).toEqual({ options: { ticker: 'x', name: 'New', firm: 'New Ltd', maker: true } })
  })
})

it('a disabled user has no actions, and a suspended one can be restored', async () => {
  const people = [person('Ada'), person('Ben', { state: 'SUSPENDED', suspended_why: 'left' }), person('Cy', { state: 'DISABLED' })]
  const { user } = openConsole('/operator/people/', { people: { at, people, invitations: [] } })
  await screen.findByRole('row', { name: /Ada/ })
  expect(screen.queryByRole('button', { name: 'Actions for Cy' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Actions for Ben' }))
  expect(await screen.findByRole('menuitem', { name: 'Restore user…' })).toBeTruthy()
})

it.each([
  ['access', { flags: [], restrictions: [] }, /^Nothing is restricted/],
  ['announcements', { announcements: [] }, /^No announcements yet/],
  ['mail', { emails: [] }, /^No emails are waiting/],
  ['differences', { breaks: [], due: [] }, /^No open differences/],
  ['audit', { entries: [] }, /^No entries yet/],
] as const)('the section %s describes what will appear while it is empty', async (page, data, text) => {
  openConsole(`/operator/${page}/`, { [page]: { at, ...data } })
  expect(await screen.findByText(text)).toBeTruthy()
})

it('a section that cannot be read offers to try again', async () => {
  const { user, answer } = openConsole('/operator/mail/', { mail: new ConsoleRefusal('InternalError', 'Internal server error.') })
  const again = await screen.findByRole('button', { name: 'Try again' })
  answer({ mail: { at, emails: [] } })
  await user.click(again)
  expect(await screen.findByText(/^No emails are waiting/)).toBeTruthy()
})

describe('announcements of the operator', () => {
  const announcement = (id: string, change: object = {}) => ({
    ...{ id, kind: 'MAINTENANCE', text: `Announcement ${id}`, starts_at: at - 1_000, ends_at: at + 1_000, is_on_sign_in: true },
    ...{ made_by: 'operator l.sand', made_at: at - 1_000, withdrawn_at: null },
    ...change,
  })

  it('show their state, and one that has ended has no action', async () => {
    const announcements = [
      announcement('4', { starts_at: at + 500 }),
      announcement('3'),
      announcement('2', { ends_at: at }),
      announcement('1', { withdrawn_at: at - 10 }),
    ]
    openConsole('/operator/announcements/', { announcements: { at, announcements } })
    const stateOf = async (id: string) => (await screen.findByRole('row', { name: new RegExp(`Announcement ${id}`) })).textContent
    expect(await stateOf('4')).toContain('Scheduled')
    expect(await stateOf('3')).toContain('Shown')
    expect(await stateOf('2')).toContain('Ended')
    expect(await stateOf('1')).toContain('Withdrawn')
    expect(screen.getAllByRole('button', { name: 'Withdraw…' })).toHaveLength(2)
    expect(screen.getByText('2 of 10 have not ended, newest first')).toBeTruthy()
  })

  it('are made with what is filled in and a reason, and withdrawn', async () => {
    const { user, sent } = openConsole('/operator/announcements/', {
      ...{ announcements: { at, announcements: [announcement('3')] }, session: provedSession },
      'commands/announce': { message: 'Announcement 4 is shown.' },
    })
    await user.click(await screen.findByRole('button', { name: 'Announce…' }))
    const dialog = within(screen.getByRole('dialog'))
    await user.selectOptions(dialog.getByLabelText('Kind'), 'INCIDENT')
    await user.type(dialog.getByLabelText('Text'), 'Bybit is slow.')
    await user.type(dialog.getByLabelText('Until'), '2027-01-15T14:00Z')
    await user.click(dialog.getByLabelText(/^Also on the sign-in page/))
    await user.type(dialog.getByLabelText('Reason'), 'delay of Bybit')
    await user.click(dialog.getByRole('button', { name: 'Announce' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(screen.getByRole('button', { name: 'Withdraw…' }))
    const withdrawal = within(screen.getByRole('dialog'))
    await user.type(withdrawal.getByLabelText('Reason'), 'over')
    await user.click(withdrawal.getByRole('button', { name: 'Withdraw' }))
    await waitFor(() => expect(sent).toHaveLength(2))
    const options = { kind: 'INCIDENT', text: 'Bybit is slow.', until: '2027-01-15T14:00Z', 'sign-in': true }
    expect(sent.map(({ body }) => body)).toEqual([
      { options, why: 'delay of Bybit' },
      { options: { withdraw: '3' }, why: 'over' },
    ])
  })
})
