import { createClient } from '@parley/client'
import { deskCalls, directRfqCalls } from '@parley/contracts'
import type { Browser, Page } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { emptyWindows, openSession, openWindow, type Person } from '../browser.ts'
import type { DemoUser, Product } from '../product.ts'
import { withProductAndBrowser } from '../product-and-browser.ts'
import { confirm, dialogOf, openDashboard, goToSection, rowOf } from './desk-work.ts'
import { createUser, type NewUser } from './operator.ts'
import { clientOf } from './session-client.ts'
import { signInAs } from './settings-work.ts'

let product: Product
let browser: Browser
let administrator: DemoUser

withProductAndBrowser((opened) => ({ product, browser } = opened), 'kept')
/** The dashboard, where most tests are. Other windows that a test opens are emptied after the test. */
let ours: Person
beforeAll(async () => {
  administrator = administratorOf('AMBR')
  ours = await openDashboard(browser, product, administrator)
})
afterEach(async () => {
  await emptyWindows(browser, ours)
})

const administratorOf = (desk: string): DemoUser => product.demo.users.find((one) => one.role === 'administrator' && one.desk === desk)!
/** The button of an empty form gives the reason why it is disabled, so wait for the field instead. */
const signInForm = (page: Page) => page.getByRole('textbox', { name: 'Email' })
const newRfq = (page: Page) => page.getByRole('button', { name: /^New RFQ/ }).first()

describe('the dashboard and the market', () => {
  // Proves A 2.64.
  it('are one session: a sign-in leads to the requested section, the settings lead here, and Logout ends both', async () => {
    const { page, context, consoleErrors } = await openWindow(browser, product.baseUrl)
    const signIn = async (at: Page) => {
      await at.getByLabel('Email').fill(administrator.email)
      await at.getByLabel('Password', { exact: true }).fill(administrator.password)
      await at.getByRole('button', { name: 'Sign In', exact: true }).click()
    }
    await page.goto('/dashboard/members/?show=invitations')
    await signIn(page)
    await page.getByRole('tab', { name: /^Invitations/, selected: true }).waitFor()
    await page.reload()
    await page.getByRole('tab', { name: /^Invitations/, selected: true }).waitFor()
    expect(consoleErrors).toEqual([])

    const market = await context.newPage()
    await market.goto('/rfqs')
    await newRfq(market).waitFor()
    await market.getByRole('button', { name: /^Settings/ }).click()
    const [dashboard] = await Promise.all([context.waitForEvent('page'), market.getByRole('link', { name: 'Dashboard' }).click()])
    await dashboard.getByRole('heading', { name: 'Overview' }).waitFor()
    await dashboard.getByRole('button', { name: 'Logout' }).click()
    await signInForm(dashboard).waitFor()
    expect(new URL(dashboard.url()).pathname).toBe('/')
    await market.reload()
    await signInForm(market).waitFor()
    await signIn(dashboard)
    await dashboard.getByRole('heading', { name: 'Unified Markets' }).waitFor()
  })
})

const ENDED = 'Your session has ended. Sign in again.'

async function changeRole(page: Page, email: string, role: string): Promise<void> {
  await rowOf(page, email)
    .getByRole('button', { name: /^Change role/ })
    .click()
  const dialog = dialogOf(page, /^Role of/)
  await dialog.getByLabel(role).check()
  await dialog.getByRole('button', { name: 'Change role' }).click()
  await dialog.waitFor({ state: 'detached' })
  await rowOf(page, email).getByText(role).waitFor()
}

/** With a key that the member creates. Returns ok, or the reason for the refusal. */
async function programOf(person: NewUser, name: string): Promise<() => Promise<string>> {
  // The product learns of a user created by the operator a moment later.
  const theirs = await vi.waitFor(() => clientOf(product, person), { timeout: 20_000, interval: 500 })
  const key = await theirs.call(deskCalls.createApiKey, { body: { name } })
  const credentials = { kind: 'key', accessKey: key.access_key, secretKey: key.secret_key } as const
  const client = createClient({ baseUrl: product.baseUrl, credentials })
  return () =>
    client.call(directRfqCalls.getEcho, { query: {} }).then(
      () => 'ok',
      ({ error }: { error: string }) => error,
    )
}

describe('members', () => {
  // Proves A 6.5, A 6.6.
  it('a member who becomes a viewer can no longer trade on the open screen, and one who is suspended is signed out there until restored', async () => {
    const trader = await createUser(product)
    const other = await openWindow(browser, product.baseUrl)
    // This page loads faster than the markets, and its header has the same button.
    await openSession(other, trader, '/leaderboard')
    await newRfq(other.page).waitFor()
    const { page } = ours
    await goToSection(page, 'members')
    await changeRole(page, trader.email, 'View-only user')
    await expect.poll(() => newRfq(other.page).getAttribute('title')).toBe('View only. Ask your desk administrator.')
    expect(await newRfq(other.page).getAttribute('aria-disabled')).toBe('true')
    const answer = await other.page.evaluate(async () => {
      const headers = { authorization: `Token ${localStorage.getItem('token')}`, 'content-type': 'application/json' }
      const response = await fetch('/v2/drfq/rfqs/', { method: 'POST', headers, body: '{}' })
      return { status: response.status, body: (await response.json()) as { error: string } }
    })
    expect(answer).toMatchObject({ status: 403, body: { error: 'InsufficientPermissions' } })
    // A change while the connection is down takes effect when it is back.
    await other.context.setOffline(true)
    await other.page.getByRole('region', { name: 'Disconnected' }).waitFor()
    await changeRole(page, trader.email, 'Authorized user')
    await other.context.setOffline(false)
    await expect.poll(() => newRfq(other.page).getAttribute('aria-disabled')).toBe(null)
    expect(other.consoleErrors.filter((words) => !/403|ERR_INTERNET_DISCONNECTED/.test(words))).toEqual([])

    const row = rowOf(page, trader.email)
    await row.getByRole('button', { name: /^Suspend/ }).click()
    const dialog = dialogOf(page, /^Suspend/)
    await dialog.getByText('is signed out everywhere immediately').waitFor()
    await dialog.getByRole('button', { name: 'Suspend' }).click()
    await row.getByText('Suspended').waitFor()
    await signInForm(other.page).waitFor({ timeout: 60_000 })
    await other.page.getByText(ENDED).waitFor()
    await row.getByRole('button', { name: /^Restore/ }).click()
    await dialogOf(page, /^Restore/)
      .getByRole('button', { name: 'Restore' })
      .click()
    await row.getByText('Active').waitFor()
    await signInAs(other, trader)
    await newRfq(other.page).waitFor()
  })

  it('a member who is suspended at the dashboard is led to the sign-in, which gives the reason; their keys are suspended as well', async () => {
    const second = await createUser(product, 'non-us', 'administrator')
    // The product learns of a user created by the operator a moment later, and opening a window waits for that.
    const other = await openDashboard(browser, product, second)
    const echoed = await programOf(second, 'left behind')
    expect(await echoed()).toBe('ok')
    const { page } = ours
    await goToSection(page, 'members')
    await rowOf(page, second.email)
      .getByRole('button', { name: /^Suspend/ })
      .click()
    const dialog = dialogOf(page, /^Suspend/)
    await dialog.getByRole('group', { name: 'Keys they hold: left behind' }).waitFor()
    expect(await dialog.getByLabel('Suspend them', { exact: true }).isChecked()).toBe(true)
    await dialog.getByRole('button', { name: 'Suspend' }).click()
    await rowOf(page, second.email).getByText('Suspended').waitFor()
    expect(await echoed()).toBe('AccessSuspended')
    // The user returns to the window.
    await other.page.evaluate(() => dispatchEvent(new Event('focus')))
    await signInForm(other.page).waitFor()
    await other.page.getByText(ENDED).waitFor()
    await other.page.reload()
    await signInForm(other.page).waitFor()
    expect(await other.page.getByText(ENDED).count()).toBe(0)
    await goToSection(page, 'api-keys')
    await rowOf(page, 'left behind').getByText('Suspended').waitFor()
    await confirm(page, 'Restore left behind', 'Restore')
    await rowOf(page, 'left behind').getByText('In use').waitFor()
    expect(await echoed()).toBe('ok')
  })
})

describe('counterparties', () => {
  it('a desk requests approval, the other approves, and either can withdraw', async () => {
    const theirs = await openDashboard(browser, product, administratorOf('LIND'))
    await goToSection(ours.page, 'counterparties')
    await confirm(ours.page, 'Withdraw Linden', 'Withdraw')
    const row = rowOf(ours.page, 'Linden')
    await row.getByText('Not connected').waitFor()
    await row.getByRole('button', { name: 'Ask Linden' }).click()
    await row.getByText('Waiting for them').waitFor()
    const early = row.getByRole('button', { name: 'Approve Linden' })
    expect(await early.getAttribute('title')).toBe('Your desk has already approved; the other desk has to approve this request.')

    await theirs.page.reload()
    await theirs.page.getByRole('link', { name: /Counterparty awaits your approval/ }).click()
    const asked = rowOf(theirs.page, 'Amber Road')
    await asked.getByText('Waiting for you').waitFor()
    await asked.getByRole('button', { name: 'Approve Amber Road' }).click()
    await theirs.page.getByText('No desk matches').waitFor()
    await theirs.page.getByRole('button', { name: 'Show all desks' }).click()
    await asked.getByText('Connected', { exact: true }).waitFor()

    await ours.page.reload()
    await ours.page.getByLabel('Search counterparties').fill('lind mark')
    await row.getByText('Connected', { exact: true }).waitFor()
    expect(await ours.page.getByRole('row').count()).toBe(2)

    await confirm(ours.page, 'Block Linden', 'Block')
    await row.getByText('Blocked', { exact: true }).waitFor()
    await theirs.page.reload()
    await asked.getByText('Allowed', { exact: true }).waitFor()
    await confirm(ours.page, 'Unblock Linden', 'Unblock')
    await row.getByText('Allowed', { exact: true }).waitFor()
    expect([...ours.consoleErrors, ...theirs.consoleErrors]).toEqual([])
  })
})
