/** The simulated venue, with its answer to the next block set by the test. */
import type { Product } from './product.ts'

export async function refuseNextBlock({ demo }: Product, message: string): Promise<void> {
  const body = JSON.stringify({ code: 10009, message })
  const headers = { 'content-type': 'application/json' }
  const { status } = await fetch(`${demo.venueControl}/reject-next`, { method: 'POST', body, headers })
  if (status !== 204) throw new Error(`the venue would not be told: ${status}`)
}
