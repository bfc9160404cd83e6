/** Random auctions on the embedded chain, compared with our own ledger: every balance matches the trades to the unit, whatever the chain does. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { openAuctionChain, WHOLE } from '../../test/auction-chain.ts'

const BIDDERS = ['11', '22', 'cc'] as const
/** More than a wallet can spend in all runs: 12 auctions of 60 options at 9 USDC. */
const MINTED = 100_000_000_000n

type Drawn = { readonly bidder: number; readonly contracts: bigint; readonly price: bigint }

const bid = fc.record<Drawn>({
  bidder: fc.nat({ max: BIDDERS.length - 1 }),
  contracts: fc.bigInt({ min: 1n, max: 40n }),
  price: fc.bigInt({ min: 2_500_000n, max: 9_000_000n }),
})
const auction = fc.record({ total: fc.bigInt({ min: 1n, max: 60n }), bids: fc.array(bid, { minLength: 1, maxLength: 6 }) })

it('balances after random auctions match the trades, even if blocks are removed', async () => {
  const world = await openAuctionChain()
  const { chain, node, vault, usdc, call, value, done } = world
  const wallets = BIDDERS.map((key) => world.walletOf(key))
  for (const wallet of wallets) {
    await world.deployer.mint(usdc, wallet.address, MINTED)
    await done(wallet.approve(usdc, MINTED))
  }
  const balances = () =>
    Promise.all([...wallets, vault].flatMap(({ address }) => [value(chain.balance(usdc, address)), value(chain.balance(call, address))]))
  const expected = await balances()
  let nonce = 0n

  const settle = async (swapId: bigint, left: bigint, { bidder, contracts, price }: Drawn): Promise<bigint> => {
    const wallet = wallets[bidder]!
    const members = { swapId, nonce: ++nonce, signerWallet: wallet.address, sellAmount: price * contracts, buyAmount: contracts * WHOLE }
    const signed = await world.bid(members, wallet)
    const works = contracts <= left && price >= world.terms.minPrice
    if (left > 0n) expect((await value(chain.check(signed))).length === 0).toBe(works)
    expect((await vault.settleOffer(swapId, [signed])).outcome).toBe(works ? 'DONE' : 'REFUSED')
    if (!works) return left
    await node.mine()
    if (nonce % 2n === 0n) {
      await node.reorganise()
      await node.mine()
    }
    const paid = price * contracts
    expected[2 * bidder]! -= paid
    expected[2 * bidder + 1]! += contracts * WHOLE
    expected[2 * wallets.length]! += paid
    expected[2 * wallets.length + 1]! -= contracts * WHOLE
    return left - contracts
  }

  await fc.assert(
    fc.asyncProperty(auction, async ({ total, bids }) => {
      const swapId = await world.offer({ totalSize: total * WHOLE })
      let left = total
      for (const drawn of bids) left = await settle(swapId, left, drawn)
      expect(await balances()).toEqual(expected)
    }),
    // Runs share one chain, so a failure is shown as drawn, without shrinking.
    { numRuns: 12, endOnFailure: true },
  )
  await node.close()
})
