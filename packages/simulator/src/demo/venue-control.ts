/**
 * A hand on the demo's venue, for whoever wants to see a trade refused: `POST /reject-next` with `{"code": 10009, "message": "not_enough_funds"}`
 * has it say so of the next block (docs/operations.md). It listens on this machine only, at the address that `demo.json` names `venueControl`.
 */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Fault, Faults } from '../exchange/faults.ts'

export type VenueControl = { readonly url: string; close(): Promise<void> }

const HOST = '127.0.0.1'
const MAX_BYTES = 1_000

export async function openVenueControl(faults: Faults): Promise<VenueControl> {
  const server = createServer((incoming, outgoing) => {
    answer(incoming, faults).then(
      (status) => outgoing.writeHead(status).end(),
      () => outgoing.destroy(),
    )
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, HOST, resolve))
  return {
    url: `http://${HOST}:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function answer(incoming: IncomingMessage, faults: Faults): Promise<number> {
  if (incoming.method !== 'POST' || incoming.url !== '/reject-next') return 404
  // A page in a browser can send no JSON to here without being asked first, and is answered nothing then.
  if (incoming.headers['content-type'] !== 'application/json') return 415
  let body = ''
  for await (const chunk of incoming) if ((body += String(chunk)).length > MAX_BYTES) return 413
  const fault = readRejection(body)
  if (fault === undefined) return 400
  faults.orderFirst({ method: 'private/execute_block_trade', fault, times: 1 })
  return 204
}

function readRejection(body: string): Fault | undefined {
  try {
    const { code, message } = JSON.parse(body) as Record<string, unknown>
    return typeof code === 'number' && typeof message === 'string' ? { kind: 'REJECT', code, message } : undefined
  } catch {
    return undefined
  }
}
