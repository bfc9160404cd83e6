import { describe, expect, it } from 'vitest'
import type { SignedBid } from '../../src/port.ts'
import { WHOLE, type ChainWorld } from './harness.ts'

const NO_SIGNATURE: `0x${string}` = `0x${'00'.repeat(64)}1b`
const USED = 7n
const TENTH = WHOLE / 10n
const ENDLESS = 2n ** 256n - 1n

type Fault = readonly [word: string, bid: (world: ChainWorld, swapId: bigint) => Promise<SignedBid>]

/**
 * In the order in which the contract checks, each with every later fault that can be combined with it. 0.05 are left of an offer that accepts bids
 * from 0.1.
 */
const faults: readonly Fault[] = [
  [
    'SIGNATURE_INVALID',
    async ({ bid }, swapId) => ({
      ...(await bid({ swapId, nonce: USED, buyAmount: TENTH - 1n, sellAmount: 0n })),
      signature: NO_SIGNATURE,
    }),
  ],
  ['UNAUTHORIZED', ({ bid, walletOf }, swapId) => bid({ swapId, nonce: USED, buyAmount: TENTH - 1n, sellAmount: 0n }, walletOf('23'))],
  ['NONCE_ALREADY_USED', ({ bid }, swapId) => bid({ swapId, nonce: USED, buyAmount: TENTH - 1n, sellAmount: 0n })],
  ['BID_EXCEED_AVAILABLE_SIZE', ({ bid }, swapId) => bid({ swapId, nonce: 9_001n, buyAmount: TENTH / 2n + 1n, sellAmount: 0n })],
  ['BID_TOO_SMALL', ({ bid }, swapId) => bid({ swapId, nonce: 9_001n, buyAmount: TENTH / 2n, sellAmount: 0n })],
]

export function bids(world: () => ChainWorld): void {
  describe('a bid that is looked at beforehand', () => {
    it('has every word of what is wrong, in the contract’s order', async () => {
      const { chain, value, done, walletOf, offer, bid } = world()
      const poor = walletOf('99')
      const swapId = await offer()
      await done(poor.cancelNonces([5n]))
      const small = await bid({ swapId, nonce: 5n, buyAmount: 1n, sellAmount: 0n }, poor)
      expect(await value(chain.check(small))).toEqual(['UNAUTHORIZED', 'NONCE_ALREADY_USED', 'BID_TOO_SMALL', 'PRICE_TOO_LOW'])
      const large = await bid({ swapId, signerWallet: poor.address, buyAmount: 101n * WHOLE, sellAmount: 303_000_000n }, poor)
      expect(await value(chain.check(large))).toEqual(['BID_EXCEED_AVAILABLE_SIZE', 'SIGNER_ALLOWANCE_LOW', 'SIGNER_BALANCE_LOW'])
      const unsigned = ['SIGNATURE_INVALID', 'BID_EXCEED_AVAILABLE_SIZE', 'SIGNER_ALLOWANCE_LOW', 'SIGNER_BALANCE_LOW']
      expect(await value(chain.check({ ...large, signature: NO_SIGNATURE }))).toEqual(unsigned)
      expect(await value(chain.check({ ...large, signature: '0x1234' }))).toContain('SIGNATURE_INVALID')
      expect(await value(chain.check(await bid({ swapId, nonce: 9_000_001n })))).toEqual([])
    })
  })

  describe('settling a bid', () => {
    it.each(faults)('is refused with %s before anything that is checked later', async (word, bidOn) => {
      const { vault, bidder, done, walletOf, offer, bid, freshNonce } = world()
      await done(bidder.cancelNonces([USED]))
      await done(walletOf('23').cancelNonces([USED]))
      const swapId = await offer({ totalSize: WHOLE + TENTH / 2n })
      await done(vault.settleOffer(swapId, [await bid({ swapId, nonce: freshNonce() })]))
      expect(await vault.settleOffer(swapId, [await bidOn(world(), swapId)])).toEqual({ outcome: 'REFUSED', reason: word })
    })

    it('is refused with PRICE_TOO_LOW a unit below the least price, and done at it', async () => {
      const { vault, done, offer, bid, freshNonce } = world()
      const swapId = await offer()
      const nonce = freshNonce()
      const low = await bid({ swapId, nonce, sellAmount: 2_999_999n })
      expect(await vault.settleOffer(swapId, [low])).toEqual({ outcome: 'REFUSED', reason: 'PRICE_TOO_LOW' })
      await done(vault.settleOffer(swapId, [await bid({ swapId, nonce })]))
    })

    it('is the seller’s alone, for bids of the offer', async () => {
      const { vault, bidder, offer, bid, freshNonce } = world()
      const swapId = await offer()
      const own = await bid({ swapId, nonce: freshNonce() })
      const mismatched = { outcome: 'REFUSED', reason: 'Offer and bid swapId mismatched' }
      const notSeller = { outcome: 'REFUSED', reason: "Only seller can settle or offer doesn't exist" }
      expect(await vault.settleOffer(swapId, [{ ...own, swapId: swapId + 1n }])).toEqual(mismatched)
      expect(await bidder.settleOffer(swapId, [own])).toEqual(notSeller)
      expect(await vault.settleOffer(9_999n, [own])).toEqual(notSeller)
    })

    it('takes bids in order until nothing is left, over several calls, and clears the offer then', async () => {
      const { chain, vault, bidder, usdc, call, value, done, offer, bid, freshNonce } = world()
      const before = { usdc: await value(chain.balance(usdc, bidder.address)), call: await value(chain.balance(call, bidder.address)) }
      const swapId = await offer({ totalSize: 3n * WHOLE })
      const first = await bid({ swapId, nonce: freshNonce(), sellAmount: 8_000_000n, buyAmount: 2n * WHOLE })
      const second = await bid({ swapId, nonce: freshNonce(), sellAmount: 5_000_000n })
      expect(await chain.averagePrice(swapId)).toMatchObject({ outcome: 'REFUSED' })
      await done(vault.settleOffer(swapId, [first]))
      expect((await value(chain.offer(swapId)))?.availableSize).toBe(WHOLE)
      expect(await value(chain.averagePrice(swapId))).toBe(4_000_000n)
      await done(vault.settleOffer(swapId, [second]))
      expect(await value(chain.offer(swapId))).toBeUndefined()
      expect(await value(chain.averagePrice(swapId))).toBe(4_333_333n)
      expect(await value(chain.balance(usdc, bidder.address))).toBe(before.usdc - 13_000_000n)
      expect(await value(chain.balance(call, bidder.address))).toBe(before.call + 3n * WHOLE)
      expect(await chain.check(second)).toEqual({ outcome: 'REFUSED', reason: 'Offer does not exist' })
      expect(await vault.settleOffer(swapId, [second])).toMatchObject({ reason: "Only seller can settle or offer doesn't exist" })
    })

    it('uses up what the contract may take, unless that is without end', async () => {
      const { chain, vault, bidder, usdc, value, done, offer, bid, freshNonce } = world()
      const swapId = await offer()
      for (const [allowed, left] of [
        [5_000_000n, 2_000_000n],
        [ENDLESS, ENDLESS],
      ] as const) {
        await done(bidder.approve(usdc, allowed))
        await done(vault.settleOffer(swapId, [await bid({ swapId, nonce: freshNonce() })]))
        expect(await value(chain.allowance(usdc, bidder.address))).toBe(left)
      }
      await done(bidder.approve(usdc, 1_000_000_000n))
    })

    it('one for which nothing is left or paid leaves those before it undone as well', async () => {
      const { chain, vault, value, offer, bid, freshNonce, usdc, bidder } = world()
      const swapId = await offer()
      const before = await value(chain.balance(usdc, bidder.address))
      const good = await bid({ swapId, nonce: freshNonce() })
      const large = await bid({ swapId, nonce: freshNonce(), buyAmount: 100n * WHOLE, sellAmount: 300_000_000n })
      expect(await vault.settleOffer(swapId, [good, large])).toEqual({ outcome: 'REFUSED', reason: 'BID_EXCEED_AVAILABLE_SIZE' })
      expect(await vault.settleOffer(swapId, [good, good])).toEqual({ outcome: 'REFUSED', reason: 'NONCE_ALREADY_USED' })
      expect((await value(chain.offer(swapId)))?.availableSize).toBe(100n * WHOLE)
      expect(await value(chain.balance(usdc, bidder.address))).toBe(before)
    })
  })

  delegates(world)
}

function delegates(world: () => ChainWorld): void {
  describe('delegates and nonces', () => {
    it('a delegate signs for a wallet while it is authorised, and uses up nonces of its own', async () => {
      const { chain, vault, bidder, value, done, walletOf, offer, bid, freshNonce } = world()
      const delegate = walletOf('24')
      const swapId = await offer()
      const nonce = freshNonce()
      const signed = await bid({ swapId, nonce }, delegate)
      expect(await value(chain.check(signed))).toEqual(['UNAUTHORIZED'])
      await done(bidder.authorize(delegate.address))
      expect(await value(chain.authorizedSigner(bidder.address))).toBe(delegate.address)
      await done(vault.settleOffer(swapId, [signed]))
      expect(await value(chain.isNonceUsed(delegate.address, nonce))).toBe(true)
      expect(await value(chain.isNonceUsed(bidder.address, nonce))).toBe(false)
      await done(bidder.revoke())
      expect(await value(chain.authorizedSigner(bidder.address))).toBeUndefined()
      expect(await value(chain.check(await bid({ swapId, nonce: freshNonce() }, delegate)))).toEqual(['UNAUTHORIZED'])
    })

    it('nonces are used one by one, in any order', async () => {
      const { chain, value, done, walletOf } = world()
      const wallet = walletOf('88')
      await done(wallet.cancelNonces([99_999_999n, 256n, 2n ** 256n - 1n, 0n]))
      const used = [0n, 1n, 255n, 256n, 257n, 99_999_998n, 99_999_999n, 2n ** 256n - 2n, 2n ** 256n - 1n]
      const answers = await Promise.all(used.map((one) => value(chain.isNonceUsed(wallet.address, one))))
      expect(answers).toEqual([true, false, false, true, false, false, true, false, true])
    })
  })
}
