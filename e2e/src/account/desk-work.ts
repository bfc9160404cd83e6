/** An administrator's actions in the dashboard. */
import type { Browser, Locator, Page } from 'playwright-core'
import { openSeat, type Person, type sizes } from '../browser.ts'
import type { DemoUser, Product } from '../product.ts'
import type { NewUser } from './operator.ts'

export type DashboardSection = 'members' | 'counterparties' | 'api-keys' | 'venue-accounts' | 'bounds' | 'audit-log'

/** A member of the desk in the dashboard, in a separate window. */
export async function openDashboard(
  browser: Browser,
  product: Product,
  user: NewUser | DemoUser,
  size: keyof typeof sizes = 'desk',
): Promise<Person> {
  const person = await openSeat(browser, product.baseUrl, user, size, '/dashboard/')
  await person.page.getByRole('heading', { name: 'Overview' }).waitFor()
  return person
}

export async function openSection(page: Page, section: DashboardSection): Promise<void> {
  await page.goto(`/dashboard/${section}/`)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

const sectionTitle: Readonly<Record<DashboardSection, string>> = {
  members: 'Members',
  counterparties: 'Counterparties',
  'api-keys': 'API keys',
  'venue-accounts': 'Venue accounts',
  bounds: 'Pre-trade limits',
  'audit-log': 'Audit log',
}

/** Clicks the link in the open dashboard, like a user who returns to the window: its lists are read again without loading a page. */
export async function goToSection(page: Page, section: DashboardSection): Promise<void> {
  await page.getByRole('navigation', { name: 'Desk' }).locator(`a[href="/dashboard/${section}/"]`).click()
  await page.getByRole('heading', { level: 1, name: sectionTitle[section] }).waitFor()
  await page.evaluate(() => dispatchEvent(new Event('focus')))
}

export const rowOf = (page: Page, words: string): Locator => page.getByRole('row').filter({ hasText: words })

/** The dialog with this title, for finding its buttons and fields. */
export const dialogOf = (page: Page, title: string | RegExp): Locator => page.getByRole('dialog', { name: title })

/** Clicks the first button and then the confirmation. */
export async function confirm(page: Page, ask: string, answer: string): Promise<void> {
  await page.getByRole('button', { name: ask, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: answer, exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}

export type ShownSecret = { readonly accessKey: string; readonly secretKey: string }

/** Reads what is shown once and confirms that it is stored. After a rotation, that is only the secret; the access key is unchanged. */
export async function takeSecret(page: Page, before?: ShownSecret): Promise<ShownSecret> {
  const dialog = dialogOf(page, /^Secret of/)
  const text = async (what: string) => (await dialog.getByLabel(what, { exact: true }).textContent()) ?? ''
  const secretKey = await text('Secret key')
  const shown = { accessKey: before === undefined ? await text('Access key') : before.accessKey, secretKey }
  await dialog.getByLabel('I have stored it').check()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await dialog.waitFor({ state: 'detached' })
  return shown
}
