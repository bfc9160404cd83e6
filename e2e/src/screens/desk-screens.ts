/** The dashboard for docs/desk-administration.md, with content in each section. */
import { deskCalls } from '@parley/contracts'
import type { Browser, Page } from 'playwright-core'
import type { sizes } from '../browser.ts'
import type { Product } from '../product.ts'
import { confirm, dialogOf, openDashboard, openSection, rowOf } from '../account/desk-work.ts'
import { clientOf } from '../account/session-client.ts'

type Keep = (page: Page, name: string) => Promise<void>
const views: readonly { readonly size: keyof typeof sizes; readonly theme: string; readonly suffix: string }[] = [
  { size: 'desk', theme: 'light', suffix: '-light' },
  { size: 'phone', theme: 'dark', suffix: '-phone' },
]

export async function dashboardScreens(browser: Browser, product: Product, keep: Keep): Promise<void> {
  const administratorOf = (desk: string) => product.demo.users.find((one) => one.role === 'administrator' && one.desk === desk)!
  const linden = await clientOf(product, administratorOf('LIND'))
  const { page } = await openDashboard(browser, product, administratorOf('AMBR'))
  await openSection(page, 'counterparties')
  for (const desk of ['Linden', 'Halyard', 'Kestrel']) await confirm(page, `Withdraw ${desk}`, 'Withdraw')
  await rowOf(page, 'Halyard').getByRole('button', { name: 'Ask Halyard' }).click()
  await linden.call(deskCalls.askCounterparty, { params: { desk: 'AMBR' } })
  await page.reload()
  await rowOf(page, 'Linden').getByText('Waiting for you').waitFor()
  await keep(page, 'dashboard-counterparties')
  await invite(page, 'grace.miller@amberroad.example')
  await keep(page, 'dashboard-members')
  await openSection(page, 'api-keys')
  await page.getByRole('button', { name: 'New key' }).click()
  await dialogOf(page, 'New API key').getByLabel('Name').fill('quoter')
  await dialogOf(page, 'New API key').getByRole('button', { name: '90 days' }).click()
  await dialogOf(page, 'New API key').getByRole('button', { name: 'Create key' }).click()
  await dialogOf(page, 'Secret of quoter').waitFor()
  await keep(page, 'dashboard-secret')
  await dialogOf(page, 'Secret of quoter').getByLabel('I have stored it').check()
  await page.getByRole('button', { name: 'Done' }).click()
  for (const section of ['venue-accounts', 'audit-log'] as const) {
    await openSection(page, section)
    await keep(page, `dashboard-${section}`)
  }
  await page.goto('/dashboard/')
  await keep(page, 'dashboard-overview')
  for (const { size, theme, suffix } of views) {
    const other = await openDashboard(browser, product, administratorOf('AMBR'), size)
    await other.page.evaluate((chosen) => localStorage.setItem('theme', chosen), theme)
    await other.page.reload()
    await other.page.getByText('Counterparty awaits your approval').waitFor()
    await keep(other.page, `dashboard-overview${suffix}`)
    await openSection(other.page, 'members')
    await keep(other.page, `dashboard-members${suffix}`)
  }
}

async function invite(page: Page, email: string): Promise<void> {
  await openSection(page, 'members')
  await page.getByRole('button', { name: 'Invite' }).click()
  const dialog = dialogOf(page, 'Invite to the desk')
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await dialog.waitFor({ state: 'detached' })
}
