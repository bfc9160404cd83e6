/** The swap contract in the order of its checks and with its words, as the published one has them. */
import type { SignedBid } from '@parley/chain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NOBODY, openAuctionChain, WHOLE, type AuctionChain } from '../../test/auction-chain.ts'

let world: AuctionChain
beforeAll(async () => {
  world = await openAuctionChain()
})
afterAll(() => world.node.close())

const NO_SIGNATURE: `0x${string}` = `0x${'00'.repeat(64)}1b`
const USED = 7n
const TENTH = WHOLE / 10n

/** In the order in which the contract looks, each with every later fault that can go with it. 0.05 are left of an offer that takes bids from 0.1 on. */
const faults: readonly (readonly [word: string, bid: (swapId: bigint) => Promise<SignedBid>])[] = [
  [
    'SIGNATURE_INVALID',
    async (swapId) => ({ ...(await world.bid({ swapId, nonce: USED, buyAmount: TENTH - 1n, sellAmount: 0n })), signature: NO_SIGNATURE }),
  ],
  ['UNAUTHORIZED', (swapId) => world.bid({ swapId, nonce: USED, buyAmount: TENTH - 1n, sellAmount: 0n }, world.walletOf('22'))],
  ['NONCE_ALREADY_USED', (swapId) => world.bid({ swapId, nonce: USED, buyAmount: TENTH - 1n, sellAmount: 0n })],
  ['BID_EXCEED_AVAILABLE_SIZE', (swapId) => world.bid({ swapId, nonce: 9_001n, buyAmount: TENTH / 2n + 1n, sellAmount: 0n })],
  ['BID_TOO_SMALL', (swapId) => world.bid({ swapId, nonce: 9_001n, buyAmount: TENTH / 2n, sellAmount: 0n })],
]

describe('settling a bid', () => {
  it.each(faults)('is refused with %s before anything that is checked later', async (word, bidOn) => {
    const { vault, bidder, done } = world
    await done(bidder.cancelNonces([USED]))
    await done(world.walletOf('22').cancelNonces([USED]))
    const swapId = await world.offer({ totalSize: WHOLE + TENTH / 2n })
    await done(vault.settleOffer(swapId, [await world.bid({ swapId, nonce: 10_000n + swapId })]))
    expect(await vault.settleOffer(swapId, [await bidOn(swapId)])).toEqual({ outcome: 'REFUSED', reason: word })
  })

  it('is refused with PRICE_TOO_LOW a unit below the least price, and done at it', async () => {
    const { vault, done } = world
    const swapId = await world.offer()
    const nonce = 20_000n + swapId
    const low = await world.bid({ swapId, nonce, sellAmount: 2_999_999n })
    expect(await vault.settleOffer(swapId, [low])).toEqual({ outcome: 'REFUSED', reason: 'PRICE_TOO_LOW' })
    await done(vault.settleOffer(swapId, [await world.bid({ swapId, nonce })]))
  })

  it.each([
    ['ERC20: insufficient allowance', 1_000_000_000n, 0n],
    ['ERC20: transfer amount exceeds balance', 1n, 1_000_000_000n],
  ])('fails at the transfer with the token’s words: %s', async (reason, minted, approved) => {
    const poor = world.walletOf(minted === 1n ? '55' : '66')
    await world.deployer.mint(world.usdc, poor.address, minted)
    await world.done(poor.approve(world.usdc, approved))
    const swapId = await world.offer()
    const bid = await world.bid({ swapId, signerWallet: poor.address }, poor)
    expect(await world.vault.settleOffer(swapId, [bid])).toEqual({ outcome: 'REFUSED', reason })
  })

  it('is the seller’s alone, for bids of the offer', async () => {
    const swapId = await world.offer()
    const bid = await world.bid({ swapId, nonce: 100n })
    const mismatched = { outcome: 'REFUSED', reason: 'Offer and bid swapId mismatched' }
    const notSeller = { outcome: 'REFUSED', reason: "Only seller can settle or offer doesn't exist" }
    expect(await world.vault.settleOffer(swapId, [{ ...bid, swapId: swapId + 1n }])).toEqual(mismatched)
    expect(await world.bidder.settleOffer(swapId, [bid])).toEqual(notSeller)
    expect(await world.vault.settleOffer(9_999n, [bid])).toEqual(notSeller)
  })

  it('takes bids in order until nothing is left, over several calls, and clears the offer then', async () => {
    const { chain, vault, bidder, usdc, call, value, done } = world
    const before = { usdc: await value(chain.balance(usdc, bidder.address)), call: await value(chain.balance(call, bidder.address)) }
    const swapId = await world.offer({ totalSize: 3n * WHOLE })
    const first = await world.bid({ swapId, nonce: 201n, sellAmount: 8_000_000n, buyAmount: 2n * WHOLE })
    const second = await world.bid({ swapId, nonce: 202n, sellAmount: 5_000_000n })
    await done(vault.settleOffer(swapId, [first]))
    expect((await value(chain.offer(swapId)))?.availableSize).toBe(WHOLE)
    expect(await value(chain.averagePrice(swapId))).toBe(4_000_000n)
    await done(vault.settleOffer(swapId, [second]))
    expect(await value(chain.offer(swapId))).toBeUndefined()
    expect(await value(chain.averagePrice(swapId))).toBe(4_333_333n)
    expect(await value(chain.balance(usdc, bidder.address))).toBe(before.usdc - 13_000_000n)
    expect(await value(chain.balance(call, bidder.address))).toBe(before.call + 3n * WHOLE)
    expect(await vault.settleOffer(swapId, [second])).toMatchObject({ reason: "Only seller can settle or offer doesn't exist" })
  })
})

describe('delegates and nonces', () => {
  it('a delegate signs for a wallet while it is authorised, and uses up nonces of its own', async () => {
    const { chain, vault, bidder, value, done } = world
    const delegate = world.walletOf('22')
    const swapId = await world.offer()
    const bid = await world.bid({ swapId, nonce: 301n }, delegate)
    expect(await value(chain.check(bid))).toEqual(['UNAUTHORIZED'])
    await done(bidder.authorize(delegate.address))
    expect(await value(chain.authorizedSigner(bidder.address))).toBe(delegate.address)
    await done(vault.settleOffer(swapId, [bid]))
    expect(await value(chain.isNonceUsed(delegate.address, 301n))).toBe(true)
    expect(await value(chain.isNonceUsed(bidder.address, 301n))).toBe(false)
    await done(bidder.revoke())
    expect(await value(chain.authorizedSigner(bidder.address))).toBeUndefined()
    expect(await value(chain.check(await world.bid({ swapId, nonce: 302n }, delegate)))).toEqual(['UNAUTHORIZED'])
  })

  it('nonces are used one by one, in any order', async () => {
    const { chain, value, done } = world
    const wallet = world.walletOf('88')
    await done(wallet.cancelNonces([99_999_999n, 256n, 2n ** 256n - 1n, 0n]))
    const used = [0n, 1n, 255n, 256n, 257n, 99_999_998n, 99_999_999n, 2n ** 256n - 2n, 2n ** 256n - 1n]
    const answers = await Promise.all(used.map((nonce) => value(chain.isNonceUsed(wallet.address, nonce))))
    expect(answers).toEqual([true, false, false, true, false, false, true, false, true])
  })
})

describe('the fee of a referrer', () => {
  /** 1 contract of a call on WETH: 4 bps of it are 0.0004 WETH; of a put at 3000 USD, 1.2 USDC. An eighth of the premium is the most. */
  it.each([
    ['a put: 4 bps of the notional', 'put', 20_000_000n, 1_200_000n],
    ['a put: an eighth of a small premium', 'put', 4_000_000n, 500_000n],
    ['a call: 4 bps of the contracts in units of the underlying, at most an eighth of the premium', 'call', 4_000_000n, 500_000n],
  ] as const)('%s', async (_, kind, sellAmount, fee) => {
    const { chain, deployer, vault, usdc, value, done } = world
    const referrer = world.walletOf('77').address
    await deployer.setFee(chain.swap, referrer, 400n)
    const before = { fee: await value(chain.balance(usdc, referrer)), seller: await value(chain.balance(usdc, vault.address)) }
    const swapId = await world.offer({ oToken: world[kind], totalSize: WHOLE })
    const hash = await done(vault.settleOffer(swapId, [await world.bid({ swapId, nonce: 400n + swapId, sellAmount, referrer })]))
    expect(await value(chain.balance(usdc, referrer))).toBe(before.fee + fee)
    expect(await value(chain.balance(usdc, vault.address))).toBe(before.seller + sellAmount - fee)
    expect(await value(chain.transaction(hash))).toMatchObject({ state: 'MINED', swaps: [{ swapId, feeAmount: fee, referrer }] })
  })

  it('is set by the owner alone, below 12.5 %', async () => {
    const { deployer, chain, bidder } = world
    await expect(deployer.setFee(chain.swap, bidder.address, 125_000n)).rejects.toThrow('Fee exceeds maximum')
    await expect(deployer.setFee(chain.swap, NOBODY, 1n)).rejects.toThrow('Referrer cannot be the zero address')
  })
})

describe('an offer', () => {
  it.each([
    ['oToken cannot be the zero address', { oToken: NOBODY }],
    ['BiddingToken cannot be the zero address', { biddingToken: NOBODY }],
    ['MinPrice must be larger than zero', { minPrice: 0n }],
    ['MinBidSize must be larger than zero', { minBidSize: 0n }],
    ['MinBidSize exceeds total size', { minBidSize: 101n * WHOLE }],
    ['Insufficient allowance', { totalSize: 100_000n * WHOLE }],
  ])('is refused: %s', async (reason, changed) => {
    expect(await world.vault.createOffer({ ...world.terms, ...changed })).toEqual({ outcome: 'REFUSED', reason })
  })

  it('of a put wants a price of its underlying', async () => {
    const { deployer, usdc, vault, terms } = world
    const underlying = await deployer.token({ symbol: 'WBTC', decimals: 8 })
    const option = { symbol: 'oWBTC-P', collateral: usdc, underlying, strikeCurrency: usdc, strike: WHOLE, expirySeconds: 1_800_000_000n }
    const oToken = await deployer.option({ ...option, kind: 'PUT' })
    expect(await vault.createOffer({ ...terms, oToken })).toEqual({ outcome: 'REFUSED', reason: 'Price feed not set' })
  })
})
