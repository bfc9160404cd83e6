import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { commitOf } from './commit-of.ts'

it('a release names the commit it is built from, and that its files were changed after it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-commit-'))
  const git = (...words: string[]) =>
    spawnSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@parley.example', ...words], { cwd: folder, encoding: 'utf8' })
  try {
    expect(commitOf(folder)).toBeNull()
    git('init', '-q')
    writeFileSync(join(folder, 'file'), 'one')
    git('add', '.')
    git('commit', '-qm', 'one')
    const commit = git('rev-parse', 'HEAD').stdout.trim()
    expect(commit).toMatch(/^[0-9a-f]{40}$/)
    expect(commitOf(folder)).toBe(commit)
    writeFileSync(join(folder, 'file'), 'two')
    expect(commitOf(folder)).toBe(`${commit}-dirty`)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
