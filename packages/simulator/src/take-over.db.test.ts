/** `npm run serve` twice on one database: the second is refused, or takes the markets over and the first ends with an exit code of its own. */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { TAKEN_OVER_EXIT } from '@parley/server'
import { expect, it, onTestFinished } from 'vitest'
import { ownDatabase } from '../test/own-database.ts'
import { createDeribitSimulator } from './deribit/simulator.ts'
import { freePort } from './exchange/listen.ts'

const SERVE = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url))

function serve(env: Readonly<Record<string, string>>, args: readonly string[]) {
  const none = { SMTP_URL: '', PUBLIC_URL: '', HOST: '', PARLEY_SECRET_KEY: '', VENUES: 'DBT', LOG_LEVEL: '', STOP_DELAY_MS: '' }
  const child = spawn(process.execPath, [SERVE, ...args], {
    env: { ...process.env, ...none, MAIL: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const ready = Promise.withResolvers<void>()
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      if (output.includes('Parley is ready')) ready.resolve()
    })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  const isReady = Promise.race([ready.promise, ended.then((code) => Promise.reject(new Error(`ended with ${code}: ${output}`)))])
  isReady.catch(() => undefined)
  return { child, ended, isReady, output: () => output }
}

it('a second process is refused, and one that takes over ends the first with a code that no supervisor restarts', async () => {
  const database = await ownDatabase('take_over')
  onTestFinished(() => database.drop())
  const venue = await createDeribitSimulator({})
  onTestFinished(() => venue.close())
  const start = async (...args: string[]) =>
    serve({ DATABASE_URL: database.url, DATA_DIR: database.dataDir, DERIBIT_URL: venue.url, PORT: `${await freePort()}` }, args)

  const first = await start()
  await first.isReady
  const refused = await start()
  expect(await refused.ended).toBe(1)
  expect(refused.output()).toMatch(
    /^Parley is already running on the database of DATABASE_URL \(process \d+\); stop it first, or start with --take-over/m,
  )
  expect(refused.output()).toContain(`process ${first.child.pid}`)

  const second = await start('--take-over')
  await second.isReady
  expect(await first.ended).toBe(TAKEN_OVER_EXIT)
  expect(first.output()).toContain('Another Parley has taken over the markets of this database')
  second.child.kill('SIGTERM')
  expect(await second.ended).toBe(0)
})
