/** Clients that act for a user, in addition to the user's window. */
import { type Client, createClient } from '@parley/client'
import { accountCalls } from '@parley/contracts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Product } from '../product.ts'
import type { NewUser } from './operator.ts'

type Address = Pick<Product, 'baseUrl'>

/** A client that has signed in, like another program of the same user. */
export async function clientOf({ baseUrl }: Address, { email, password }: NewUser, totp?: string): Promise<Client> {
  let token: string | undefined
  const client = createClient({ baseUrl, credentials: { kind: 'session', token: () => token, onToken: (next) => void (token = next) } })
  const body = { email, password, ...(totp === undefined ? {} : { totp_token: totp }) }
  token = (await client.call(accountCalls.login, { body })).token
  return client
}

/** A client with the session of the user who is signed in on the page. Its responses do not change the page's token. */
export async function clientAt({ baseUrl }: Address, page: Page): Promise<Client> {
  const token = await page.evaluate(() => localStorage.getItem('token') ?? undefined)
  return createClient({ baseUrl, credentials: { kind: 'session', token: () => token, onToken: () => undefined } })
}

/**
 * From here on, the session of the page has only the password confirmed. The page itself sends the call: a client gives up after five seconds, which
 * a password hash can take on a busy machine.
 */
export async function proveByPasswordAlone(page: Page, { password }: NewUser): Promise<void> {
  const proof = await page.evaluate(async (typed) => {
    const headers = { authorization: `Token ${localStorage.getItem('token')}`, 'content-type': 'application/json' }
    const response = await fetch('/account/password-check/', { method: 'POST', headers, body: JSON.stringify({ password: typed }) })
    return (await response.json()) as unknown
  }, password)
  expect(proof).toMatchObject({ with_factor: false })
}
