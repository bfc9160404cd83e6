import { readFileSync } from 'node:fs'
import { accountCalls, factorCalls } from '@parley/contracts'
import type { Browser, Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { seriousFindings } from '../accessibility.ts'
import { openSession, type Person } from '../browser.ts'
import type { Product } from '../product.ts'
import { withProductAndBrowser } from '../product-and-browser.ts'
import { sits } from '../protection/desks.ts'
import { authenticatorFor, type Authenticator } from './authenticator.ts'
import { emailTo } from './emails.ts'
import { createUser, type NewUser } from './operator.ts'
import { clientAt, clientOf } from './session-client.ts'
import { closeDialogs, openSettings, settings } from './settings-work.ts'
import { plugInAuthenticator } from './virtual-authenticator.ts'

let product: Product
let browser: Browser

withProductAndBrowser((opened) => ({ product, browser } = opened), 'kept')

/** One user goes through the whole section. Each test continues with the state that the previous one left. */
let user: NewUser
let page: Page
let consoleErrors: readonly string[]
/** The same user in another window. */
let other: Person
let app: Authenticator
let codes: readonly string[]

beforeAll(async () => {
  user = await createUser(product)
  const person = await signedIn()
  ;({ page, consoleErrors } = person)
  await plugInAuthenticator(person)
})

const signedIn = (): Promise<Person> => sits(browser, product, user, 'laptop')

async function openSecurity(line: string): Promise<Locator> {
  await closeDialogs(page)
  return openSettings(page, 'Security', line)
}

const isSignedOut = (page: Page) => page.getByRole('heading', { name: 'Welcome to Parley' }).waitFor({ timeout: 60_000 })

describe('active sessions', () => {
  // Proves A 4.48.
  it('are listed with this one marked; a terminated one is signed out immediately', async () => {
    other = await signedIn()
    const dialog = await openSecurity('Active Sessions')
    const rows = dialog.getByRole('listitem')
    await expect.poll(() => rows.count()).toBe(2)
    expect(await rows.first().textContent()).toMatch(/This session$/)
    expect(await rows.nth(1).textContent()).toMatch(/\d\d [A-Z][a-z]{2} \d\d/)
    await rows
      .nth(1)
      .getByRole('button', { name: /^Terminate/ })
      .click()
    await isSignedOut(other.page)
    await expect.poll(() => rows.count()).toBe(1)
  })
})

describe('passkeys', () => {
  // Proves A 11.10.
  it('are added with a name, renamed and removed', async () => {
    const dialog = await openSecurity('Passkeys')
    await dialog.getByText('No passkeys yet').waitFor()
    await dialog
      .getByRole('note')
      .getByText(/Once you add a passkey, your password alone is no longer enough/)
      .waitFor()
    await dialog.getByLabel('Name of the new passkey').fill('Desk laptop')
    await dialog.getByRole('button', { name: 'Add passkey' }).click()
    const row = dialog.getByRole('listitem')
    await row.getByText('Desk laptop').waitFor()
    await dialog
      .getByRole('note')
      .getByText(/Your password alone is not enough\. Add one on a second device too/)
      .waitFor()
    await row.getByRole('button', { name: 'Rename Desk laptop' }).click()
    await row.getByLabel('New name of Desk laptop').fill('Office laptop')
    await row.getByRole('button', { name: 'Save' }).click()
    await row.getByText('Office laptop').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Back' }).click()
    await settings(page, 'Security')
      .getByRole('button', { name: /^Passkeys.*On/ })
      .click()
    await row.getByRole('button', { name: 'Remove Office laptop' }).click()
    await settings(page, 'Remove the passkey?').getByRole('button', { name: 'Remove' }).click()
    await dialog.getByText('No passkeys yet').waitFor()
  })
})

describe('two-factor authentication', () => {
  const provesIt = async () => {
    const proof = page.getByRole('dialog', { name: 'Confirm it’s you' })
    await proof.getByLabel('Password', { exact: true }).fill(user.password)
    await proof.getByRole('button', { name: /^Confirm/ }).click()
  }

  // Proves A 4.37 to 4.40, A 7.21, A 8.18, A 11.8.
  it('is set up only with a valid code of the app, and shows backup codes once to copy and download; each signs in once', async () => {
    const set = await openSecurity('Two-Factor Authentication')
    await set.getByRole('button', { name: 'Set up' }).click()
    await provesIt()
    await set.getByRole('img', { name: 'QR code for your authentication app' }).waitFor()
    const key = (await set.locator('code').textContent())!.replaceAll(' ', '')
    app = authenticatorFor(`otpauth://totp/Parley?secret=${key}`)
    await set.getByLabel('Code', { exact: true }).fill('000000')
    await set.getByRole('button', { name: /^Activate/ }).click()
    await set.getByRole('alert').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await set.getByLabel('Code', { exact: true }).fill(app.code())
    await set.getByRole('button', { name: /^Activate/ }).click()
    const dialog = settings(page, 'Backup Codes')
    const list = dialog.getByRole('list', { name: 'Backup codes' })
    await list.waitFor()
    codes = await list.getByRole('listitem').allTextContents()
    expect(codes).toHaveLength(10)
    expect(await seriousFindings(page)).toEqual([])
    const [file] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'Download' }).click()])
    expect(file.suggestedFilename()).toBe('parley-backup-codes.txt')
    expect(readFileSync(await file.path(), 'utf8')).toContain(codes.join('\n'))
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    // The message is shown for two seconds.
    await Promise.all([
      dialog.getByRole('button', { name: 'Copied' }).waitFor(),
      dialog.getByRole('button', { name: 'Copy codes' }).click(),
    ])
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(codes.join('\n'))

    await clientOf(product, user, codes[0])
    await expect(clientOf(product, user, codes[0])).rejects.toThrow()
    await expect(clientOf(product, user)).rejects.toThrow('Two Factor Authentication code is required')
    const second = await clientOf(product, user, app.code(1))
    expect((await second.call(factorCalls.listBackupCodes, {})).filter((one) => one.is_used)).toHaveLength(1)

    await dialog.getByRole('button', { name: 'Done' }).click()
    await settings(page, 'Two-Factor Authentication').getByText('Two-factor authentication is active').waitFor()
  })

  // Proves A 2.74, A 4.43, A 4.44, A 8.20, A 9.7.
  it('gives new backup codes with the password and the emailed code; the old ones are invalid', async () => {
    const status = await openSecurity('Two-Factor Authentication')
    const backups = '**/account/totp/backups/'
    await page.route(backups, (route) => route.fulfill({ status: 400, json: { non_field_errors: ['They cannot be read now.'] } }))
    await status.getByRole('button', { name: /^Backup Codes/ }).click()
    await status.getByText('They cannot be read now.').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.unroute(backups)
    // Their state ten minutes after they were created.
    const masked = Array.from({ length: 10 }, (_, place) => ({ token: '•••••-•••••', is_used: place === 0 }))
    await page.route(backups, (route) => route.fulfill({ status: 200, json: masked }))
    await status.getByRole('button', { name: /^Backup Codes/ }).click()
    const dialog = settings(page, 'Backup Codes')
    await dialog.getByText(/^9 of 10 are left/).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.unroute(backups)
    await dialog.getByRole('button', { name: 'Generate new codes' }).click()
    await dialog.getByLabel('Password', { exact: true }).fill(user.password)
    await dialog.getByRole('button', { name: /^Next/ }).click()
    await dialog.getByLabel('Code from the email').waitFor()
    await dialog.getByLabel('Code from the email').fill(await mailedCode('create new backup codes'))
    await dialog.getByRole('button', { name: /^Generate new codes/ }).click()
    const list = dialog.getByRole('list', { name: 'Backup codes' })
    await list.waitFor()
    const fresh = await list.getByRole('listitem').allTextContents()
    expect(fresh).toHaveLength(10)
    expect(fresh).not.toContain(codes[0])
    await expect(clientOf(product, user, codes[0])).rejects.toThrow()
    await clientOf(product, user, fresh[0])
  })

  // Proves A 4.41, A 4.42, A 9.6, A 11.8.
  it('is deactivated with the password and the emailed code, and leads back to Security', async () => {
    await (await openSecurity('Two-Factor Authentication')).getByRole('button', { name: /^Deactivate/ }).click()
    const dialog = settings(page, 'Deactivate')
    await dialog.getByLabel('Password', { exact: true }).fill('not the password')
    await dialog.getByRole('button', { name: /^Next/ }).click()
    await dialog.getByRole('alert').waitFor()
    await dialog.getByLabel('Password', { exact: true }).fill(user.password)
    await dialog.getByRole('button', { name: /^Next/ }).click()
    await dialog.getByText(`A code was sent to ${user.email}.`).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await dialog.getByLabel('Code from the email').fill('000000')
    await dialog.getByRole('button', { name: /^Deactivate/ }).click()
    await dialog.getByRole('alert').waitFor()
    await dialog.getByLabel('Code from the email').fill(await mailedCode('turn off two-factor authentication'))
    await dialog.getByRole('button', { name: /^Deactivate/ }).click()
    await dialog.getByText('Two-factor authentication is no longer active.').waitFor()
    await settings(page, 'Security').waitFor()
    await clientOf(product, user)
  })
})

/** The newest email may still be the one for another purpose. */
async function mailedCode(purpose: string): Promise<string> {
  const newest = async () => (await emailTo(product, user.email, 'EmailCode')).text
  await expect.poll(newest).toContain(`Enter this code to ${purpose}`)
  return /\b\d{6}\b/.exec(await newest())![0]
}

describe('changing the password', () => {
  // Proves A 4.33 to 4.35, A 8.16.
  it('is refused with a wrong old password, and keeps this session signed in afterwards', async () => {
    const dialog = await openSecurity('Change Password')
    const [old, fresh, again] = ['Old password', 'New password', 'Confirm new password'].map((label) =>
      dialog.getByLabel(label, { exact: true }),
    ) as [Locator, Locator, Locator]
    const save = dialog.getByRole('button', { name: /^Save/ })
    const next = 'copper meadow 41 tide'
    await old.fill('not the password')
    await fresh.fill(next)
    await again.fill(next)
    await save.click()
    await expect.poll(() => old.getAttribute('aria-invalid')).toBe('true')
    expect(await seriousFindings(page)).toEqual([])
    await old.fill(user.password)
    await save.click()
    await expect.poll(() => old.inputValue()).toBe('')

    await (await clientAt(product, page)).call(accountCalls.getUser, {})
    await expect(clientOf(product, user)).rejects.toThrow()
    user = { ...user, password: next }
    await clientOf(product, user)
  })
})

describe('all sessions', () => {
  // Proves A 2.95, A 4.49.
  it('are all terminated after a confirmation, including this one, without errors', async () => {
    await openSession(other, user)
    await other.page.getByRole('heading', { name: 'Unified Markets' }).waitFor()
    const dialog = await openSecurity('Active Sessions')
    await dialog.getByRole('listitem').nth(1).waitFor()
    const before = consoleErrors.length
    await dialog.getByRole('button', { name: 'Terminate all sessions' }).click()
    expect(await seriousFindings(page)).toEqual([])
    await settings(page, 'End all sessions?').getByRole('button', { name: 'Terminate all' }).click()
    await Promise.all([isSignedOut(page), isSignedOut(other.page)])
    await page.waitForLoadState('networkidle')
    expect(consoleErrors.slice(before)).toEqual([])
  })
})
