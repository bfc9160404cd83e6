import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { createJsonRpc } from './json-rpc.ts'

it('a redirect of the chain’s node is not followed', async () => {
  const paths: string[] = []
  const server = createServer((request, response) => {
    paths.push(request.url!)
    response.writeHead(request.url === '/' ? 307 : 200, { location: '/elsewhere' }).end('{"result":"0x1"}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { call } = createJsonRpc({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` })
  expect(await call('eth_chainId', [])).toMatchObject({ outcome: 'UNREACHABLE' })
  expect(paths).toEqual(['/'])
})
