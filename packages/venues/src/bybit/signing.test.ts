import { describe, expect, it } from 'vitest'
import { signedHeaders } from './signing.ts'

const key = { clientId: 'test_api_key', clientSecret: 'test_secret' }
const at = { timestamp: 1_700_000_000_000, windowMs: 5_000 }

describe('signatures of calls', () => {
  it.each([
    ['a query as it is sent', 'category=linear&symbol=BTCUSDT', 'fd4f31228a46109dc6673062328693696df9a96c7ff04e6491a45e7f63a0fdd7'],
    [
      'a body with its spaces',
      '{"category": "linear", "symbol": "BTCUSDT", "orderLinkId": "test-order-1"}',
      '2df4a0603d69c08d5dea29ba85b46eb7db64ce9e9ebd34a7802a3d69700cb2a1',
    ],
  ])('are those of another client for %s', (_what, payload, signature) => {
    expect(signedHeaders(key, { ...at, payload })).toEqual({
      'X-BAPI-API-KEY': 'test_api_key',
      'X-BAPI-TIMESTAMP': '1700000000000',
      'X-BAPI-RECV-WINDOW': '5000',
      'X-BAPI-SIGN': signature,
    })
  })

  it('change with every part of the call', () => {
    const signatureOf = (change: object): string | undefined => signedHeaders(key, { ...at, payload: 'a=1&b=2', ...change })['X-BAPI-SIGN']
    const all = [{}, { payload: 'b=2&a=1' }, { payload: '' }, { timestamp: at.timestamp + 1 }, { windowMs: 6_000 }].map(signatureOf)
    expect(new Set(all).size).toBe(all.length)
  })
})
