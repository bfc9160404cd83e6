/** Screenshots of the operator console: the sign-in, every section and the two dialogs that every desk notices, in three sizes. */
import type { Browser, Page } from 'playwright-core'
import { authenticatorFor } from '../account/authenticator.ts'
import { createUser, operator, operatorReading } from '../account/operator.ts'
import { openWindow, sizes } from '../browser.ts'
import type { Product } from '../product.ts'

type Keep = (page: Page, name: string) => Promise<void>

const PASSWORD = 'gravel lantern harbour'
/** The address of a page, with its heading. */
const sections = {
  firms: 'Firms and desks',
  people: 'People',
  access: 'Access',
  announcements: 'Announcements',
  mail: 'Mail queue',
  differences: 'Reconciliation',
  audit: 'Audit log',
} as const

export async function operatorScreens(browser: Browser, product: Product, keep: Keep): Promise<void> {
  const page = await consoleWithWork(browser, product, keep)
  await inEachSize(page, keep, 'operator-overview')
  for (const [section, title] of Object.entries(sections)) {
    await page.goto(`/operator/${section}/`)
    await page.getByRole('heading', { name: title, level: 2 }).first().waitFor()
    await inEachSize(page, keep, `operator-${section}`)
  }
  await page.goto('/operator/')
  for (const [button, name] of [
    ['Announce…', 'operator-announce'],
    ['Halt…', 'operator-halt'],
  ] as const) {
    await page.getByRole('button', { name: button }).click()
    await page.getByRole('dialog').waitFor()
    await inEachSize(page, keep, name)
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  }
  await page.evaluate(() => localStorage.setItem('theme', 'light'))
  await page.reload()
  await page.getByRole('heading', { name: 'Settlements waiting' }).waitFor()
  await keep(page, 'operator-overview-light')
}

async function inEachSize(page: Page, keep: Keep, name: string): Promise<void> {
  for (const [size, suffix] of [
    ['desk', ''],
    ['laptop', '-laptop'],
    ['phone', '-phone'],
  ] as const) {
    await page.setViewportSize(sizes[size])
    await keep(page, `${name}${suffix}`)
  }
  await page.setViewportSize(sizes.desk)
}

/** An operator who is signed in, in an installation in which something has been done. */
async function consoleWithWork(browser: Browser, product: Product, keep: Keep): Promise<Page> {
  const printed = await operatorReading(product, PASSWORD, 'add-operator', '--name', 'l.sand', '--password', '-')
  const app = authenticatorFor(/otpauth:\S+/.exec(printed)![0])
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  const announce = (text: string, ...more: string[]) => operator(product, 'announce', '--text', text, ...more)
  await announce('Release 0.134 is live. Nothing changes for your programs.', '--until', at(12))
  await announce(
    'Deribit is under maintenance from 14:00 to 14:30 UTC.',
    '--kind',
    'MAINTENANCE',
    '--until',
    at(8),
    '--from',
    at(2),
    '--sign-in',
  )
  await announce('Bybit settles late. Trades that wait will settle.', '--kind', 'INCIDENT', '--until', at(1), '--sign-in')
  await operator(product, 'announce', '--withdraw', '3', '--why', 'Bybit is on time again')
  await operator(product, 'restrict-country', '--country', 'KP')
  await operator(product, 'restrict-address', '--address', '203.0.113.0/24', '--why', 'sign-ins from a botnet')
  await operator(product, 'set-rate', '--desk', 'KEST', '--rate', 'requestsPerDesk', '--most', '2000')
  const { email } = await createUser(product, 'non-us', 'viewer')
  await operator(product, 'suspend-user', '--email', email, '--why', 'left the firm')
  await operator(product, 'platform', '--state', 'UNAVAILABLE', '--at', at(6))
  const { page } = await openWindow(browser, product.baseUrl)
  await page.goto('/operator/')
  await page.getByRole('heading', { name: 'Operator console' }).waitFor()
  await inEachSize(page, keep, 'operator-sign-in')
  await page.getByLabel('Name').fill('l.sand')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel(/^Code/).fill(app.code())
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: 'Settlements waiting' }).waitFor()
  return page
}
