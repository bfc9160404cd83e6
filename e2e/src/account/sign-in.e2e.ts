import { createClient } from '@parley/client'
import { accountCalls, directRfqCalls } from '@parley/contracts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, openWindow, signIn } from '../browser.ts'
import { removeDataDir, startProduct, type DemoUser, type Product } from '../product.ts'

let product: Product
let browser: Browser
let user: DemoUser

beforeAll(async () => {
  product = await startProduct()
  browser = await openBrowser()
  user = product.demo.users[0]!
})

afterAll(async () => {
  await browser?.close()
  await product?.stop()
  if (product !== undefined) removeDataDir(product.dataDir)
})

describe('signing in', () => {
  it('refuses a wrong password in the words of the server, and lets the right one in', async () => {
    const { page } = await openWindow(browser, product.baseUrl)
    await page.goto('/')
    await page.getByLabel('Email').fill(user.email)
    await page.getByLabel('Password', { exact: true }).fill('not the password')
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await page.getByText('Unable to log in with provided credentials.').waitFor()
    await page.getByLabel('Password', { exact: true }).fill(user.password)
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await page.getByRole('heading', { name: 'Unified Markets' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/rfqs')
  })

  it('stays signed in over a reload, remembers the last route, and leaves by Logout', async () => {
    const person = await openWindow(browser, product.baseUrl)
    await signIn(person, user)
    const { page } = person
    await page.goto('/leaderboard')
    await page.getByRole('heading', { name: 'Leaderboard' }).first().waitFor()
    await page.goto('/nowhere')
    await expect.poll(() => new URL(page.url()).pathname).toBe('/leaderboard')
    await page.getByRole('button', { name: /^Settings/ }).click()
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.getByRole('heading', { name: 'Welcome to Parley' }).waitFor()
    await page.goto('/rfqs')
    await page.getByRole('heading', { name: 'Welcome to Parley' }).waitFor()
  })

  it('ends at once when the session is ended elsewhere', async () => {
    const person = await openWindow(browser, product.baseUrl)
    await signIn(person, user)
    const token = await person.page.evaluate(() => localStorage.getItem('token'))
    const other = createClient({
      baseUrl: product.baseUrl,
      credentials: { kind: 'session', token: () => token ?? undefined, onToken: () => undefined },
    })
    await other.call(accountCalls.logout, {})
    await person.page.getByRole('heading', { name: 'Welcome to Parley' }).waitFor({ timeout: 60_000 })
  })

  it('shows a market that is alive within five seconds', async () => {
    const maker = product.demo.desks.filter((desk) => !desk.simulated)[1]!
    const client = createClient({
      baseUrl: product.baseUrl,
      credentials: { kind: 'key', accessKey: maker.accessKey, secretKey: maker.secretKey },
    })
    const { results } = await client.call(directRfqCalls.listRfqs, { query: { role: 'MAKER', page_size: 10 } })
    expect(results.length).toBeGreaterThan(0)
    await expect
      .poll(async () => (await client.call(directRfqCalls.listTape, { query: { page_size: 1 } })).results.length, { timeout: 30_000 })
      .toBeGreaterThan(0)
  })
})
