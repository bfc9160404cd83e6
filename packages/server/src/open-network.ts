/** The network of a process with a part of the work, and the lock of the one that does the workers' jobs. */
import { setTimeout as delay } from 'node:timers/promises'
import { openNatsNetwork } from './cluster/nats-network.ts'
import type { Network } from './cluster/network.ts'
import { connect } from './database/connect.ts'
import type { Log } from './log/log.ts'
import type { PartialRole } from './server-options.ts'

const WORKERS = 7_275_395_933
const LOOK_MS = 500

type Opening = {
  readonly role?: PartialRole | undefined
  readonly databaseUrl?: string | undefined
  readonly log: Log
  /** Another process does the jobs. */
  readonly onLost: () => void
  readonly signal?: AbortSignal | undefined
}

/** Undefined for a process that does everything. Workers wait until no other process does their jobs. */
export async function openNetwork(
  { role, databaseUrl, log, onLost, signal }: Opening,
  closing: (() => Promise<unknown> | void)[],
): Promise<Network | undefined> {
  if (role === undefined) return undefined
  const network = await openNatsNetwork({ url: role.natsUrl, log })
  closing.push(network.close)
  if (role.kind === 'WORKERS') closing.push(await takeJobs({ url: databaseUrl!, log, onLost, signal }))
  return network
}

/** The database releases the lock if the process or its connection ends. Returns the function that gives it up. */
async function takeJobs({ url, log, onLost, signal }: Omit<Opening, 'role' | 'databaseUrl'> & { readonly url: string }) {
  const sql = connect(url, { max: 1, name: `parley workers ${process.pid}` })
  const tryLock = async () =>
    (await sql<{ locked: boolean }[]>`select pg_try_advisory_lock(${WORKERS}::bigint) as locked`)[0]?.locked === true
  try {
    await sql.unsafe('set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3')
    for (let looks = 0; !(await tryLock()); looks++) {
      if (looks === 0) log.info({}, 'Another process does the jobs of the workers; waiting until it ends')
      await delay(LOOK_MS, undefined, { signal })
    }
  } catch (error) {
    await sql.end({ timeout: 1 })
    throw error
  }
  // The lock is lost with its connection. If another process has taken it in the meantime, this one ends.
  const check = async () => {
    const [held] = await sql<{ held: boolean }[]>`
      select exists (select from pg_locks where locktype = 'advisory' and pid = pg_backend_pid() and granted) as held`
    if (held?.held !== true && !(await tryLock())) onLost()
  }
  const watching = setInterval(() => void check().catch(() => undefined), LOOK_MS)
  return async () => {
    clearInterval(watching)
    await sql.end({ timeout: 1 })
  }
}
