/** The running product with a simulated Paradex, two desks and their members: the starting point for tests of perpetuals over real sockets. */
import { createClient, type Client, type PerpetualAccountChangeView } from '@parley/client'
import { connect, createServer, unhurried, type RunningServer } from '@parley/server'
import { createDeribitVenue, createParadexVenue } from '@parley/venues'
import { createDeribitSimulator } from '../src/deribit/simulator.ts'
import { createParadexSimulator, type ParadexSimulator } from '../src/paradex/simulator.ts'
import { ownDatabase } from './own-database.ts'

export const MARKET = 'BTC-USD-PERP'
const PASSWORD = 'a long sentence of a password'
export const OWN = { account_address: `0x${'a'.repeat(40)}`, subkey_private_key: `0x${'b'.repeat(60)}` }
export const OTHER = { account_address: `0x${'c'.repeat(40)}`, subkey_private_key: `0x${'d'.repeat(60)}` }
const PEOPLE = [
  ['boss', 'ORRY', 'administrator'],
  ['tess', 'ORRY', 'trader'],
  ['vera', 'ORRY', 'viewer'],
  ['kit', 'KEST', 'administrator'],
] as const
export type Person = (typeof PEOPLE)[number][0]

export type Product = {
  readonly venue: ParadexSimulator
  readonly sql: ReturnType<typeof connect>
  client(person: Person): Client
  /** Connects an account at the venue with a key that does not belong to it. */
  connectWithWrongKey(): Promise<unknown>
  /** Moves the clocks of the product and of the venue. */
  advance(ms: number): void
  /** Stops the server and starts it again on the same database, while the venue continues. */
  restart(meanwhile: () => Promise<unknown>): Promise<void>
  close(): Promise<void>
}

/** Desk ORRY has an account there; desk KEST has another one if `kest` is set. */
export async function openProduct({ kest }: { readonly kest: 'WITH_ACCOUNT' | 'WITHOUT' }): Promise<Product> {
  let moved = 0
  const now = (): number => Date.now() + moved
  const accounts = [OWN, OTHER].map((one, index) => ({
    ...{ clientId: one.account_address, clientSecret: one.subkey_private_key, name: `Desk ${index}`, balance: 100_000 },
  }))
  const [venue, deribit] = [await createParadexSimulator({ now, tickMs: 0, accounts }), await createDeribitSimulator({ tickMs: 0 })]
  const { url, dataDir, drop } = await ownDatabase('perpetuals')
  const open = (port: number): Promise<RunningServer> =>
    createServer({
      ...{ dataDir, databaseUrl: url, port, now, rates: unhurried },
      venues: [createDeribitVenue(deribit)],
      paradex: createParadexVenue({ ...venue, now, callTimeoutMs: 4_000 }),
    })
  let server = await open(0)
  const tokens = await createPeople(server)
  const client = (person: Person): Client =>
    createClient({
      baseUrl: server.baseUrl,
      timeoutMs: 30_000,
      credentials: { kind: 'session', token: () => tokens.get(person)!, onToken: () => undefined },
    })
  await connectAccount(server, tokens.get('boss')!, OWN)
  if (kest === 'WITH_ACCOUNT') await connectAccount(server, tokens.get('kit')!, OTHER)
  const sql = connect(url, { max: 1, name: 'parley test' })
  return {
    ...{ venue, sql, client },
    connectWithWrongKey: () =>
      connectAccount(server, tokens.get('boss')!, { ...OWN, subkey_private_key: OTHER.subkey_private_key }, 'wrong'),
    advance: (ms) => void (moved += ms),
    restart: async (meanwhile) => {
      const { port } = new URL(server.baseUrl)
      await server.close()
      await meanwhile()
      server = await open(Number(port))
    },
    close: async () => {
      await server.close()
      await Promise.all([venue.close(), deribit.close(), sql.end()])
      await drop()
    },
  }
}

async function createPeople({ operator, baseUrl }: RunningServer): Promise<ReadonlyMap<Person, string>> {
  for (const ticker of ['ORRY', 'KEST']) {
    await operator.createFirm({ name: `${ticker} firm` })
    await operator.createDesk({ ticker, name: `${ticker} desk`, firmName: `${ticker} firm`, isMaker: false, limits: 'NONE' })
  }
  const tokens = new Map<Person, string>()
  for (const [name, desk, role] of PEOPLE) {
    const email = `${name}@desk.example`
    await operator.createUser({ email, password: PASSWORD, firstName: name, lastName: 'Test', desk, role })
    tokens.set(name, String((await post(baseUrl, '/account/login/', { email, password: PASSWORD }))['token']))
  }
  return tokens
}

const connectAccount = ({ baseUrl }: RunningServer, token: string, key: typeof OWN, name = 'perpetuals'): Promise<unknown> =>
  post(baseUrl, '/account/desk/venue-accounts/', { venue: 'PRDX', name, ...key }, token)

async function post(baseUrl: string, path: string, body: object, token?: string): Promise<Record<string, unknown>> {
  const response = await fetch(`${baseUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token === undefined ? {} : { authorization: `Token ${token}` }) },
    body: JSON.stringify(body),
  })
  const answer = (await response.json()) as Record<string, unknown>
  if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(answer)}`)
  return answer
}

/** An account built from its channel, as a screen would do it. */
export function watchAccount(client: Client) {
  const seen = {
    line: '' as string,
    account: null as string | null,
    failure: null as string | null,
    orders: new Map<string, PerpetualAccountChangeView['orders'][number]>(),
    ended: [] as PerpetualAccountChangeView['orders'],
    positions: new Map<string, PerpetualAccountChangeView['positions'][number]>(),
    fills: [] as PerpetualAccountChangeView['fills'],
    margins: [] as PerpetualAccountChangeView['margins'],
    summary: null as PerpetualAccountChangeView['summary'],
    texts: [] as string[],
  }
  const apply = (change: PerpetualAccountChangeView): void => {
    seen.texts.push(JSON.stringify(change))
    Object.assign(seen, {
      line: change.line,
      account: change.account_name,
      failure: change.failure,
      summary: change.summary ?? seen.summary,
    })
    if (change.is_whole) for (const map of [seen.orders, seen.positions]) map.clear()
    for (const order of change.orders) {
      if (order.state === 'CLOSED') seen.orders.delete(order.id)
      else seen.orders.set(order.id, order)
      if (order.state === 'CLOSED') seen.ended.push(order)
    }
    for (const position of change.positions) {
      if (position.side === 'FLAT') seen.positions.delete(position.market)
      else seen.positions.set(position.market, position)
    }
    seen.fills.push(...change.fills)
    seen.margins.push(...change.margins)
  }
  const socket = client.socket({ cancelOnDisconnect: false })
  socket.subscribe('perpetual_account', ({ data }) => apply(data as PerpetualAccountChangeView))
  return { seen, socket }
}
