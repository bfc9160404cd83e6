/** A venue that leads its calls to another host would receive signed calls there, and orders twice. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { createApi } from '../bitcom/api.ts'
import { createRest } from '../bybit/rest.ts'
import { createHttp } from '../paradex/http.ts'

const WITHIN_MS = 5_000

/** Leads every call to `/elsewhere`, which answers like a venue. */
async function openRedirectingVenue() {
  const paths: string[] = []
  const server = createServer((request, response) => {
    paths.push(request.url!.split('?')[0]!)
    if (request.url === '/elsewhere')
      return void response.writeHead(200, { 'content-type': 'application/json' }).end('{"code":0,"retCode":0}')
    response.writeHead(307, { location: '/elsewhere' }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, paths }
}

it.each<[string, (url: string) => Promise<unknown>]>([
  ['Paradex', (url) => createHttp(url, WITHIN_MS).send({ method: 'POST', path: '/orders', body: {} })],
  ['Bybit', (url) => createRest({ restUrl: url, now: Date.now, callTimeoutMs: WITHIN_MS }).read('/v5/market/time', {})],
  ['bit.com', (url) => createApi(url, WITHIN_MS).send({ method: 'POST', path: '/v1/orders', params: {} })],
])('a redirect of %s is not followed', async (_venue, call) => {
  const { url, paths } = await openRedirectingVenue()
  expect(await call(url)).not.toMatchObject({ kind: 'RESULT' })
  expect(paths).toHaveLength(1)
})
