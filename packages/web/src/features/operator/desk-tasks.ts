/** The commands about a desk. Pure. */
import type { ConsoleDeskView, ConsoleFirmsView } from '@parley/client'
import type { CommandTask } from './command-task.ts'

const refresh = ['firms', 'overview'] as const

export function deskTasks(desk: ConsoleDeskView, rates: ConsoleFirmsView['rates']): readonly CommandTask[] {
  const { ticker, name } = desk
  const of = { options: { desk: ticker }, refresh }
  return [
    desk.suspended_at === null
      ? {
          ...{ command: 'suspend-desk', hurts: true, button: 'Suspend desk', done: `${ticker} is suspended`, ...of },
          title: `Suspend ${name}`,
          about: 'Access of its users and keys ends immediately, and its open orders and quotes are cancelled. Agreed trades still settle.',
        }
      : {
          ...{ command: 'restore-desk', hurts: false, button: 'Restore desk', done: `${ticker} is restored`, ...of },
          title: `Restore ${name}`,
          about: 'Its members can sign in again. What was cancelled stays cancelled.',
        },
    {
      ...{ command: 'stop-trading', hurts: true, button: 'Stop trading', done: `Trading of ${ticker} is stopped`, ...of },
      title: `Stop trading of ${name}`,
      about: 'Everything open of the desk is cancelled, and new orders are refused until you resume trading. Its users stay signed in.',
      fields: [
        { name: 'email', label: 'Only this user', hint: 'An email address. Leave it empty for the whole desk.', isOptional: true },
        { name: 'name', label: 'Only this API key', hint: 'The name of the key.', isOptional: true },
      ],
    },
    {
      ...{ command: 'resume-trading', hurts: true, kind: 'primary', button: 'Resume trading', done: `${ticker} can trade again`, ...of },
      title: `Resume trading of ${name}`,
      about: 'Ends a stop by the operator. A stop by the desk itself stays.',
      fields: [
        { name: 'email', label: 'Only this user', hint: 'As in the stop that you end.', isOptional: true },
        { name: 'name', label: 'Only this API key', isOptional: true },
      ],
    },
    rateTask(desk, rates),
    {
      ...{ command: 'approve', hurts: false, button: 'Approve counterparty', done: 'The desks have approved each other', ...of },
      title: `Introduce ${name} to another desk`,
      about: 'Both desks approve each other, so that they can negotiate.',
      fields: [{ name: 'with', label: 'The other desk', hint: 'Its ticker, such as KEST.' }],
    },
  ]
}

const rateTask = ({ ticker, name }: ConsoleDeskView, rates: ConsoleFirmsView['rates']): CommandTask => ({
  command: 'set-rate',
  hurts: true,
  kind: 'primary',
  title: `Rate of ${name}`,
  about: 'How many calls of a kind the desk can make within a time. It takes effect immediately.',
  button: 'Set rate',
  done: `The rate of ${ticker} is set`,
  options: { desk: ticker },
  refresh: ['firms'],
  fields: [
    {
      name: 'rate',
      label: 'Rate',
      kind: 'choice',
      initial: rates[0]?.name ?? '',
      choices: rates.map((rate) => ({ value: rate.name, label: `${rate.name}, usually ${rate.most} in ${rate.within_ms} ms` })),
    },
    { name: 'most', label: 'Calls at most', hint: 'A whole number.' },
    { name: 'within-ms', label: 'Within, in milliseconds', hint: 'Leave it empty for the usual time.', isOptional: true },
  ],
})

/** The way back from a rate of its own. */
export const usualRateTask = (ticker: string, rate: string): CommandTask => ({
  command: 'set-rate',
  hurts: true,
  kind: 'primary',
  title: `Usual ${rate} for ${ticker}`,
  about: 'The rate of all other desks applies to this one again.',
  button: `Usual ${rate}`,
  done: `The rate of ${ticker} is the usual one`,
  options: { desk: ticker, rate, default: true },
  refresh: ['firms'],
})

export const newDeskTask: CommandTask = {
  command: 'create-desk',
  hurts: false,
  title: 'New desk',
  about: 'The firm is created with its first desk. A new desk has the usual limits until its administrators change them.',
  button: 'New desk',
  done: 'Desk created',
  refresh,
  fields: [
    { name: 'ticker', label: 'Ticker', hint: '3 to 6 capital letters or digits, such as ORRY.' },
    { name: 'name', label: 'Name' },
    { name: 'firm', label: 'Firm' },
    { name: 'maker', label: 'Market maker', kind: 'flag', initial: false },
    { name: 'without-limits', label: 'Without limits, because its programs have their own', kind: 'flag', initial: false },
  ],
}
