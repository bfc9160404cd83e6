import { describe, expect, it } from 'vitest'
import { withTestDatabase } from '../../../test/database.ts'
import { startTestProduct } from '../../../test/product.ts'

const database = withTestDatabase()
const hour = 3_600_000
const day = 24 * hour

describe('a session', () => {
  it('ends after thirty days however much it is used', async () => {
    const product = await startTestProduct(database.url)
    try {
      const began = product.clock.now
      let token = await product.signIn()
      const use = async () => {
        const { status, headers } = await product.send('GET', '/account/user/', { headers: { authorization: `Token ${token}` } })
        token = headers['refreshed-token'] ?? token
        return status
      }
      while (product.clock.now + 11 * hour < began + 30 * day) {
        product.clock.now += 11 * hour
        expect(await use(), `after ${(product.clock.now - began) / hour} hours`).toBe(200)
      }
      product.clock.now = began + 30 * day + 1
      expect(await use()).toBe(401)
    } finally {
      await product.close()
    }
  })
})
