/** Clients in the name of a person, beside the window of that person. */
import { type Client, createClient } from '@parley/client'
import { accountCalls } from '@parley/contracts'
import type { Page } from 'playwright-core'
import type { Product } from '../product.ts'
import type { NewUser } from './operator.ts'

type Address = Pick<Product, 'baseUrl'>

/** A client that has signed in, as another program of the same person. */
export async function clientOf({ baseUrl }: Address, { email, password }: NewUser, totp?: string): Promise<Client> {
  let token: string | undefined
  const client = createClient({ baseUrl, credentials: { kind: 'session', token: () => token, onToken: (next) => void (token = next) } })
  const body = { email, password, ...(totp === undefined ? {} : { totp_token: totp }) }
  token = (await client.call(accountCalls.login, { body })).token
  return client
}

/** A client with the session of the person signed in on the page; what it is answered leaves the page's token as it is. */
export async function clientAt({ baseUrl }: Address, page: Page): Promise<Client> {
  const token = await page.evaluate(() => localStorage.getItem('token') ?? undefined)
  return createClient({ baseUrl, credentials: { kind: 'session', token: () => token, onToken: () => undefined } })
}
