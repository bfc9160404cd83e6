/** Puts the temporary folders of a test run into memory: databases and browsers write thousands of small files, most of which are read once. */
import { chmodSync, existsSync, mkdirSync, statfsSync } from 'node:fs'
import { userInfo } from 'node:os'

const MEMORY = '/dev/shm'
/** Each user has a folder, because only its owner can change its mode. */
const FOLDER = `${MEMORY}/parley-tests-${userInfo().uid}`
/** A container may have too little. */
const LEAST_FREE_BYTES = 4 * 2 ** 30

/** `os.tmpdir()` of this process, and of all that it starts. A folder that is already chosen stays. One folder for all runs: each clears what an earlier one left. */
export function useFoldersInMemory(env: NodeJS.ProcessEnv): void {
  if (env['TMPDIR'] !== undefined || !existsSync(MEMORY)) return
  const { bavail, bsize } = statfsSync(MEMORY)
  if (bavail * bsize < LEAST_FREE_BYTES) return
  mkdirSync(FOLDER, { recursive: true })
  // The user of an embedded database has to pass through it.
  chmodSync(FOLDER, 0o1777)
  env['TMPDIR'] = FOLDER
}
