import { accountCalls } from '@parley/contracts'
import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { seriousFindings } from '../accessibility.ts'
import { alter, openWindow, signIn } from '../browser.ts'
import type { DemoUser, Product } from '../product.ts'
import { withProductAndBrowser } from '../product-and-browser.ts'
import { createUser } from './operator.ts'
import { clientAt } from './session-client.ts'
import { openSettings } from './settings-work.ts'

let product: Product
let browser: Browser
let user: DemoUser

withProductAndBrowser((opened) => ({ product, browser } = opened))
beforeAll(async () => {
  user = product.demo.users[0]!
})

const NETWORK = 'Network error please check your Internet.'
/** The browser's own line about an answer that a test provokes. */
const isProvoked = (line: string): boolean => line.startsWith('Failed to load resource')

const welcome = (page: Page) => page.getByRole('heading', { name: 'Welcome to Parley' })
const submit = (page: Page) => page.getByRole('form', { name: 'Sign in' }).locator('button[type=submit]')
async function fill(page: Page, password: string): Promise<void> {
  await page.getByLabel('Email').fill(user.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
}

describe('the sign-in', () => {
  // Proves A 5.1, A 5.3.
  it('says what is wrong with a field once it was left, and takes no press before anything was entered', async () => {
    const { page, consoleErrors } = await openWindow(browser, product.baseUrl)
    await page.goto('/')
    await welcome(page).waitFor()
    expect(await submit(page).getAttribute('aria-disabled')).toBe('true')
    expect(await page.getByRole('alert').count()).toBe(0)
    await page.getByLabel('Email').fill('ada')
    expect(await page.getByRole('alert').count()).toBe(0)
    await page.getByLabel('Password', { exact: true }).focus()
    await page.getByText('Enter a valid email address.').waitFor()
    expect(await page.getByText('Enter your password.').count()).toBe(0)
    await submit(page).click()
    await page.getByText('Enter your password.').waitFor()
    // The first of two wrong fields gets the focus.
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('email')
    await page.getByLabel('Email').fill(user.email)
    await page.getByText('Enter a valid email address.').waitFor({ state: 'detached' })
    expect(consoleErrors).toEqual([])
  })

  // Proves A 1.1, A 4.6 to 4.8.
  it('refuses a wrong password in the words of the server, and lets the right one in', async () => {
    const { page } = await openWindow(browser, product.baseUrl)
    await page.goto('/')
    await fill(page, 'not the password')
    await submit(page).click()
    await page.getByText('Unable to log in with provided credentials.').waitFor()
    await page.getByLabel('Password', { exact: true }).fill(user.password)
    await page.getByText('Unable to log in with provided credentials.').waitFor({ state: 'detached' })
    await submit(page).click()
    await page.getByRole('heading', { name: 'Unified Markets' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/rfqs')
  })

  // Proves A 2.5, A 4.11, A 5.2, A 8.2, A 9.1.
  it('says so where the network is broken, and after 60 seconds without an answer', async () => {
    const person = await openWindow(browser, product.baseUrl)
    const { page } = person
    alter(person)
    await page.clock.install()
    await page.goto('/')
    await page.route('**/account/login/', (route) => route.abort())
    await fill(page, user.password)
    await submit(page).click()
    await page.getByText(NETWORK).waitFor()
    await page.unroute('**/account/login/')
    await page.route('**/account/login/', () => undefined)
    await submit(page).click()
    await page.locator('button[type=submit][aria-busy=true]').waitFor()
    await page.clock.fastForward(59_000)
    expect(await page.getByText(NETWORK).count()).toBe(0)
    await page.clock.fastForward(1_000)
    await page.getByText(NETWORK).waitFor()
  })

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
  it.each(['/', '/forgot-password/', '/set-password/?uid=u&token=t', '/register/'])(
    'fits a phone at %s and has no serious finding of accessibility there',
    async (address) => {
      const { page, consoleErrors } = await openWindow(browser, product.baseUrl, 'phone')
      await page.goto(address)
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
      expect(await seriousFindings(page)).toEqual([])
      await page.evaluate(() => (document.documentElement.dataset['theme'] = 'light'))
      expect(await seriousFindings(page)).toEqual([])
      expect(consoleErrors).toEqual([])
    },
  )
})

describe('a session', () => {
  // Proves A 3.48 to 3.50, A 4.1, A 4.3, A 4.17, A 4.20, A 4.21, A 10.1, T 2.7, T 2.8, T 3.68.
  it('stays over a reload, remembers the last route, and leaves by Logout', async () => {
    const person = await openWindow(browser, product.baseUrl)
    const { page } = person
    const sockets: string[] = []
    page.on('websocket', (socket) => sockets.push(socket.url()))
    await signIn(person, user)
    await expect.poll(() => sockets[0]).toContain('ticket=')
    expect(sockets.join()).not.toContain(await page.evaluate(() => localStorage.getItem('token')))
    // The browser is known from now on by a cookie that scripts cannot read and that opens nothing.
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

  // Proves A 10.1.
  it('does not lead another person to where the one before was', async () => {
    const person = await openWindow(browser, product.baseUrl)
    await signIn(person, user)
    await person.page.goto('/leaderboard')
    await person.page.getByRole('heading', { name: 'Leaderboard' }).first().waitFor()
    await person.page.evaluate(() => localStorage.removeItem('token'))
    await signIn(person, product.demo.users[1]!)
    expect(new URL(person.page.url()).pathname).toBe('/rfqs')
  })

  // Proves A 4.15, A 4.23, A 10.21, T 4.18.
  it('ends at once when it is ended elsewhere, and says so', async () => {
    const person = await openWindow(browser, product.baseUrl)
    await signIn(person, user)
    const other = await clientAt(product, person.page)
    await other.call(accountCalls.logout, {})
    await person.page.getByText('Your session has ended; sign in again.').waitFor({ timeout: 60_000 })
    expect(await person.page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  })

  // Proves A 3.22, A 4.5, A 9.3.
  it('is looked for every 3 seconds while the server does not answer, and found again', async () => {
    const person = await openWindow(browser, product.baseUrl)
    await signIn(person, user)
    const { page } = person
    await page.route('**/account/user/', (route) => route.abort())
    await page.reload()
    await page.getByText('The server does not answer yet; trying again every 3 seconds.').waitFor()
    await page.unroute('**/account/user/')
    await page.getByRole('heading', { name: 'Unified Markets' }).waitFor()
  })

  // Proves A 4.4.
  it('that is over when the page is opened again says so', async () => {
    const { page } = await openWindow(browser, product.baseUrl)
    await page.goto('/')
    await page.evaluate(() => localStorage.setItem('token', 'ps_of-another-day'))
    await page.goto('/rfqs')
    await page.getByText('Your session has ended; sign in again.').waitFor()
    expect(new URL(page.url()).pathname).toBe('/')
  })

  // Proves A 2.50, A 2.51, A 3.26, A 3.27, A 4.50, A 4.51, A 8.33, A 11.11, T 2.27, T 8.27.
  it('without a network stays to be read below a banner that says so, and comes back by itself', async () => {
    const person = await openWindow(browser, product.baseUrl)
    await signIn(person, user)
    await person.page.getByRole('status').getByText(/^Live/).waitFor()
    await person.context.setOffline(true)
    const banner = person.page.getByRole('region', { name: 'Disconnected' })
    await banner
      .getByRole('alert')
      .getByText('Disconnected from the provider servers, trying to reconnect. Please check your network.')
      .waitFor()
    await banner.getByRole('button', { name: 'Try now' }).waitFor()
    expect(await seriousFindings(person.page)).toEqual([])
    await person.context.setOffline(false)
    await banner.waitFor({ state: 'detached' })
  })

  // Proves A 2.52, T 8.28.
  it('that was never connected says that it cannot connect, and loads the page again when asked to', async () => {
    const person = await openWindow(browser, product.baseUrl)
    const { page } = person
    await page.route('**/account/socket-ticket/', (route) => route.abort())
    await signIn(person, user)
    const banner = page.getByRole('region', { name: 'Disconnected' })
    await banner.getByRole('alert').getByText('Error connecting to the provider servers. Please check your network.').waitFor()
    // The way is free only after the press: the line comes back by itself, and the banner with its button goes then.
    await Promise.all([page.waitForEvent('load'), banner.getByRole('button', { name: 'Try now' }).click()])
    await page.unroute('**/account/socket-ticket/')
    await page.getByRole('heading', { name: 'Unified Markets' }).waitFor()
    await page.getByRole('status').getByText(/^Live/).waitFor()
  })

  // Proves A 2.88, A 2.89, A 8.32, A 11.11.
  it('of which a part cannot be loaded says so, and offers to load it again', async () => {
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

  // Proves A 4.25, A 7.32, A 9.4, T 4.29.
  it('gets a new token every five minutes', async () => {
    const person = await openWindow(browser, product.baseUrl)
    const { page } = person
    alter(person)
    await page.clock.install()
    await signIn(person, user)
    const before = await page.evaluate(() => localStorage.getItem('token'))
    const refreshed = page.waitForResponse((response) => response.url().endsWith('/account/token/refresh/'))
    await page.clock.fastForward(300_000)
    expect((await refreshed).headers()['refreshed-token']).toBeTruthy()
    await expect.poll(() => page.evaluate(() => localStorage.getItem('token'))).not.toBe(before)
    expect(person.consoleErrors.filter((line) => !isProvoked(line))).toEqual([])
  })
})

describe('the demo', () => {
  it('lets somebody in as its taker or its maker with one press, each in a window of its own', async () => {
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
    // Another person in the second window leaves the first one's alone, over a reload too.
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
  it('tells who comes with the old desktop application where to go', async () => {
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
