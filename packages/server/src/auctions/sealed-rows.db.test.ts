/** Signatures of bids and keys of the perpetuals venue are in plain in no table and no log while an auction runs. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { textOfTables } from '../../test/all-tables.ts'
import { bodyOf, openAuctionProduct, signatureOf, type AuctionProduct } from '../../test/auction-product.ts'
import { withTestDatabase } from '../../test/database.ts'
import { createPaperParadex, paperOrder } from '../../test/paper-paradex.ts'
import { signatureHeaders } from '../../test/product.ts'

const database = withTestDatabase()
const SUBKEY = `0x${'5ec2e7'.repeat(10)}`
let product: AuctionProduct
const planted = new Map<string, string>()
beforeAll(async () => {
  product = await openAuctionProduct(database.url, undefined, { paradex: createPaperParadex(() => 1_800_000_000_000) })
  await bidAndTrade()
})
afterAll(() => product.close())

async function bidAndTrade(): Promise<void> {
  const { desk, kest, orry, price, auction: open } = product
  const auction = await open()
  for (const [who, name] of [
    [kest, 'a bid'],
    [orry, 'a bid under a key of its own'],
  ] as const) {
    const priced = await price(who, auction, '1.2')
    const signature = await signatureOf(who.wallet, priced)
    planted.set(`the signature of ${name}`, signature)
    const path = `/v1/vrfq/rfqs/${auction.id}/quotes/`
    const body = JSON.stringify({ ...bodyOf(priced), signature })
    const headers = signatureHeaders(who.key, desk.product.clock.now, 'POST', path, body)
    const more = who === orry ? { 'idempotency-key': 'planted' } : {}
    expect((await desk.product.send('POST', path, { headers: { ...headers, ...more }, body })).status).toBe(201)
  }
  planted.set('the subkey of a perpetuals account', SUBKEY)
  const account = { venue: 'PRDX' as const, name: 'perps', isDefault: true, clientId: '0x1', clientSecret: SUBKEY }
  await desk.product.server.operator.addVenueAccount('ORRY', account)
  const order = { market: paperOrder.market, side: 'SELL', kind: 'MARKET', quantity: '0.5' }
  expect((await desk.by(orry.key, 'POST', '/v2/perpetuals/orders/', order)).status).toBeGreaterThanOrEqual(400)
}

const foundIn = (text: string): readonly string[] => {
  const lowered = text.toLowerCase()
  const isIn = (secret: string) => lowered.includes(secret) || lowered.includes(Buffer.from(secret).toString('hex'))
  return [...planted].filter(([, secret]) => isIn(secret.toLowerCase())).map(([name]) => name)
}

describe('while an auction runs', () => {
  it('19.8 no table has them in plain', async () => {
    const tables = await textOfTables(database.sql)
    const found = [...tables].flatMap(([name, text]) => foundIn(text).map((secret) => `${secret} in ${name}`))
    expect([planted.size, found]).toEqual([3, []])
  })

  it('19.8 no line of the log has them', () => {
    expect(foundIn(`…${[...planted.values()].join(' ')}…`)).toHaveLength(3)
    expect(foundIn(product.desk.product.logged())).toEqual([])
  })
})
