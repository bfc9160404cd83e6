import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { openPlainClient, type PlainClient } from '../../test/plain-client.ts'
import { createDeribitSimulator, type DeribitSimulator, type DeribitSimulatorOptions } from './simulator.ts'

const DESK = { clientId: 'desk', clientSecret: 'secret', name: 'Desk' }
const ANY_OPTION = (simulator: DeribitSimulator): string =>
  simulator.market.instruments().find((row) => row.kind === 'option')!.instrument_name

/** A venue whose market moves only when the test moves it, and one client. */
function withVenue(options: DeribitSimulatorOptions, test: (world: { simulator: DeribitSimulator; client: PlainClient }) => Promise<void>) {
  return async (): Promise<void> => {
    const simulator = await createDeribitSimulator({ seed: 5, tickMs: 0, accounts: [DESK], ...options })
    const client = await openPlainClient(simulator.url)
    try {
      await test({ simulator, client })
    } finally {
      client.close()
      await simulator.close()
    }
  }
}

const signIn = (client: PlainClient, more: object = {}) =>
  client.call('public/auth', { grant_type: 'client_credentials', client_id: DESK.clientId, client_secret: DESK.clientSecret, ...more })

describe('the envelope', { timeout: 60_000 }, () => {
  it(
    'repeats the id of the request and its times in microseconds',
    withVenue({ now: () => 1_800_000_000_000 }, async ({ client }) => {
      const answer = await client.call('public/test')
      expect(answer).toMatchObject({ jsonrpc: '2.0', id: 1, result: { version: '1.2.26' }, testnet: true, usIn: 1_800_000_000_000_000 })
      expect(answer['usDiff']).toBe(Number(answer['usOut']) - Number(answer['usIn']))
    }),
  )

  it(
    'answers a request without an id without one, and keeps a string id unchanged',
    withVenue({}, async ({ client }) => {
      client.send(JSON.stringify({ jsonrpc: '2.0', method: 'public/get_time', params: {} }))
      expect(await client.frame((frame) => typeof frame.result === 'number')).not.toHaveProperty('id')
      client.send(JSON.stringify({ jsonrpc: '2.0', id: 'mine', method: 'public/get_time', params: {} }))
      expect(await client.frame((frame) => frame.id === 'mine')).toMatchObject({ result: expect.any(Number) })
    }),
  )

  type Wrong = readonly [what: string, method: string, params: object, code: number, data: object | undefined]
  const wrong: readonly Wrong[] = [
    ['a method that does not exist', 'public/nothing', {}, -32601, undefined],
    ['a parameter that is missing', 'public/ticker', {}, -32602, { param: 'instrument_name', reason: 'value required' }],
    [
      'an instrument that is not listed',
      'public/ticker',
      { instrument_name: 'BTC-1JAN20' },
      -32602,
      { param: 'instrument_name', reason: 'instrument not found' },
    ],
    ['a heartbeat that is too quick', 'public/set_heartbeat', { interval: 1 }, -32602, undefined],
    ['a private method without a token', 'private/get_block_trades', {}, 10000, undefined],
    ['a token that nobody gave', 'private/get_block_trades', { access_token: 'x' }, 13009, undefined],
    ['a raw channel without a token', 'public/subscribe', { channels: ['ticker.BTC-PERPETUAL.raw'] }, 13778, undefined],
    ['an unknown key', 'public/auth', { grant_type: 'client_credentials', client_id: 'x', client_secret: 'y' }, 13004, undefined],
    ['a wrong secret', 'public/auth', { grant_type: 'client_credentials', client_id: 'desk', client_secret: 'y' }, 13004, undefined],
    ['a grant of no kind', 'public/auth', { grant_type: 'password' }, -32602, undefined],
  ]
  it.each(wrong)('refuses %s', (_, method, params, code, data) =>
    withVenue({}, async ({ client }) => {
      const answer = await client.call(method, params)
      expect(answer.error).toMatchObject({ code, ...(data === undefined ? {} : { data }) })
    })(),
  )

  it(
    'refuses what is not JSON, and a frame over 32 kB',
    withVenue({}, async ({ client }) => {
      client.send('{')
      expect(await client.frame((frame) => frame.error?.code === -32700)).toBeDefined()
      client.send(JSON.stringify({ id: 1, method: 'public/test', params: { padding: 'x'.repeat(33_000) } }))
      expect(await client.frame((frame) => frame.error?.message === 'request entity too large')).toBeDefined()
    }),
  )

  it(
    'answers 10028 and disconnects when the credits are used up',
    withVenue({ now: () => 1_800_000_000_000 }, async ({ client }) => {
      for (let call = 1; call <= 101; call += 1)
        client.send(JSON.stringify({ jsonrpc: '2.0', id: call, method: 'public/get_time', params: {} }))
      await client.closed
      expect(client.frames.filter((frame) => typeof frame.result === 'number')).toHaveLength(100)
      expect(client.frames.at(-1)).toMatchObject({ error: { code: 10028, message: 'too_many_requests' } })
    }),
  )
})

describe('signing in', { timeout: 60_000 }, () => {
  it(
    'gives a pair of tokens and the scopes of the key, and opens the socket',
    withVenue({}, async ({ client }) => {
      expect((await signIn(client)).result).toMatchObject({
        token_type: 'bearer',
        expires_in: 900,
        scope: expect.stringContaining('block_trade:read_write'),
      })
      expect((await client.call('private/get_block_trades')).result).toEqual([])
    }),
  )

  it(
    'accepts a signature over time, nonce and data, once',
    withVenue({ now: () => 1_800_000_000_000 }, async ({ client }) => {
      const timestamp = 1_800_000_000_000
      const signature = createHmac('sha256', DESK.clientSecret).update(`${timestamp}\nabc\n`).digest('hex')
      const params = { grant_type: 'client_signature', client_id: DESK.clientId, timestamp, nonce: 'abc', data: '', signature }
      expect((await client.call('public/auth', params)).result).toMatchObject({ token_type: 'bearer' })
      expect((await client.call('public/auth', params)).error).toMatchObject({ code: 13009 })
      expect((await client.call('public/auth', { ...params, nonce: 'abd' })).error).toMatchObject({ code: 13009 })
      expect((await client.call('public/auth', { ...params, timestamp: timestamp - 61_000 })).error).toMatchObject({ code: 13009 })
    }),
  )

  it(
    'accepts a refresh token once',
    withVenue({}, async ({ client }) => {
      const { refresh_token } = (await signIn(client)).result as { refresh_token: string }
      expect((await client.call('public/auth', { grant_type: 'refresh_token', refresh_token })).result).toMatchObject({
        token_type: 'bearer',
      })
      expect((await client.call('public/auth', { grant_type: 'refresh_token', refresh_token })).error).toMatchObject({ code: 13009 })
    }),
  )

  it(
    'silently reduces the requested scope to that of the key',
    withVenue({ accounts: [{ ...DESK, scopes: ['account:read', 'block_trade:read'] }] }, async ({ client }) => {
      const granted = (await signIn(client, { scope: 'block_trade:read_write session:one' })).result as { scope: string }
      expect(granted.scope.split(' ')).toEqual(['session:one', 'mainaccount', 'block_trade:read'])
      expect((await client.call('private/execute_block_trade')).error).toMatchObject({ code: 13021 })
    }),
  )

  it(
    'does not let a connection use the token of another',
    withVenue({}, async ({ simulator, client }) => {
      const { access_token } = (await signIn(client)).result as { access_token: string }
      const other = await openPlainClient(simulator.url)
      expect((await other.call('private/get_block_trades', { access_token })).error).toMatchObject({ code: 13009 })
      other.close()
    }),
  )

  it('denies access when the token has expired', async () => {
    let at = 1_800_000_000_000
    await withVenue({ now: () => at }, async ({ client }) => {
      await signIn(client)
      at += 901_000
      expect((await client.call('private/get_block_trades')).error).toMatchObject({ code: 13009 })
    })()
  })
})

describe('channels', { timeout: 60_000 }, () => {
  it(
    'answers a subscription with the channels that exist, and sends each one whole at first',
    withVenue({}, async ({ simulator, client }) => {
      const name = ANY_OPTION(simulator)
      const asked = [`ticker.${name}.agg2`, 'deribit_price_index.btc_usd', 'markprice.options.eth_usd', 'ticker.NOTHING.agg2', 'nonsense']
      const answer = await client.call('public/subscribe', { channels: asked })
      expect([...(answer.result as string[])].sort()).toEqual([...asked.slice(0, 3)].sort())
      for (const channel of asked.slice(0, 3)) expect(await client.frame((frame) => frame.params?.channel === channel)).toBeDefined()
      const ticker = client.frames.find((frame) => frame.params?.channel === asked[0])!.params!.data
      expect(ticker).toMatchObject({
        instrument_name: name,
        greeks: { delta: expect.any(Number) },
        underlying_index: expect.stringMatching(/^SYN\.BTC-/),
      })
    }),
  )

  it(
    'sends only what changed on an incremental channel, and the changes add up',
    withVenue({ speed: 5_000 }, async ({ simulator, client }) => {
      const channel = 'incremental_ticker.BTC-PERPETUAL'
      await client.call('public/subscribe', { channels: [channel] })
      for (let step = 0; step < 3; step += 1) simulator.step(1_000)
      const frames = () =>
        client.frames.filter((frame) => frame.params?.channel === channel).map((frame) => frame.params!.data as Record<string, unknown>)
      await client.call('public/test')
      expect(frames().map((data) => data['type'])).toEqual(['snapshot', 'change', 'change', 'change'])
      const { type: _, ...sum } = Object.assign({}, ...frames()) as Record<string, unknown>
      expect(sum).toEqual({
        ...((await client.call('public/ticker', { instrument_name: 'BTC-PERPETUAL' })).result as object),
        timestamp: expect.any(Number),
      })
    }),
  )

  it(
    'stops after unsubscribing',
    withVenue({}, async ({ simulator, client }) => {
      const channels = ['deribit_price_index.btc_usd']
      await client.call('public/subscribe', { channels })
      expect((await client.call('public/unsubscribe', { channels })).result).toEqual(channels)
      simulator.step(1_000)
      await client.call('public/test')
      expect(client.frames.filter((frame) => frame.method === 'subscription')).toHaveLength(1)
    }),
  )

  it('publishes expired and new instruments at 08:00 UTC', async () => {
    let at = Date.UTC(2026, 10, 22, 7, 59)
    await withVenue({ now: () => at }, async ({ simulator, client }) => {
      await client.call('public/subscribe', { channels: ['instrument.state.any.any'] })
      at += 2 * 60_000
      simulator.step(120_000)
      await client.call('public/test')
      const received = client.frames
        .filter((frame) => frame.method === 'subscription')
        .map((frame) => frame.params!.data as { state: string; instrument_name: string })
      const byState = Map.groupBy(received, ({ state }) => state)
      expect(byState.get('closed')!.every(({ instrument_name }) => instrument_name.includes('-22NOV26-'))).toBe(true)
      expect(byState.get('created')!.some(({ instrument_name }) => instrument_name.includes('-25NOV26-'))).toBe(true)
    })()
  })
})

describe('over HTTP', { timeout: 60_000 }, () => {
  it(
    'answers the same methods to GET and POST, and channels to neither',
    withVenue({}, async ({ simulator }) => {
      const got = await fetch(`${simulator.httpUrl}/public/get_instruments?currency=BTC&kind=future`)
      const futures = ((await got.json()) as { result: { instrument_name: string }[] }).result.map((row) => row.instrument_name)
      // The number of listed instruments depends on the calendar.
      const listed = simulator.market.instruments().filter((row) => row.kind === 'future' && row.base_currency === 'BTC')
      expect(futures).toContain('BTC-PERPETUAL')
      expect(futures.toSorted()).toEqual(listed.map((row) => row.instrument_name).toSorted())
      const posted = await fetch(simulator.httpUrl, {
        method: 'POST',
        body: JSON.stringify({ jsonrpc: '2.0', id: 3, method: 'public/get_index_price', params: { index_name: 'eth_usd' } }),
      })
      expect(await posted.json()).toMatchObject({ id: 3, result: { index_price: 3_018 } })
      const refused = await fetch(`${simulator.httpUrl}/public/subscribe?channels=[]`)
      expect([refused.status, await refused.json()]).toMatchObject([400, { error: { code: 10030 } }])
    }),
  )
})
