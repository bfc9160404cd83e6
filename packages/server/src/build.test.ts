import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { readBuild } from './build.ts'

const COMMIT = '0123456789abcdef0123456789abcdef01234567'
const folders: string[] = []
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true })))

function buildOf(files: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), 'parley-build-'))
  folders.push(folder)
  for (const [name, text] of Object.entries({ 'package.json': '{"version":"1.2.3"}', ...files })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return readBuild(folder)
}

describe('the version and the commit of what runs', () => {
  it.each<[string, Readonly<Record<string, string>>, string | null]>([
    ['of a release', { 'release.json': JSON.stringify({ commit: COMMIT, packages: [] }) }, COMMIT],
    ['of a clone on a branch', { '.git/HEAD': 'ref: refs/heads/main\n', '.git/refs/heads/main': `${COMMIT}\n` }, COMMIT],
    [
      'of a clone with packed branches',
      { '.git/HEAD': 'ref: refs/heads/main\n', '.git/packed-refs': `# pack\n${COMMIT} refs/heads/main\n` },
      COMMIT,
    ],
    ['of a clone at a commit', { '.git/HEAD': `${COMMIT}\n` }, COMMIT],
    ['of a copy that does not know its commit', {}, null],
    ['of a release that was built from such a copy', { 'release.json': '{"commit":null}' }, null],
  ])('are those %s', (_of, files, commit) => {
    expect(buildOf(files)).toEqual({ version: '1.2.3', commit })
  })

  it('are known of this clone', () => {
    expect(readBuild().version).toMatch(/^\d+\.\d+\.\d+$/)
  })
})
