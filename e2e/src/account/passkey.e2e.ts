import { factorCalls } from '@parley/contracts'
import type { Browser, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
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

withProductAndBrowser((opened) => ({ product, browser } = opened))

type Owner = Person & { readonly user: NewUser; readonly device: VirtualAuthenticator }

const signedIn = (page: Page) => page.getByRole('heading', { name: 'Unified Markets' }).waitFor()

/** A user who has signed in with the password and added a passkey in the settings. */
async function owner(): Promise<Owner> {
  const person = await openWindow(browser, product.baseUrl)
  const device = await plugInAuthenticator(person)
  const user = await createUser(product)
  await openSession(person, user)
  await signedIn(person.page)
  const dialog = await openSettings(person.page, 'Security', 'Passkeys')
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

describe('a passkey', () => {
  it('is created in the settings, reported by email, and signs in by itself', async () => {
    const { page, user, device, consoleErrors } = await owner()
    expect(await device.count()).toBe(1)
    expect((await emailTo(product, user.email, 'FactorChanged')).text).toMatch(/passkey/i)
    expect(consoleErrors).toEqual([])
    await leave(page)
    await usePasskey(page)
    await signedIn(page)
    const { results } = await (await clientAt(product, page)).call(factorCalls.listPasskeys, {})
    expect(results).toMatchObject([{ name: 'Laptop', last_used_at: expect.any(Number) }])
  })

  it('can be created once on a device', async () => {
    const { page } = await owner()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name of the new passkey').fill('Laptop again')
    await dialog.getByRole('button', { name: 'Add passkey' }).click()
    await dialog.getByText('This device already has a passkey for your account.').waitFor()
  })

  // Proves A 11.10.
  it('is requested after the password if there is no two-factor, and the password alone grants no access', async () => {
    const { page, user, device } = await owner()
    await leave(page)
    await page.getByLabel('Email').fill(user.email)
    await page.getByLabel('Password', { exact: true }).fill(user.password)
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
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
    const { page, user } = await owner()
    const client = await clientAt(product, page)
    const { config_url } = await client.call(factorCalls.getTotpQr, {})
    await client.call(factorCalls.enableTotp, { body: { totp_token: authenticatorFor(config_url).code() } })
    await leave(page)
    await page.getByLabel('Email').fill(user.email)
    await page.getByLabel('Password', { exact: true }).fill(user.password)
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await page.getByRole('heading', { name: 'Enter your authentication code' }).waitFor()
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.getByRole('button', { name: 'Use your passkey' }).click()
    await signedIn(page)
  })

  it('works only for its owner', async () => {
    const { page, device } = await owner()
    await leave(page)
    await device.recognises('a-stranger')
    await usePasskey(page)
    await page.getByText('No passkey was used.').waitFor()
    await device.recognises('the-owner')
    await usePasskey(page)
    await signedIn(page)
  })

  it('that was cloned is refused: its use count went back', async () => {
    const { page, device } = await owner()
    for (let use = 0; use < 3; use++) {
      await leave(page)
      await usePasskey(page)
      await signedIn(page)
    }
    await leave(page)
    await device.turnBackTo(1)
    await usePasskey(page)
    await page.getByText('The passkey could not be verified.').waitFor()
    await device.turnBackTo(100)
    await usePasskey(page)
    await signedIn(page)
  })

  it('that was removed no longer signs in', async () => {
    const { page } = await owner()
    const dialog = page.getByRole('dialog', { name: 'Passkeys', exact: true })
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
