import { catalogueCalls, directRfqCalls } from '@parley/contracts'
import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Person, sizes } from '../browser.ts'
import { clearPage } from '../direct-rfq/desk-work.ts'
import type { Product } from '../product.ts'
import { withProductAndBrowser } from '../product-and-browser.ts'
import { type Desks, sits } from '../protection/desks.ts'
import { maintain } from '../venue.ts'
import { pressNewRfq } from '../press-new-rfq.ts'

let product: Product
let browser: Browser
let desks: Desks
let person: Person

withProductAndBrowser((opened) => ({ product, browser, desks } = opened), 'kept')
beforeAll(async () => {
  person = await sits(browser, product, desks.takerTrader)
})

/** Undefined while everything in the header is in its place. */
const cutIn = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => {
    const header = document.querySelector('header')!
    const title = header.querySelector('h1')!
    if (header.scrollWidth > header.clientWidth) return `the header is ${header.scrollWidth - header.clientWidth} px too long`
    return title.scrollWidth > title.clientWidth ? `the title has ${title.clientWidth} px of ${title.scrollWidth}` : undefined
  })

describe('the header of a market of three venues', () => {
  it.each([1280, 1440, 1500, 1600, 1879, 1880, 1920])('has room for its title and every figure, %d px wide', async (width) => {
    const { page } = person
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(() => page.locator('header').innerText()).toMatch(/BTC\s+9\d,\d{3}\.\d\d/)
    await expect.poll(() => cutIn(page)).toBeUndefined()
  })
})

/** A day on which all three list options, and two of its strikes, the second of which only Deribit lists. */
async function spreadOfDeribit(): Promise<string> {
  const callsAt = async (venue: 'DBT' | 'BYB' | 'BIT') => {
    const query = { venue, base_currency: 'BTC', kind: 'OPTION', page_size: 1000 } as const
    const { results } = await desks.taker.call(catalogueCalls.listInstruments, { query })
    return new Set(results.filter((one) => one.option_kind === 'CALL').map((one) => `${one.expires_at} ${Number(one.strike)}`))
  }
  const [here, bybit, bitcom] = await Promise.all([callsAt('DBT'), callsAt('BYB'), callsAt('BIT')])
  const days = new Set([...here].map((call) => call.split(' ')[0]!))
  for (const day of [...days].toSorted()) {
    const strikes = [...here].filter((call) => call.startsWith(`${day} `)).map((call) => Number(call.split(' ')[1]))
    const isListed = (strike: number) => bybit.has(`${day} ${strike}`) && bitcom.has(`${day} ${strike}`)
    const common = strikes.filter(isListed).toSorted((a, b) => a - b)
    const own = strikes.find((strike) => !isListed(strike) && strike > common[0]! && common.filter((one) => one > strike).length > 0)
    if (common.length > 3 && own !== undefined) {
      const [, date = '', month = '', year = ''] = new Date(Number(day)).toUTCString().split(' ')
      return `BTC ${date}${month.toUpperCase()}${year.slice(2)} ${common[0]}/${own} call spread`
    }
  }
  throw new Error('every strike of Deribit is listed elsewhere too')
}

const PATIENCE = { timeout: 60_000 }

describe('one structure at three venues', () => {
  it('3.18 3.19 6.17 is compared net of fees, changed to what all of them list, and asked for at the one that is chosen', async () => {
    const { page } = person
    await page.setViewportSize(sizes.desk)
    await pressNewRfq(page)
    const builder = page.getByRole('dialog', { name: 'New RFQ' })
    await builder
      .getByRole('textbox')
      .first()
      .fill(await spreadOfDeribit())
    await page.keyboard.press('Enter')
    await builder.getByLabel('Quantity (BTC)').fill('50')
    await page.keyboard.press('Control+i')
    const compared = page.getByRole('dialog', { name: 'Compare venues' })
    await compared.getByRole('columnheader', { name: /Bybit/ }).waitFor()
    await expect.poll(() => compared.innerText(), PATIENCE).toMatch(/(Bybit|Bit\.com) lists no [\d,]+ on .*Near it: /)
    await compared.getByRole('button', { name: /^Change the legs to/ }).click()
    const starts = compared.getByRole('button', { name: /^Start the RFQ at/ })
    await expect.poll(() => starts.count(), PATIENCE).toBe(3)
    const pays = compared.getByRole('row', { name: /^You pay, net/ }).getByRole('cell')
    await expect.poll(async () => (await pays.allInnerTexts()).filter((text) => text.includes('best')).length, PATIENCE).toBe(1)
    const nets = (await pays.allInnerTexts()).map((text) => Number(text.split('\n')[0]!.replaceAll(',', '')))
    expect(nets).toHaveLength(3)
    const free = compared.getByRole('row', { name: /^Account, free margin/ }).getByRole('cell')
    await expect
      .poll(async () => (await free.allInnerTexts()).map((text) => /[\d,.]+ (BTC|USD\w*)$/.test(text)), PATIENCE)
      .toEqual([true, true, true])
    await compared.getByRole('button', { name: 'Start the RFQ at BYB' }).click()
    await compared.waitFor({ state: 'detached' })
    await builder.getByRole('radio', { name: 'BYB', checked: true }).waitFor()
    expect(await builder.getByRole('button', { name: /^Remove BTC-/ }).count()).toBe(2)
    expect(await builder.getByLabel('Quantity (BTC)').inputValue()).toBe('50')
    expect((await desks.taker.call(directRfqCalls.listRfqs, { query: { role: 'TAKER' } })).results).toEqual([])
  })

  it('3.20 3.21 says in the header which is under maintenance, and why nothing is sent there', async () => {
    const { page } = person
    await clearPage(page)
    const venues = page.getByRole('button', { name: /^Venues:/ })
    await expect.poll(() => venues.getAttribute('aria-label'), PATIENCE).toContain('Deribit open')
    await pressNewRfq(page)
    const builder = page.getByRole('dialog', { name: 'New RFQ' })
    await builder.getByRole('button', { name: 'Call Spread', exact: true }).click()
    await builder.getByLabel('Quantity (BTC)').fill('50')
    const send = builder.getByRole('button', { name: /^Send RFQ to/ })
    await expect.poll(() => send.getAttribute('aria-disabled'), PATIENCE).toBeNull()
    await maintain(product, 'BEGINS')
    await expect.poll(() => send.getAttribute('title'), PATIENCE).toMatch(/^Deribit is under maintenance/)
    expect(await builder.getByRole('button', { name: /^Save draft/ }).getAttribute('aria-disabled')).toBeNull()
    await builder.getByRole('button', { name: /^Save draft/ }).click()
    await builder.waitFor({ state: 'detached' })
    await page.getByRole('tab', { name: /^RFQ Drafts/ }).click()
    const draft = page.getByRole('tabpanel').getByRole('row').nth(1)
    expect(await draft.getByRole('button', { name: /^Send/ }).getAttribute('title')).toMatch(/^Deribit is under maintenance/)
    await expect.poll(() => page.locator('header').innerText(), PATIENCE).toMatch(/DBT/)
    expect(await venues.getAttribute('aria-label')).toContain('Deribit maintenance')
    await maintain(product, 'ENDS')
    await expect.poll(() => venues.getAttribute('aria-label'), PATIENCE).toContain('Deribit open')
    await expect.poll(() => draft.getByRole('button', { name: /^Send/ }).getAttribute('aria-disabled'), PATIENCE).toBeNull()
  })
})
