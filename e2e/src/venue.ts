/** A simulated venue, with its answer to the next block set by the test. */
import type { Product } from './product.ts'

export async function refuseNextBlock({ demo }: Product, message: string, venue: 'DBT' | 'BYB' | 'BIT' = 'DBT'): Promise<void> {
  const body = JSON.stringify({ venue, code: 10009, message })
  const headers = { 'content-type': 'application/json' }
  const { status } = await fetch(`${demo.venueControl}/reject-next`, { method: 'POST', body, headers })
  if (status !== 204) throw new Error(`the venue would not be told: ${status}`)
}
