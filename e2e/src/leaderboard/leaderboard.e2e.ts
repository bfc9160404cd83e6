/** The leaderboard as an anonymous firm and named firms see it, its filters, its file, and the choice to be named. */
import { readFileSync } from 'node:fs'
import type { Browser, Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { seriousFindings } from '../accessibility.ts'
import { openSeat, type Person, sizes } from '../browser.ts'
import type { DemoUser, Product } from '../product.ts'
import { withProductAndBrowser } from '../product-and-browser.ts'
import type { Desks } from '../protection/desks.ts'
import { tradedInThePast } from './past-days.ts'

const SLOW = { timeout: 60_000, interval: 200 }
const OWN = 'Linden Markets'

let product: Product
let browser: Browser
let desks: Desks
/** An administrator of the desk whose firm is shown. */
let person: Person
withProductAndBrowser((opened) => ({ product, browser, desks } = opened), 'kept')
beforeAll(async () => {
  await tradedInThePast(product.dataDir)
  person = await open(desks.administrator)
})

async function open(user: DemoUser): Promise<Person> {
  const opened = await openSeat(browser, product.baseUrl, user, 'laptop', '/leaderboard')
  await opened.page.getByText(/^as of /).waitFor()
  return opened
}
const table = (page: Page): Locator => page.getByRole('table', { name: /^Leaderboard of/ })
const firms = (page: Page): Promise<string[]> => table(page).getByRole('rowheader').allInnerTexts()
const ownVolume = async (page: Page): Promise<string> =>
  (
    await table(page)
      .getByRole('row', { name: new RegExp(OWN) })
      .getByRole('cell')
      .allInnerTexts()
  )[2]!

describe('20 the leaderboard', () => {
  // Proves A 10.22, T 1.9, T 2.9.
  it('20.10 shows firms that are named, the desk’s own one, and the others together; the desk’s own row stays in sight', async () => {
    const { page, consoleErrors } = person
    expect((await firms(page)).toSorted()).toEqual([
      'Anonymous firms',
      'Halyard Derivatives',
      'Kestrel Digital',
      `${OWN} (you)`,
      'Meridian Liquidity',
    ])
    const own = table(page).getByRole('row', { name: new RegExp(OWN) })
    expect(await own.getAttribute('aria-current')).toBe('true')
    expect(await own.innerText()).toMatch(/\$[\d.]+(m|bn)[\s\S]*\d+\.\d%[\s\S]*\d+%[\s\S]* s/)
    await page.getByText('Ranks count anonymous firms too').waitFor()
    expect(await page.getByRole('img', { name: /^Volume over time/ }).count()).toBe(1)
    expect(await seriousFindings(page)).toEqual([])
    expect(consoleErrors).toEqual([])
  })

  it('20.1 20.7 is filtered by period, role, venue and strategy, and exported as it stands', async () => {
    const { page, consoleErrors } = person
    await page.setViewportSize(sizes.desk)
    const month = await ownVolume(page)
    await page.getByRole('radio', { name: '7 D' }).click()
    await expect.poll(() => ownVolume(page), SLOW).not.toBe(month)
    const week = await ownVolume(page)
    await page.getByLabel('Strategy').selectOption({ label: 'Call Spread' })
    await expect.poll(() => ownVolume(page), SLOW).not.toBe(week)
    // Sums of several firms are not filtered.
    expect(await firms(page)).not.toContain('Anonymous firms')
    await page.getByRole('radio', { name: 'BYB' }).click()
    await page.getByText('No matching firms').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect.poll(() => ownVolume(page), SLOW).toBe(week)
    await page.getByRole('radio', { name: 'Takers' }).click()
    await table(page).getByRole('columnheader', { name: 'Vega' }).waitFor()
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe('leaderboard-takers-7d.csv')
    const [heading, ...lines] = readFileSync((await download.path())!, 'utf8')
      .replace('\ufeff', '')
      .split('\r\n')
    expect(heading).toMatch(/^Rank,Change,Firm,"Volume, USD"/)
    expect(lines.map((line) => line.split(',')[2]).toSorted()).toEqual(
      (await firms(page)).map((name) => name.replace(' (you)', '')).toSorted(),
    )
    expect(consoleErrors).toEqual([])
  })

  // Proves T 3.8, T 6.10.
  it('20.9 a name is chosen in the dashboard, with what others will see, and counts from tomorrow', async () => {
    const { page, consoleErrors } = person
    await page.getByRole('link', { name: 'You are anonymous to others' }).click()
    const preview = page.getByRole('region', { name: 'What others will see' })
    await preview.getByText('Anonymous firms').waitFor()
    await page.getByRole('radio', { name: 'Under your firm’s name' }).check()
    expect(await preview.innerText()).toMatch(new RegExp(`${OWN}[\\s\\S]*rank \\d+[\\s\\S]*\\$[\\d.]+(m|bn)`))
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText(/^Today other firms do not see your name. From .* they will.$/).waitFor()
    await page.goto('/leaderboard')
    await page.getByRole('link', { name: 'Others see your name' }).waitFor()
    const other = await open(desks.takerTrader)
    await other.page.getByRole('radio', { name: 'Makers' }).click()
    await expect.poll(() => firms(other.page), SLOW).toContain('Kestrel Digital')
    expect(await firms(other.page)).not.toContain(OWN)
    expect(consoleErrors).toEqual([])
  })

  it('stands on a phone as cards, and reads well there', async () => {
    const { page, consoleErrors } = person
    await page.setViewportSize(sizes.phone)
    // The page remembers the filters of the earlier tests.
    for (const name of ['30 D', 'Makers']) await page.getByRole('radio', { name }).click()
    const cards = page.getByRole('list', { name: 'Leaderboard of makers' }).getByRole('listitem')
    await expect.poll(() => cards.count(), SLOW).toBe(5)
    expect(await cards.filter({ hasText: OWN }).getAttribute('aria-current')).toBe('true')
    await page.getByLabel('Coin').selectOption('ETH')
    await expect.poll(() => cards.count(), SLOW).toBe(4)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    expect(await seriousFindings(page)).toEqual([])
    expect(consoleErrors).toEqual([])
  })
})
