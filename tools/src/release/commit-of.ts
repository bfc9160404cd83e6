/** The commit that a release is built from. */
import { spawnSync } from 'node:child_process'

/** Ends with `-dirty` if files of the clone have changed since the commit. Null if git finds no commit. */
export function commitOf(root: string): string | null {
  const { status, stdout } = spawnSync('git', ['describe', '--always', '--dirty', '--abbrev=40', '--exclude=*'], { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : null
}
