import type { DeskId } from '@parley/core'
import type { Accounts, MembershipRow, UserRow } from '../accounts/rows.ts'
import type { CommandServices, Commands } from './commands.ts'

export const firmCommands = ({ operator, book }: CommandServices): Commands => ({
  'create-firm': async ({ text, has }) => {
    const { id } = await operator.createFirm({ name: text('name'), naming: has('named') ? 'NAMED' : 'UNNAMED' })
    return `Firm ${id}`
  },
  'create-desk': async ({ text, has }) => {
    const limits = has('without-limits') ? 'NONE' : 'NEW_DESK'
    const desk = { ticker: text('ticker'), name: text('name'), firmName: text('firm'), isMaker: has('maker'), limits } as const
    return `Desk ${(await operator.createDesk(desk)).ticker}`
  },
  'suspend-desk': async ({ text }) => {
    await operator.suspendDesk(text('desk'))
    return 'The desk is suspended. Its sessions and sockets have ended, and its open orders and quotes are cancelled.'
  },
  'restore-desk': async ({ text }) => {
    await operator.restoreDesk(text('desk'))
    return 'The desk is restored. Its members can sign in again.'
  },
  approve: async ({ text }) => {
    await operator.approveMutually(text('desk'), text('with'))
    return 'The desks have approved each other.'
  },
  'set-group': async ({ text }) => {
    const makers = text('desks').split(',')
    await operator.setGroup(text('name'), makers)
    return `Every desk can send RFQs to ${text('name')}: ${makers.join(', ')}.`
  },
  'remove-group': async ({ text }) => {
    await operator.removeGroup(text('name'))
    return 'The group is removed. Its makers remain counterparties.'
  },
  list: () => Promise.resolve(listOf(book.accounts)),
})

function listOf(accounts: Accounts): string {
  const { desks, restrictions, groupsOfOperator } = accounts
  const listed = [...desks.values()].flatMap((desk) => [
    `${desk.ticker.padEnd(6)} ${desk.name}, ${accounts.firms.get(desk.firm)?.name ?? ''}${desk.isMaker ? ', market maker' : ''}${desk.suspendedAt === null ? '' : ' (suspended)'}`,
    ...signOnOf(accounts, desk.ticker),
    ...membersOf(accounts, desk).map(([user, membership]) => `         ${user.email}  ${membership.role}${stateOf(user, membership)}`),
  ])
  const former = [...accounts.users.values()].filter(({ id }) => !accounts.memberships.has(id)).map(({ email }) => `         ${email}`)
  return [
    ...(listed.length === 0 ? ['There are no desks yet.'] : listed),
    ...(former.length === 0 ? [] : ['Users without a desk', ...former]),
    ...(groupsOfOperator.length === 0 ? [] : ['Groups of makers']),
    ...groupsOfOperator.map(({ name, makers }) => `         ${name}: ${makers.join(', ')}`),
    ...(restrictions.length === 0 ? [] : ['Restricted']),
    ...restrictions.map(({ kind, value }) => `         ${kind} ${value}`),
  ].join('\n')
}

function signOnOf({ signOns }: Accounts, desk: DeskId): readonly string[] {
  const signOn = signOns.get(desk)
  if (signOn === undefined) return []
  return [`         sign-on through ${signOn.issuer} for ${signOn.domains.join(', ')}${signOn.isRequired ? ', required' : ''}`]
}

const membersOf = (accounts: Accounts, { ticker }: { readonly ticker: DeskId }): readonly (readonly [UserRow, MembershipRow])[] =>
  [...accounts.users.values()].flatMap((user) => {
    const membership = accounts.memberships.get(user.id)?.find((row) => row.desk === ticker)
    return membership === undefined ? [] : [[user, membership] as const]
  })

function stateOf(user: UserRow, membership: MembershipRow): string {
  if (user.disabledAt !== null) return ' (disabled)'
  if (user.suspendedAt !== null) return ' (suspended by the operator)'
  return membership.suspendedAt === null ? '' : ' (suspended by the desk)'
}
