import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { seriousFindings } from '../accessibility.ts'
import { alter, openWindow, signIn } from '../browser.ts'
import type { DemoUser, Product } from '../product.ts'
import { withProductAndBrowser } from '../product-and-browser.ts'
import { createUser } from './operator.ts'
import { openSettings } from './settings-work.ts'

let product: Product
let browser: Browser
let user: DemoUser

withProductAndBrowser((opened) => ({ product, browser } = opened))
beforeAll(async () => {
  user = product.demo.users[0]!
})

const welcome = (page: Page) => page.getByRole('heading', { name: 'Welcome to Parley' })
const submit = (page: Page) => page.getByRole('form', { name: 'Sign in' }).locator('button[type=submit]')
async function fill(page: Page, password: string): Promise<void> {
  await page.getByLabel('Email').fill(user.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
}

describe('the sign-in', () => {
  // Proves A 2.1, A 2.3, A 11.1.
  it('is done by keyboard alone', async () => {
    const { page, consoleErrors } = await openWindow(browser, product.baseUrl)
    await page.goto('/')
    await welcome(page).waitFor()
    await page.keyboard.type(user.email)
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Forgot Password')
    await page.keyboard.press('Tab')
    await page.keyboard.type(user.password)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    expect(await page.getByLabel('Password', { exact: true }).getAttribute('type')).toBe('text')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Unified Markets' }).waitFor()
    expect(consoleErrors).toEqual([])
  })

  // Proves A 11.1.
  it('fits a phone on every page, and has no serious accessibility finding there', async () => {
    const { page, consoleErrors } = await openWindow(browser, product.baseUrl, 'phone')
    for (const address of ['/', '/forgot-password/', '/set-password/?uid=u&token=t', '/register/']) {
      await page.goto(address)
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect(await page.evaluate(() => document.documentElement.scrollWidth), address).toBeLessThanOrEqual(390)
      expect(await seriousFindings(page), address).toEqual([])
      await page.evaluate(() => (document.documentElement.dataset['theme'] = 'light'))
      expect(await seriousFindings(page), address).toEqual([])
    }
    expect(consoleErrors).toEqual([])
  })
})

describe('a session', () => {
  // Proves A 3.48 to 3.50, A 4.1, A 4.3, A 4.17, A 4.20, A 4.21, A 10.1, T 2.7, T 2.8, T 3.68.
  it('survives a reload, remembers the last route, and ends with Logout', async () => {
    const person = await openWindow(browser, product.baseUrl)
    const { page } = person
    const sockets: string[] = []
    page.on('websocket', (socket) => sockets.push(socket.url()))
    await signIn(person, user)
    await expect.poll(() => sockets[0]).toContain('ticket=')
    expect(sockets.join()).not.toContain(await page.evaluate(() => localStorage.getItem('token')))
    // From now on, the browser is recognised by a cookie that scripts cannot read and that grants no access.
    expect(await person.context.cookies()).toMatchObject([{ httpOnly: true, sameSite: 'Strict' }])
    await page.goto('/leaderboard')
    await page.getByRole('heading', { name: 'Leaderboard' }).first().waitFor()
    await page.goto('/nowhere')
    await expect.poll(() => new URL(page.url()).pathname).toBe('/leaderboard')
    await page.evaluate(() => localStorage.setItem('messagesQueue', '[]'))
    await page.getByRole('button', { name: /^Settings/ }).click()
    await page.getByRole('button', { name: 'Logout' }).click()
    await welcome(page).waitFor()
    expect(new URL(page.url()).pathname).toBe('/')
    expect(await page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('messagesQueue')])).toEqual([null, null])
    await page.goto('/rfqs')
    await welcome(page).waitFor()
  })

  // Proves A 2.88, A 2.89, A 8.32, A 11.11.
  it('with a part that cannot be loaded reports it, and offers to load it again', async () => {
    const { page } = await openWindow(browser, product.baseUrl)
    await page.route('**/assets/Shell*.js', (route) => route.abort())
    await page.goto('/')
    await fill(page, user.password)
    await submit(page).click()
    await page.getByText('Something went wrong…').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.unroute('**/assets/Shell*.js')
    await page.getByRole('button', { name: 'Reload app' }).click()
    await page.getByRole('heading', { name: 'Unified Markets' }).waitFor()
  })
})

describe('the demo', () => {
  it('lets a user sign in as its taker or its maker with one click, each in a separate window', async () => {
    const person = await openWindow(browser, product.baseUrl)
    const { page } = person
    await page.goto('/')
    const demo = page.getByRole('region', { name: 'Demo' })
    await demo.getByRole('button', { name: 'Trade as Amber Road' }).waitFor()
    const [second] = await Promise.all([
      person.context.waitForEvent('page'),
      demo.getByRole('link', { name: 'open a second window' }).click(),
    ])
    await demo.getByRole('button', { name: 'Trade as Amber Road' }).click()
    await page.getByRole('heading', { name: 'Unified Markets' }).waitFor()
    await second.getByRole('button', { name: 'Make markets as Linden' }).click()
    await second.getByRole('heading', { name: 'Unified Markets' }).waitFor()
    // Another user in the second window does not affect the first one, even after a reload.
    for (const [window, desk] of [
      [page, 'Amber Road'],
      [second, 'Linden'],
    ] as const) {
      await window.reload()
      await window.getByRole('heading', { name: 'Unified Markets' }).waitFor()
      await window.getByRole('button', { name: /^Settings/ }).click()
      await window.getByRole('dialog').getByText(desk).first().waitFor()
    }
    expect(person.consoleErrors).toEqual([])
  })

  // Proves A 1.15, A 10.9, A 11.11, T 1.22 to 1.24, T 2.30, T 8.26.
  it('tells users of the old desktop application where to go', async () => {
    const context = await browser.newContext({
      baseURL: product.baseUrl,
      userAgent: 'Mozilla/5.0 Parley/0.120.0 Chrome/126.0 Electron/31.0',
    })
    const page = await context.newPage()
    await page.goto('/rfqs')
    await page.getByRole('heading', { name: 'App Deprecated' }).waitFor()
    await page.getByRole('link', { name: 'Install PWA' }).waitFor()
    expect(await page.getByRole('link', { name: 'Launch Parley' }).getAttribute('href')).toBe(product.baseUrl)
    expect(await seriousFindings(page)).toEqual([])
  })
})

describe('a browser that keeps nothing for the page', () => {
  // Proves A 8.35.
  it('lets a person sign in and work until the page is closed', async () => {
    const person = await openWindow(browser, product.baseUrl)
    const { page } = person
    alter(person)
    await page.addInitScript(() =>
      Object.defineProperty(window, 'localStorage', {
        get: () => {
          throw new DOMException('denied', 'SecurityError')
        },
      }),
    )
    const { email, password } = await createUser(product)
    await page.goto('/')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Unified Markets' }).waitFor()
    await openSettings(page)
    await page.getByText('Amber Road Capital [AMBR]').waitFor()
  })
})
