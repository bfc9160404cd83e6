/** The commands about flags and restrictions. Pure. */
import type { ConsoleAccessView } from '@parley/client'
import type { CommandTask } from './command-task.ts'

const refresh = ['access', 'overview'] as const
type Flag = ConsoleAccessView['flags'][number]
type Restriction = ConsoleAccessView['restrictions'][number]

export const flagTask = ({ name, is_on: isOn }: Flag): CommandTask => ({
  command: 'set-flag',
  hurts: true,
  kind: 'primary',
  title: `Flag ${name}`,
  about: 'Switches a part of the product on or off, for every desk or for some.',
  button: 'Set flag',
  done: `${name} is set`,
  options: { name },
  refresh,
  fields: [
    {
      name: 'value',
      label: 'Value',
      kind: 'choice',
      initial: isOn ? 'off' : 'on',
      choices: [
        { value: 'on', label: 'On' },
        { value: 'off', label: 'Off' },
      ],
    },
    {
      name: 'desks',
      label: 'Only for these desks',
      hint: 'Tickers, separated by commas. Leave it empty for every desk.',
      isOptional: true,
    },
  ],
})

export const restrictCountryTask: CommandTask = {
  command: 'restrict-country',
  hurts: true,
  title: 'Restrict a country',
  about: 'Residents of the country cannot join. Members stay.',
  button: 'Restrict country',
  done: 'Country restricted',
  refresh,
  fields: [{ name: 'country', label: 'Country', hint: 'Two letters, such as KP.' }],
}

export const restrictAddressTask: CommandTask = {
  command: 'restrict-address',
  hurts: true,
  title: 'Restrict an address or a network',
  about: 'Users who sign in from there can send only a few RFQs.',
  button: 'Restrict address',
  done: 'Address restricted',
  refresh,
  fields: [{ name: 'address', label: 'Address', hint: 'Such as 203.0.113.7 or 203.0.113.0/24.' }],
}

export const liftTask = ({ kind, value }: Restriction): CommandTask => ({
  command: kind === 'country' ? 'lift-country' : 'lift-address',
  hurts: true,
  kind: 'primary',
  title: `Lift the restriction of ${value}`,
  about: kind === 'country' ? 'Residents of the country can join again.' : 'Users who sign in from there can trade as others do.',
  button: 'Lift',
  done: `${value} is no longer restricted`,
  options: { [kind]: value },
  refresh,
})
