import { describe, expect, it } from 'vitest'
import { encodeParams, signatureOf, type Params } from './sign.ts'

const SECRET = 'test_secret'
const timestamp = 1_700_000_000_000
const put = 'BTC-USD-17MAR23-31000-P'
const call = 'BTC-USD-17MAR23-32000-C'
const block = { bt_source: 'paradigm', currency: 'USD', label: 'uuid-1', timestamp }

/** Worked out by hand from the signing rules of the venue's client libraries. */
const golden: readonly (readonly [what: string, path: string, params: Params, signature: string])[] = [
  ['nothing but the time', '/v1/ws/auth', { timestamp }, 'ec070f812a08d94727eac7c4c1f59b08692ce4f7c09512e5b8a6cf0b24aae39c'],
  [
    'parameters out of order',
    '/v1/positions',
    { timestamp, currency: 'BTC', category: 'option' },
    'fd906dac12304086f0c290dc9ae2388e2e8374185a1c8f9f2fb55f83e21b91ed',
  ],
  [
    'a truth value',
    '/linear/v1/orders',
    { instrument_id: 'BTC-USDT-PERPETUAL', side: 'buy', qty: '0.01', price: '40000', order_type: 'limit', post_only: true, timestamp },
    'a597755ec8cbb2e6e0c26c0b8e2905a9e55e6a5e5a7bfa01cf0f52683484effc',
  ],
  [
    'the legs of a block, as the maker lists them',
    '/linear/v1/blocktrades',
    {
      ...block,
      role: 'maker',
      counterparty: '1002',
      trades: [
        { instrument_id: put, price: '350', qty: '25', side: 'buy' },
        { instrument_id: call, price: '410', qty: '25', side: 'sell' },
      ],
    },
    '06c345714d338dfbfa4be3aec5781f045e0b3ac41b93730a657cbf8f63063931',
  ],
  [
    'the legs of a block in another order, which the text keeps',
    '/linear/v1/blocktrades',
    {
      ...block,
      role: 'taker',
      counterparty: '1001',
      trades: [
        { instrument_id: call, price: '410', qty: '25', side: 'buy' },
        { instrument_id: put, price: '350', qty: '25', side: 'sell' },
      ],
    },
    '93b87659e4e04f1fbde1b0832aa38eb8eb8c66b9ee6de9b3797559d74f87f138',
  ],
]

describe('the signature of a call to bit.com', () => {
  it.each(golden)('is the known one for %s', (_, path, params, signature) => expect(signatureOf(path, params, SECRET)).toBe(signature))

  it('encodes nested parameters by the same rule, without brackets', () => {
    expect(encodeParams({ b: { d: 2, c: 'x' }, a: false })).toBe('a=false&b=c=x&d=2')
  })
})
