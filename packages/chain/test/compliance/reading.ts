import { describe, expect, it } from 'vitest'
import { CALL_EXPIRY_SECONDS, DOMAIN, NOBODY, WHOLE, type ChainWorld } from './harness.ts'

export function reading(world: () => ChainWorld): void {
  describe('reading', () => {
    it('returns the offer, its token and the balance of a wallet', async () => {
      const { chain, bidder, vault, usdc, weth, call, value, terms, offer, walletOf } = world()
      const swapId = await offer()
      expect(await value(chain.offer(swapId))).toEqual({ ...terms, seller: vault.address, availableSize: terms.totalSize })
      expect(await value(chain.offer(9_999n))).toBeUndefined()
      expect(await value(chain.optionToken(call))).toEqual({
        ...{ underlying: weth, collateral: weth, expirySeconds: CALL_EXPIRY_SECONDS, kind: 'CALL', decimals: 8, symbol: 'oWETH-3500C' },
        strike: { value: 3_500n * WHOLE, decimals: 8 },
      })
      expect(await value(chain.token(usdc))).toEqual({ symbol: 'USDC', decimals: 6 })
      expect(await value(chain.token(weth))).toEqual({ symbol: 'WETH', decimals: 18 })
      expect(await value(chain.balance(usdc, bidder.address))).toBeGreaterThan(0n)
      expect(await value(chain.balance(call, vault.address))).toBeGreaterThan(0n)
      expect(await value(chain.balance(usdc, walletOf('98').address))).toBe(0n)
      expect(await value(chain.allowance(usdc, vault.address))).toBe(0n)
      expect(await value(chain.authorizedSigner(vault.address))).toBeUndefined()
      expect(await value(chain.domain())).toEqual({ ...DOMAIN, verifyingContract: chain.swap })
    })

    it('refuses what has no contract or no offer, in a sentence', async () => {
      const { chain, vault, usdc, bid } = world()
      const nothing = { outcome: 'REFUSED', reason: `There is no contract at ${vault.address} that answers symbol.` }
      expect(await chain.token(vault.address)).toEqual(nothing)
      expect(await chain.optionToken(vault.address)).toEqual(nothing)
      expect(await chain.optionToken(usdc)).toMatchObject({ outcome: 'REFUSED' })
      expect(await chain.balance(vault.address, vault.address)).toMatchObject({ outcome: 'REFUSED' })
      expect(await chain.averagePrice(9_999n)).toEqual({ outcome: 'REFUSED', reason: 'Offer does not exist' })
      expect(await chain.check(await bid({ swapId: 9_999n }))).toEqual({ outcome: 'REFUSED', reason: 'Offer does not exist' })
    })

    it('without an answer is unreachable, and gives no information about the call', async () => {
      const { chain, whileSilent, offer, vault, usdc, value } = world()
      const swapId = await offer()
      const unreachable = { outcome: 'UNREACHABLE' }
      await whileSilent(async () => {
        expect(await chain.offer(swapId)).toMatchObject(unreachable)
        expect(await chain.balance(usdc, vault.address)).toMatchObject(unreachable)
        expect(await chain.domain()).toMatchObject(unreachable)
        expect(await chain.transaction(`0x${'12'.repeat(32)}`)).toMatchObject(unreachable)
        expect(await vault.approve(usdc, 5n)).toMatchObject(unreachable)
      })
      expect(await value(chain.offer(swapId))).toBeDefined()
    })
  })

  describe('an offer', () => {
    it.each([
      ['oToken cannot be the zero address', () => ({ oToken: NOBODY })],
      ['BiddingToken cannot be the zero address', () => ({ biddingToken: NOBODY })],
      ['MinPrice must be larger than zero', () => ({ minPrice: 0n })],
      ['MinBidSize must be larger than zero', () => ({ minBidSize: 0n })],
      ['MinBidSize exceeds total size', () => ({ minBidSize: 101n * WHOLE })],
      ['Insufficient allowance', () => ({ totalSize: 100_000n * WHOLE })],
    ] as const)('is refused before it is sent: %s', async (reason, changed) => {
      const { vault, terms } = world()
      expect(await vault.createOffer({ ...terms, ...changed() })).toEqual({ outcome: 'REFUSED', reason })
    })
  })
}
