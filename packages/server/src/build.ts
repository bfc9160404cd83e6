/** The version and the commit of the Parley that runs. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** `commit` is null in a copy of the sources without `.git`. */
export type Build = { readonly version: string; readonly commit: string | null }

const root = fileURLToPath(new URL('../../../', import.meta.url))
const COMMIT = /^[0-9a-f]{40,64}$/

/** `npm run build` writes the commit to `release.json`; a clone has it in `.git`. */
export function readBuild(folder: string = root): Build {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
  const { commit } = JSON.parse(textOf(join(folder, 'release.json')) ?? '{}') as { commit?: string | null }
  return { version, commit: commit ?? commitOfClone(join(folder, '.git')) }
}

function commitOfClone(git: string): string | null {
  const head = textOf(join(git, 'HEAD'))?.trim() ?? ''
  if (COMMIT.test(head)) return head
  const branch = head.replace(/^ref: /, '')
  // Git packs branches that do not move into one file.
  const packed = textOf(join(git, 'packed-refs'))
    ?.split('\n')
    .find((line) => line.endsWith(` ${branch}`))
  const found = textOf(join(git, branch))?.trim() ?? packed?.split(' ')[0] ?? ''
  return COMMIT.test(found) ? found : null
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
