/** Everything that a desk can read: every list and every object that it can name, with each role, and every channel from its list on. */
import * as contracts from '@parley/contracts'
import type { Call } from '@parley/contracts'
import { openTestSocket, type Answer, type Key, type TestProduct, type TestSocket } from '../product.ts'
import { createSameNames } from './same-names.ts'

const BASES = ['/v2/drfq', '/v1/ob', '/v1/grfq', '/v1/vrfq', '/v1/fs'] as const
type Base = (typeof BASES)[number]
const { channels, groupChannels, vaultChannels, spreadChannels } = contracts
const channelsAt: Readonly<Record<Base, object>> = {
  '/v2/drfq': channels,
  '/v1/ob': groupChannels,
  '/v1/grfq': groupChannels,
  '/v1/vrfq': vaultChannels,
  '/v1/fs': spreadChannels,
}
/** Creates a new secret at each read. */
const MAKES_A_SECRET = '/account/totp/qr/'
const reads: readonly Call[] = Object.entries(contracts)
  .filter(([group]) => group.endsWith('Calls'))
  .flatMap(([, calls]) => Object.values(calls as object) as Call[])
  .filter(({ method, path }) => method === 'GET' && path !== MAKES_A_SECRET)
const whole = reads.filter(({ path }) => !path.includes('{'))
/** The calls that name one object, by its kind. */
const ofOne: Readonly<Record<Kind, RegExp>> = {
  rfq: /^\/v2\/drfq\/rfqs\/\{id\}/,
  list: /^\/v2\/drfq\/lists\/\{id\}/,
  order: /^\/v2\/drfq\/orders\/\{id\}/,
  market: /^\/v1\/(ob|grfq)\/rfqs\/\{id\}/,
  quote: /^\/v1\/(ob|grfq)\/(quotes|orders)\/\{id\}/,
  auction: /^\/v1\/vrfq\/rfqs\/\{id\}/,
  bid: /^\/v1\/vrfq\/quotes\/\{id\}/,
  bidTrade: /^\/v1\/vrfq\/trades\/\{id\}/,
  spread: /^\/v1\/fs\/(strategies|instruments)\/\{strategy_id\}/,
  spreadOrder: /^\/v1\/fs\/orders\/\{id\}/,
}
/** Lists that can be filtered by an object in them. */
const narrowed: Readonly<Partial<Record<Kind, readonly string[]>>> = {
  spread: ['/v1/fs/orders/?strategy_id={id}', '/v1/fs/trades/?strategy_id={id}', '/v1/fs/trade_tape/?strategy_id={id}'],
  auction: ['/v1/vrfq/quotes/?rfq_id={id}', '/v1/vrfq/quotes/?rfq_id={id}&status=OPEN', '/v1/vrfq/trades/?rfq_id={id}'],
}
/** A wallet is requested by its name. */
const withQuery = (path: string): string => (path.endsWith('/wallet/') ? `${path}?account=hot` : path)
/** Response headers that do not depend on the time or on the length. */
const ofTheMoment = new Set(['date', 'x-request-id', 'content-length', 'keep-alive', 'connection'])

/** Venues' records are read at their own times, several trades at once. The list of each channel shows the result. */
const comesByItself = new Set(['venue_fees', 'venue_states'])

type Kind = 'rfq' | 'list' | 'order' | 'market' | 'quote' | 'auction' | 'bid' | 'bidTrade' | 'spread' | 'spreadOrder'
export type Named = { readonly name: string; readonly id: string; readonly kind: Kind; readonly isSecret: boolean }
/** Two public and two secret objects of each kind. A role decides which calls its users can make, and not what is in an object. */
const someOf = (named: readonly Named[]): readonly Named[] =>
  [...Map.groupBy(named, ({ kind, isSecret }) => `${kind} ${isSecret}`).values()].flatMap((alike) => alike.slice(0, 2))
export type Sender = (method: string, path: string) => Promise<Answer>
export type ViewedProduct<Desk> = { readonly product: Pick<TestProduct, 'server'>; keyOf(desk: Desk): Key }
export type Viewer<Desk extends string> = {
  readonly desk: Desk
  /** One line each, with the names of `createSameNames`. */
  readonly seen: readonly string[]
  know(named: Pick<Named, 'name' | 'id'>): void
  keep(what: string, answer: Answer): void
  /** Everything that it can request. The first sender reads all objects, and the others a few of each kind. */
  readAll(named: readonly Named[], senders: Readonly<Record<string, Sender>>): Promise<void>
  /** Every channel's list, and the newest message of each stream. */
  readChannels(named: readonly Named[]): Promise<void>
  /** Resolves when everything that was sent so far has arrived. */
  settled(): Promise<void>
  /** Ends with the messages on its sockets, and with every channel's current list. */
  end(named: readonly Named[]): Promise<void>
}

type Sockets = Readonly<Record<Base, TestSocket>>
type Params = { readonly channel: string; readonly data: unknown }

async function openSockets<Desk extends string>({ product, keyOf }: ViewedProduct<Desk>, desk: Desk): Promise<Sockets> {
  const { accessKey } = keyOf(desk)
  const open = (base: Base) => openTestSocket(product.server.baseUrl, `${base}/?api-key=${accessKey}&cancel_on_disconnect=false`)
  return {
    '/v2/drfq': await open('/v2/drfq'),
    '/v1/ob': await open('/v1/ob'),
    '/v1/grfq': await open('/v1/grfq'),
    '/v1/vrfq': await open('/v1/vrfq'),
    '/v1/fs': await open('/v1/fs'),
  }
}

/**
 * Channels of spreads that send nothing until something changes. The venue's own prices of a spread are read once, because they arrive at real times.
 */
const VENUE_BBO = 'venue_bbo.ALL'
const EVERY_SPREAD = Object.keys(spreadChannels)
  .filter((name) => name.includes('{') && !name.startsWith('venue_bbo'))
  .flatMap((name) => (name.endsWith('{level}') ? ['L1', 'L2', 'L3'].map((level) => name.replace('{level}', level)) : [name]))
  .map((name) => name.replaceAll(/\{\w+\}/g, 'ALL'))
/** Sorts the messages of each book channel, because it depends on real time which of several sends first. */
const isOfBook = (text: string): boolean => text.startsWith('{"channel":"order_book.')
const booksApart = (frames: readonly string[]): readonly string[] => [
  ...frames.filter((text) => !isOfBook(text)),
  ...['L1', 'L2', 'L3'].flatMap((level) => frames.filter((text) => isOfBook(text) && text.includes(`.${level}"`))),
]

/**
 * The channel of a desk's own accounts sends everything whenever they were read, which happens in real time. So it is read at the end, like a list.
 */
const POSITIONS = 'positions'
/** Channels of a venue that these worlds do not connect. Reads of it are tested together with that venue. */
const OF_NO_VENUE = 'perpetual_'

const channelsOf = (base: Base, isStream: boolean): readonly string[] =>
  Object.keys(channelsAt[base])
    .filter(
      (name) => name.includes('{') === isStream && !name.startsWith('market_data') && name !== POSITIONS && !name.startsWith(OF_NO_VENUE),
    )
    .filter((name) => base !== '/v1/grfq' || name !== 'quote_status')

let asked = 0
async function ask(socket: TestSocket, method: string, params?: object): Promise<Record<string, unknown>> {
  const id = ++asked
  socket.send({ jsonrpc: '2.0', id, method, ...(params && { params }) })
  const closed = socket.closed.then(({ code, reason }) => Promise.reject(new Error(`the socket has closed: ${code} ${reason}`)))
  return Promise.race([socket.next((frame) => frame['id'] === id), closed])
}

const firstOf = (socket: TestSocket, channel: string) => socket.next(({ params }) => (params as Params | undefined)?.channel === channel)

/** One after the other, because each channel starts with its list or its whole state. */
async function listsOf(socket: TestSocket, base: Base): Promise<readonly string[]> {
  const lists: string[] = []
  for (const channel of channelsOf(base, false)) {
    await ask(socket, 'subscribe', { channel, snapshot: true })
    // A venue's state began when the server first checked it, which is in real time.
    lists.push(JSON.stringify((await firstOf(socket, channel))['params']).replaceAll(/"since":\d+/g, '"since":0'))
  }
  return lists
}

/** Users, keys and accounts are listed by their random ids. Here they are sorted by the rest of the row, and by an id once it has a name. */
function inOneOrder(what: string, text: string): string {
  if (!/ (\/account|\/v2\/protection)\//.test(what)) return text
  const [, status, body, headers] = /^(\d+) (\{.*\}) (\[\[.*)$/s.exec(text) ?? []
  if (body === undefined) return text
  const page = JSON.parse(body) as { readonly results?: unknown }
  if (!Array.isArray(page.results)) return text
  const sortable = (row: object): string => JSON.stringify({ ...row, id: '', user: '', color: '' }) + JSON.stringify(row)
  const results = (page.results as object[]).toSorted((a, b) => (sortable(a) < sortable(b) ? -1 : 1))
  return `${status!} ${JSON.stringify({ ...page, results })} ${headers!}`
}

const VENUE_ACCOUNTS = / \/(account\/desk\/venue-accounts|v1\/identity\/credentials)\/$/

type CheckedAccount = { readonly health?: { readonly last_success: unknown; readonly last_refusal: unknown } }

/** Keys are checked at real times. The health of an account is compared by its blocks. */
function withoutChecks(text: string): string {
  const page = JSON.parse(text) as { readonly results?: readonly CheckedAccount[] }
  if (page.results === undefined) return text
  const results = page.results.map((row) => ({ ...row, ...lastBlocksOf(row), state: undefined, checked_at: undefined }))
  return JSON.stringify({ ...page, results })
}

const lastBlocksOf = ({ health }: CheckedAccount): CheckedAccount =>
  health === undefined ? {} : { health: { last_success: health.last_success, last_refusal: health.last_refusal } }

export async function openViewer<Desk extends string>(viewed: ViewedProduct<Desk>, desk: Desk): Promise<Viewer<Desk>> {
  const names = createSameNames()
  const seen: string[] = []
  const line = (what: string, text: string) =>
    void seen.push(`${desk} ${names.read(what)}: ${inOneOrder(what, names.read(inOneOrder(what, text)))}`)
  const keep = (what: string, { status, headers, text }: Answer) => {
    const own = Object.entries(headers).filter(([name]) => !ofTheMoment.has(name))
    const shown = VENUE_ACCOUNTS.test(what) ? withoutChecks(text) : text
    line(what, `${status} ${shown} ${JSON.stringify(own)}`)
  }
  const lasting = await openSockets(viewed, desk)
  // Before the lists: the socket of spreads is quiet for a while after each subscription, and then sends the held messages channel by channel.
  for (const channel of EVERY_SPREAD) await ask(lasting['/v1/fs'], 'subscribe', { channel })
  for (const base of BASES) await listsOf(lasting[base], base)
  /** The responses to `ask` occur equally in both runs and contain nothing else. */
  const framesOf = (socket: TestSocket): readonly string[] =>
    socket.frames
      .filter(({ method, params }) => method === 'subscription' && !comesByItself.has((params as Params).channel))
      .map((frame) => JSON.stringify(frame['params']))

  const readList = async (send: Sender, role: string, path: string) => {
    let next: string | null = null
    do {
      const answer = await send('GET', next === null ? `${path}?page_size=7` : `${path}?page_size=7&cursor=${next}`)
      keep(`${role} ${path}`, answer)
      next = ((answer.json ?? {}) as { readonly next?: string | null }).next ?? null
    } while (next !== null)
  }
  /** Streams send their whole current state: one frame of each, and the list of each channel. */
  const readChannels = async (named: readonly Named[]) => {
    const now = await openSockets(viewed, desk)
    for (const base of BASES) {
      for (const text of await listsOf(now[base], base)) line(`${base} list`, text)
      await ask(now[base], 'subscribe', { channel: POSITIONS })
      line(`${base} ${POSITIONS}`, JSON.stringify(((await firstOf(now[base], POSITIONS))['params'] as Params).data))
      if (base === '/v1/fs' && named.some(({ kind }) => kind === 'spread')) {
        await ask(now[base], 'subscribe', { channel: VENUE_BBO })
        line(`${base} ${VENUE_BBO}`, JSON.stringify(((await firstOf(now[base], VENUE_BBO))['params'] as Params).data))
      }
      for (const pattern of channelsOf(base, true))
        for (const { name, id, kind } of named) {
          if (base === '/v1/fs' || kind !== (base === '/v2/drfq' ? 'rfq' : 'market')) continue
          const channel = pattern.replace('{rfq_id}', id)
          const answer = await ask(now[base], 'subscribe', { channel })
          line(`${base} ${pattern} of ${name}`, JSON.stringify(answer['result'] ?? answer['error']))
          if (answer['result'] === undefined) continue
          const frame = await firstOf(now[base], channel)
          const { created_at: _, ...data } = (frame['params'] as Params).data as Record<string, unknown>
          line(`${base} ${pattern} of ${name}`, JSON.stringify(data))
        }
      now[base].close()
    }
  }
  return {
    desk,
    seen,
    keep,
    know: ({ name, id }) => names.know(id, name),
    async readAll(named, senders) {
      for (const [place, [role, send]] of Object.entries(senders).entries()) {
        for (const { path, query } of whole) {
          const isList = Object.keys((query as { shape?: object } | undefined)?.shape ?? {}).includes('cursor')
          if (isList) await readList(send, role, path)
          else keep(`${role} ${path}`, await send('GET', path))
        }
        const objects = place === 0 ? named : someOf(named)
        for (const { name, id, kind } of objects)
          for (const { path } of reads.filter((call) => ofOne[kind].test(call.path)))
            keep(`${role} ${path} of ${name}`, await send('GET', withQuery(path.replace(/\{(strategy_)?id\}/, id))))
        for (const { name, id, kind } of objects)
          for (const path of narrowed[kind] ?? []) keep(`${role} ${path} of ${name}`, await send('GET', path.replace('{id}', id)))
      }
    },
    readChannels,
    async settled() {
      for (const base of BASES) await ask(lasting[base], 'heartbeat')
    },
    async end(named) {
      await readChannels(named)
      for (const base of BASES) {
        booksApart(framesOf(lasting[base])).forEach((text) => line(`${base} frame`, text))
        lasting[base].close()
      }
    },
  }
}
