/** A simulated venue, for which the test sets the response to the next block and the known keys. */
import type { Product } from './product.ts'

export const refuseNextBlock = (product: Product, message: string, venue: 'DBT' | 'BYB' | 'BIT' | 'DBT-RFQ' = 'DBT'): Promise<void> =>
  order(product, 'reject-next', { venue, code: 10009, message })

/** Takes the simulated Deribit down for its accounts, or opens it again. */
export const maintain = (product: Product, state: 'BEGINS' | 'ENDS'): Promise<void> => order(product, 'maintenance', { state })

/** Delists a perpetual of the simulated Paradex. */
export const endPerpetual = (product: Product, market: string): Promise<void> =>
  order(product, 'perpetuals', { order: 'END_MARKET', market })

/** Makes the token of the next order to the simulated Paradex expire in transit. */
export const endNextToken = (product: Product): Promise<void> => order(product, 'perpetuals', { order: 'END_TOKEN' })

async function order({ demo }: Product, what: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const { status } = await fetch(`${demo.venueControl}/${what}`, { method: 'POST', body: JSON.stringify(body), headers })
  if (status !== 204) throw new Error(`the venue's control refused the request: ${status}`)
}

/** Alters, removes or adds a block in a venue's record. */
export async function tamper({ demo }: Product, tampering: object, venue: 'DBT' | 'BYB' | 'BIT' = 'DBT'): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const { status } = await fetch(`${demo.venueControl}/tamper`, { method: 'POST', body: JSON.stringify({ venue, ...tampering }), headers })
  if (status !== 200) throw new Error(`the venue's record was not altered: ${status}`)
}

/** A key of one of our accounts at the simulated Bybit, created or changed outside the venue's own protocol. */
export const makeBybitKey = (
  product: Product,
  key: { readonly client_id: string; readonly client_secret: string; readonly lacks?: readonly 'BlockTrade'[] },
): Promise<void> => order(product, 'keys', key)
