import type { Browser, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { seriousFindings } from '../accessibility.ts'
import { openSession, openWindow, type Person, type sizes } from '../browser.ts'
import type { Product } from '../product.ts'
import { withProductAndBrowser } from '../product-and-browser.ts'
import { createUser } from './operator.ts'
import { openSettings } from './settings-work.ts'

let product: Product
let browser: Browser
withProductAndBrowser((opened) => ({ product, browser } = opened))

async function signedIn(size: keyof typeof sizes, role = 'trader'): Promise<Person> {
  const person = await openWindow(browser, product.baseUrl, size)
  await openSession(person, createUser(product, 'non-us', role))
  await person.page.getByRole('heading', { name: 'Unified Markets' }).waitFor()
  return person
}
const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Markets and settings' })
const widthOf = async (page: Page): Promise<number> => (await sidebar(page).boundingBox())!.width
const tape = (page: Page) => page.getByRole('tab', { name: 'Trade Tape' })

describe('the bars at the side and at the bottom', () => {
  it('stand on a desk, the side one 60 px wide, the bottom one to be folded', async () => {
    const { page } = await signedIn('desk')
    expect(await widthOf(page)).toBe(60)
    await tape(page).waitFor()
  })

  it('are hidden on a screen narrower than 900 px until they are asked for; a press beside closes the side one', async () => {
    const { page, consoleErrors } = await signedIn('phone')
    await page.setViewportSize({ width: 899, height: 844 })
    await page.getByRole('button', { name: 'More' }).waitFor()
    expect([await sidebar(page).count(), await tape(page).count()]).toEqual([0, 0])
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'More' }).click()
    expect(await widthOf(page)).toBe(100)
    for (const name of ['Spreads', 'Auctions']) expect(await sidebar(page).getByRole('link', { name }).count(), name).toBe(0)
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Close the menu' }).click({ position: { x: 300, y: 400 } })
    await sidebar(page).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Trade Tape' }).click()
    await tape(page).waitFor()
    await page.getByRole('button', { name: 'Markets', exact: true }).click()
    await tape(page).waitFor({ state: 'detached' })
    expect(consoleErrors).toEqual([])
  })

  it('show the prime logo to a prime viewer alone', async () => {
    const { page } = await signedIn('desk', 'prime_viewer')
    await sidebar(page).getByRole('img', { name: 'Prime' }).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    const { page: other } = await signedIn('desk')
    expect(await sidebar(other).getByRole('img', { name: 'Prime' }).count()).toBe(0)
  })
})

describe('leaving', () => {
  it('by Logout leaves no error behind, and of ours in the browser only where this person was', async () => {
    const { page, consoleErrors } = await signedIn('desk')
    const answers: string[] = []
    page.on('response', (answer) => answer.status() >= 400 && answers.push(`${answer.status()} ${answer.url()}`))
    await openSettings(page)
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.getByRole('heading', { name: 'Welcome to Parley' }).waitFor()
    await page.waitForLoadState('networkidle')
    expect(answers).toEqual([])
    expect(consoleErrors).toEqual([])
    expect(await page.evaluate(() => Object.keys(localStorage).toSorted())).toEqual(['last-route', 'last-route-of'])
    // People who signed out themselves get no reason.
    expect(await page.getByText('Your session has ended').count()).toBe(0)
  })

  it('by terminating every session is quiet too', async () => {
    const { page, consoleErrors } = await signedIn('desk')
    await openSettings(page, 'Security', 'Active Sessions')
    await page.getByRole('button', { name: 'Terminate all sessions' }).click()
    await page.getByRole('button', { name: 'Terminate all', exact: true }).click()
    await page.getByRole('heading', { name: 'Welcome to Parley' }).waitFor()
    await page.waitForLoadState('networkidle')
    expect(consoleErrors).toEqual([])
  })
})

describe('a browser that keeps nothing for the page', () => {
  it('lets a person sign in and work until the page is closed', async () => {
    const { page } = await openWindow(browser, product.baseUrl)
    await page.addInitScript(() =>
      Object.defineProperty(window, 'localStorage', {
        get: () => {
          throw new DOMException('denied', 'SecurityError')
        },
      }),
    )
    const { email, password } = createUser(product)
    await page.goto('/')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Unified Markets' }).waitFor()
    await openSettings(page)
    await page.getByText('Amber Road Capital [AMBR]').waitFor()
  })
})
