/** Announcements to every user: lists them, makes one, withdraws one. */
import { announcementKinds, isRefusal, type Instant } from '@parley/core'
import { announce, listedAnnouncements, withdrawAnnouncement, type ListedAnnouncement } from '../platform/announcements.ts'
import { oneOf, timeIn, type CliArguments } from './cli-arguments.ts'
import type { CommandServices, Commands } from './commands.ts'
import { OperatorProblem } from './operator-problem.ts'

const LISTED_MOST = 20

export const announcementCommands = (services: CommandServices): Commands => ({
  announce: async (given) => {
    const { sql, now } = services
    const withdrawn = given.maybe('withdraw')
    if (withdrawn !== undefined) return withdraw(services, withdrawn)
    if (given.maybe('text') !== undefined) return make(services, given)
    for (const name of ['from', 'until', 'kind', 'sign-in'] as const)
      if (given.has(name)) throw new OperatorProblem(`--${name} needs --text.`)
    const listed = await listedAnnouncements(sql, LISTED_MOST)
    return listed.length === 0 ? 'There are no announcements.' : listed.map((one) => lineOf(one, now())).join('\n')
  },
})

async function make({ sql, now, author }: CommandServices, { text, maybe, has }: CliArguments): Promise<string> {
  const at = now()
  const from = maybe('from')
  const made = {
    kind: oneOf(maybe('kind') ?? 'INFORMATION', announcementKinds, 'kind'),
    text: text('text'),
    from: (from === undefined ? at : timeIn(from, 'from')) as Instant,
    until: timeIn(text('until'), 'until') as Instant,
    isOnSignIn: has('sign-in'),
  }
  const id = await announce(sql, made, { now: at, ...(author && { author }) })
  // The sentence about a field begins with its name, which is also the option's.
  if (typeof id !== 'string') throw new OperatorProblem(id.field === undefined ? id.message : `--${id.message}`)
  const shown = made.from > at ? `will be shown from ${new Date(made.from).toISOString()}` : 'is shown'
  return `Announcement ${id} ${shown} until ${new Date(made.until).toISOString()}.`
}

async function withdraw({ sql, now, author }: CommandServices, id: string): Promise<string> {
  const gone = await withdrawAnnouncement(sql, id, { now: now(), ...(author && { author }) })
  if (isRefusal(gone)) throw new OperatorProblem(gone.message)
  return `Announcement ${id} is withdrawn.`
}

function lineOf({ id, kind, text, from, until, isOnSignIn, withdrawnAt }: ListedAnnouncement, now: number): string {
  const state = withdrawnAt !== null ? 'withdrawn' : until <= now ? 'ended' : from > now ? 'scheduled' : 'shown'
  const times = `${new Date(from).toISOString()} to ${new Date(until).toISOString()}`
  return `${id.padStart(6)}  ${state.padEnd(9)}  ${times}  ${kind}${isOnSignIn ? ', also on the sign-in page' : ''}: ${text}`
}
