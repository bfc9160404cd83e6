import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { findTool, runTool } from './dump-tools.ts'

/** Folders with programs that report these versions. */
function folders(...versions: readonly number[]): readonly string[] {
  const root = mkdtempSync(join(tmpdir(), 'parley-tools-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  return versions.map((version) => {
    const path = mkdtempSync(join(root, `${version}-`))
    program(join(path, 'pg_dump'), `echo "pg_dump (PostgreSQL) ${version}.4 (Debian)"`)
    return path
  })
}

function program(path: string, line: string): void {
  writeFileSync(path, `#!/bin/sh\n${line}\n`)
  chmodSync(path, 0o755)
}

it('the oldest pg_dump that is not older than the server is used', () => {
  const [old, same, newer] = folders(15, 17, 18) as [string, string, string]
  expect(findTool('pg_dump', 16, [newer, old, same])).toBe(join(same, 'pg_dump'))
  expect(findTool('pg_dump', 18, [newer, old, same])).toBe(join(newer, 'pg_dump'))
})

it('without a pg_dump that is new enough, the sentence names the package to install', () => {
  const found = folders(15)
  expect(() => findTool('pg_dump', 18, found)).toThrow(
    'The database of DATABASE_URL is PostgreSQL 18 and the newest pg_dump here is 15, which cannot read it; install postgresql-client-18.',
  )
  expect(() => findTool('pg_dump', 18, [])).toThrow('There is no pg_dump on this machine; install postgresql-client-18')
})

it('the password of the database is given in the environment, and a failure ends with the last line of the program', () => {
  const [path] = folders(18) as [string]
  const tool = join(path, 'tool')
  program(tool, 'echo "$@ $PGPASSWORD" >&2; exit 1')
  const ran = () => runTool(tool, 'postgres://parley:pass%20word@db:5432/parley', ['--format=custom'])
  expect(ran).toThrow(`${tool} failed: --format=custom --dbname=postgres://parley@db:5432/parley pass word`)
})
