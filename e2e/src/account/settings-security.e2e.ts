import { readFileSync } from 'node:fs'
import type { Browser, Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { seriousFindings } from '../accessibility.ts'
import { openSession, openWindow } from '../browser.ts'
import type { Product } from '../product.ts'
import { withProductAndBrowser } from '../product-and-browser.ts'
import { authenticatorFor } from './authenticator.ts'
import { createUser, type NewUser } from './operator.ts'
import { closeDialogs, openSettings, settings } from './settings-work.ts'

let product: Product
let browser: Browser

withProductAndBrowser((opened) => ({ product, browser } = opened), 'kept')

/** One user goes through the whole section. The second test continues with the state that the first one left. */
let user: NewUser
let page: Page
let consoleErrors: readonly string[]
let codes: readonly string[]

beforeAll(async () => {
  user = await createUser(product)
  const person = await openWindow(browser, product.baseUrl, 'laptop')
  // This page loads faster than the markets.
  await openSession(person, user, '/leaderboard')
  ;({ page, consoleErrors } = person)
})

async function openSecurity(line: string): Promise<Locator> {
  await closeDialogs(page)
  return openSettings(page, 'Security', line)
}

const isSignedOut = (page: Page) => page.getByRole('heading', { name: 'Welcome to Parley' }).waitFor({ timeout: 60_000 })

describe('two-factor authentication', () => {
  const provesIt = async () => {
    const proof = page.getByRole('dialog', { name: 'Confirm it’s you' })
    await proof.getByLabel('Password', { exact: true }).fill(user.password)
    await proof.getByRole('button', { name: /^Confirm/ }).click()
  }

  // Proves A 4.37 to 4.40, A 7.21, A 8.18, A 8.20, A 11.8.
  it('is set up only with a valid code of the app, and shows backup codes once to copy and download', async () => {
    const set = await openSecurity('Two-Factor Authentication')
    await set.getByRole('button', { name: 'Set up' }).click()
    await provesIt()
    await set.getByRole('img', { name: 'QR code for your authentication app' }).waitFor()
    const key = (await set.locator('code').textContent())!.replaceAll(' ', '')
    const app = authenticatorFor(`otpauth://totp/Parley?secret=${key}`)
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
    await dialog.getByRole('button', { name: 'Done' }).click()
    const status = settings(page, 'Two-Factor Authentication')
    await status.getByText('Two-factor authentication is active').waitFor()

    // The views that follow are tested without a browser. Here they are only drawn.
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
    await dialog.getByText(/^9 of 10 are left/).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.unroute(backups)
    await dialog.getByRole('button', { name: 'Done' }).click()
    await status.getByRole('button', { name: /^Deactivate/ }).click()
    const deactivation = settings(page, 'Deactivate')
    await deactivation.getByLabel('Password', { exact: true }).fill(user.password)
    await deactivation.getByRole('button', { name: /^Next/ }).click()
    await deactivation.getByText(`A code was sent to ${user.email}.`).waitFor()
    expect(await seriousFindings(page)).toEqual([])

    const change = await openSecurity('Change Password')
    await change.getByLabel('Old password', { exact: true }).fill('not the password')
    for (const label of ['New password', 'Confirm new password'])
      await change.getByLabel(label, { exact: true }).fill('copper meadow 41 tide')
    await change.getByRole('button', { name: /^Save/ }).click()
    await expect.poll(() => change.getByLabel('Old password', { exact: true }).getAttribute('aria-invalid')).toBe('true')
    expect(await seriousFindings(page)).toEqual([])
  })
})

describe('all sessions', () => {
  // Proves A 2.95, A 4.49.
  it('are all terminated after a confirmation, including this one and one that began with a backup code, without errors', async () => {
    const other = await openWindow(browser, product.baseUrl, 'laptop')
    await openSession(other, { ...user, totp_token: codes[0]! }, '/leaderboard')
    await other.page.getByRole('heading', { name: 'Leaderboard', level: 1 }).waitFor()
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
