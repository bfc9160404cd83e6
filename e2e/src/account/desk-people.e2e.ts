import { createClient } from '@parley/client'
import { accountCalls, deskCalls, directRfqCalls } from '@parley/contracts'
import type { Browser, Page } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { emptyWindows, openSession, openWindow, type Person, signIn } from '../browser.ts'
import type { DemoUser, Product } from '../product.ts'
import { withProductAndBrowser } from '../product-and-browser.ts'
import { confirm, dialogOf, openDashboard, goToSection, rowOf } from './desk-work.ts'
import { emailTo, linkIn } from './emails.ts'
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

describe('coming to the dashboard', () => {
  it('leads through the sign-in and back to the requested section, also after a reload', async () => {
    const { page, consoleErrors } = await openWindow(browser, product.baseUrl)
    await page.goto('/dashboard/members/?show=invitations')
    await page.getByLabel('Email').fill(administrator.email)
    await page.getByLabel('Password', { exact: true }).fill(administrator.password)
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await page.getByRole('tab', { name: /^Invitations/, selected: true }).waitFor()
    await page.reload()
    await page.getByRole('tab', { name: /^Invitations/, selected: true }).waitFor()
    expect(consoleErrors).toEqual([])
  })

  it('and leaving it by Logout ends the session here and in the market, and the next sign-in begins at the market', async () => {
    const { page, context } = await openDashboard(browser, product, administrator)
    const market = await context.newPage()
    await market.goto('/rfqs')
    await newRfq(market).waitFor()
    await page.getByRole('button', { name: 'Logout' }).click()
    await signInForm(page).waitFor()
    expect(new URL(page.url()).pathname).toBe('/')
    await market.reload()
    await signInForm(market).waitFor()
    await page.getByLabel('Email').fill(administrator.email)
    await page.getByLabel('Password', { exact: true }).fill(administrator.password)
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await page.getByRole('heading', { name: 'Unified Markets' }).waitFor()
  })
})

describe('invitations', () => {
  // Proves A 1.12.
  it('are sent by email, can be sent again with a new link, and can be withdrawn', async () => {
    const { page, consoleErrors } = ours
    await goToSection(page, 'members')
    await page.getByRole('button', { name: 'Invite' }).click()
    const dialog = dialogOf(page, 'Invite to the desk')
    await dialog.getByLabel('Email').fill('nobody')
    await dialog.getByRole('button', { name: 'Send invitation' }).click()
    await dialog.getByText('Enter a valid email address.').waitFor()
    await dialog.getByLabel('Email').fill('grace@amberroad.example')
    await dialog.getByLabel('View-only user').check()
    await dialog.getByLabel('First name (optional)').fill('Grace')
    await dialog.getByRole('button', { name: 'Send invitation' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('tab', { name: /^Invitations/ }).click()
    const row = rowOf(page, 'grace@amberroad.example')
    await row.getByText('Open', { exact: true }).waitFor()
    const first = linkIn(await emailTo(product, 'grace@amberroad.example', 'Invitation'), '/register/')
    await confirm(page, 'Send again to grace@amberroad.example', 'Send again')
    const again = () => emailTo(product, 'grace@amberroad.example', 'Invitation').then((email) => linkIn(email, '/register/'))
    await expect.poll(again).not.toBe(first)
    await confirm(page, 'Withdraw grace@amberroad.example', 'Withdraw')
    await row.getByText('Withdrawn', { exact: true }).waitFor()
    const button = row.getByRole('button', { name: 'Send again to grace@amberroad.example' })
    expect(await button.getAttribute('title')).toBe('It was withdrawn. Send a new invitation.')
    expect(consoleErrors).toEqual([])
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
  it('a member who becomes a viewer can no longer trade on the open screen', async () => {
    const trader = await createUser(product)
    const other = await openWindow(browser, product.baseUrl)
    await openSession(other, trader)
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
  })

  it('a suspended member is signed out in the other browser, and signs in again once restored', async () => {
    const trader = await createUser(product)
    const other = await openWindow(browser, product.baseUrl)
    await openSession(other, trader)
    await newRfq(other.page).waitFor()
    const { page } = ours
    await goToSection(page, 'members')
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

  it.each([
    ['removed', /^Remove/, 'Remove'],
    ['a viewer from now on', /^Change role/, 'Change role'],
  ])('2.16 the keys of a member who is %s keep working if they are handed over to the administrator', async (what, ask, label) => {
    const second = await createUser(product, 'non-us', 'administrator')
    const name = `handed by one who is ${what}`
    const echoed = await programOf(second, name)
    const { page, consoleErrors } = ours
    await goToSection(page, 'members')
    await rowOf(page, second.email).getByRole('button', { name: ask }).click()
    const dialog = page.getByRole('dialog')
    if (label === 'Change role') await dialog.getByLabel('View-only user').check()
    await dialog.getByRole('group', { name: `Keys they hold: ${name}` }).waitFor()
    await dialog.getByLabel('Hand them over to me', { exact: true }).check()
    await dialog.getByText('may know the secrets, so rotate them.').waitFor()
    await dialog.getByRole('button', { name: label, exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await echoed()).toBe('ok')
    await goToSection(page, 'api-keys')
    await rowOf(page, name).getByText('In use').waitFor()
    const [own, keys] = await Promise.all([
      (await clientOf(product, administrator)).call(accountCalls.getUser, {}),
      (await clientOf(product, administrator)).call(deskCalls.listApiKeys, {}),
    ])
    expect(keys.results.find((key) => key.name === name)).toMatchObject({ held_by: own.id, suspended_at: null })
    await confirm(page, `Revoke ${name}`, 'Revoke')
    await expect.poll(echoed).not.toBe('ok')
    expect(consoleErrors).toEqual([])
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

// Proves A 2.64.
it('the settings of a trader link here', async () => {
  const person = await openWindow(browser, product.baseUrl)
  await signIn(person, administrator)
  await person.page.getByRole('button', { name: /^Settings/ }).click()
  const [dashboard] = await Promise.all([person.context.waitForEvent('page'), person.page.getByRole('link', { name: 'Dashboard' }).click()])
  await dashboard.getByRole('heading', { name: 'Overview' }).waitFor()
})
