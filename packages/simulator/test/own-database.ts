/** A separate database and folder for one test, created from the run's template. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { connect } from '@parley/server'

export async function ownDatabase(what: string): Promise<{ readonly url: string; readonly dataDir: string; drop(): Promise<void> }> {
  const { url, template } = inject('testServer' as never) as { url: string; template: string }
  const name = `parley_${what}_${randomBytes(6).toString('hex')}`
  const admin = connect(url, { max: 1, name: 'parley test' })
  // The log is never replayed here, and copying files takes less processor time than writing them to it.
  await admin`create database ${admin(name)} template ${admin(template)} strategy file_copy`
  const own = new URL(url)
  own.pathname = `/${name}`
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-own-'))
  return {
    url: own.href,
    dataDir,
    drop: async () => {
      await admin`drop database if exists ${admin(name)} with (force)`
      await admin.end()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
