/**
 * Controls the demo's venues (docs/operations.md). It listens on this machine only, at the address that `demo.json` names `venueControl`, whose path is
 * a random token. `POST /reject-next` with `{"code": 10009, "message": "not_enough_funds"}` makes Deribit reject the next block with that error. `"venue": "BIT"`, `"BYB"`
 * or `"PRDX"` selects bit.com, Bybit or Paradex, and `"DBT-RFQ"` Deribit's next trade with its own makers. `POST /tamper` alters, removes or adds a
 * block in a venue's record and returns its id. `POST /maintenance` with `{"state": "BEGINS"}` or `"ENDS"` takes the venue down or opens it again.
 * `POST /keys` creates or changes a key of one of our accounts at Bybit: `{"client_id": …, "client_secret": …, "lacks": ["BlockTrade"]}`. `POST
 * /perpetuals` with `{"order": "END_MARKET", "market": …}` delists a Paradex perpetual, and with `{"order": "END_TOKEN"}` expires the token of the
 * next order in transit. `POST /auctions` controls the vault and its chain (auction-control.ts).
 */
import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BybitAccount, Permission } from '../bybit/accounts.ts'
import type { AuctionMarket } from '../evm/auction-market.ts'
import type { Faults } from '../exchange/faults.ts'
import { readTampering, type Tamper } from '../exchange/tampering.ts'
import { LEG } from '../paradex/block-service.ts'
import { controlAuctions } from './auction-control.ts'

export type VenueControl = { readonly url: string; close(): Promise<void> }

const HOST = '127.0.0.1'
const MAX_BYTES = 10_000

/** Paradex refuses the execution itself, after the call that requested it was answered. */
export const PARADEX_EXECUTE = 'POST /block-trades/{}/execute'

/** The call that executes a block at each venue, or the call to refuse instead. */
export const EXECUTING = {
  DBT: 'private/execute_block_trade',
  BYB: '/v5/rfq/execute-quote',
  BIT: 'private/POST blocktrades taker',
  PRDX: LEG,
  'DBT-RFQ': 'private/accept_block_rfq',
} as const
type Executing = keyof typeof EXECUTING
type Code = Exclude<Executing, 'DBT-RFQ'>
/** The parts of a simulated venue that can be changed from outside its protocol. */
export type ControlledVenue = {
  readonly faults: Faults
  readonly tamper: Tamper
  readonly maintain?: (state: 'BEGINS' | 'ENDS') => void
  readonly addAccount?: (account: BybitAccount) => void
}
type Venues = Readonly<Record<Code, Omit<ControlledVenue, 'addAccount'>>> & {
  readonly BYB: ControlledVenue
  readonly PRDX: { readonly endMarket?: (symbol: string) => boolean }
  readonly auctions?: AuctionMarket
}
type Body = Readonly<Record<string, unknown>>
type Answered = { readonly status: number; readonly body?: object }

export async function openVenueControl(venues: Venues): Promise<VenueControl> {
  const token = randomBytes(24).toString('base64url')
  const server = createServer((incoming, outgoing) => {
    answer(incoming, venues, token).then(
      ({ status, body }) => outgoing.writeHead(status, { 'content-type': 'application/json' }).end(body && JSON.stringify(body)),
      () => outgoing.destroy(),
    )
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, HOST, resolve))
  return {
    url: `http://${HOST}:${(server.address() as AddressInfo).port}/${token}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const ORDERS: Readonly<Record<string, (venues: Venues, body: Body) => Answered | Promise<Answered>>> = {
  '/reject-next': rejectNext,
  '/tamper': tamperWith,
  '/maintenance': maintain,
  '/keys': addKey,
  '/perpetuals': controlPerpetuals,
  '/auctions': ({ auctions }, body) => (auctions === undefined ? { status: 404 } : controlAuctions(auctions, body)),
}

async function answer(incoming: IncomingMessage, venues: Venues, token: string): Promise<Answered> {
  // Only browsers send an Origin, and no page has a reason to call.
  if (incoming.headers.origin !== undefined) return { status: 403 }
  const order = Object.hasOwn(ORDERS, pathAfter(token, incoming.url)) ? ORDERS[pathAfter(token, incoming.url)] : undefined
  if (incoming.method !== 'POST' || order === undefined) return { status: 404 }
  // A web page cannot send JSON here without a preflight request, which gets no answer.
  if (incoming.headers['content-type'] !== 'application/json') return { status: 415 }
  let text = ''
  for await (const chunk of incoming) if ((text += String(chunk)).length > MAX_BYTES) return { status: 413 }
  const body = parseBody(text)
  return body === undefined ? { status: 400 } : order(venues, body)
}

const pathAfter = (token: string, url = ''): string => (url.startsWith(`/${token}/`) ? url.slice(token.length + 1) : '')

function parseBody(text: string): Body | undefined {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null ? (body as Body) : undefined
  } catch {
    return undefined
  }
}

function rejectNext(venues: Venues, { venue, code, message }: Body): Answered {
  const asked: Executing | undefined = venue === 'DBT-RFQ' ? venue : codeOf(venue)
  if (asked === undefined || typeof code !== 'number' || typeof message !== 'string') return { status: 400 }
  venues[asked === 'DBT-RFQ' ? 'DBT' : asked].faults.orderFirst({
    method: EXECUTING[asked],
    fault: { kind: 'REJECT', code, message },
    times: 1,
  })
  return { status: 204 }
}

function tamperWith(venues: Venues, body: Body): Answered {
  const [asked, tampering] = [codeOf(body['venue']), readTampering(body)]
  if (asked === undefined || tampering === undefined) return { status: 400 }
  const block = venues[asked].tamper(tampering)
  return block === undefined ? { status: 404 } : { status: 200, body: { block } }
}

function maintain(venues: Venues, { venue, state }: Body): Answered {
  const asked = codeOf(venue)
  if (asked === undefined || (state !== 'BEGINS' && state !== 'ENDS')) return { status: 400 }
  const order = venues[asked].maintain
  order?.(state)
  return { status: order === undefined ? 404 : 204 }
}

function addKey({ BYB }: Venues, { client_id: clientId, client_secret: clientSecret, lacks = [] }: Body): Answered {
  const areKnown = Array.isArray(lacks) && lacks.every((each): each is Permission => each === 'BlockTrade' || each === 'OptionsTrade')
  if (typeof clientId !== 'string' || typeof clientSecret !== 'string' || !areKnown) return { status: 400 }
  BYB.addAccount?.({ clientId, clientSecret, name: clientId, lacks })
  return { status: BYB.addAccount === undefined ? 404 : 204 }
}

/** Later than the expiry of every token, and a moment later the time is right again. */
const TOKEN_OUTLIVED_MS = 10 * 60_000

function controlPerpetuals({ PRDX }: Venues, { order, market }: Body): Answered {
  if (order === 'END_MARKET' && typeof market === 'string') return { status: PRDX.endMarket?.(market) === true ? 204 : 404 }
  if (order !== 'END_TOKEN') return { status: 400 }
  PRDX.faults.orderFirst({ method: 'POST /orders', fault: { kind: 'WRONG_CLOCK', aheadMs: TOKEN_OUTLIVED_MS }, times: 1 })
  return { status: 204 }
}

const codes: readonly Code[] = ['DBT', 'BYB', 'BIT', 'PRDX']

/** Deribit by default. */
const codeOf = (venue: unknown): Code | undefined => (venue === undefined ? 'DBT' : codes.find((code) => code === venue))
