/**
 * Fetches nats-server of Debian into `.cache/nats`, for `npm run cluster` and the tests of many processes. It is unpacked and not installed, so no
 * service starts, and no rights are needed beyond a list of packages that is up to date.
 */
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import process from 'node:process'
import { runQuietly } from './child.mjs'

const FOLDER = resolve('.cache/nats')
const PROGRAM = 'nats-server'
/** A machine without a network continues without it. */
const ANSWER_WITHIN = ['-o', 'Acquire::http::Timeout=20', '-o', 'Acquire::Retries=0']

const hasNats = () =>
  [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', join(FOLDER, 'usr/sbin')].some((folder) =>
    existsSync(join(folder, PROGRAM)),
  )

/** Without it, the cluster does not start, and its tests are reported as skipped. */
export async function fetchNatsIfNeeded() {
  if (hasNats() || !existsSync('/usr/bin/apt-get')) return
  console.log('Fetching nats-server of Debian…')
  if (await fetched()) return
  if (process.getuid?.() === 0) await runQuietly('apt-get', [...ANSWER_WITHIN, 'update', '-q'])
  if (!(await fetched())) console.log('nats-server could not be fetched. Install it (Debian: `apt-get install nats-server`).')
}

async function fetched() {
  mkdirSync(FOLDER, { recursive: true })
  const inFolder = `cd '${FOLDER.replaceAll("'", "'\\''")}' && apt-get ${ANSWER_WITHIN.join(' ')} -q download ${PROGRAM}`
  if (!(await runQuietly('sh', ['-c', inFolder])).ok) return false
  const file = readdirSync(FOLDER).find((name) => name.startsWith(`${PROGRAM}_`) && name.endsWith('.deb'))
  return file !== undefined && (await runQuietly('dpkg', ['-x', join(FOLDER, file), FOLDER])).ok
}
