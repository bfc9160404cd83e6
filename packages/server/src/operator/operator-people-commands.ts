/** The people of the operator console are created here, on the machine, and nowhere else. */
import type { CommandServices, Commands } from './commands.ts'
import { addOperator, operatorPeople, removeOperator } from './console/operator-people.ts'

export const operatorPeopleCommands = (services: CommandServices): Commands => ({
  'add-operator': async ({ text, maybeSecret }) => {
    const given = await maybeSecret('password')
    const { name, password, totpSecret, totpAddress } = await addOperator(services, text('name'), given)
    return [
      `Operator    ${name}`,
      ...(given === undefined ? [`password    ${password}`] : []),
      `app secret  ${totpSecret}`,
      `app address ${totpAddress}`,
      'Enter the secret or the address in an authenticator app. Neither is shown again.',
    ].join('\n')
  },
  'remove-operator': async ({ text }) => {
    await removeOperator(services, text('name'))
    return 'The operator is removed, and their sessions at the console have ended.'
  },
  operators: async () => {
    const people = await operatorPeople(services.sql)
    if (people.length === 0) return 'There are no operators yet. Create one with add-operator.'
    const seen = (at: number | null) => (at === null ? 'not signed in' : `last seen ${new Date(at).toISOString()}`)
    return people.map(({ name, lastSeenAt }) => `${name.padEnd(32)}  ${seen(lastSeenAt)}`).join('\n')
  },
})
