/** Every method of the simulated venue, with its cost and required scope. */
import { presentPositions, presentSummaries, presentSummary, type Bank } from './account-view.ts'
import { demandGrant, mayUse, type Accounts } from './accounts.ts'
import type { BlockService } from './block-service.ts'
import type { BlockRfqService } from './block-rfq-service.ts'
import { blockRfqMethods, tradesOf } from './block-rfq-methods.ts'
import { HOUSE_ALIASES } from './block-rfq-house.ts'
import { CURRENCIES, indexName, type InstrumentRow } from './chain.ts'
import type { CreditClass } from './credits.ts'
import type { Feed } from './feed.ts'
import { LEAST_HEARTBEAT_S, MAX_CHANNELS_PER_CONNECTION } from './limits.ts'
import type { Ledger } from './ledger.ts'
import type { Market } from './market.ts'
import type { Platform } from './platform.ts'
import { invalidParams, listParam, numberParam, optionalText, textParam, VenueError, type Params } from './protocol.ts'
import type { Ticker } from './ticker.ts'
import type { Grant } from './tokens.ts'

/** The part of its connection that a method may use; HTTP calls have none. */
export interface Connection {
  readonly id: number
  grant: Grant | undefined
  readonly channels: Set<string>
  setHeartbeat(seconds: number | undefined): void
  /** Sends a frame after the response. */
  sendFirst(channels: readonly string[]): void
  forget(channels: readonly string[]): void
  close(): void
}

export type Call = { readonly params: Params; readonly connection: Connection | undefined }
type Method = { readonly credits: CreditClass; readonly scope?: string; run(call: Call, grant: Grant | undefined): unknown }

export type World = {
  readonly market: Market
  readonly feed: Feed
  readonly accounts: Accounts
  readonly blocks: BlockService
  readonly ledger: Ledger
  readonly platform: Platform
  readonly rfqs: BlockRfqService
  readonly now: () => number
}

const VERSION = { version: '1.2.26' }

export type Methods = (name: string) => Method | undefined

export function createMethods(world: World): Methods {
  const methods = new Map<string, Method>([
    ...sessionMethods(world),
    ...marketMethods(world),
    ...accountMethods(world),
    ...blockMethods(world),
    ...rfqMethods(world),
  ])
  return (name) => methods.get(name)
}

/** Carries a call out with the grant of the connection or the token. */
export function carryOut(method: Method, call: Call, world: World): unknown {
  const token = optionalText(call.params, 'access_token')
  const grant = token === undefined ? call.connection?.grant : world.accounts.grantOf(token, call.connection?.id)
  if (method.scope === undefined) return method.run(call, grant)
  world.platform.demandOpen(method.credits)
  return method.run(call, demandGrant(grant, method.scope, world.now()))
}

const plain = (run: Method['run']): Method => ({ credits: 'plain', run })

function sessionMethods({ accounts, feed, platform, now }: World): [string, Method][] {
  const subscribe: Method['run'] = ({ params, connection }, grant) => {
    const socket = demandSocket(connection)
    const asked = channelsOf(params)
    const known = asked
      .filter((channel) => feed.has(channel, grant === undefined ? 'anonymous' : 'authenticated'))
      .filter((channel) => !isOfAccount(channel) || mayUse(grant, 'block_rfq:read'))
    if (asked.length > 0 && known.length === 0 && asked.every((channel) => channel.endsWith('.raw')))
      throw new VenueError(13778, 'raw_subscriptions_not_available_for_unauthorized')
    if (socket.channels.size + known.length > MAX_CHANNELS_PER_CONNECTION) throw new VenueError(10028, 'too_many_requests')
    known.forEach((channel) => socket.channels.add(channel))
    socket.sendFirst(known)
    // The venue's response is not in the order of the request.
    return [...known].sort().reverse()
  }
  const unsubscribe = (socket: Connection, channels: readonly string[]): readonly string[] => {
    const removed = channels.filter((channel) => socket.channels.delete(channel))
    socket.forget(removed)
    return removed
  }
  return [
    ['public/hello', plain(({ params }) => textParam(params, 'client_name') && textParam(params, 'client_version') && VERSION)],
    ['public/test', plain(({ params }) => answerTest(params))],
    ['public/get_time', plain(() => now())],
    ['public/status', plain(() => platform.status())],
    [
      'public/auth',
      plain(({ params, connection }) => {
        const { answer, grant } = accounts.authenticate(params, connection?.id)
        if (connection !== undefined) connection.grant = grant
        return answer
      }),
    ],
    ['public/set_heartbeat', plain(({ params, connection }) => (demandSocket(connection).setHeartbeat(heartbeatSeconds(params)), 'ok'))],
    ['public/disable_heartbeat', plain(({ connection }) => (demandSocket(connection).setHeartbeat(undefined), 'ok'))],
    ['public/subscribe', { credits: 'subscribe', run: subscribe }],
    ['private/subscribe', { credits: 'subscribe', scope: 'account:read', run: subscribe }],
    ['public/unsubscribe', plain(({ params, connection }) => unsubscribe(demandSocket(connection), channelsOf(params)))],
    [
      'public/unsubscribe_all',
      plain(({ connection }) => (unsubscribe(demandSocket(connection), [...demandSocket(connection).channels]), 'ok')),
    ],
  ]
}

function marketMethods({ market, feed }: World): [string, Method][] {
  const rowNamed = (params: Params): InstrumentRow => {
    const row = market.instrument(textParam(params, 'instrument_name'))
    if (row === undefined) throw invalidParams('instrument_name', 'instrument not found')
    return row
  }
  return [
    ['public/get_instruments', { credits: 'instruments', run: ({ params }) => rowsOf(market, params) }],
    ['public/get_instrument', plain(({ params }) => rowNamed(params))],
    ['public/ticker', plain(({ params }) => feed.ticker(rowNamed(params)))],
    ['public/get_book_summary_by_currency', plain(({ params }) => rowsOf(market, params).map((row) => summaryOf(row, feed.ticker(row))))],
    [
      'public/get_index_price',
      plain(({ params }) => {
        const currency = CURRENCIES.find((candidate) => indexName(candidate) === textParam(params, 'index_name'))
        if (currency === undefined) throw invalidParams('index_name', 'index not found')
        const price = Number(market.index(currency).toFixed(2))
        return { index_price: price, estimated_delivery_price: price }
      }),
    ],
  ]
}

function accountMethods({ ledger, market, feed }: World): [string, Method][] {
  const bank: Bank = { ledger, market, ticker: feed.ticker }
  const reading = (scope: string, run: (grant: Grant, params: Params) => unknown): Method => ({
    credits: 'plain',
    scope,
    run: ({ params }, grant) => run(grant!, params),
  })
  const extent = (params: Params) => (String(params['extended']) === 'true' ? 'EXTENDED' : 'PLAIN')
  return [
    [
      'private/get_account_summary',
      reading('account:read', ({ account }, params) => {
        const coin = CURRENCIES.find((one) => one === textParam(params, 'currency'))
        if (coin === undefined) throw invalidParams('currency', 'wrong format')
        return presentSummary(account, coin, bank, extent(params))
      }),
    ],
    ['private/get_account_summaries', reading('account:read', ({ account }, params) => presentSummaries(account, bank, extent(params)))],
    [
      'private/get_positions',
      reading('trade:read', ({ account }, params) => presentPositions(account, optionalText(params, 'currency') ?? 'any', bank)),
    ],
    ['private/logout', { credits: 'plain', scope: 'account:read', run: ({ connection }) => demandSocket(connection).close() }],
  ]
}

function blockMethods({ blocks: service }: World): [string, Method][] {
  const blocks = (access: 'read' | 'read_write', credits: CreditClass, run: (grant: Grant, params: Params) => unknown): Method => ({
    credits,
    scope: `block_trade:${access}`,
    run: ({ params }, grant) => run(grant!, params),
  })
  return [
    ['private/verify_block_trade', blocks('read', 'matching', ({ account }, params) => service.verify(account, params))],
    ['private/execute_block_trade', blocks('read_write', 'matching', ({ account }, params) => service.execute(account, params))],
    ['private/simulate_block_trade', blocks('read', 'plain', (_, params) => service.simulate(params))],
    [
      'private/invalidate_block_trade_signature',
      blocks('read_write', 'plain', ({ account }, params) => service.invalidate(account, params)),
    ],
    ['private/get_block_trade', blocks('read', 'plain', ({ account }, params) => service.get(account, params))],
    ['private/get_block_trade_requests', blocks('read', 'plain', ({ account }) => service.approvals.list(account))],
    [
      'private/approve_block_trade',
      blocks('read_write', 'plain', ({ account }, params) => service.approvals.answer(account, params, 'accepted')),
    ],
    [
      'private/reject_block_trade',
      blocks('read_write', 'plain', ({ account }, params) => service.approvals.answer(account, params, 'rejected')),
    ],
    ['private/get_block_trades', blocks('read', 'plain', ({ account }, params) => service.list(account, params))],
  ]
}

/** A private channel of the block RFQ. */
const isOfAccount = (channel: string): boolean => channel.startsWith('block_rfq.') && !channel.startsWith('block_rfq.trades.')

function rfqMethods({ rfqs, now }: World): [string, Method][] {
  const ofAccount = blockRfqMethods({ rfqs, houseAliases: HOUSE_ALIASES, now }).map(([name, { access, cost, run }]): [string, Method] => [
    name,
    { credits: cost, scope: `block_rfq:${access}`, run: ({ params }, grant) => run(grant!.account, params) },
  ])
  return [...ofAccount, ['public/get_block_rfq_trades', plain(({ params }) => tradesOf({ rfqs }, params))]]
}

function demandSocket(connection: Connection | undefined): Connection {
  if (connection === undefined) throw new VenueError(10030, 'must_be_websocket_request')
  return connection
}

function answerTest(params: Params): object {
  if (params['expected_result'] === 'exception') throw new VenueError(-32000, 'Exception')
  return VERSION
}

function heartbeatSeconds(params: Params): number {
  const seconds = numberParam(params, 'interval')
  if (seconds < LEAST_HEARTBEAT_S) throw invalidParams('interval', `must be at least ${LEAST_HEARTBEAT_S}`)
  return seconds
}

const channelsOf = (params: Params): readonly string[] => listParam(params, 'channels').filter((channel) => typeof channel === 'string')

function rowsOf(market: Market, params: Params): readonly InstrumentRow[] {
  const currency = textParam(params, 'currency')
  const kind = optionalText(params, 'kind')
  if (!['BTC', 'ETH', 'USDC', 'USDT', 'EURR', 'any'].includes(currency)) throw invalidParams('currency', 'wrong format')
  if (params['expired'] === true || params['expired'] === 'true') return []
  return market
    .instruments()
    .filter((row) => (currency === 'any' || row.base_currency === currency) && (kind === undefined || row.kind === kind))
}

/** Unlike in a ticker, an empty side is null here. */
function summaryOf(row: InstrumentRow, ticker: Ticker): object {
  const [bid, ask] = [ticker.best_bid_price || null, ticker.best_ask_price || null]
  return {
    instrument_name: row.instrument_name,
    base_currency: row.base_currency,
    quote_currency: row.quote_currency,
    bid_price: bid,
    ask_price: ask,
    mid_price: bid === null || ask === null ? null : (bid + ask) / 2,
    mark_price: ticker.mark_price,
    last: ticker.last_price,
    high: null,
    low: null,
    price_change: null,
    volume: 0,
    volume_usd: 0,
    open_interest: ticker.open_interest,
    creation_timestamp: ticker.timestamp,
    estimated_delivery_price: ticker.estimated_delivery_price,
    ...(ticker.mark_iv === undefined
      ? {}
      : {
          mark_iv: ticker.mark_iv,
          underlying_price: ticker.underlying_price,
          underlying_index: ticker.underlying_index,
          interest_rate: 0,
        }),
  }
}
