import { randomBytes } from 'node:crypto'
import { oneOf, type CliArguments } from './cli-arguments.ts'
import type { CommandServices, Commands } from './commands.ts'
import type { Operator } from './operator.ts'

export const peopleCommands = ({ operator }: CommandServices): Commands => ({
  invite: async ({ text, maybe, role }) => {
    const [firstName, lastName] = [maybe('first'), maybe('last')]
    const names = { ...(firstName && { firstName }), ...(lastName && { lastName }) }
    const { link } = await operator.invite({ email: text('email'), desk: text('desk'), role: role(), ...names })
    return `The invitation will be sent by email. The link also works without it.\nlink        ${link}`
  },
  'create-user': (given) => createUser(operator, given),
  'set-role': async ({ text, role }) => {
    text('role')
    await operator.setRole(text('email'), text('desk'), role())
    return 'The role is set and takes effect immediately.'
  },
  'suspend-user': async ({ text, maybe }) => {
    await operator.suspendUser(text('email'), maybe('why'))
    return 'The user is suspended. Their sessions and sockets have ended, and their open orders and quotes are cancelled.'
  },
  'restore-user': async ({ text }) => {
    await operator.restoreUser(text('email'))
    return 'The user is restored and can sign in again.'
  },
  'disable-user': async ({ text }) => {
    await operator.disableUser(text('email'))
    return 'The user is disabled. Their sessions have ended.'
  },
  'end-sessions': async ({ text }) => {
    await operator.endSessions(text('email'))
    return 'All sessions and sockets of the user have ended.'
  },
  'reset-two-factor': async ({ text }) => {
    await operator.resetTwoFactor(text('email'))
    return 'Two-factor authentication, backup codes and passkeys are removed, and all sessions have ended. The user was notified by email.'
  },
})

async function createUser(operator: Operator, { text, maybe, maybeSecret, role }: CliArguments): Promise<string> {
  const agreement = oneOf(maybe('agreement') ?? 'non-us', ['us', 'non-us', 'none'], 'agreement')
  const person = { email: text('email'), firstName: text('first'), lastName: text('last'), desk: text('desk') }
  const given = await maybeSecret('password')
  const password = given ?? randomBytes(12).toString('base64url')
  const { id } = await operator.createUser({ ...person, password, role: role(), agreement })
  return given === undefined ? `User ${id}\npassword    ${password}` : `User ${id}`
}
