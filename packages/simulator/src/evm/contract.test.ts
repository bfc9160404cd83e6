/** The swap contract's errors for token transfers, fees and puts match the published contract's. Its other errors exist on every chain. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NOBODY, openAuctionChain, WHOLE, type AuctionChain } from '../../test/auction-chain.ts'

let world: AuctionChain
beforeAll(async () => {
  world = await openAuctionChain()
})
afterAll(() => world.node.close())

describe('settling a bid', () => {
  it.each([
    ['ERC20: insufficient allowance', 1_000_000_000n, 0n],
    ['ERC20: transfer amount exceeds balance', 1n, 1_000_000_000n],
  ])('fails at the transfer with the token’s message: %s', async (reason, minted, approved) => {
    const poor = world.walletOf(minted === 1n ? '55' : '66')
    await world.deployer.mint(world.usdc, poor.address, minted)
    await world.done(poor.approve(world.usdc, approved))
    const swapId = await world.offer()
    const bid = await world.bid({ swapId, signerWallet: poor.address }, poor)
    expect(await world.vault.settleOffer(swapId, [bid])).toEqual({ outcome: 'REFUSED', reason })
  })
})

describe('the fee of a referrer', () => {
  /** 1 contract of a call on WETH: 4 bps are 0.0004 WETH; for a put at 3000 USD, 1.2 USDC. The maximum is an eighth of the premium. */
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
  it('of a put requires a price of its underlying', async () => {
    const { deployer, usdc, vault, terms } = world
    const underlying = await deployer.token({ symbol: 'WBTC', decimals: 8 })
    const option = { symbol: 'oWBTC-P', collateral: usdc, underlying, strikeCurrency: usdc, strike: WHOLE, expirySeconds: 1_800_000_000n }
    const oToken = await deployer.option({ ...option, kind: 'PUT' })
    expect(await vault.createOffer({ ...terms, oToken })).toEqual({ outcome: 'REFUSED', reason: 'Price feed not set' })
  })
})
