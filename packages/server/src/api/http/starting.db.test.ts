import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createListener, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { withTestDatabase } from '../../../test/database.ts'
import { startTestProduct } from '../../../test/product.ts'

const database = withTestDatabase()

/** Reading so many takes the server a while, in which it is asked. */
const FILES = 500
const webDir = mkdtempSync(join(tmpdir(), 'parley-web-'))
mkdirSync(join(webDir, 'assets'))
writeFileSync(join(webDir, 'index.html'), '<!doctype html><title>Parley</title>')
for (let n = 0; n < FILES; n++) writeFileSync(join(webDir, 'assets', `part-${n}.js`), '')
afterAll(() => rmSync(webDir, { recursive: true, force: true }))

const closed = (server: Server) => new Promise<void>((resolve) => server.close(() => resolve()))

async function freePort(): Promise<number> {
  const listener = createListener()
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const { port } = listener.address() as AddressInfo
  await closed(listener)
  return port
}

/** Undefined where nobody listens. */
const statusAt = (port: number) =>
  new Promise<number | undefined>((resolve) => {
    const asked = request({ port, host: '127.0.0.1', path: '/v2/drfq/echo/' }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    })
    asked.on('error', () => resolve(undefined))
    asked.end()
  })

it('a server that starts is asked all the time: it says 503 until it can answer, and lives', async () => {
  const port = await freePort()
  const statuses = new Set<number | undefined>()
  let isStarting = true
  const asking = Array.from({ length: 8 }, async () => {
    while (isStarting) statuses.add(await statusAt(port))
  })
  const product = await startTestProduct(database.url, { port, webDir }).finally(() => (isStarting = false))
  await Promise.all(asking)
  // Nobody has signed: the call itself answers at last.
  statuses.add(await statusAt(port))
  await product.close()
  statuses.delete(undefined)
  expect([...statuses].toSorted()).toEqual([401, 503])
})
