import type { Browser, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { alter, openWindow } from '../browser.ts'
import type { Product } from '../product.ts'
import { withProductAndBrowser } from '../product-and-browser.ts'
import { createUser } from './operator.ts'

let product: Product
let browser: Browser
withProductAndBrowser((opened) => ({ product, browser } = opened))

const [reports, use] = ['https://reports.parley.example', 'https://use.parley.example']
const SET = `<meta name="parley-error-report-dsn" content="https://abc@reports.parley.example/7" /><meta name="parley-analytics-url" content="${use}" /><meta name="parley-analytics-key" content="phc_1" />`

/** The operator's analytics services, and the page that the server sends if they are configured (cross-origin, so it has its own test). */
async function withServices(page: Page, isSet: boolean) {
  const asked: { readonly url: string; readonly body: string }[] = []
  await page.route(/parley\.example/, (route) => {
    asked.push({ url: route.request().url(), body: route.request().postData() ?? '' })
    return route.fulfill({ status: 200 })
  })
  if (isSet)
    await page.route(`${product.baseUrl}/`, async (route) => {
      const answer = await route.fetch()
      const policy = answer.headers()['content-security-policy']!.replace("connect-src 'self'", `connect-src 'self' ${reports} ${use}`)
      await route.fulfill({
        response: answer,
        headers: { ...answer.headers(), 'content-security-policy': policy },
        body: (await answer.text()).replace('<title>', `${SET}<title>`),
      })
    })
  return asked
}

async function fail(page: Page, email: string): Promise<void> {
  await page.goto(product.baseUrl)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await page.getByText('Unable to log in with provided credentials.').waitFor()
}

describe('services of the operator', () => {
  // Proves A 4.15, A 4.24, A 8.26, T 7.72, T 9.29.
  it('receive failures and usage, but neither tokens nor user input', async () => {
    const { email, password } = await createUser(product)
    const person = await openWindow(browser, product.baseUrl)
    alter(person)
    const { page } = person
    const asked = await withServices(page, true)
    await fail(page, email)
    await expect.poll(() => asked.filter(({ url }) => url.startsWith(`${reports}/api/7/envelope/`)).length).toBe(1)
    expect(asked.find(({ url }) => url.startsWith(reports))!.body).toContain('"level":"fatal","message":"POST /account/login/"')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await page.getByRole('heading', { name: 'Unified Markets' }).waitFor()
    const events = () =>
      asked
        .filter(({ url }) => url === `${use}/batch/`)
        .flatMap(({ body }) => (JSON.parse(body) as { batch: { event: string; properties: Record<string, string> }[] }).batch)
    await expect
      .poll(() => events().map(({ event, properties }) => properties['call'] ?? properties['$pathname'] ?? event))
      .toEqual(expect.arrayContaining(['/', 'POST /account/login/', '$identify', '/rfqs']))
    const token = await page.evaluate(() => localStorage.getItem('token'))
    expect(token).toMatch(/./)
    await page.getByRole('button', { name: /^Settings/ }).click()
    await page.getByRole('button', { name: 'Logout' }).click()
    const reasons = () => events().flatMap(({ event, properties }) => (event === 'signed out' ? [properties['reason']] : []))
    await expect.poll(reasons).toEqual(['logout'])
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await page.getByRole('heading', { name: 'Unified Markets' }).waitFor()
    await page.evaluate(async () => {
      const headers = { authorization: `Token ${localStorage.getItem('token')}` }
      await fetch('/account/user/sessions/', { method: 'DELETE', headers })
    })
    await page.getByText('Your session has ended. Sign in again.').waitFor()
    await expect.poll(reasons).toEqual(['logout', 'token-expired'])
    for (const secret of [token!, password, email]) expect(JSON.stringify(asked)).not.toContain(secret)
  })

  // Proves T 7.72.
  it('are absent unless configured: nothing of them is loaded, and nothing leaves the page', async () => {
    const { email } = await createUser(product)
    const { page } = await openWindow(browser, product.baseUrl)
    const asked = await withServices(page, false)
    await fail(page, email)
    const files = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
    expect(files.length).toBeGreaterThan(0)
    expect(files.filter((name) => /analytics|error-reports/.test(name))).toEqual([])
    expect(asked).toEqual([])
  })
})
