import { request } from 'node:http'
import { expect, it } from 'vitest'
import { withTestDatabase } from '../../../test/database.ts'
import { createTestVenue } from '../../../test/market-venue.ts'
import { startTestProduct } from '../../../test/product.ts'

const database = withTestDatabase()

const statusAt = (baseUrl: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    const asked = request(`${baseUrl}/v2/drfq/echo/`, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    })
    asked.on('error', reject)
    asked.end()
  })

it('a server that starts is asked all the time: it answers 503 until it has started, and lives', async () => {
  const listening = Promise.withResolvers<string>()
  const info = (details: object) => void ('baseUrl' in details && listening.resolve(String(details.baseUrl)))
  const log = { info, warn: () => undefined, error: () => undefined }
  // The start waits for the instrument list of this venue.
  const listed = Promise.withResolvers<readonly []>()
  const venue = { ...createTestVenue('DBT', [], () => 1_800_000_000_000), instruments: () => listed.promise }
  const starting = startTestProduct(database.url, { venues: [venue], log })
  const baseUrl = await listening.promise
  expect(await statusAt(baseUrl)).toBe(503)
  let isStarting = true
  const asking = Array.from({ length: 8 }, async () => {
    const statuses = new Set<number | undefined>()
    while (isStarting) statuses.add(await statusAt(baseUrl))
    return [...statuses]
  })
  listed.resolve([])
  const product = await starting.finally(() => (isStarting = false))
  // The request is not signed, so the call itself answers 401.
  expect((await Promise.all(asking)).flat().filter((status) => status !== 503 && status !== 401)).toEqual([])
  expect(await statusAt(baseUrl)).toBe(401)
  await product.close()
})
