/**
 * A hand on the demo's venues, for whoever wants to see a trade refused: `POST /reject-next` with `{"code": 10009, "message": "not_enough_funds"}`
 * has Deribit say so of the next block, and with `"venue": "BIT"` or `"BYB"` bit.com or Bybit (docs/operations.md). It listens on this machine only, at the address that `demo.json` names `venueControl`.
 */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Fault, Faults } from '../exchange/faults.ts'

export type VenueControl = { readonly url: string; close(): Promise<void> }

const HOST = '127.0.0.1'
const MAX_BYTES = 1_000

/** The call that executes a block at each venue. */
export const EXECUTING = {
  DBT: 'private/execute_block_trade',
  BYB: '/v5/rfq/execute-quote',
  BIT: 'private/POST blocktrades taker',
} as const
type VenueFaults = Readonly<Record<keyof typeof EXECUTING, Faults>>

export async function openVenueControl(faults: VenueFaults): Promise<VenueControl> {
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

async function answer(incoming: IncomingMessage, faults: VenueFaults): Promise<number> {
  if (incoming.method !== 'POST' || incoming.url !== '/reject-next') return 404
  // A page in a browser can send no JSON to here without being asked first, and is answered nothing then.
  if (incoming.headers['content-type'] !== 'application/json') return 415
  let body = ''
  for await (const chunk of incoming) if ((body += String(chunk)).length > MAX_BYTES) return 413
  const wanted = readRejection(body)
  if (wanted === undefined) return 400
  const { venue, fault } = wanted
  faults[venue].orderFirst({ method: EXECUTING[venue], fault, times: 1 })
  return 204
}

function readRejection(body: string): { readonly venue: keyof typeof EXECUTING; readonly fault: Fault } | undefined {
  try {
    const { venue = 'DBT', code, message } = JSON.parse(body) as Record<string, unknown>
    const isKnown = (venue === 'DBT' || venue === 'BYB' || venue === 'BIT') && typeof code === 'number' && typeof message === 'string'
    return isKnown ? { venue, fault: { kind: 'REJECT', code, message } } : undefined
  } catch {
    return undefined
  }
}
