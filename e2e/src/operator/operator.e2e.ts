/** The operator console as its people use it, next to a user of a desk who sees the effect. */
import { createClient } from '@parley/client'
import { directRfqCalls } from '@parley/contracts'
import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { seriousFindings } from '../accessibility.ts'
import { authenticatorFor, type Authenticator } from '../account/authenticator.ts'
import { operatorReading } from '../account/operator.ts'
import { plugInAuthenticator } from '../account/virtual-authenticator.ts'
import { openSeat, openWindow, type Person, sizes } from '../browser.ts'
import { withProductAndBrowser } from '../product-and-browser.ts'
import type { Product } from '../product.ts'

const PASSWORD = 'gravel lantern harbour'
let product: Product
let browser: Browser
let app: Authenticator
/** The window of the console in every test. */
let operator: Person

withProductAndBrowser((opened) => ({ product, browser } = opened), 'kept')
beforeAll(async () => {
  const printed = await operatorReading(product, PASSWORD, 'add-operator', '--name', 'l.sand', '--password', '-')
  app = authenticatorFor(/otpauth:\S+/.exec(printed)![0])
})

async function signInToConsole(page: Page, password = PASSWORD): Promise<void> {
  await page.getByLabel('Name').fill('l.sand')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel(/^Code/).fill(app.code())
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

describe('the operator console', () => {
  it('opens for an operator with a password and a code, and shows venues, shards and what waits', async () => {
    operator = await openWindow(browser, product.baseUrl)
    const { page } = operator
    await page.goto('/operator/')
    await signInToConsole(page, 'not the password')
    await page.getByRole('alert').getByText('The name, the password or the code is not correct.').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('table').getByText('DBT-BTC', { exact: true }).waitFor()
    for (const palette of ['dark', 'light'] as const) expect(await seriousFindings(page, palette)).toEqual([])
    for (const size of ['laptop', 'phone'] as const) {
      await page.setViewportSize(sizes[size])
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
      expect(await seriousFindings(page)).toEqual([])
    }
    // Scripts cannot read the session, and a desk's page does not send it.
    expect(await page.evaluate(() => document.cookie)).not.toContain('parley-operator')
    expect(await page.evaluate(() => fetch('/account/user/').then(({ status }) => status))).toBe(401)
    await page.setViewportSize(sizes.desk)
  })

  it('halts the platform with a new code and a reason, and every desk sees it', async () => {
    const { page } = operator
    await page.getByRole('button', { name: 'Halt…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reason').fill('release 1.2')
    await dialog.getByLabel(/^Code/).fill(app.code(1))
    expect(await seriousFindings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Halt', exact: true }).click()
    await page.getByText('The platform is now halted').waitFor()
    await page.getByText('set platform state UNAVAILABLE: release 1.2').waitFor()
    const { accessKey, secretKey } = product.demo.desks[0]!
    const desk = createClient({ baseUrl: product.baseUrl, credentials: { kind: 'key', accessKey, secretKey } })
    expect(await desk.call(directRfqCalls.getPlatformState, {})).toMatchObject({ state: 'UNAVAILABLE' })
    // The code counts for five minutes.
    for (const [button, state] of [
      ['Allow cancelling', 'cancel only'],
      ['Open', 'open'],
    ] as const) {
      await page.getByRole('button', { name: `${button}…` }).click()
      await dialog.getByLabel('Reason').fill('release 1.2 runs')
      await dialog.getByRole('button', { name: button, exact: true }).click()
      await page.getByText(`The platform is now ${state}`).waitFor()
    }
  })

  it('adds a passkey, and signs in with it alone', async () => {
    const { page } = operator
    await plugInAuthenticator(operator)
    await page.getByRole('button', { name: 'Your passkeys' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name of the new passkey').fill('Laptop')
    await dialog.getByRole('button', { name: 'Add passkey' }).click()
    await dialog.getByRole('list', { name: 'Passkeys' }).getByText('Laptop').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.getByRole('heading', { name: 'Settlements waiting' }).waitFor()
  })

  it('23.5 announces, and a trader sees it at once, dismisses it, and a visitor sees it on the sign-in page', async () => {
    const { page } = operator
    const user = product.demo.users.find(({ role }) => role === 'trader')!
    const { page: trader } = await openSeat(browser, product.baseUrl, user, 'desk')
    await page.getByRole('link', { name: 'Announce' }).click()
    await page.getByRole('button', { name: 'Announce…' }).click()
    const dialog = page.getByRole('dialog')
    const text = 'Deribit is under maintenance from 14:00 UTC.'
    await dialog.getByLabel('Kind').selectOption('MAINTENANCE')
    await dialog.getByLabel('Text').fill(text)
    await dialog.getByLabel('Until').fill(new Date(Date.now() + 3_600_000).toISOString())
    await dialog.getByText(/^Also on the sign-in page/).click()
    await dialog.getByLabel('Reason').fill('notice of Deribit')
    // The sign-in does not count as the second factor given again.
    await dialog.getByRole('button', { name: 'Use a passkey instead' }).click()
    await dialog.getByLabel(/^Code/).waitFor({ state: 'detached' })
    expect(await seriousFindings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Announce', exact: true }).click()
    await page.getByRole('row', { name: text }).getByText('Shown').waitFor()
    const line = trader.getByRole('region', { name: 'Announcements' }).getByText(text)
    await line.waitFor()
    for (const palette of ['dark', 'light'] as const) expect(await seriousFindings(trader, palette)).toEqual([])
    await trader.getByRole('button', { name: 'Dismiss announcement' }).click()
    await line.waitFor({ state: 'detached' })
    const { page: visitor } = await openWindow(browser, product.baseUrl)
    await visitor.goto('/')
    await visitor.getByText(text).waitFor()
    expect(await seriousFindings(visitor)).toEqual([])
    await page.getByRole('button', { name: 'Withdraw…' }).click()
    await dialog.getByLabel('Reason').fill('over')
    await dialog.getByRole('button', { name: 'Withdraw', exact: true }).click()
    await page.getByRole('row', { name: text }).getByText('Withdrawn').waitFor()
  })
})
