/** Compares hashes and signatures with those that the venue's own client and the public Starknet library produce for the same messages. */
import { describe, expect, it } from 'vitest'
import { formatFelt, isSameFelt, parseFelt } from './felts.ts'
import { isPrivateKey, isSignedBy, publicKeyOf, signHash } from './keys.ts'
import { authHash, blockOfferHash, blockTradeHash, onboardingHash, orderHash, type SignedBlockOrder } from './messages.ts'

const TESTNET = 'PRIVATE_SN_POTC_SEPOLIA'
const MAINNET = 'PRIVATE_SN_PARACLEAR_MAINNET'
const account = '0x129f3dc1b8962d8a87abc692424c78fda963ade0e1cd17bf3d1c26f8d41ee7a'
const privateKey = '0x1234567890abcdef1234567890abcdef1234567890abcdef1234567890abcd'
const publicKey = '0x4838c4ed86f1c9b4fe1aac884ac79431b0243b79d9e24500eb0f6229f4fe72a'
const times = { timestamp: 1_700_000_000, expiration: 1_700_086_400 }
const order = {
  timestamp: 1_700_000_000_000,
  market: 'BTC-USD-PERP',
  side: 'BUY',
  type: 'LIMIT',
  size: '3000000',
  price: '6000000000000',
} as const
const optionOrder = { ...order, market: 'BTC-USD-25FEB26-70000-C', side: 'SELL', type: 'MARKET', size: '100000000', price: '0' } as const
const testnet = { account, chainId: TESTNET }

describe('messages of revision 0', () => {
  it.each([
    ['onboarding', onboardingHash(testnet), '0xea95f79f50d8f099c9099ab84f073d07c501626920627047cd1b02e1221870'],
    ['a sign-in', authHash(times, testnet), '0x6f617e5b263edc30f13b4896739f566c20dc2abf92bee83e19dbbd1f3a44acc'],
    [
      'a sign-in at the main venue',
      authHash(times, { account, chainId: MAINNET }),
      '0x7d3421efa09d2618aef9b3688fcf1903abaf5c697ac0c9df3e04d51693bc3ff',
    ],
    ['an order', orderHash(order, testnet), '0x6e2122a70e7f9ae532d475f09b7bbd685c1454e4a1f989b648a7edd439c1c91'],
    ['a market order of an option', orderHash(optionOrder, testnet), '0x16071ca227798c3559570540aa2803664f28471466a9e7341d573d9e4179af3'],
  ])('%s has the hash of the public library', (_, hash, expected) => expect(formatFelt(hash)).toBe(expected))

  it('the hash of an order covers every signed field', () => {
    const others = [
      { ...order, timestamp: order.timestamp + 1 },
      { ...order, market: 'ETH-USD-PERP' },
      { ...order, side: 'SELL' as const },
      { ...order, type: 'MARKET' },
      { ...order, size: '3000001' },
      { ...order, price: '6000000000001' },
    ].map((other) => orderHash(other, testnet))
    const all = [
      ...others,
      orderHash(order, testnet),
      orderHash(order, { account: '0x1', chainId: TESTNET }),
      orderHash(order, { account, chainId: MAINNET }),
    ]
    expect(new Set(all).size).toBe(all.length)
  })
})

/** The official client's own test: two trades, in which the maker sells and the taker buys. */
describe('messages of revision 1', () => {
  const sides = (size: string, price: string): { readonly makerOrder: SignedBlockOrder; readonly takerOrder: SignedBlockOrder } => ({
    makerOrder: { account: '0x1111', side: 'SELL', type: 'LIMIT', size, price },
    takerOrder: { account: '0x2222', side: 'BUY', type: 'LIMIT', size, price },
  })
  const tenth = { market: 'BTC-USD-PERP', size: '10000000', price: '7300000000000', ...sides('10000000', '7300000000000') }
  const whole = { market: 'ETH-USD-PERP', size: '100000000', price: '300000000000', ...sides('100000000', '300000000000') }
  const signer = { account: '0x1111', chainId: '0x1' }

  it('a block has the hash of the official client, in whatever order its trades are named', () => {
    const block = { nonce: '1234567890', expiration: 1_700_000_000_000, trades: [tenth, whole] }
    const expected = '0x426f5dd572deed472db9aa9ac2469f4a456a3a72854b723065daf3ccc350812'
    expect(formatFelt(blockTradeHash(block, signer))).toBe(expected)
    expect(formatFelt(blockTradeHash({ ...block, trades: [whole, tenth] }, signer))).toBe(expected)
  })

  it('an offer, whose taker is empty, has the hash of the official client', () => {
    const trades = [tenth, whole].map(({ takerOrder: _, ...trade }) => trade)
    const offer = { nonce: 'offer_nonce_1', expiration: 1_700_000_300_000, trades, blockId: 'parent_block_xyz' }
    expect(formatFelt(blockOfferHash(offer, signer))).toBe('0x3d43168f6def95bf9371aae3b20a2e9713e91a773b1a192f5e0729e96b7b139')
  })
})

describe('signatures', () => {
  // Computed with the public library, which uses the same rule for nonces.
  it.each([
    [
      'onboarding',
      onboardingHash(testnet),
      '1318939395089366727326993911963572947195565984237489478730044826598397655022',
      '2025490358700734718482263558232814872299657159351892190019310843000341697345',
    ],
    [
      'a sign-in',
      authHash(times, testnet),
      '3369931222666625313699120138068906487658606697378372567079100414237349045304',
      '2782773423537147632417674368298203987608766976029323422606538447854130582025',
    ],
    [
      'an order',
      orderHash(order, testnet),
      '306950038614023299519751638814648140068805945880113015730289616275644918393',
      '861965639851749972856766431253964843683072542934525114001408791826619705938',
    ],
  ])('of %s are those of the public library, and verify', (_, hash, r, s) => {
    expect(publicKeyOf(privateKey)).toBe(publicKey)
    expect(isSignedBy(publicKey, hash, JSON.stringify([r, s]))).toBe(true)
    expect(signHash(hash, privateKey)).toBe(JSON.stringify([r, s]))
  })

  it('of another hash, by another key, or in another form are invalid', () => {
    const hash = orderHash(order, testnet)
    const signature = signHash(hash, privateKey)
    expect(isSignedBy(publicKey, hash, signature)).toBe(true)
    expect(isSignedBy(publicKey, hash + 1n, signature)).toBe(false)
    expect(isSignedBy(publicKeyOf('0x77'), hash, signature)).toBe(false)
    for (const wrong of ['', '[]', '["1"]', '["0","0"]', '["x","y"]', `[${'9'.repeat(80)},1]`, signature.replace('"', '')])
      expect(isSignedBy(publicKey, hash, wrong), wrong).toBe(false)
    for (const key of ['', '0x', '0x0', 'nonsense', `0x${'f'.repeat(64)}`]) expect(isSignedBy(key, hash, signature), key).toBe(false)
  })
})

describe('numbers of the field', () => {
  it.each([
    ['', 0n],
    ['0', 0n],
    ['17', 17n],
    ['0x11', 17n],
    ['A', 65n],
    ['AB', 65n * 256n + 66n],
    [TESTNET, 0x505249564154455f534e5f504f54435f5345504f4c4941n],
    [MAINNET, 0x505249564154455f534e5f50415241434c4541525f4d41494e4e4554n],
    ['x'.repeat(32), undefined],
    ['é', undefined],
    [`0x${'f'.repeat(64)}`, undefined],
  ])('%j is %s', (text, value) => expect(parseFelt(text)).toBe(value))

  it('an address is the same with and without leading zeros', () => {
    expect(isSameFelt('0x01Ab', '0x1aB')).toBe(true)
    expect(isSameFelt('0x1', '0x2')).toBe(false)
    expect(isSameFelt('x'.repeat(40), 'x'.repeat(40))).toBe(false)
  })

  it.each([
    ['0x1', true],
    [privateKey, true],
    ['0x0', false],
    ['1', false],
    ['0x800000000000010ffffffffffffffffb781126dcae7b2321e66a241adc64d2f', false],
  ])('%s is a private key: %s', (text, is) => expect(isPrivateKey(text)).toBe(is))
})
