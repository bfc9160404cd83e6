import { factorCalls } from '@parley/contracts'
import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { seriousFindings } from '../accessibility.ts'
import { openSession, openWindow, type Person } from '../browser.ts'
import type { Product } from '../product.ts'
import { withProductAndBrowser } from '../product-and-browser.ts'
import { authenticatorFor } from './authenticator.ts'
import { emailTo } from './emails.ts'
import { createUser, type NewUser } from './operator.ts'
import { clientAt } from './session-client.ts'
import { openSettings } from './settings-work.ts'
import { plugInAuthenticator, type VirtualAuthenticator } from './virtual-authenticator.ts'

let product: Product
let browser: Browser

withProductAndBrowser((opened) => ({ product, browser } = opened), 'kept')

type Owner = Person & { readonly user: NewUser; readonly device: VirtualAuthenticator }

/** On the user's last page, which loads faster than the markets. */
const signedIn = (page: Page) => page.getByRole('heading', { name: 'Leaderboard', level: 1 }).waitFor()

/** A user who has signed in with the password and added a passkey in the settings. */
async function owner(): Promise<Owner> {
  const person = await openWindow(browser, product.baseUrl)
  const device = await plugInAuthenticator(person)
  const user = await createUser(product)
  await openSession(person, user, '/leaderboard')
  await signedIn(person.page)
  const dialog = await openSettings(person.page, 'Security', 'Passkeys')
  await dialog.getByText('No passkeys yet').waitFor()
  await dialog.getByLabel('Name of the new passkey').fill('Laptop')
  const readAnew = person.page.waitForResponse((response) => new URL(response.url()).pathname === '/account/user/')
  await dialog.getByRole('button', { name: 'Add passkey' }).click()
  await dialog.getByRole('list', { name: 'Passkeys' }).getByText('Laptop').waitFor()
  await readAnew
  return { ...person, user, device }
}

async function leave(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  const dialog = await openSettings(page)
  await dialog.getByRole('button', { name: 'Logout' }).click()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
}

const usePasskey = (page: Page) => page.getByRole('button', { name: 'Sign in with a passkey' }).click()

async function enterPassword(page: Page, { email, password }: NewUser): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

/** One user with one passkey. Each test continues with the state that the previous one left. */
describe('a passkey', () => {
  let ours: Owner
  beforeAll(async () => {
    ours = await owner()
  })

  // Proves A 11.10.
  it('is created once on a device in the settings, reported by email, and signs in by itself, but only its owner', async () => {
    const { page, user, device, consoleErrors } = ours
    expect(await device.count()).toBe(1)
    expect(await seriousFindings(page)).toEqual([])
    expect((await emailTo(product, user.email, 'FactorChanged')).text).toMatch(/passkey/i)
    expect(consoleErrors).toEqual([])
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name of the new passkey').fill('Laptop again')
    await dialog.getByRole('button', { name: 'Add passkey' }).click()
    await dialog.getByText('This device already has a passkey for your account.').waitFor()
    await leave(page)
    await device.recognises('a-stranger')
    await usePasskey(page)
    await page.getByText('No passkey was used.').waitFor()
    await device.recognises('the-owner')
    await usePasskey(page)
    await signedIn(page)
    const { results } = await (await clientAt(product, page)).call(factorCalls.listPasskeys, {})
    expect(results).toMatchObject([{ name: 'Laptop', last_used_at: expect.any(Number) }])
  })

  // Proves A 11.10.
  it('is requested after the password if there is no two-factor, and the password alone grants no access', async () => {
    const { page, user, device } = ours
    await leave(page)
    await enterPassword(page, user)
    await page.getByRole('heading', { name: 'Use your passkey' }).waitFor()
    expect(await page.getByRole('button', { name: 'Use a backup code' }).count()).toBe(0)
    expect(await seriousFindings(page)).toEqual([])
    await device.recognises('a-stranger')
    await page.getByRole('button', { name: 'Use your passkey' }).click()
    await page.getByText('No passkey was used.').waitFor()
    await device.recognises('the-owner')
    await page.getByRole('button', { name: 'Use your passkey' }).click()
    await signedIn(page)
  })

  it('serves as the second factor after the password', async () => {
    const { page, user } = ours
    const client = await clientAt(product, page)
    const { config_url } = await client.call(factorCalls.getTotpQr, {})
    await client.call(factorCalls.enableTotp, { body: { totp_token: authenticatorFor(config_url).code() } })
    await leave(page)
    await enterPassword(page, user)
    await page.getByRole('heading', { name: 'Enter your authentication code' }).waitFor()
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.getByRole('button', { name: 'Use your passkey' }).click()
    await signedIn(page)
  })

  it('that was cloned is refused, because its use count went back, and so is one that was removed', async () => {
    const { page, device } = ours
    await leave(page)
    await device.turnBackTo(1)
    await usePasskey(page)
    await page.getByText('The passkey could not be verified.').waitFor()
    await device.turnBackTo(100)
    await usePasskey(page)
    await signedIn(page)
    const dialog = await openSettings(page, 'Security', 'Passkeys')
    await dialog.getByRole('button', { name: 'Remove Laptop' }).click()
    await page
      .getByRole('alertdialog')
      .or(page.getByRole('dialog', { name: 'Remove the passkey?' }))
      .getByRole('button', { name: 'Remove' })
      .click()
    await dialog.getByText('No passkeys yet').waitFor()
    await leave(page)
    await usePasskey(page)
    await page.getByText('The passkey could not be verified.').waitFor()
  })
})
