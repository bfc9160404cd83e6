/**
 * Watches whether the database answers and accepts writes. An outage is one alert in the log when it begins and one line when it ends. Everything
 * else that fails because of it is logged once per sentence and then counted.
 */
import type { Log } from '../log/log.ts'
import { limits } from './limits.ts'
import type { Sql } from './sql.ts'
import { databaseFailureIn, DatabaseUnavailable, problemOf, type DatabaseProblem } from './unavailable.ts'

export type DatabaseHealth = {
  /** Called for every failure of the database, by its client. */
  failed(error: DatabaseUnavailable): void
  /** Looks once a second from now on. `look` is a cheap statement of the caller. */
  watch(sql: Sql, look: () => Promise<unknown>): void
  /** Undefined while the database is available. */
  problem(): DatabaseProblem | undefined
  /** The log without the repetitions of one outage. */
  readonly log: Log
  close(): Promise<void>
}

/** The time between the first failure and the first check that succeeds. It is an outage only if a check fails too, or the disk is full. */
type Episode = {
  readonly since: number
  readonly sentences: Set<string>
  problem: DatabaseProblem | undefined
  failures: number
  leftOut: number
}

export function createDatabaseHealth(log: Log): DatabaseHealth {
  let episode: Episode | undefined
  let watched: { readonly sql: Sql; readonly look: () => Promise<unknown>; readonly timer: NodeJS.Timeout } | undefined
  let looking: Promise<void> | undefined
  let isClosed = false
  let hasWarned = false

  const begin = (): Episode => (episode ??= { since: performance.now(), sentences: new Set(), problem: undefined, failures: 0, leftOut: 0 })
  const declare = (error: DatabaseUnavailable) => {
    const now = begin()
    const problem = problemOf(error)
    if (now.problem === problem) return
    now.problem = problem
    log.error({ error }, alerts[problem])
  }
  const end = () => {
    const over = episode
    episode = undefined
    if (over?.problem === undefined) return
    const seconds = Math.round((performance.now() - over.since) / 1000)
    log.info({ seconds, failures: over.failures, linesLeftOut: over.leftOut }, 'The database is available again')
  }

  const lookOnce = async () => {
    const { sql, look } = watched!
    try {
      await within(limits.lookAnswerMs, episode === undefined ? look() : Promise.all([look(), writeAndForget(sql)]))
      end()
    } catch (error) {
      const failure = databaseFailureIn(error)
      if (isClosed) return
      if (failure !== undefined) return declare(failure)
      // The database answered, so it is not away.
      end()
      if (!hasWarned) log.error({ error }, 'Could not check whether the database accepts writes')
      hasWarned = true
    }
  }
  const lookNow = () => {
    if (watched === undefined || isClosed) return
    looking ??= lookOnce().finally(() => (looking = undefined))
  }

  return {
    failed(error) {
      if (isClosed) return
      begin().failures += 1
      // The database itself reports it, so there is nothing to check.
      if (problemOf(error) !== 'UNREACHABLE') declare(error)
      lookNow()
    },
    watch(sql, look) {
      watched = { sql, look, timer: setInterval(lookNow, limits.lookMs).unref() }
    },
    problem: () => episode?.problem,
    log: withoutRepetitions(log, () => episode),
    async close() {
      isClosed = true
      clearInterval(watched?.timer)
      await looking
    },
  }
}

/** During an episode, each sentence about a failure of the database is written once. */
function withoutRepetitions(log: Log, current: () => Episode | undefined): Log {
  const passing =
    (level: 'warn' | 'error') =>
    (details: Parameters<Log['warn']>[0], sentence: string): void => {
      const episode = databaseFailureIn(details['error']) === undefined ? undefined : current()
      if (episode?.sentences.has(sentence) === true) return void (episode.leftOut += 1)
      episode?.sentences.add(sentence)
      log[level](details, sentence)
    }
  return { info: (details, sentence) => log.info(details, sentence), warn: passing('warn'), error: passing('error') }
}

const alerts: Readonly<Record<DatabaseProblem, string>> = {
  UNREACHABLE: 'The database is not responding. Parley accepts no orders until it does, and then continues without a restart.',
  DISK_FULL:
    'The disk of the database is full. Parley accepts no orders until there is space, and then continues without a restart. Everything acknowledged is stored.',
  READ_ONLY:
    'The database accepts no writes: it is a standby, or was made read-only. Parley accepts no orders until DATABASE_URL leads to one that does.',
}

/** For people, without addresses, because everyone can read GET /readyz. */
export const problemSentences: Readonly<Record<DatabaseProblem, string>> = {
  UNREACHABLE: 'The database is not responding.',
  DISK_FULL: 'The disk of the database is full.',
  READ_ONLY: 'The database accepts no writes.',
}

/** A statement without an answer holds its connection, so the next check uses another one. */
async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let late: NodeJS.Timeout | undefined
  const silence = new Promise<never>((_, reject) => {
    const giveUp = () => reject(new DatabaseUnavailable(new Error(`no answer within ${ms} ms`)))
    // An answer that arrived while this process was busy is read before the next immediate.
    late = setTimeout(() => setImmediate(giveUp), ms)
  })
  try {
    await Promise.race([work, silence])
  } finally {
    clearTimeout(late)
    work.catch(() => undefined)
  }
}

/** Takes a megabyte of the disk, as the journal would, and gives it back. */
const writeAndForget = (sql: Sql): Promise<void> =>
  sql.begin(async (tx) => {
    await tx`create temporary table disk_space (filler text) on commit drop`
    await tx`insert into disk_space select repeat(md5(place::text), 59) from generate_series(1, 550) as place`
  })
