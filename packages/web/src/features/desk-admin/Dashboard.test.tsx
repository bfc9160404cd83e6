import { accountCalls, deskCalls, type InvitationView, registrationCalls } from '@parley/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answer, type Opened, openDashboard, personOf } from '../../../test/screen/screen.tsx'

const about = { color: 'TL', state: 'ACTIVE', has_two_factor: true, last_seen_at: null } as const
const member = (id: string, role: 'administrator' | 'trader') => ({
  ...{ id, email: `${id}@amberroad.example`, first_name: id, last_name: 'Ortiz', role },
  ...about,
})
const members = [member('ada', 'administrator'), member('ben', 'administrator'), member('tom', 'trader')]
const linden = {
  desk: 'LIND',
  desk_name: 'Linden',
  firm_name: 'Linden Markets',
  state: 'APPROVED',
  asked_by: 'LIND',
  changed_at: 1,
} as const
const lists = [
  answer(deskCalls.listMembers, { results: members }),
  answer(deskCalls.listApprovals, { results: [linden], order_books: 'EVERY_DESK' }),
]

const goTo = async ({ user }: Opened, section: string) => {
  const desk = within(screen.getByRole('navigation', { name: 'Desk' }))
  await user.click(desk.getByRole('link', { name: new RegExp(`^${section}`) }))
  await screen.findByRole('heading', { name: section, level: 1 })
}
const rowOf = async (words: string) => within((await screen.findByText(words)).closest('[role=row], tr') as HTMLElement)

describe('a member who is not an administrator', () => {
  it('sees members and counterparties, and who can change them', async () => {
    const opened = openDashboard('/dashboard/', personOf({ id: 'tom' }), lists)
    await screen.findByText('Your desk. Only its administrators can make changes.')
    await goTo(opened, 'Members')
    await screen.findByText('ada@amberroad.example')
    expect(screen.queryAllByRole('button', { name: /^(Suspend|Remove|Change role)/ })).toEqual([])
    expect(screen.getByRole('button', { name: /^Invite/ }).getAttribute('aria-disabled')).toBe('true')
    await goTo(opened, 'Counterparties')
    const withdraw = (await rowOf('Linden')).getByRole('button', { name: /^Withdraw/ })
    expect(withdraw.getAttribute('title')).toBe('Only administrators of the desk can do this.')
    for (const section of ['API keys', 'Audit log']) {
      await goTo(opened, section)
      await screen.findByText('For administrators of the desk')
    }
  })
})

describe('10.24 order books', () => {
  const stranger = { ...linden, desk: 'KEST', desk_name: 'Kestrel', state: 'STRANGERS', asked_by: null } as const
  const both = (order_books: 'EVERY_DESK' | 'APPROVED_DESKS') =>
    answer(deskCalls.listApprovals, { results: [linden, stranger], order_books })

  it('trade with every desk, unless an administrator chooses approved desks only', async () => {
    const admin = personOf({ id: 'ada', role: 'administrator' })
    const { user, wire } = openDashboard('/dashboard/counterparties/', admin, [...lists, both('EVERY_DESK')])
    const every = await screen.findByRole('radio', { name: 'Trade with every desk' })
    expect(every).toHaveProperty('checked', true)
    await screen.findByText(/Order books are anonymous and open to every desk/)
    ;(await rowOf('Kestrel')).getByText('Allowed')
    wire.answer(both('APPROVED_DESKS'), answer(deskCalls.setOrderBooks, { order_books: 'APPROVED_DESKS' }))
    await user.click(screen.getByRole('radio', { name: 'Trade only with approved desks' }))
    const dialog = within(await screen.findByRole('dialog'))
    dialog.getByText(/From the next order on/)
    expect(wire.sentTo(deskCalls.setOrderBooks)).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Trade only with approved desks' }))
    await screen.findByText('Order books: approved desks only')
    expect(wire.sentTo(deskCalls.setOrderBooks)).toMatchObject([{ body: { order_books: 'APPROVED_DESKS' } }])
    ;(await rowOf('Kestrel')).getByText('Not approved')
    ;(await rowOf('Linden')).getByText('Allowed')
  })

  it('show other members the choice, which they cannot change', async () => {
    openDashboard('/dashboard/counterparties/', personOf({ id: 'tom' }), [...lists, both('APPROVED_DESKS')])
    await screen.findByText('Trade only with approved desks.')
    expect(screen.queryAllByRole('radio')).toEqual([])
  })
})

describe('3.24 trades as text', () => {
  const format = () => screen.getByLabelText<HTMLInputElement>('Format')
  const example = () => screen.getByRole('region', { name: 'Example' }).textContent
  const save = () => screen.getByRole('button', { name: /^Save/ })

  it('3.24 shows what a format prints, refuses to save what cannot be read, and saves the rest', async () => {
    const admin = personOf({ id: 'ada', role: 'administrator' })
    const { user, wire } = openDashboard('/dashboard/recap/', admin, lists)
    await screen.findByRole('heading', { name: 'Trades as text', level: 1 })
    expect(example()).toContain('Bought 50 BTC 25DEC26 90k/100k call spread @ 0.0412, ref 91,600, LIND + HLYD, BLOCK-152')
    expect(save().getAttribute('title')).toBe('This format is already saved.')
    await user.clear(format())
    await user.type(format(), '{{side} {{size}')
    expect(example()).toContain('—')
    expect(save().getAttribute('title')).toMatch(/^\{size\} is not a word of a format\./)
    await user.clear(format())
    await user.type(format(), '{{quantity}[[ fee {{fee}]')
    expect(example()).toContain('50 fee 0.015 BTC')
    wire.answer(
      answer(deskCalls.setRecapFormat, { format: '{quantity}[ fee {fee}]' }),
      answer(accountCalls.getUser, { ...admin, trading_desk: { ...admin.trading_desk!, recap_format: '{quantity}[ fee {fee}]' } }),
    )
    await user.click(save())
    await screen.findByText('Saved')
    expect(wire.sentTo(deskCalls.setRecapFormat)).toMatchObject([{ body: { format: '{quantity}[ fee {fee}]' } }])
    await waitFor(() => expect(save().getAttribute('title')).toBe('This format is already saved.'))
    await user.click(screen.getByRole('button', { name: /^Use the default format/ }))
    await user.click(save())
    await waitFor(() => expect(wire.sentTo(deskCalls.setRecapFormat).at(-1)).toMatchObject({ body: { format: null } }))
  })

  it('3.24 shows other members the format and who can change it', async () => {
    openDashboard('/dashboard/recap/', personOf({ id: 'tom' }), lists)
    await screen.findByText('Only administrators of the desk can do this.')
    expect(example()).toContain('Bought 50 BTC')
    expect(screen.queryByLabelText('Format')).toBeNull()
  })
})

describe('a text that is too long', () => {
  const admin = personOf({ id: 'ada', role: 'administrator' })

  it('is refused and not shortened, and spaces around it do not count', async () => {
    const { user, wire } = openDashboard('/dashboard/members/', admin, [...lists, answer(registrationCalls.listCountries, { results: [] })])
    await user.click(await screen.findByRole('button', { name: /^Invite/ }))
    await user.type(await screen.findByLabelText('Email'), 'new@amberroad.example')
    const name = screen.getByLabelText('Last name')
    await user.click(name)
    await user.paste(`  ${'x'.repeat(65)}`)
    expect((name as HTMLInputElement).value).toBe(`  ${'x'.repeat(65)}`)
    await screen.findByText('At most 64 characters are allowed. You entered 65.')
    await user.keyboard('{Enter}')
    expect(wire.sentTo(deskCalls.createInvitation)).toEqual([])
    await user.clear(name)
    await user.paste(`  ${'x'.repeat(64)}  `)
    expect(screen.queryByText(/characters are allowed/)).toBeNull()
  })
})

describe('an administrator', () => {
  it('removes another member, and cannot change their own membership: the button gives the reason', async () => {
    let left = members
    const { user, wire } = openDashboard('/dashboard/members/', personOf({ id: 'ada', role: 'administrator' }), [
      ...lists,
      answer(deskCalls.listMembers, () => ({ results: left })),
      answer(deskCalls.removeMember, ({ params }) => {
        left = left.filter(({ id }) => id !== params['id'])
        return undefined
      }),
    ])
    const own = (await rowOf('ada@amberroad.example')).getByRole('button', { name: /^Remove/ })
    expect(own.getAttribute('title')).toBe('You cannot change your own membership. Ask another administrator.')
    await user.click((await rowOf('tom@amberroad.example')).getByRole('button', { name: /^Remove/ }))
    await user.click(within(await screen.findByRole('dialog', { name: /^Remove/ })).getByRole('button', { name: 'Remove' }))
    await expect.poll(() => screen.queryByText('tom@amberroad.example')).toBeNull()
    expect(wire.sentTo(deskCalls.removeMember).map(({ params }) => params)).toEqual([{ id: 'tom' }])
  })
})

describe('invitations', () => {
  const email = 'grace@amberroad.example'
  const invitation: InvitationView = {
    ...{ id: 'i1', email, role: 'viewer', state: 'OPEN', created_at: 1, expires_at: 2, created_by: 'ada', created_by_id: 'ada' },
  }

  // Proves A 1.12.
  it('are sent, sent again, and withdrawn', async () => {
    let held: readonly InvitationView[] = []
    const { user, wire } = openDashboard('/dashboard/members/', personOf({ id: 'ada', role: 'administrator' }), [
      ...lists,
      answer(deskCalls.listInvitations, () => ({ results: [...held] })),
      answer(registrationCalls.listCountries, { results: [] }),
      answer(deskCalls.createInvitation, () => (held = [invitation])[0]!),
      answer(deskCalls.resendInvitation, invitation),
      answer(deskCalls.withdrawInvitation, () => void (held = [{ ...invitation, state: 'WITHDRAWN' }])),
    ])
    await user.click(await screen.findByRole('button', { name: /^Invite/ }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Invite to the desk' }))
    await user.type(dialog.getByLabelText('Email'), 'nobody')
    await user.click(dialog.getByRole('button', { name: /^Send invitation/ }))
    await dialog.findByText('Enter a valid email address.')
    await user.clear(dialog.getByLabelText('Email'))
    await user.type(dialog.getByLabelText('Email'), email)
    await user.click(dialog.getByLabelText(/^View-only user/))
    await user.type(dialog.getByLabelText('First name (optional)'), 'Grace')
    await user.click(dialog.getByRole('button', { name: /^Send invitation/ }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(wire.sentTo(deskCalls.createInvitation).map(({ body }) => body)).toEqual([{ email, role: 'viewer', first_name: 'Grace' }])

    await user.click(screen.getByRole('tab', { name: /^Invitations/ }))
    ;(await rowOf(email)).getByText('Open')
    const confirm = async (ask: string, label: string) => {
      await user.click(screen.getByRole('button', { name: ask }))
      await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: label }))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    }
    await confirm(`Send again to ${email}`, 'Send again')
    expect(wire.sentTo(deskCalls.resendInvitation).map(({ params }) => params)).toEqual([{ id: 'i1' }])
    await confirm(`Withdraw ${email}`, 'Withdraw')
    await (await rowOf(email)).findByText('Withdrawn')
    const again = (await rowOf(email)).getByRole('button', { name: new RegExp(`^Send again to ${email}`) })
    expect(again.getAttribute('title')).toBe('It was withdrawn. Send a new invitation.')
  })
})

describe('2.16 the keys of a member', () => {
  const key = {
    ...{ id: 'k1', name: 'quoter', access_key_prefix: 'abcdef', scopes: ['read' as const, 'trade' as const], is_compatible: false },
    ...{ allowed_addresses: [], created_at: 1, created_by: 'ben', held_by: 'ben', suspended_at: null, expires_at: null },
    ...{ last_used_at: null, last_used_address: null, previous_secret_until: null },
  }
  const open = () =>
    openDashboard('/dashboard/members/', personOf({ id: 'ada', role: 'administrator' }), [
      ...lists,
      answer(deskCalls.listApiKeys, { results: [key] }),
      answer(deskCalls.removeMember, undefined),
      answer(deskCalls.updateMember, members[1]!),
    ])

  it.each([
    ['removed', /^Remove/, 'Remove'],
    ['a viewer from now on', /^Change role/, 'Change role'],
  ])('who is %s are handed over to the administrator on request', async (_, ask, label) => {
    const { user, wire } = open()
    await user.click((await rowOf('ben@amberroad.example')).getByRole('button', { name: ask }))
    const dialog = within(await screen.findByRole('dialog'))
    if (label === 'Change role') await user.click(dialog.getByLabelText(/^View-only user/))
    await dialog.findByRole('group', { name: 'Keys they hold: quoter' })
    await user.click(dialog.getByLabelText(/^Hand them over to me/))
    dialog.getByText(/may know the secrets, so rotate them\./)
    await user.click(dialog.getByRole('button', { name: label }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    if (label === 'Remove') expect(wire.sentTo(deskCalls.removeMember).map(({ query }) => query)).toEqual(['?keys=HAND_OVER'])
    else
      expect(wire.sentTo(deskCalls.updateMember).map(({ body, params }) => ({ body, params }))).toEqual([
        { body: { role: 'viewer', keys: 'HAND_OVER' }, params: { id: 'ben' } },
      ])
  })
})
