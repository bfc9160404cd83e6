import { describe, expect, it } from 'vitest'
import { WHOLE, type ChainWorld } from './harness.ts'

const NO_HASH: `0x${string}` = `0x${'12'.repeat(32)}`

export function transactions(world: () => ChainWorld): void {
  describe('a transaction', () => {
    it('waits, is mined, and is confirmed by the blocks after it', async () => {
      const { chain, vault, value, mine, offer, bid, freshNonce } = world()
      const swapId = await offer()
      const own = await bid({ swapId, nonce: freshNonce() })
      const hash = await value(vault.settleOffer(swapId, [own]))
      expect(await value(chain.transaction(hash))).toEqual({ state: 'PENDING' })
      expect(await value(chain.isNonceUsed(own.signerWallet, own.nonce))).toBe(false)
      const before = await value(chain.newestBlock())
      await mine()
      const { signature: _signature, ...fields } = own
      const mined = { state: 'MINED', block: before + 1n, swaps: [{ ...fields, feeAmount: 0n }], offers: [] }
      expect(await value(chain.transaction(hash))).toEqual({ ...mined, confirmations: 1 })
      await mine()
      expect(await value(chain.newestBlock())).toBe(before + 2n)
      expect(await value(chain.transaction(hash))).toEqual({ ...mined, confirmations: 2 })
      expect(await value(chain.isNonceUsed(own.signerWallet, own.nonce))).toBe(true)
      expect(await value(chain.transaction(NO_HASH))).toEqual({ state: 'UNKNOWN' })
    })

    it('that creates an offer returns its number', async () => {
      const { chain, vault, value, done, terms } = world()
      const first = await value(chain.transaction(await done(vault.createOffer(terms))))
      const second = await value(chain.transaction(await done(vault.createOffer(terms))))
      expect([first, second]).toMatchObject([
        { state: 'MINED', swaps: [] },
        { state: 'MINED', swaps: [] },
      ])
      const [one, other] = [first, second].map((made) => (made.state === 'MINED' ? made.offers : []))
      expect([one!.length, other]).toEqual([1, [one![0]! + 1n]])
    })

    it('that reverts returns the reason of the contract, and changes nothing', async () => {
      const { chain, vault, bidder, usdc, value, done, mine, offer, bid, freshNonce } = world()
      const swapId = await offer()
      const own = await bid({ swapId, nonce: freshNonce() })
      // Both are in one block: when the settlement was sent, nothing was wrong with it yet.
      await value(bidder.approve(usdc, 0n))
      const hash = await value(vault.settleOffer(swapId, [own]))
      await mine()
      expect(await value(chain.transaction(hash))).toMatchObject({
        ...{ state: 'REVERTED', reason: 'ERC20: insufficient allowance', confirmations: 1 },
      })
      expect(await value(chain.allowance(usdc, bidder.address))).toBe(0n)
      expect(await value(chain.check(own))).toEqual(['SIGNER_ALLOWANCE_LOW'])
      expect((await value(chain.offer(swapId)))?.availableSize).toBe(100n * WHOLE)
      await done(bidder.approve(usdc, 1_000_000_000n))
    })

    it('that was mined is pending again when its block is removed, and is mined again', async () => {
      const { chain, vault, bidder, usdc, value, mine, reorganise, offer, bid, freshNonce } = world()
      const swapId = await offer()
      const before = await value(chain.balance(usdc, bidder.address))
      const hash = await value(vault.settleOffer(swapId, [await bid({ swapId, nonce: freshNonce() })]))
      await mine()
      expect(await value(chain.balance(usdc, bidder.address))).toBe(before - 3_000_000n)
      await reorganise()
      expect(await value(chain.transaction(hash))).toEqual({ state: 'PENDING' })
      expect(await value(chain.balance(usdc, bidder.address))).toBe(before)
      await mine()
      expect(await value(chain.transaction(hash))).toMatchObject({ state: 'MINED', confirmations: 1 })
      expect(await value(chain.balance(usdc, bidder.address))).toBe(before - 3_000_000n)
    })
  })
}
