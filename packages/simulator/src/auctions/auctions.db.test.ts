/** The demo's auctions end to end: a vault that sells on the embedded chain, desks that bid through the public API, and what each desk can see. */
import { createClient, vaultCalls, type AuctionView } from '@parley/client'
import { createEvmChain } from '@parley/chain'
import { createServer, unhurried } from '@parley/server'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { ownDatabase } from '../../test/own-database.ts'
import { seed as seedDesks } from '../demo/seed.ts'
import { roster, VAULT, walletKeyOf, walletNameOf } from '../demo/roster.ts'
import { openAuctionMarket } from '../evm/auction-market.ts'
import { createTimers } from '../desks/timers.ts'
import { startAuctionDesks } from './start-auction-desks.ts'

const NOBODY = '0x0000000000000000000000000000000000000000'
const closing: (() => unknown)[] = []
afterAll(async () => {
  for (const close of closing.toReversed()) await close()
})

let auctions: () => Promise<readonly AuctionView[]>
const problems: string[] = []
beforeAll(async () => {
  const database = await ownDatabase('auctions')
  closing.push(database.drop)
  const market = await openAuctionMarket({ seed: 3, mining: { everyMs: 100 } })
  closing.push(market.close)
  const bidding = roster.filter(({ bidsForOptions, isSimulated }) => bidsForOptions && isSimulated)
  for (const desk of bidding) await market.fund(walletKeyOf(desk))
  const { url, chainId, swap } = market.place
  const chain = createEvmChain({ url, chainId: BigInt(chainId), swap, pollMs: 50 })
  const server = await createServer({
    ...{ dataDir: database.dataDir, databaseUrl: database.url, port: 0, rates: unhurried },
    auctions: { chain, confirmations: 2, referrer: NOBODY, transactionUrl: null, isSimulated: true },
  })
  closing.push(server.close)
  const { desks } = await seedDesks(server.operator, undefined, { baseUrl: server.baseUrl, chain: market.place })
  const login = (ticker: string) => {
    const { accessKey, secretKey } = desks.find((desk) => desk.ticker === ticker)!
    return { ticker, trades: 'MAKER', accessKey, secretKey, account: 'prop-1' } as const
  }
  const trading = startAuctionDesks({
    ...{ baseUrl: server.baseUrl, seed: 3, auctionTimers: createTimers(), market, accountFor: walletNameOf },
    vaults: [{ ...login(VAULT), wallet: market.vault, awards: 'ONE', pace: { firstAfterMs: 0, everyMs: 600_000, lastsMs: 11_000 } }],
    index: (underlying) => (underlying === 'BTC' ? 90_000 : 3_000),
    worth: ({ underlying }) => (underlying === 'BTC' ? 900 : 30),
    bidders: bidding.map((desk) => ({ ...login(desk.ticker), walletKey: walletKeyOf(desk) })),
    onProblem: (desk, error) => problems.push(`${desk}: ${String(error)}`),
  })
  closing.push(trading.stop)
  const reader = createClient({ baseUrl: server.baseUrl, credentials: { kind: 'key', ...login('LARK') } })
  auctions = async () => (await reader.call(vaultCalls.listAuctions, { query: {} })).results
}, 120_000)

it('19.10 19.11 19.14 a vault sells to the best of its bidders, the chain settles it, and all desks read the price', async () => {
  await vi.waitFor(async () => expect((await auctions()).map(({ outcome }) => outcome)).toContain('SOLD'), {
    timeout: 90_000,
    interval: 200,
  })
  const all = await auctions()
  const sold = all.find(({ outcome }) => outcome === 'SOLD')
  // The next auction was announced as this one began.
  expect(all.map(({ status }) => status).toSorted()).toEqual(['COMING', 'EXPIRED'])
  expect(sold).toMatchObject({ status: 'EXPIRED', vault: VAULT, result: { quantity: sold!.quantity } })
  expect(Number(sold!.result!.clearing_price)).toBeGreaterThanOrEqual(Number(sold!.min_price))
  expect(sold!.result!.transaction_ids).toHaveLength(1)
  expect(problems).toEqual([])
})
