/** Vitest's global setup of the `database` project: one server for the whole run, which is stopped afterwards. */
import { chmodSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { silent } from '../src/log/log.ts'
import { openCluster } from '../src/embedded-postgres/cluster.ts'
import { asOwner } from '../src/embedded-postgres/roles.ts'
import { connect, withDatabase } from '../src/database/connect.ts'
import { migrate } from '../src/database/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A server on which databases can be created, and the name of a template with every migration. */
    readonly testServer: { readonly url: string; readonly template: string }
  }
}

const prefix = 'parley-test-server-'

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['PARLEY_TEST_DATABASE_URL']
  const server = given === undefined || given === '' ? await ownServer() : { url: given, stop: async () => undefined }
  const template = `parley_template_${process.pid}`
  await makeTemplate(server.url, template)
  project.provide('testServer', { url: server.url, template })
  return async () => {
    const sql = connect(server.url, { max: 1, name: 'parley test' })
    await sql`drop database if exists ${sql(template)} with (force)`
    await sql.end()
    await server.stop()
  }
}

async function ownServer(): Promise<{ url: string; stop: () => Promise<void> }> {
  await clearLeftovers()
  const dataDir = join(tmpdir(), `${prefix}${process.pid}`)
  mkdirSync(dataDir)
  chmodSync(dataDir, 0o755)
  // If a vacuum process is looking at a database, a role of ours cannot drop it, because only a superuser may end that process.
  const settings = { fsync: 'off', full_page_writes: 'off', max_connections: '200', autovacuum: 'off' }
  const cluster = await openCluster({ dataDir, log: silent, settings })
  const owner = connect(asOwner(cluster.url), { max: 1, name: 'parley test' })
  await owner`alter role parley createdb`
  await owner.end()
  return {
    url: cluster.url,
    async stop() {
      await cluster.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** A killed run leaves its server behind, and the next run ends it. */
async function clearLeftovers(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(prefix))) {
    if (isRunning(Number(name.slice(prefix.length)))) continue
    const dataDir = join(tmpdir(), name)
    try {
      const left = await openCluster({ dataDir, log: silent })
      await left.stop()
    } catch {
      // If a folder cannot be opened, it has no running server either.
    }
    rmSync(dataDir, { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

async function makeTemplate(url: string, template: string): Promise<void> {
  const server = connect(url, { max: 1, name: 'parley test' })
  await server`drop database if exists ${server(template)} with (force)`
  await server`create database ${server(template)} template template0`
  await server.end()
  const sql = connect(withDatabase(url, template), { max: 1, name: 'parley test' })
  await migrate(sql, silent)
  await sql.end()
}
