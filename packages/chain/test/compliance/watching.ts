import { describe, expect, it, vi } from 'vitest'
import { WHOLE, type ChainWorld } from './harness.ts'
import { kinds, PATIENCE, untilRead, watch } from './seen.ts'

export function watching(world: () => ChainWorld): void {
  describe('watching', () => {
    it('reports each event once with its position, before the block is reported as read', async () => {
      const { chain, vault, value, done, offer, bid, freshNonce } = world()
      const { seen, stop } = await watch(world())
      const swapId = await offer({ totalSize: WHOLE })
      const own = await bid({ swapId, nonce: freshNonce() })
      const transaction = await done(vault.settleOffer(swapId, [own]))
      const block = await value(chain.newestBlock())
      await untilRead(seen, block)
      expect(kinds(seen)).toEqual(['SWAP', 'SETTLED'])
      const { signature: _signature, ...fields } = own
      expect(seen.find(([kind]) => kind === 'SWAP')).toMatchObject(['SWAP', { ...fields, feeAmount: 0n }, { transaction, block }])
      expect(seen.find(([kind]) => kind === 'SETTLED')).toMatchObject(['SETTLED', swapId, { transaction, block }])
      const read = seen.findIndex(([kind, at]) => kind === 'BLOCK' && at === block)
      expect(kinds(seen.slice(0, read))).toEqual(['SWAP', 'SETTLED'])
      stop()
    })

    it('reports what a reorganisation removes, and what replaces it', async () => {
      const { chain, vault, value, done, mine, reorganise, offer, bid, freshNonce } = world()
      const { seen, stop } = await watch(world())
      const swapId = await offer({ totalSize: WHOLE })
      await done(vault.settleOffer(swapId, [await bid({ swapId, nonce: freshNonce() })]))
      const block = await value(chain.newestBlock())
      await untilRead(seen, block)
      await reorganise()
      await mine()
      await vi.waitUntil(() => kinds(seen).length === 5, PATIENCE)
      expect(kinds(seen)).toEqual(['SWAP', 'SETTLED', 'REORGANISED', 'SWAP', 'SETTLED'])
      const from = seen.flatMap((each) => (each[0] === 'REORGANISED' ? [each[1]] : []))
      expect(from[0]! <= block).toBe(true)
      const places = seen.flatMap((each) => (each[0] === 'SWAP' ? [each[2]] : []))
      expect(places[0]!.transaction).toBe(places[1]!.transaction)
      expect(places[0]!.blockHash).not.toBe(places[1]!.blockHash)
      stop()
    })

    it('from an earlier block on reports what has happened since', async () => {
      const { chain, vault, value, done, offer, bid, freshNonce } = world()
      const swapId = await offer()
      const from = await value(chain.newestBlock())
      const nonces = [freshNonce(), freshNonce()]
      for (const nonce of nonces) await done(vault.settleOffer(swapId, [await bid({ swapId, nonce })]))
      const { seen, stop } = await watch(world(), from)
      await untilRead(seen, await value(chain.newestBlock()))
      expect(seen.flatMap((each) => (each[0] === 'SWAP' ? [each[1].nonce] : []))).toEqual(nonces)
      stop()
    })

    it('that has ended reports nothing more', async () => {
      const { chain, value, mine } = world()
      const [ended, other] = [await watch(world()), await watch(world())]
      ended.stop()
      await mine()
      await untilRead(other.seen, await value(chain.newestBlock()))
      expect(ended.seen).toEqual([])
      other.stop()
    })
  })
}
