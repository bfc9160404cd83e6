import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withTestDatabase } from '../../test/database.ts'
import { startTestProduct, type TestProduct } from '../../test/product.ts'

const database = withTestDatabase()
let product: TestProduct
beforeAll(async () => {
  const rates = { requestsPerDesk: { most: 20, withinMs: 2_000 }, rfqsPerDesk: { most: 2, withinMs: 3_000 } }
  product = await startTestProduct(database.url, { rates })
})
afterAll(() => product.close())

const ask = () => product.signed('POST', '/v2/drfq/rfqs/', '{}')

describe('a desk that asks too often', () => {
  // Proves W 2.10.
  it('tells when to try again, in the message, in a header and by code', async () => {
    expect([(await ask()).status, (await ask()).status]).toEqual([400, 400])
    const held = await ask()
    expect(held).toMatchObject({
      status: 429,
      json: { code: 429, error: 'RateLimited', message: "Desk's ratelimit reached. Expected available in 3 seconds." },
      headers: { 'retry-after': '3' },
    })
    product.clock.now += 3_000
    expect((await ask()).status).toBe(400)
  })

  it('is held over all its keys, and no other desk is', async () => {
    product.clock.now += 60_000
    const second = await product.server.operator.createApiKey('ORRY', 'second')
    for (let call = 0; call < 20; call++) expect((await product.signed('GET', '/v2/drfq/echo/')).status).toBe(200)
    expect((await product.signed('GET', '/v2/drfq/echo/', '', second)).status).toBe(429)
    const other = await product.server.operator.createApiKey('KEST', 'bot')
    expect((await product.signed('GET', '/v2/drfq/echo/', '', other)).status).toBe(200)
  })
})

describe('the platform', () => {
  const state = async () => ((await product.signed('GET', '/v2/drfq/platform_state/')).json as { state: string }).state

  // Proves W 2.15.
  it('goes through its states in one order, and takes what each allows', async () => {
    product.clock.now += 60_000
    const { operator } = product.server
    expect(await state()).toBe('AVAILABLE')
    await expect(operator.setPlatformState('AVAILABLE_CANCEL_ONLY')).rejects.toThrow(
      'The platform is AVAILABLE; the next state must be UNAVAILABLE.',
    )

    await operator.setPlatformState('UNAVAILABLE')
    expect(await state()).toBe('UNAVAILABLE')
    expect(await ask()).toMatchObject({ status: 503, json: { error: 'Unavailable' }, headers: { 'retry-after': '5' } })
    expect((await product.signed('DELETE', '/v2/drfq/orders/')).status).toBe(503)

    await operator.setPlatformState('AVAILABLE_CANCEL_ONLY')
    expect((await ask()).status).toBe(503)
    expect((await product.signed('DELETE', '/v2/drfq/orders/')).status).toBe(200)

    await operator.setPlatformState('AVAILABLE')
    product.clock.now += 60_000
    expect((await ask()).status).toBe(400)
  })
})
