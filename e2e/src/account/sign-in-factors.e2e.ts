import type { Client } from '@parley/client'
import { factorCalls } from '@parley/contracts'
import type { Browser, Page } from 'playwright-core'
import { describe, expect, it, vi } from 'vitest'
import { seriousFindings } from '../accessibility.ts'
import { openWindow } from '../browser.ts'
import type { Product } from '../product.ts'
import { withProductAndBrowser } from '../product-and-browser.ts'
import { authenticatorFor, type Authenticator } from './authenticator.ts'
import { emailTo, linkIn } from './emails.ts'
import { createUser, type NewUser } from './operator.ts'
import { clientOf, proveByPasswordAlone } from './session-client.ts'
import { openSettings } from './settings-work.ts'
import { plugInAuthenticator } from './virtual-authenticator.ts'

let product: Product
let browser: Browser

withProductAndBrowser((opened) => ({ product, browser } = opened))

/** Signed in by an API call, like the settings in another window. The running product learns of users created by the operator a moment later. */
const knownClientOf = (user: NewUser): Promise<Client> => vi.waitFor(() => clientOf(product, user), { timeout: 60_000, interval: 500 })

/** With two-factor authentication turned on, and one backup code. */
async function withTwoFactor(user: NewUser): Promise<{ readonly app: Authenticator; readonly backupCode: string }> {
  const client = await knownClientOf(user)
  const { config_url } = await client.call(factorCalls.getTotpQr, {})
  const app = authenticatorFor(config_url)
  await client.call(factorCalls.enableTotp, { body: { totp_token: app.code() } })
  const [backup] = await client.call(factorCalls.listBackupCodes, {})
  return { app, backupCode: backup!.token }
}

const submit = (page: Page) => page.locator('button[type=submit]')
async function enter(page: Page, { email, password }: NewUser): Promise<void> {
  await page.goto('/')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await submit(page).click()
}
const isIn = (page: Page) => page.getByRole('heading', { name: 'Unified Markets' }).waitFor()
const welcome = (page: Page) => page.getByRole('heading', { name: 'Welcome to Parley' }).waitFor()

describe('the second factor', () => {
  // Proves A 1.2, A 2.8 to 2.10, A 4.10, A 11.2.
  it('is requested on a separate screen, and a code of the app signs in', async () => {
    const user = await createUser(product)
    const { app } = await withTwoFactor(user)
    const { page } = await openWindow(browser, product.baseUrl, 'phone')
    await enter(page, user)
    await page.getByRole('heading', { name: 'Enter your authentication code' }).waitFor()
    await page.getByText('Check your authentication app for a sign-in code.').waitFor()
    await page.getByRole('link', { name: /^support@/ }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/twoFA/')
    expect(await seriousFindings(page)).toEqual([])
    for (const short of ['48291', '48291a']) {
      await page.getByLabel('Code').fill(short)
      await submit(page).click()
      await page.getByText('Ensure this field has 6 characters').waitFor()
    }
    const wrong = [...'0123456789'].map((digit) => digit.repeat(6)).find((code) => ![-1, 0, 1].map(app.code).includes(code))!
    await page.getByLabel('Code').fill(wrong)
    await submit(page).click()
    await page.getByText('The authentication code is not valid.').waitFor()
    // The code of this time step was used to turn on two-factor authentication.
    await page.getByLabel('Code').fill(app.code(1))
    await page.keyboard.press('Enter')
    await isIn(page)
  })

  // Proves A 2.6, A 2.7, A 2.11.
  it('keeps email and password in memory only: a reload leads back to the sign-in, and so does the arrow', async () => {
    const user = await createUser(product)
    await withTwoFactor(user)
    const { page } = await openWindow(browser, product.baseUrl)
    await enter(page, user)
    await page.getByLabel('Code').waitFor()
    const kept = await page.evaluate(() => JSON.stringify([location.href, history.state, { ...localStorage }, { ...sessionStorage }]))
    expect(kept).not.toContain(user.password)
    expect(kept).not.toContain(user.email)
    await page.getByRole('link', { name: 'Back to sign in' }).click()
    await welcome(page)
    await page.goForward().catch(() => undefined)
    await page.goto('/twoFA/')
    await welcome(page)
    expect(new URL(page.url()).pathname).toBe('/')
    await enter(page, user)
    await page.getByLabel('Code').waitFor()
    await page.reload()
    await welcome(page)
  })

  // Proves A 11.2.
  it('is required again before a change of the factors, and the change continues after it was given', async () => {
    const user = await createUser(product)
    const { app, backupCode } = await withTwoFactor(user)
    const person = await openWindow(browser, product.baseUrl)
    const { page } = person
    await plugInAuthenticator(person)
    await enter(page, user)
    await page.getByLabel('Code').fill(app.code(1))
    await page.keyboard.press('Enter')
    await isIn(page)
    await proveByPasswordAlone(page, user)

    const settings = await openSettings(page, 'Security', 'Passkeys')
    await settings.getByLabel('Name of the new passkey').fill('Laptop')
    await settings.getByRole('button', { name: 'Add passkey' }).click()
    const proof = page.getByRole('dialog', { name: 'Confirm it’s you' })
    await proof.getByLabel('Code from your authentication app').waitFor()
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('password')
    expect(await seriousFindings(page)).toEqual([])
    await proof.getByRole('button', { name: 'Use a backup code' }).click()
    await proof.getByLabel('Password', { exact: true }).fill('not the password')
    await proof.getByLabel('Backup code').fill(backupCode)
    await proof.locator('button[type=submit]').click()
    await proof.getByText('The password is incorrect.').waitFor()
    await proof.getByLabel('Password', { exact: true }).fill(user.password)
    await proof.locator('button[type=submit]').click()
    await settings.getByRole('list', { name: 'Passkeys' }).getByText('Laptop').waitFor()
  })
})

describe('a forgotten password', () => {
  // Proves A 2.4, A 2.13 to 2.17, A 2.20, A 2.21, A 2.96, A 4.32, A 5.14, A 8.12, A 8.13, A 11.3.
  it('is replaced through the link in an email, and the old one no longer works', async () => {
    const user = await createUser(product)
    const { page } = await openWindow(browser, product.baseUrl)
    await page.goto('/')
    await page.getByRole('link', { name: 'Forgot Password' }).click()
    await page.getByRole('heading', { name: 'Forgot password' }).waitFor()
    await page.keyboard.type(user.email)
    await page.keyboard.press('Enter')
    await page.getByText('Password reset email sent, please check your email.').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.keyboard.press('Enter')
    await welcome(page)
    const link = linkIn(await emailTo(product, user.email, 'PasswordReset'), '/set-password/')

    await page.goto(link)
    await page.getByRole('heading', { name: 'Change your password!' }).waitFor()
    const [first, second] = [page.getByLabel('New password', { exact: true }), page.getByLabel('Confirm new password')]
    await first.fill('1234567890123')
    await second.fill('another thing')
    await submit(page).click()
    await page.getByText('This password is entirely numeric. Use letters too.').waitFor()
    await page.getByText('Passwords do not match').waitFor()
    await first.fill('password1234')
    await second.fill('password1234')
    await submit(page).click()
    // Only the server has the list of common passwords.
    await page.getByText('This password is too common. Choose one that is harder to guess.').waitFor()
    const password = 'cobalt ferry timetable'
    await first.fill(password)
    await second.fill(password)
    await submit(page).click()
    await page.getByRole('heading', { name: 'Password updated!' }).waitFor()
    expect(page.url()).not.toContain('token')
    await page.getByRole('button', { name: 'Go to Parley' }).click()

    await enter(page, user)
    await page.getByText('Unable to log in with provided credentials.').waitFor()
    await enter(page, { ...user, password })
    await isIn(page)

    const later = await openWindow(browser, product.baseUrl)
    await later.page.goto(link)
    await later.page.getByLabel('New password', { exact: true }).fill(password)
    await later.page.getByLabel('Confirm new password').fill(password)
    await submit(later.page).click()
    await later.page.getByText('Password reset failed, try again later...').waitFor()
  })
})
