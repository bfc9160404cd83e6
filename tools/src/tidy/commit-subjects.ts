/** Subjects of commits can be searched and read in a list: `area: verb object`, in at most 72 characters. */
import { spawnSync } from 'node:child_process'

const MOST_CHARACTERS = 72
const SHAPE = /^[a-z0-9][a-z0-9, -]*: [a-z][a-z-]* \S.*[^.\s]$/
const SELF = 'tools/src/tidy/commit-subjects.ts'

/** What is wrong with a subject, and how it should read. */
export function problemOf(subject: string): string | undefined {
  if (subject.length > MOST_CHARACTERS) return `“${subject}” has ${subject.length} characters; ${MOST_CHARACTERS} are allowed.`
  if (!SHAPE.test(subject))
    return `“${subject}”: write “area: verb object” in lower case and without a full stop, as in “spreads: show why an order was rejected”.`
  return undefined
}

/**
 * The commits made on this branch since the check exists that no remote has, so that they can still be amended. Tools write the subjects of merges. Empty
 * if there is no history.
 */
export function subjectsToCheck(root: string): readonly string[] {
  const git = (...words: string[]): readonly string[] => {
    const { status, stdout } = spawnSync('git', words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    return status === 0 ? stdout.split('\n').filter((line) => line !== '') : []
  }
  const [since] = git('log', '--diff-filter=A', '--format=%H', '--', SELF)
  return since === undefined ? [] : git('log', '--first-parent', '--no-merges', '--format=%s', 'HEAD', '--not', since, '--remotes')
}
