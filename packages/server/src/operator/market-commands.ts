/** The operator's commands on the market: the kill switch, the platform's state, and the rates of one desk. */
import { formatRate, wireRates } from '@parley/contracts'
import type { UserId } from '@parley/core'
import { PlatformProblem, platformWords, type Platform } from '../platform/platform.ts'
import { recountLeaderboard } from '../leaderboard/count.ts'
import { askProduct, type OperatorRequest } from '../protection/operator-requests.ts'
import { deskRateNames } from '../limits/rate-names.ts'
import { openProtectionSettings } from '../protection/settings.ts'
import { silent } from '../log/log.ts'
import type { Book } from '../accounts/accounts-snapshot.ts'
import { oneOf, timeIn, type CliArguments } from './cli-arguments.ts'
import type { CommandServices, Commands } from './commands.ts'
import { byOperator, deskOf, OperatorProblem, userOf } from './operator-problem.ts'

const RATE_MOST = 1_000_000

export const marketCommands = (services: CommandServices): Commands => ({
  'stop-trading': async (given) => {
    const report = await ask(services, 'StopTrading', given)
    if (report === undefined) return 'Parley is not running. The stop is saved and will apply before the next start accepts anything.'
    const fences = report.fences.map(({ seq_group, seq_num }) => `${seq_group}:${seq_num}`).join(' ')
    return `Trading is stopped; ${report.canceled.count} orders and quotes are cancelled. None of them can fill after ${fences}`
  },
  'resume-trading': async (given) => {
    const report = await ask(services, 'AllowTrading', given)
    return report === undefined ? 'Parley is not running. The command is saved and will run at the next start.' : 'Trading is resumed.'
  },
  platform: (given) => plainly(() => movePlatform(services, given)),
  'set-rate': (given) => setRate(services, given),
  'recount-leaderboard': async () => {
    const count = await recountLeaderboard(services.sql)
    return `${count} trades and RFQs will be counted again: within a minute if Parley is running, otherwise at its next start.`
  },
})

const ask = ({ sql, book, now, author }: CommandServices, kind: OperatorRequest['kind'], given: CliArguments) =>
  askProduct(sql, requestOf(kind, book, given), { now: now(), author })

function requestOf(kind: OperatorRequest['kind'], book: Book, { text, maybe }: CliArguments): OperatorRequest {
  const desk = deskOf(book, text('desk')).ticker
  const [email, name, why] = [maybe('email'), maybe('name'), maybe('why')]
  const user = email === undefined ? undefined : userOf(book, email).id
  const key = name === undefined ? undefined : [...book.accounts.keysById.values()].find((row) => row.desk === desk && row.name === name)
  if (name !== undefined && key === undefined) throw new OperatorProblem(`${desk} has no key ${name}.`)
  if (user !== undefined && book.accounts.memberships.get(user)?.some((row) => row.desk === desk) !== true)
    throw new OperatorProblem(`${email} is not a member of ${desk}.`)
  const whose = user ?? (key?.id as UserId | undefined)
  return { kind, desk, ...(whose === undefined ? {} : { user: whose }), ...(why === undefined ? {} : { why }) }
}

async function movePlatform({ platform, author }: CommandServices, { maybe }: CliArguments): Promise<string> {
  const [state, at, cancelled] = [maybe('state'), maybe('at'), maybe('cancel')]
  if (cancelled !== undefined) {
    const dropped = await platform.cancel(Number(cancelled), author)
    return [`${dropped.length === 1 ? 'The change is' : `${dropped.length} changes are`} cancelled.`, listOf(platform)].join('\n')
  }
  if (state === undefined) {
    if (at !== undefined) throw new OperatorProblem('--at needs --state.')
    return listOf(platform)
  }
  const wanted = oneOf(state, platformWords, 'state')
  if (at === undefined) {
    const had = platform.scheduled().length
    await platform.moveTo(wanted, author)
    return [listOf(platform), ...(had > platform.scheduled().length ? ['The scheduled changes are cancelled.'] : [])].join('\n')
  }
  await platform.schedule(timeIn(at, 'at'), wanted, author)
  return listOf(platform)
}

const listOf = (platform: Platform): string =>
  [
    `The platform is ${platform.state().state}.`,
    ...platform.scheduled().map(({ id, at, state }) => `${String(id).padStart(6)}  ${new Date(at).toISOString()}  ${state}`),
  ].join('\n')

async function setRate(services: CommandServices, { text, maybe, has }: CliArguments): Promise<string> {
  const { book, sql } = services
  const desk = deskOf(book, text('desk')).ticker
  const name = oneOf(text('rate'), deskRateNames, 'rate')
  const settings = await openProtectionSettings(sql, silent)
  try {
    if (has('default')) {
      await settings.setRate(byOperator(services, 'SetRate', name, { desk }), desk, name, undefined)
      return `${name} of ${desk} is the default again.`
    }
    const [most, withinMs] = [Number(text('most')), Number(maybe('within-ms') ?? wireRates[name].withinMs)]
    if (![most, withinMs].every((count) => Number.isInteger(count) && count >= 1 && count <= RATE_MOST))
      throw new OperatorProblem(`--most and --within-ms must be whole numbers from 1 to ${RATE_MOST}.`)
    const change = byOperator(services, 'SetRate', name, { desk, detail: { most, withinMs } })
    await settings.setRate(change, desk, name, { most, withinMs })
    return `${name} of ${desk}: ${formatRate({ most, withinMs })}.`
  } finally {
    await settings.close()
  }
}

async function plainly(done: () => Promise<string>): Promise<string> {
  try {
    return await done()
  } catch (error) {
    throw error instanceof PlatformProblem ? new OperatorProblem(error.message) : error
  }
}
