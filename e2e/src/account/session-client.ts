/** Clients in the name of a person, beside the window of that person. */
import { type Client, createClient } from '@parley/client'
import { accountCalls } from '@parley/contracts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
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

/**
 * From then on the session of the page has proved the password alone. The page itself asks: a client gives up after five seconds, which the hash of
 * a password can take on a busy machine.
 */
export async function proveByPasswordAlone(page: Page, { password }: NewUser): Promise<void> {
  const proof = await page.evaluate(async (typed) => {
    const headers = { authorization: `Token ${localStorage.getItem('token')}`, 'content-type': 'application/json' }
    const response = await fetch('/account/password-check/', { method: 'POST', headers, body: JSON.stringify({ password: typed }) })
    return (await response.json()) as unknown
  }, password)
  expect(proof).toMatchObject({ with_factor: false })
}
