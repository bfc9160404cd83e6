/** Screenshots of the settings: the most used views, in both themes and on a phone. */
import type { Browser, Page } from 'playwright-core'
import { openWindow, type sizes } from '../browser.ts'
import type { Product } from '../product.ts'
import { authenticatorFor } from '../account/authenticator.ts'
import { createUser } from '../account/operator.ts'
import { openSettings, settings, signInAs } from '../account/settings-work.ts'

type Keep = (page: Page, name: string) => Promise<void>

export async function settingsScreens(browser: Browser, product: Product, keep: Keep): Promise<void> {
  const open = async (size: keyof typeof sizes, theme: 'dark' | 'light'): Promise<Page> => {
    const person = await openWindow(browser, product.baseUrl, size)
    await person.page.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme)
    await signInAs(person, await createUser(product))
    await person.page.getByRole('heading', { name: 'Unified Markets' }).waitFor()
    return person.page
  }
  const page = await open('desk', 'dark')
  await defaultAccounts(page)
  await keep(page, 'default-accounts')
  await page.getByRole('button', { name: 'Back' }).click()
  await keep(page, 'settings')
  await twoFactor(page)
  await keep(page, 'two-factor-set-up')
  await backupCodes(page)
  await keep(page, 'backup-codes')
  const bright = await open('laptop', 'light')
  await defaultAccounts(bright)
  await keep(bright, 'default-accounts-light')
  await bright.keyboard.press('Escape')
  await openSettings(bright, 'Security', 'Active Sessions')
  await keep(bright, 'active-sessions-light')
  const phone = await open('phone', 'dark')
  await phone.getByRole('button', { name: 'More' }).click()
  await openSettings(phone)
  await keep(phone, 'settings-phone')
}

async function defaultAccounts(page: Page): Promise<void> {
  const dialog = await openSettings(page, 'Default Accounts')
  await dialog.getByRole('combobox', { name: 'Default account: BTC futures' }).selectOption({ label: 'No Default Account' })
}

async function twoFactor(page: Page): Promise<void> {
  const dialog = await openSettings(page, 'Security', 'Two-Factor Authentication')
  await dialog.getByRole('button', { name: 'Set up' }).click()
  await dialog.getByRole('img', { name: /QR code/ }).waitFor()
}

async function backupCodes(page: Page): Promise<void> {
  const dialog = settings(page, 'Two-Factor Authentication')
  const key = (await dialog.locator('code').textContent())!.replaceAll(' ', '')
  await dialog.getByLabel('Code', { exact: true }).fill(authenticatorFor(`otpauth://totp/Parley?secret=${key}`).code())
  await page.keyboard.press('Enter')
  await settings(page, 'Backup Codes').getByRole('list', { name: 'Backup codes' }).waitFor()
}
