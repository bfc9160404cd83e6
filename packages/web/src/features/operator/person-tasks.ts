/** The commands about a user. Pure. */
import type { ConsolePersonView } from '@parley/client'
import type { CommandField, CommandTask } from './command-task.ts'

const refresh = ['people', 'overview'] as const

const roles: CommandField = {
  name: 'role',
  label: 'Role',
  kind: 'choice',
  initial: 'trader',
  choices: [
    { value: 'administrator', label: 'Administrator' },
    { value: 'trader', label: 'Trader' },
    { value: 'viewer', label: 'Viewer' },
    { value: 'prime_viewer', label: 'Prime viewer' },
    { value: 'dov_user', label: 'Auctions only' },
  ],
}

export function personTasks({ email, name, state, desks }: ConsolePersonView): readonly CommandTask[] {
  const of = { options: { email }, refresh }
  if (state === 'DISABLED') return []
  return [
    state === 'SUSPENDED'
      ? {
          ...{ command: 'restore-user', hurts: false, button: 'Restore user', done: `${name} is restored`, ...of },
          title: `Restore ${name}`,
          about: 'They can sign in again. Their keys stay suspended until an administrator of the desk restores them.',
        }
      : {
          ...{ command: 'suspend-user', hurts: true, button: 'Suspend user', done: `${name} is suspended`, ...of },
          title: `Suspend ${name}`,
          about: 'Access ends everywhere immediately, their keys are suspended, and their open orders and quotes are cancelled.',
        },
    {
      ...{ command: 'end-sessions', hurts: true, button: 'End sessions', done: `${name} is signed out everywhere`, ...of },
      title: `End all sessions of ${name}`,
      about: 'For a lost device or a suspicious session. They can sign in again at once.',
    },
    {
      ...{ command: 'reset-two-factor', hurts: true, button: 'Reset two-factor', done: `Two-factor of ${name} is reset`, ...of },
      title: `Reset two-factor of ${name}`,
      about: 'Verify the person through a second channel first. Afterwards the password alone signs in, and they are informed by email.',
    },
    {
      ...{ command: 'set-role', hurts: true, kind: 'primary', button: 'Set role', done: `The role of ${name} is set`, ...of },
      title: `Role of ${name}`,
      about: 'It takes effect immediately. A former member of the desk becomes one again.',
      fields: [{ name: 'desk', label: 'Desk', hint: 'Its ticker.', initial: desks[0]?.ticker ?? '' }, roles],
    },
    {
      ...{ command: 'disable-user', hurts: true, button: 'Disable user', done: `${name} is disabled`, ...of },
      title: `Disable ${name} permanently`,
      about: 'Access ends and cannot be restored. The person can only return under another address.',
    },
  ]
}

export const inviteTask: CommandTask = {
  command: 'invite',
  hurts: false,
  title: 'Invite a person',
  about: 'They get an email with a link, and choose a password themselves. The answer has the link too, if the email cannot be delivered.',
  button: 'Invite',
  done: 'Invitation sent',
  refresh,
  fields: [
    { name: 'email', label: 'Email' },
    { name: 'desk', label: 'Desk', hint: 'Its ticker.' },
    roles,
    { name: 'first', label: 'First name', isOptional: true },
    { name: 'last', label: 'Last name', isOptional: true },
  ],
}
