import { deskCalls, type UserView } from '@parley/contracts'
import type { Browser, Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { seriousFindings } from '../accessibility.ts'
import { openWindow, sizes } from '../browser.ts'
import { buildRfq } from '../direct-rfq/desk-work.ts'
import { inDatabase } from '../in-database.ts'
import type { Product } from '../product.ts'
import { withProductAndBrowser } from '../product-and-browser.ts'
import { emailTo, linkIn } from './emails.ts'
import { createUser, type NewUser, operator } from './operator.ts'
import { clientOf } from './session-client.ts'

let product: Product
let browser: Browser

withProductAndBrowser((opened) => ({ product, browser } = opened))

const PASSWORD = 'cobalt ferry timetable'

/** Invited by the administrator of Amber Road; uses the link from the email. */
async function invited(email: string): Promise<string> {
  const administrator = product.demo.users.find((one) => one.desk === 'AMBR' && one.role === 'administrator')!
  const client = await clientOf(product, administrator)
  const body = { email, role: 'trader', first_name: 'Grace', last_name: 'Ortiz' } as const
  await client.call(deskCalls.createInvitation, { body })
  return linkIn(await emailTo(product, email, 'Invitation'), '/register/')
}

const AGAIN = { timeout: 45_000, interval: 500 }

async function chooseCountry(page: Page, typed: string): Promise<void> {
  await page.getByLabel('Country of residence').fill(typed)
  await page.keyboard.press('Enter')
}

async function fillForm(page: Page, country: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Date of birth').fill('1988-02-29')
  await chooseCountry(page, country)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
}

const next = (page: Page): Locator => page.getByRole('button', { name: 'Next' })
const accept = (page: Page): Locator => page.getByRole('button', { name: /^Accept and Get Started/ })
const text = (page: Page): Locator => page.getByRole('region', { name: 'Text of the agreement' })
const isIn = (page: Page) => page.getByRole('heading', { name: 'Unified Markets' }).waitFor()
const inView = (page: Page) => page.locator('nav[aria-label=Sections] [aria-current=true]').textContent()

async function readToTheEnd(page: Page): Promise<void> {
  // The text has the focus, so that keys scroll it without a click.
  await expect.poll(() => text(page).evaluate((box) => box === document.activeElement)).toBe(true)
  // The text may grow once more when its fonts load, and then its end is further down.
  await expect
    .poll(async () => {
      await text(page).press('End')
      return page.getByText('You have reached the end · 100% read').count()
    }, AGAIN)
    .toBe(1)
}

async function signIn(page: Page, { email, password }: NewUser): Promise<void> {
  await page.goto('/')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

/** As if the current agreement were newer than the one that the user has signed. */
async function acceptedBefore({ email }: NewUser): Promise<void> {
  await inDatabase(product.dataDir, (query) =>
    query("update agreement_acceptance set version = '2020-01-01' where app_user = (select id from app_user where email = $1)", [email]),
  )
}

describe('an invited person', () => {
  // Proves A 2.29, A 2.30, A 2.40, A 2.42 to 2.45, A 4.27, A 4.28, A 4.30, A 9.16, A 11.4.
  it('opens the link, enters their name, reads the agreement of their country to its end, and is signed in', async () => {
    const { page, consoleErrors } = await openWindow(browser, product.baseUrl)
    await page.goto(await invited('grace@amberroad.example'))
    await page.getByRole('heading', { name: 'Activate your account' }).waitFor()
    expect(await page.getByLabel('Registration code').count()).toBe(0)
    expect(await page.getByLabel('Email').isDisabled()).toBe(true)
    expect(await page.getByLabel('Email').inputValue()).toBe('grace@amberroad.example')
    expect(await page.getByLabel('First name').inputValue()).toBe('Grace')
    await fillForm(page, 'singap')
    expect(await page.getByLabel('Country of residence').inputValue()).toBe('Singapore')
    await next(page).click()

    await page.getByRole('heading', { name: 'Agreement', exact: true }).waitFor()
    await page.getByText('Non-US customers · dated 29 February 2024').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.setViewportSize(sizes.phone)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    expect(await seriousFindings(page)).toEqual([])
    await page.setViewportSize(sizes.desk)
    expect(await text(page).evaluate((box) => box.getBoundingClientRect().width)).toBe(862)
    expect(await page.getByRole('link', { name: /^Open in website/ }).getAttribute('href')).toBe(`${product.baseUrl}/agreements/non-us/`)
    expect(await accept(page).getAttribute('aria-disabled')).toBe('true')
    expect(await inView(page)).toBe('1 · Parties and definitions')
    await page.getByRole('button', { name: '5 · Restricted persons' }).click()
    await expect.poll(() => inView(page)).toBe('5 · Restricted persons')
    expect(await accept(page).getAttribute('aria-disabled')).toBe('true')
    await page.keyboard.press('End')
    await expect.poll(() => inView(page)).toMatch(/^Annex/)
    await page.getByText('You have reached the end · 100% read').waitFor()
    await page.keyboard.press('Home')
    await accept(page).click()
    await isIn(page)
    expect(consoleErrors).toEqual([])

    const again = await openWindow(browser, product.baseUrl)
    await signIn(again.page, { email: 'grace@amberroad.example', password: PASSWORD })
    await isIn(again.page)
  })
})

describe('somebody signed in', () => {
  // Proves A 2.35 to 2.37, A 2.46 to 2.49, A 2.90 to 2.92, A 8.36, A 9.14, A 10.5, A 10.7, A 11.5, T 2.24, T 2.28, T 4.1, T 4.2, T 8.24, T 8.34.
  it('without an accepted agreement chooses one, reads it, and is signed in', async () => {
    const user = await createUser(product, 'none', 'administrator')
    const { page } = await openWindow(browser, product.baseUrl)
    await signIn(page, user)
    await page.getByRole('heading', { name: 'Agreement' }).waitFor()
    expect(await page.getByRole('button', { name: 'Back' }).count()).toBe(0)
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('link', { name: /^US person customer/ }).click()
    await page.getByText('US customers · dated 12 AUG 2021').waitFor()
    expect(new URL(page.url()).search).toBe('?customer=us')
    await page.getByRole('button', { name: 'Back' }).click()
    await page.getByRole('link', { name: /^Non-US person customer/ }).click()
    await page.getByText('Non-US customers · dated 29 February 2024').waitFor()
    await page
      .getByRole('note')
      .getByText(/please re-accept the agreement for the related user/)
      .waitFor()
    await readToTheEnd(page)
    await page.route('**/account/user/', (route) => (route.request().method() === 'PATCH' ? route.abort() : route.continue()))
    await accept(page).click()
    await page.getByText('Unable to Accept the Agreement').waitFor()
    await page.getByRole('button', { name: 'Okay' }).click()
    await page.unroute('**/account/user/')
    await accept(page).click()
    // The message disappears on its own, so it is read before the rest of the page has loaded.
    const message = page.getByText('Profile updated successfully!')
    await message.waitFor()
    expect(await page.getByRole('region', { name: 'Notifications' }).evaluate((box) => box.getBoundingClientRect().width)).toBe(400)
    await page.keyboard.press('Escape')
    await message.waitFor({ state: 'detached' })
    await isIn(page)
    expect(new URL(page.url()).search).toBe('')
  })

  // Proves A 10.6, A 10.7, A 11.5, T 4.4, T 8.23.
  it('with an earlier accepted version reads the current one if the newer flow is on, and sees why nothing can be sent', async () => {
    const user = await createUser(product, 'us')
    await acceptedBefore(user)
    await operator(product, 'set-flag', '--name', 'feature_user_agreements', '--value', 'on')
    const { page } = await openWindow(browser, product.baseUrl)
    await page.route('**/account/user/agreements/', (route) => route.abort())
    await signIn(page, user)
    await page.getByText('Unable to fetch the Agreements').waitFor()
    await page.unroute('**/account/user/agreements/')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('US customers · Customer Agreement for US customers').waitFor()
    expect(await page.getByRole('navigation', { name: 'Sections' }).getByRole('button').count()).toBe(10)
    expect(await seriousFindings(page)).toEqual([])
    await readToTheEnd(page)
    await accept(page).click()
    await isIn(page)
    // The reason is on the button, until the operator offers a product through the US entity.
    const newRfq = page.getByRole('button', { name: 'New RFQ' }).first()
    await expect
      .poll(() => newRfq.getAttribute('title'))
      .toBe('No products are available to customers of Parley US, Inc., which is your contracting entity.')
    await operator(product, 'set-flag', '--name', 'us_cleared_DO', '--value', 'on')
    // The product reads the operator's setting a moment later.
    const reasonAnew = async (): Promise<string | null> => {
      await page.reload()
      await isIn(page)
      return newRfq.getAttribute('title')
    }
    await expect.poll(reasonAnew).not.toContain('Parley US, Inc.')
    for (const name of ['feature_user_agreements', 'us_cleared_DO']) await operator(product, 'set-flag', '--name', name, '--value', 'off')
  })

  // Proves A 2.101, A 3.25, A 10.8, A 11.6, T 2.29, T 4.39, T 6.8, T 8.25.
  it('from a restricted address is warned, and sees how many RFQs are left', async () => {
    for (const address of ['127.0.0.0/8', '::1/128']) await operator(product, 'restrict-address', '--address', address)
    const user = await createUser(product)
    const { page } = await openWindow(browser, product.baseUrl)
    const answer = page.waitForResponse('**/account/login/')
    await signIn(page, user)
    const { user: signedIn } = (await (await answer).json()) as { user: UserView }
    const warning = page.getByRole('dialog', { name: 'Restricted IP Detected' })
    await warning.getByText("We've detected a login from a restricted IP address. The creation of RFQs is disabled.").waitFor()
    await warning.getByText(new RegExp(`If you proceed, you have ${signedIn.restricted_ip_rfqs_left} RFQs? left.`)).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await warning.getByRole('button', { name: 'Proceed Anyway' }).click()
    await warning.waitFor({ state: 'detached' })
    const readAnew = page.waitForResponse((response) => new URL(response.url()).pathname === '/account/user/')
    await buildRfq(page, { quantity: '25', label: 'restricted', makers: ['ORRY', 'KEST', 'HLYD'] })
    const now = (await (await readAnew).json()) as UserView
    expect(now.restricted_ip_rfqs_left).toBe(signedIn.restricted_ip_rfqs_left! - 1)
    // When the restriction is lifted, the open session notices.
    for (const address of ['127.0.0.0/8', '::1/128']) await operator(product, 'lift-address', '--address', address)
    await page.reload()
    await isIn(page)
    expect(await warning.count()).toBe(0)
  })
})
