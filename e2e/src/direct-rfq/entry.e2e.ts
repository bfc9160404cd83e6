/** An entry is sent as it reads or not at all: numbers that cannot be read, the example of the builder, and the line above the legs. */
import type { Browser, Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { seriousFindings } from '../accessibility.ts'
import { openWindow, signIn } from '../browser.ts'
import { bookOf, marketsOf, showOrderBook } from '../group-rfq/book-work.ts'
import type { Product } from '../product.ts'
import { withProductAndBrowser } from '../product-and-browser.ts'
import { type Desks, sits, sitsAtAll } from '../protection/desks.ts'
import { askDirectly, openMarketOf, quoteAround, quoteDirectly } from '../protection/maker-bot.ts'
import { type Picked, pickCallSpread } from '../structures.ts'
import { goodForByLine } from './builder-terms.ts'
import { rowsOf, ticketOf } from './desk-work.ts'
import { pressNewRfq } from '../press-new-rfq.ts'

let product: Product
let browser: Browser
let desks: Desks
let picked: Picked

withProductAndBrowser((opened) => ({ product, browser, desks } = opened))
beforeAll(async () => {
  picked = await pickCallSpread(desks.taker, 'BTC')
})

const isOff = async (button: Locator): Promise<boolean> => (await button.getAttribute('aria-disabled')) === 'true'
/** Waits for the reason: it is what a person reads on the button. */
async function refuses(button: Locator, reason: string): Promise<void> {
  await expect.poll(() => button.innerText()).toContain(reason)
  await expect.poll(() => isOff(button)).toBe(true)
}

describe('3.16 a number that cannot be read', () => {
  it('3.16 leaves a taker nothing to press, neither at the number before nor at the best, and its correction is one press away', async () => {
    const asked = await askDirectly(desks.taker, desks.makerDesk.ticker)
    await quoteDirectly(desks.maker, asked, [10], '100')
    const { page, consoleErrors } = await sits(browser, product, desks.takerTrader)
    await rowsOf(page).nth(1).click()
    const ticket = ticketOf(page)
    const price = ticket.getByLabel('Buy limit', { exact: true })
    const quantity = ticket.getByLabel('Quantity', { exact: true })
    const buy = ticket.getByRole('button', { name: /^Buy / })
    await ticket.getByRole('radio', { name: 'Limit', exact: true }).click()
    await price.fill('0.0012')
    await expect.poll(() => buy.innerText()).toContain('Buy 100 · limit 0.0012')
    await price.fill('0,0425')
    await refuses(buy, 'The price is no number.')
    await ticket.getByRole('alert').getByText('0,0425 is no number.').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await ticket.getByRole('button', { name: 'Use 0.0425' }).click()
    await expect.poll(() => price.inputValue()).toBe('0.0425')
    await expect.poll(() => buy.innerText()).toContain('Buy 100 · limit 0.0425')
    await expect.poll(() => isOff(buy)).toBe(false)
    await price.fill('0,042')
    await refuses(buy, 'The price is no number.')
    await ticket.getByRole('radio', { name: 'Fill now' }).click()
    await refuses(buy, 'The price is no number.')
    await price.fill('')
    await expect.poll(() => isOff(buy)).toBe(false)
    await quantity.fill('12.55')
    await quantity.fill('12.55 or so')
    await refuses(buy, 'The quantity is no number.')
    await quantity.press('Tab')
    await expect.poll(() => quantity.inputValue()).toBe('12.55 or so')
    expect(consoleErrors).toEqual([])
  })

  it('3.16 quotes nothing for a maker: neither a vol, a width nor a quantity goes on as what it was before', async () => {
    await askDirectly(desks.taker, desks.makerDesk.ticker)
    const { page, consoleErrors } = await sitsAtAll(browser, product, desks.trader)
    await page.getByLabel('Filter, or paste an RFQ').fill(desks.takerDesk.ticker)
    await rowsOf(page).nth(1).click()
    const quote = ticketOf(page).getByRole('region', { name: 'Quote' })
    const send = quote.getByRole('button', { name: /^Quote / })
    const vol = quote.getByLabel(/^Bid vol of /)
    await expect.poll(() => isOff(send)).toBe(false)
    const before = await vol.inputValue()
    await vol.fill(`${before}q`)
    await refuses(send, 'is no number.')
    await vol.fill(before.replace('.', ','))
    await quote.getByRole('button', { name: `Use ${before}`, exact: true }).click()
    await expect.poll(() => isOff(send)).toBe(false)
    await quote.getByLabel('Width').fill('1,5')
    await refuses(send, 'The width is no number.')
    await quote.getByRole('button', { name: 'Use 1.5' }).click()
    await quote.getByLabel('Bid quantity').fill('12,5')
    await refuses(send, 'The bid quantity is no number.')
    await quote.getByRole('radio', { name: '± ticks' }).click()
    await quote.getByLabel('Bid quantity').fill('25')
    await quote.getByLabel('± around the mark').fill('ten')
    await refuses(send, 'The ticks around the mark are no number.')
    expect(consoleErrors).toEqual([])
  })

  it('3.16 takes nothing from a book: a limit that cannot be read is not the best', async () => {
    const market = await openMarketOf(desks.maker, 'BTC')
    await quoteAround(desks.maker, market, [-10, 10])
    const { page } = await sits(browser, product, desks.takerTrader)
    await showOrderBook(page)
    await page.getByLabel('Filter, or paste an RFQ').fill(String(market.id))
    await marketsOf(page).nth(1).click()
    await bookOf(page).waitFor()
    const ticket = ticketOf(page)
    await ticket.getByRole('radio', { name: 'Take' }).click()
    const buy = ticket.getByRole('button', { name: /^Buy / })
    await expect.poll(() => isOff(buy)).toBe(false)
    await ticket.getByLabel(/^Limit \(/).fill('0,04')
    await refuses(buy, 'The price is no number.')
    await ticket.getByLabel(/^Limit \(/).fill('')
    await ticket.getByLabel('Quantity', { exact: true }).fill('2 5')
    await refuses(buy, 'The quantity is no number.')
  })

  // Proves T 5.3.
  it('3.17 rounds a quantity to the increment when its field is left, and says from what', async () => {
    const asked = await askDirectly(desks.taker, desks.makerDesk.ticker)
    await quoteDirectly(desks.maker, asked, [10], '100')
    const { page } = await sits(browser, product, desks.takerTrader)
    await rowsOf(page).nth(1).click()
    const ticket = ticketOf(page)
    const quantity = ticket.getByLabel('Quantity', { exact: true })
    await quantity.fill('25.07')
    await quantity.press('Tab')
    await expect.poll(() => quantity.inputValue()).toBe('25.1')
    await ticket.getByText('rounded from 25.07').waitFor()
    await expect.poll(() => ticket.getByRole('button', { name: /^Buy / }).innerText()).toContain('Buy 25.1 · limit ')
    await quantity.fill('26')
    expect(await ticket.getByText('rounded from 25.07').count()).toBe(0)
  })
})

const builderOf = (page: Page): Locator => page.getByRole('dialog', { name: 'New RFQ' })
const lineIn = (page: Page): Locator => builderOf(page).getByLabel('Paste or type an RFQ')
const quantityIn = (page: Page): Locator => builderOf(page).getByLabel('Quantity (BTC)')
const sendIn = (page: Page): Locator => builderOf(page).getByRole('button', { name: /^Send RFQ to/ })
const press = (page: Page, name: string): Promise<void> => builderOf(page).getByRole('button', { name, exact: true }).click()
/** The instruments of the legs, as their rows name them. */
const legsIn = (page: Page): Promise<string[]> =>
  builderOf(page)
    .getByRole('radiogroup', { name: /^Side of / })
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')!.replace('Side of ', '')))

/** At the builder, once its first structure stands there. */
async function builds(): Promise<Page> {
  const { page } = await sits(browser, product, desks.takerTrader)
  await pressNewRfq(page)
  await expect.poll(() => legsIn(page)).toHaveLength(2)
  return page
}

describe('the example of the builder', () => {
  it('is drawn as one and cannot be sent; the first price that is pressed takes its place, and Ctrl+Backspace clears the legs', async () => {
    const page = await builds()
    const [call] = picked.instruments
    await builderOf(page).getByText('Example').first().waitFor()
    await quantityIn(page).fill('25')
    await refuses(sendIn(page), 'This is an example')
    await refuses(builderOf(page).getByRole('button', { name: /^Save draft/ }), 'This is an example')
    expect(await seriousFindings(page)).toEqual([])
    await page.keyboard.press('Control+Enter')
    expect(await builderOf(page).count()).toBe(1)
    const expiry = call!.name.split('-')[1]!
    const words = expiry.replace(
      /^(\d{1,2})([A-Z]{3})(\d{2})$/,
      (_, day: string, month: string, year: string) => `${day.padStart(2, '0')} ${month} ${year}`,
    )
    await builderOf(page)
      .getByRole('tab', { name: new RegExp(`^${words}`) })
      .click()
    await press(page, `Buy one ${call!.name}`)
    await expect.poll(() => legsIn(page)).toEqual([call!.name])
    expect(await builderOf(page).getByText('Example').count()).toBe(0)
    await expect.poll(() => isOff(sendIn(page))).toBe(false)
    await page.keyboard.press('Control+Backspace')
    await expect.poll(() => legsIn(page)).toEqual([])
    await refuses(sendIn(page), 'Choose a structure')
  })

  it('becomes one’s own by a press, and a quantity that cannot be read keeps it back', async () => {
    const page = await builds()
    await press(page, 'Use it')
    await quantityIn(page).fill('100')
    await expect.poll(() => isOff(sendIn(page))).toBe(false)
    await quantityIn(page).fill('12,5')
    await refuses(sendIn(page), 'The quantity is no number.')
    await press(page, 'Use 12.5')
    await expect.poll(() => quantityIn(page).inputValue()).toBe('12.5')
    await quantityIn(page).fill('25.07')
    await quantityIn(page).press('Tab')
    await expect.poll(() => quantityIn(page).inputValue()).toBe('25.1')
    await builderOf(page).getByText('rounded from 25.07').waitFor()
    await expect.poll(() => isOff(sendIn(page))).toBe(false)
  })

  it('never takes the place of a line that was typed before the chain was there', async () => {
    const person = await openWindow(browser, product.baseUrl)
    const { page } = person
    let release: () => void = () => undefined
    const released = new Promise<void>((resolve) => (release = resolve))
    await page.route(/\/instruments\/.*page_size=1000/, async (route) => {
      await released
      await route.continue()
    })
    await signIn(person, desks.takerTrader)
    await pressNewRfq(page)
    await lineIn(page).fill(`${picked.instruments[0]!.name} 50x`)
    release()
    // The forward comes with the marks, and the example would.
    await builderOf(page)
      .getByText(/^Forward [\d,.]+ · /)
      .waitFor()
    await expect.poll(() => legsIn(page)).toEqual([picked.instruments[0]!.name])
    await expect.poll(() => isOff(sendIn(page))).toBe(false)
    await expect.poll(() => legsIn(page)).toEqual([picked.instruments[0]!.name])
    expect(await builderOf(page).getByText('Example').count()).toBe(0)
  })
})

describe('3.15 the line of the builder', () => {
  it('3.15 and the legs below cannot be sent where they differ: one is used, or the other is cleared', async () => {
    const page = await builds()
    const [call] = picked.instruments
    const DIFFERENT = 'The line is not what is below: use the line, or clear it.'
    await lineIn(page).fill(`${call!.name} 50x`)
    await builderOf(page)
      .getByText(/^✓ Understood: Call .* · 1 leg · 50$/)
      .waitFor()
    await expect.poll(() => isOff(sendIn(page))).toBe(false)
    await quantityIn(page).fill('100')
    await refuses(sendIn(page), DIFFERENT)
    expect(await seriousFindings(page)).toEqual([])
    await page.keyboard.press('Control+Enter')
    expect(await builderOf(page).count()).toBe(1)
    await press(page, 'Use the line')
    await expect.poll(() => quantityIn(page).inputValue()).toBe('50')
    await expect.poll(() => isOff(sendIn(page))).toBe(false)
    await press(page, 'Put Spread')
    await refuses(sendIn(page), DIFFERENT)
    await press(page, 'Clear it')
    await expect.poll(() => lineIn(page).inputValue()).toBe('')
    await expect.poll(() => isOff(sendIn(page))).toBe(false)
    await expect.poll(() => legsIn(page)).toHaveLength(2)
  })

  it('3.15 names what it does not understand, offers what may be meant, and takes no number from the line before', async () => {
    const page = await builds()
    const name = picked.instruments[0]!.name
    await lineIn(page).fill(`${name} 250x anon`)
    await expect.poll(() => quantityIn(page).inputValue()).toBe('250')
    await lineIn(page).fill(`${name} delta hedged`)
    await builderOf(page)
      .getByText(/^✓ Understood: .*delta hedged$/)
      .waitFor()
    await expect.poll(() => quantityIn(page).inputValue()).toBe('')
    await expect.poll(() => builderOf(page).getByRole('switch', { name: 'Anonymous' }).isChecked()).toBe(false)
    await expect.poll(() => builderOf(page).getByRole('switch', { name: 'Automatic delta hedge' }).isChecked()).toBe(true)
    await refuses(sendIn(page), 'Enter a quantity.')
    await lineIn(page).fill(`${name} 12,5x`)
    await refuses(sendIn(page), '12,5 is no number.')
    await press(page, 'Use 12.5')
    await expect.poll(() => quantityIn(page).inputValue()).toBe('12.5')
    await lineIn(page).fill(`${name} 50`)
    await expect.poll(() => quantityIn(page).inputValue()).toBe('50')
    const [, expiry, strike] = name.split('-')
    await lineIn(page).fill(`sell ${expiry} ${strike} cal 30x @ 0.042`)
    await refuses(sendIn(page), 'A Call Calendar needs two expiries')
    await lineIn(page).fill(`sell ${expiry} ${strike} callx 30x`)
    await refuses(sendIn(page), '“callx” is not understood.')
    await press(page, 'Use call')
    await expect.poll(() => quantityIn(page).inputValue()).toBe('30')
    await builderOf(page)
      .getByText(/sell: not sent, for your ticket$/)
      .waitFor()
    await lineIn(page).fill(`${strike} call 25x`)
    await refuses(sendIn(page), 'Did you mean ')
    await builderOf(page)
      .getByRole('button', { name: /^Use \d{1,2}[A-Z]{3}\d{2}$/ })
      .first()
      .click()
    await expect.poll(() => lineIn(page).inputValue()).toMatch(/^\d+ call 25x \d{1,2}[A-Z]{3}\d{2}$/)
    await expect.poll(() => isOff(sendIn(page))).toBe(false)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const [legs, line] = [await legsIn(page), await lineIn(page).inputValue()]
    await press(page, 'Copy line')
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/^BTC .* call 25x$/)
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).not.toBe(line)
    await lineIn(page).fill(copied)
    await builderOf(page)
      .getByText(/^✓ Understood: Call .* · 1 leg · 25$/)
      .waitFor()
    await expect.poll(() => legsIn(page)).toEqual(legs)
    await expect.poll(() => isOff(sendIn(page))).toBe(false)
    await lineIn(page).fill(`${name} 25x all or none`)
    await refuses(sendIn(page), '“all” is not understood.')
    await goodForByLine(page, name, desks)
  })

  it('3.15 is understood in the filter box and in the palette as in the builder, which also cancels, and shows lists', async () => {
    const { page, consoleErrors } = await sits(browser, product, desks.takerTrader)
    const name = picked.instruments[0]!.name
    const filter = page.getByLabel('Filter, or paste an RFQ')
    await filter.fill(`${name} 50 fooo`)
    const hint = page.getByRole('status', { name: 'The line' })
    await expect.poll(() => hint.innerText()).toContain('“fooo” is not understood.')
    await filter.fill(`sell ${name} 12,5x`)
    await hint.getByRole('button', { name: 'Use 12.5' }).click()
    await expect.poll(() => filter.inputValue()).toBe(`sell ${name} 12.5x`)
    await expect.poll(() => hint.innerText()).toMatch(/✓ Understood: Call · .* · 1 leg · 12\.5 · sell: not sent/)
    expect(await seriousFindings(page)).toEqual([])
    await filter.press('Enter')
    await expect.poll(() => legsIn(page)).toEqual([name])
    expect(await quantityIn(page).inputValue()).toBe('12.5')
    await press(page, 'Close')
    await filter.fill('')

    const palette = page.getByRole('dialog', { name: 'Commands' })
    const box = palette.getByRole('combobox')
    const opens = async (words: string): Promise<void> => {
      await page.keyboard.press('Control+k')
      await box.fill(words)
    }
    await opens('')
    const top = (await box.boundingBox())!.y
    await box.fill(`${name} 25x anon`)
    await palette.getByRole('option', { name: /^New RFQ: Call · .* · 25 · anonymous/ }).waitFor()
    expect((await box.boundingBox())!.y).toBe(top)
    await box.fill(`${name} 25x`)
    await palette.getByRole('option', { name: /^New RFQ: Call · .* · 25/ }).waitFor()
    await box.press('Enter')
    await expect.poll(() => isOff(sendIn(page))).toBe(false)
    await page.keyboard.press('Control+Enter')
    await builderOf(page).waitFor({ state: 'detached' })
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await expect.poll(() => isOff(ticketOf(page).getByRole('button', { name: 'Copy line' }))).toBe(false)
    await opens('copy the line')
    await palette.getByRole('option', { name: 'Copy the line of the shown RFQ' }).waitFor()
    await box.press('Enter')
    await page.getByText('Line copied').waitFor()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/^BTC \d{1,2}[A-Z]{3}\d{2} [\d.]+k? call 25x$/)
    // Others of the desk stand open beside it.
    await opens('cancel rfq 25 × call')
    const cancel = palette.getByRole('option', { name: /^Cancel RFQ BTC 25 × Call · / })
    // Another may stand above it: the digits of an RFQ's own id count as well.
    await cancel.hover()
    await box.press('Enter')
    await palette.getByRole('option', { name: /^Press Enter again: cancel RFQ BTC 25 × Call/ }).waitFor()
    await box.press('Enter')
    await palette.waitFor({ state: 'detached' })
    await opens('cancel rfq 25 × call')
    await expect.poll(() => cancel.count()).toBe(0)
    await box.fill('show order history')
    await box.press('Enter')
    await expect.poll(() => page.getByRole('tab', { name: 'Order History' }).getAttribute('aria-selected')).toBe('true')
    expect(consoleErrors).toEqual([])
  })

  it('3.15 is where N begins, two tabs before the quantity; the chain and the list of structures are one stop each', async () => {
    const page = await builds()
    const [call] = picked.instruments
    const focused = (): Promise<string> =>
      page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '')
    await expect.poll(focused).toBe('Paste or type an RFQ')
    await page.keyboard.type(`${call!.name} 30`)
    await expect.poll(() => quantityIn(page).inputValue()).toBe('30')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect.poll(() => quantityIn(page).evaluate((one) => one === document.activeElement)).toBe(true)
    await expect.poll(() => builderOf(page).getByRole('tabpanel', { name: 'Strikes' }).locator('[tabindex="0"]').count()).toBe(1)
    const list = builderOf(page).getByRole('navigation', { name: 'Structure' }).getByRole('listitem').getByRole('button')
    await expect.poll(() => list.evaluateAll((all) => all.filter((one) => one.tabIndex === 0).length)).toBe(1)
    await builderOf(page).getByRole('button', { name: 'Straddle', exact: true }).focus()
    await page.keyboard.press('ArrowDown')
    await expect.poll(focused).toBe('Strangle')
    const money = builderOf(page).locator('tr[data-money]')
    await expect.poll(() => isInView(money)).toBe(true)
    await expect.poll(() => isInView(builderOf(page).getByRole('tab', { selected: true }))).toBe(true)
    await press(page, 'Close')
    await pressNewRfq(page)
    await expect.poll(() => legsIn(page)).toHaveLength(2)
    await expect.poll(() => isInView(money)).toBe(true)
  })
})

/** Whether the whole of it stands within what scrolls around it. */
const isInView = (one: Locator): Promise<boolean> =>
  one.evaluate((element) => {
    const around = element.closest('[role=tablist], [role=tabpanel]')!.getBoundingClientRect()
    const { top, bottom, left, right } = element.getBoundingClientRect()
    const isLevel = element.matches('[role=tab]') ? left >= around.left && right <= around.right : true
    return isLevel && top >= around.top && bottom <= around.bottom + 1
  })
