import { deskCalls, registrationCalls } from '@parley/contracts'
import { screen, within } from '@testing-library/react'
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
