import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { problemOf, subjectsToCheck } from './commit-subjects.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

it('every new commit has a subject that can be searched', () => {
  const problems = subjectsToCheck(ROOT).flatMap((subject) => problemOf(subject) ?? [])
  expect(problems, problems.join('\n')).toEqual([])
})

it.each([
  ['spreads: show why an order was rejected', true],
  ['web, api: accept what is pasted', true],
  ['Say of failures whose they are and how bad', false],
  ['spreads: Show why an order was rejected', false],
  ['spreads: show why.', false],
  ['spreads: rewrite', false],
  [`spreads: show ${'x'.repeat(72)}`, false],
])('“%s” is accepted: %s', (subject, isAccepted) => {
  expect(problemOf(subject) === undefined).toBe(isAccepted)
})

it('reads the commits that can still be amended, and none from before the check', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-subjects-'))
  const git = (...words: string[]) =>
    spawnSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@parley.example', ...words], { cwd: folder })
  const commit = (subject: string) => git('commit', '-q', '--allow-empty', '-m', subject)
  try {
    expect(subjectsToCheck(folder)).toEqual([])
    git('init', '-q')
    commit('Before')
    mkdirSync(join(folder, 'tools/src/tidy'), { recursive: true })
    writeFileSync(join(folder, 'tools/src/tidy/commit-subjects.ts'), '')
    git('add', '.')
    commit('The check')
    expect(subjectsToCheck(folder)).toEqual([])
    commit('Pushed')
    git('update-ref', 'refs/remotes/origin/main', 'HEAD')
    commit('Here')
    expect(subjectsToCheck(folder)).toEqual(['Here'])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
