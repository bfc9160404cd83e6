/** pg_dump and pg_restore for a database of the operator's own. They must not be older than the server. */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { withoutPassword } from '../../database/database-url.ts'
import { StartProblem } from '../../database/start-problem.ts'

type Tool = 'pg_dump' | 'pg_restore'
const SYSTEM = '/usr/lib/postgresql'

/** The oldest one of this machine that is new enough for the server. */
export function findTool(tool: Tool, serverMajor: number, folders: readonly string[] = systemFolders()): string {
  const found = folders
    .map((folder) => join(folder, tool))
    .flatMap((path) => {
      const major = majorOf(path)
      return major === undefined ? [] : [{ path, major }]
    })
  const usable = found.filter(({ major }) => major >= serverMajor).toSorted((a, b) => a.major - b.major)[0]
  if (usable !== undefined) return usable.path
  const newest = found.toSorted((a, b) => b.major - a.major)[0]
  throw new StartProblem(
    'NoBinaries',
    newest === undefined
      ? `There is no ${tool} on this machine; install postgresql-client-${serverMajor}, which reads the database of DATABASE_URL.`
      : `The database of DATABASE_URL is PostgreSQL ${serverMajor} and the newest ${tool} here is ${newest.major}, which cannot read it; install postgresql-client-${serverMajor}.`,
  )
}

/** The folders in PATH, and those of Debian's packages, which are not in PATH. */
function systemFolders(): readonly string[] {
  const versions = existsSync(SYSTEM) ? readdirSync(SYSTEM) : []
  return [...(process.env['PATH'] ?? '').split(':'), ...versions.map((version) => join(SYSTEM, version, 'bin'))]
}

function majorOf(path: string): number | undefined {
  try {
    const text = execFileSync(path, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    const major = Number(/(\d+)/.exec(text)?.[1])
    return Number.isInteger(major) ? major : undefined
  } catch {
    return undefined
  }
}

/** The password is not among the arguments, which every process of the machine can read. */
export function runTool(path: string, url: string, args: readonly string[]): void {
  const { url: address, password } = withoutPassword(url)
  const env = { ...process.env, LC_ALL: 'C', ...(password !== '' && { PGPASSWORD: password }) }
  const { status, stderr, error } = spawnSync(path, [...args, `--dbname=${address}`], { env, encoding: 'utf8' })
  if (status === 0) return
  const reason = (error?.message ?? stderr).trim().split('\n').at(-1) ?? ''
  throw new StartProblem('DatabaseNotReachable', `${path} failed: ${reason}`)
}
