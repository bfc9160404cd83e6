/** Finds the files that differ from the main branch, or from the last commit on the main branch itself. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const MAIN_BRANCHES = ['origin/main', 'main']

const git = (...args: readonly string[]): string =>
  execFileSync('git', [...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()

export type Changed = { readonly since: string; readonly files: readonly string[] }

export function findChanged(): Changed {
  const since = MAIN_BRANCHES.map(commonCommit).find((commit) => commit !== undefined) ?? 'HEAD'
  const committed = git('diff', '--name-only', since)
  const added = git('ls-files', '--others', '--exclude-standard')
  return { since, files: `${committed}\n${added}`.split('\n').filter((path) => path !== '' && existsSync(path)) }
}

function commonCommit(branch: string): string | undefined {
  try {
    return git('merge-base', 'HEAD', branch)
  } catch {
    return undefined
  }
}

const FORMATTED = /^(packages|e2e|bench|tools|examples)\/.*\.(ts|tsx|mjs|css)$/

export const formattedIn = (files: readonly string[]): readonly string[] => files.filter((path) => FORMATTED.test(path))
/** An end-to-end file runs the whole product, so every change affects it. Only end-to-end files that have changed themselves are run. */
export const productTestsIn = (files: readonly string[]): readonly string[] => files.filter((path) => path.endsWith('.e2e.ts'))
