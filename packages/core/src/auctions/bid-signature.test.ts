/** The results of a standard EIP-712 library for three bids, computed independently of this code. */
import { describe, expect, it } from 'vitest'
import { bidDigest, contractSignature, signatoryOf, type BidFields, type SwapDomain } from './bid-signature.ts'

const K1 = '0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A'
const K2 = '0x1563915e194D8CfBA1943570603F7606A3115508'
const ZERO = '0x0000000000000000000000000000000000000000'
const ribbon = { name: 'RIBBON SWAP', version: '1' }
const mainNet: SwapDomain = { ...ribbon, chainId: 1n, verifyingContract: '0xEb8CAB2F4663247db8eAfb556F498c861bB4e161' }
const avalanche: SwapDomain = { ...ribbon, chainId: 43114n, verifyingContract: '0x15988ceA1F11D62e63bAa02B0e8B3046942983c0' }

type Golden = {
  readonly domain: SwapDomain
  readonly bid: BidFields
  readonly digest: string
  readonly signature: string
  readonly by: string
}
const golden: Readonly<Record<'A' | 'B' | 'C', Golden>> = {
  A: {
    domain: mainNet,
    bid: { swapId: 1n, nonce: 1n, signerWallet: K1, sellAmount: 6_000_000n, buyAmount: 100_000_000n, referrer: ZERO },
    digest: '0xf0e6bbd55f7a3a31fcbc744cfc02de12be873ddf8513c3c8997042d678c0f7bf',
    signature:
      '0x4eda74af9f110b9b8b89c49c1d49697f2e17ae795f0c7e20421b2936b5a44bcd440447284b192323512465c09cf347425d5617b889f96f48fcbf66351bb0441b1c',
    by: K1,
  },
  B: {
    domain: avalanche,
    bid: { swapId: 57n, nonce: 256n, signerWallet: K1, sellAmount: 1_234_567_890_123_456_789n, buyAmount: 2_500_000_000n, referrer: K2 },
    digest: '0x2fc044fae38b8742f12521c79e60a9913040c5e498cd05167d8c37e11019712a',
    signature:
      '0x8914e0f0948c81929c69e076d7d2f7fc28189a05f21bbef5a8a141c285752da11864663fdeaed4301c13e35356decbb7743c1ad7406ae22b3651e75330e3ca271c',
    by: K1,
  },
  C: {
    domain: mainNet,
    bid: { swapId: 1n, nonce: 99_999_999n, signerWallet: K1, sellAmount: 300_000_000n, buyAmount: 50_000_000n, referrer: ZERO },
    digest: '0x186c8590e804a8fff9edc02c47e3c8c192e9cf06c28ae724e7fb0767bedceb6d',
    signature:
      '0x27114957d7734842ac0a691efa1d5b9199f1eae7ba6717ef41f4dcfbc895a41f01912fe9962319a0f12ce8c287e9ddb69e35aedbccea018f6027ceb377e86f6b1b',
    by: K2,
  },
}

describe('19.6 the signature of a bid', () => {
  // Proves W 7.3.
  it.each(Object.entries(golden))('19.6 %s is hashed and read as the contract does', (_name, { domain, bid, digest, signature, by }) => {
    expect(bidDigest(domain, bid)).toBe(digest)
    expect(signatoryOf(domain, bid, signature)).toBe(by)
    expect(signatoryOf(domain, bid, signature.slice(2))).toBe(by)
  })

  const { domain, bid, signature } = golden.A
  it.each<[string, SwapDomain, BidFields]>([
    ['another chain', { ...domain, chainId: 5n }, bid],
    ['another contract', { ...domain, verifyingContract: K2 }, bid],
    ['another version', { ...domain, version: '2' }, bid],
    ['another offer', domain, { ...bid, swapId: 2n }],
    ['another nonce', domain, { ...bid, nonce: 2n }],
    ['another wallet', domain, { ...bid, signerWallet: K2 }],
    ['another payment', domain, { ...bid, sellAmount: 6_000_001n }],
    ['another size', domain, { ...bid, buyAmount: 100_000_001n }],
    ['another referrer', domain, { ...bid, referrer: K2 }],
  ])('19.6 is of somebody else over %s', (_what, over, fields) => {
    expect(signatoryOf(over, fields, signature)).not.toBe(K1)
  })

  it.each(Object.entries(golden))('19.6 %s is accepted with a v of 0 or 1, and kept as the contract reads it', (_name, given) => {
    const v = given.signature.endsWith('1c') ? '01' : '00'
    const returned = `${given.signature.slice(0, -2)}${v}`
    expect(signatoryOf(given.domain, given.bid, contractSignature(returned))).toBe(given.by)
    for (const sent of [returned, returned.slice(2), returned.toUpperCase().replace('0X', '0x'), given.signature])
      expect(contractSignature(sent)).toBe(given.signature.slice(2))
  })

  it.each([
    ['a v of neither 27 nor 28', `${signature.slice(0, -2)}1d`],
    ['a v of 2', contractSignature(`${signature.slice(0, -2)}02`)],
    ['no v', signature.slice(0, -2)],
    ['an r of zero', `0x${'0'.repeat(64)}${signature.slice(66)}`],
    ['an s of zero', `${signature.slice(0, 66)}${'0'.repeat(64)}1c`],
    ['an r that is on no curve', `0x${'f'.repeat(64)}${signature.slice(66)}`],
  ])('19.6 opens nothing with %s', (_what, broken) => {
    expect(signatoryOf(domain, bid, broken)).toBeUndefined()
  })

  it('19.6 is read with either s, as ecrecover reads it', () => {
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
    const high = (order - BigInt(`0x${signature.slice(66, 130)}`)).toString(16).padStart(64, '0')
    expect(signatoryOf(domain, bid, `${signature.slice(0, 66)}${high}1b`)).toBe(K1)
  })
})
