/** A day of a maker and of a taker without a pointer, with the number of keys it takes. */
import { directRfqCalls, protectionCalls } from '@parley/contracts'
import type { Browser, Page } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { seriousFindings } from '../accessibility.ts'
import { operator } from '../account/operator.ts'
import { openSession, openWindow, type Person } from '../browser.ts'
import { withProductAndBrowser } from '../product-and-browser.ts'
import type { Product } from '../product.ts'
import { askMaker, type Desks, restingQuotes, sits, stopped } from '../protection/desks.ts'
import { quoteDirectly } from '../protection/maker-bot.ts'
import { pickCallSpread } from '../structures.ts'
import { clearPage, openTicketOf, ticketOf } from './desk-work.ts'
import { pressNewRfq, untilNewRfqIsEnabled } from '../press-new-rfq.ts'

const LONG = { timeout: 60_000 }

let product: Product
let browser: Browser
let desks: Desks
/** A trader of the making desk, whose builder does not load before the text that a test types for it. */
let trader: Person
let typed = (): void => undefined
const isTyped = new Promise<void>((resolve) => (typed = resolve))

withProductAndBrowser((opened) => ({ product, browser, desks } = opened), 'kept')
beforeAll(async () => {
  trader = await openWindow(browser, product.baseUrl)
  await trader.page.route(/\/assets\/RfqBuilder-[^/]*\.js$/, async (route) => {
    await isTyped
    await route.continue()
  })
  await openSession(trader, desks.trader)
})
afterEach(async () => {
  const { stops } = await desks.maker.call(protectionCalls.getProtection, {})
  if (stops.length > 0) await operator(product, 'resume-trading', '--desk', desks.makerDesk.ticker, '--email', desks.trader.email)
})

/** The name of the focused element; empty if that is the page itself. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement
    if (element === null || element === document.body) return 'nothing'
    const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : undefined
    return element.getAttribute('aria-label') ?? label ?? element.getAttribute('role') ?? element.tagName
  })

/** Presses the keys one after the other and counts them. */
function counting(page: Page) {
  let count = 0
  return {
    press: async (...keys: readonly string[]) => {
      for (const key of keys) {
        await page.keyboard.press(key)
        count += 1
      }
    },
    paste: async (text: string) => {
      await page.keyboard.insertText(text)
      count += 1
    },
    count: () => count,
  }
}

/** Held down until it has taken effect. */
async function hold(page: Page, key: string, until: () => Promise<void>): Promise<void> {
  await page.keyboard.down('Shift')
  await page.keyboard.down(key)
  await until()
  await page.keyboard.up(key)
  await page.keyboard.up('Shift')
}

/** A message on the screen is closed first, and takes the first key. */
async function closeByKey(page: Page): Promise<void> {
  await expect
    .poll(async () => {
      await page.keyboard.press('Escape')
      return ticketOf(page).getByText('Select an RFQ').count()
    })
    .toBe(1)
}

describe('by keyboard alone', () => {
  it('5.15 a maker quotes a new RFQ with three keys, prices, cancels and declines, and stops trading by holding a key', async () => {
    const [first, second] = [await askMaker(desks, '41'), await askMaker(desks, '43')]
    const { page } = trader
    await page.getByRole('heading', { name: 'Unified Markets' }).waitFor()
    const ticket = ticketOf(page)
    const rows = page.getByRole('grid', { name: 'RFQs' }).getByRole('row')
    await page.keyboard.press('/')
    await page.keyboard.insertText(desks.takerDesk.ticker)
    await rows.filter({ hasText: '41' }).waitFor(LONG)
    await rows.filter({ hasText: '43' }).waitFor(LONG)

    const keys = counting(page)
    await keys.press('ArrowDown', 'Enter')
    await expect.poll(() => focused(page), LONG).toMatch(/^Bid vol of /)
    await expect.poll(() => ticket.getByRole('button', { name: /^Quote \d/ }).getAttribute('aria-disabled'), LONG).toBe(null)
    const size = ticket.getByLabel('Bid quantity')
    const isFirst = (await size.inputValue()) === '41'
    await keys.press('Control+Enter')
    expect(keys.count()).toBeLessThanOrEqual(4)
    const [quoted, next] = isFirst ? [first, second] : [second, first]
    const [own, other] = isFirst ? ['41', '43'] : ['43', '41']
    const both = [`BUY ${own} @`, `SELL ${own} @`].map((start) => expect.stringContaining(start))
    // On a busy machine the marks may be old for a moment. The button then asks to confirm, with the same key.
    const again = ticket.getByRole('button', { name: /^Again: / })
    const restsAfter = async (key: string, rfq: typeof first) => {
      if ((await again.count()) > 0) await page.keyboard.press(key)
      return restingQuotes(desks, rfq)
    }
    await expect.poll(() => restsAfter('Control+Enter', quoted), LONG).toEqual(both)
    // The next new RFQ is opened, with the focus on its price.
    await expect.poll(() => size.inputValue(), LONG).toBe(other)
    await expect.poll(() => focused(page), LONG).toMatch(/^Bid vol of /)
    expect(await seriousFindings(page)).toEqual([])

    const knob = (name: string) => ticket.getByLabel(name, { exact: true })
    await page.keyboard.press(']')
    await expect.poll(() => knob('Width').inputValue()).toBe('1.1')
    await page.keyboard.press('[')
    await page.keyboard.press("'")
    await expect.poll(() => knob('Skew').inputValue()).toBe('0.1')
    await page.keyboard.press(';')
    await expect.poll(() => knob('Skew').inputValue()).toBe('0.0')
    // Enter in a price field also sends, and keeps the focus.
    await page.keyboard.press('b')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await restsAfter('Enter', next)).length, LONG).toBe(2)
    await expect
      .poll(
        () =>
          ticket
            .getByRole('button', { name: /^Cancel/ })
            .first()
            .getAttribute('aria-disabled'),
        LONG,
      )
      .toBe(null)
    // A key is ignored while the previous action is still in progress.
    await expect.poll(async () => page.keyboard.press('x').then(() => restingQuotes(desks, next)), LONG).toEqual([])
    await expect.poll(async () => page.keyboard.press('d').then(() => page.getByRole('menu').count()), LONG).toBe(1)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await ticket.getByText('You declined. Quoting reverses the decline.').waitFor(LONG)
    await closeByKey(page)
    await expect.poll(() => focused(page)).toBe('row')

    // Releasing it early does nothing.
    await page.keyboard.press('Shift+X')
    await expect.poll(() => page.getByText('Keep holding to cancel all your orders and quotes').count()).toBe(0)
    expect(await restingQuotes(desks, quoted)).toEqual(both)
    await hold(page, 'X', () => expect.poll(() => restingQuotes(desks, quoted), LONG).toEqual([]))
    await page.getByText(/^2 quotes cancelled at \d\d:\d\d:\d\d\.\d{3}$/).waitFor()
    await hold(page, 'K', () => stopped(page).waitFor(LONG))
    await page.getByText(/^You are stopped · You had no live orders at /).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    for (const { id } of [first, second]) await desks.taker.call(directRfqCalls.cancelRfq, { params: { id } })
  })

  it('3.15 text typed before the builder has opened goes into its line, and does nothing in the ticket below', async () => {
    const [call] = (await pickCallSpread(desks.taker, 'BTC')).instruments
    const legs = [{ instrument_id: call!.id, ratio: '1', side: 'BUY' as const }]
    const body = { venue: 'DBT', quantity: '44', legs, counterparties: [desks.makerDesk.ticker] }
    const rfq = await desks.taker.call(directRfqCalls.createRfq, { body })
    await quoteDirectly(desks.maker, { rfq, tick: call!.min_tick_size }, [-10, 10], '44')
    const quoted = await restingQuotes(desks, rfq)
    const { page } = trader
    await clearPage(page)
    await openTicketOf(page, rfq)
    await ticketOf(page)
      .getByRole('button', { name: /^Cancel/ })
      .first()
      .waitFor(LONG)
    await pressNewRfq(page)
    // The keys below cancel, decline, and move to the prices.
    await page.keyboard.type('xdbs] 25')
    await page.keyboard.press('Backspace')
    typed()
    await page.keyboard.type('0x', { delay: 20 })
    const line = page.getByRole('dialog', { name: 'New RFQ' }).getByLabel('Paste or type an RFQ')
    await expect.poll(() => line.inputValue(), LONG).toBe('xdbs] 20x')
    expect(await page.getByRole('menu').count()).toBe(0)
    await page.keyboard.press('Escape')
    await line.waitFor({ state: 'detached' })
    expect(await restingQuotes(desks, rfq)).toEqual(quoted)
    await desks.taker.call(directRfqCalls.cancelRfq, { params: { id: rfq.id } })
  })

  it('3.15 a taker goes from the line to the trade with five keys, and from N to the quantity by tabs', async () => {
    const { page } = await sits(browser, product, desks.takerTrader)
    const { instruments } = await pickCallSpread(desks.taker, 'BTC')
    await untilNewRfqIsEnabled(page)
    const keys = counting(page)
    await keys.press('n')
    await expect.poll(() => focused(page), LONG).toBe('Paste or type an RFQ')
    const tabs = counting(page)
    while (!(await focused(page)).startsWith('Quantity') && tabs.count() < 10) await tabs.press('Tab')
    expect(tabs.count()).toBeLessThanOrEqual(6)
    for (let back = tabs.count(); back > 0; back -= 1) await page.keyboard.press('Shift+Tab')
    await keys.paste(`${instruments[0]!.name} 47`)
    const builder = page.getByRole('dialog', { name: 'New RFQ' })
    await builder.getByText('Checked against the server’s rules ✓').waitFor(LONG)
    expect(await seriousFindings(page)).toEqual([])
    await keys.press('Control+Enter')
    await builder.waitFor({ state: 'detached' })
    const ticket = ticketOf(page)
    await ticket.waitFor(LONG)
    await expect.poll(() => focused(page)).not.toBe('nothing')
    const { results } = await desks.taker.call(directRfqCalls.listRfqs, { query: { state: 'OPEN' } })
    const asked = results.find(({ quantity }) => Number(quantity) === 47)!
    await quoteDirectly(desks.maker, { rfq: asked, tick: instruments[0]!.min_tick_size }, [10], '47')
    const buy = ticket.getByRole('button', { name: /^Buy 47/ })
    await expect.poll(() => buy.getAttribute('aria-disabled'), LONG).toBe(null)
    await page.keyboard.down('b')
    await ticket.getByRole('button', { name: /^Again: Buy 47/ }).waitFor()
    // Key repeats while a key is held down do not count as pressing it again.
    await page.keyboard.down('b')
    const dealt = async () => (await desks.taker.call(directRfqCalls.listTrades, { query: { rfq_id: asked.id, page_size: 5 } })).results
    expect(await dealt()).toEqual([])
    await page.keyboard.up('b')
    // Pressing B again trades. On a busy machine that may come too late and ask for confirmation again.
    await expect.poll(async () => page.keyboard.press('b').then(dealt), LONG).toHaveLength(1)
    expect(keys.count() + 'BB'.length).toBeLessThanOrEqual(8)
    await ticket
      .getByText(/Bought 47/)
      .first()
      .waitFor(LONG)
    await expect.poll(() => focused(page)).not.toBe('nothing')
    expect(await seriousFindings(page)).toEqual([])
    await closeByKey(page)

    // A line that goes from the filter to the builder leaves nothing behind into which the next key would be typed.
    await page.keyboard.press('/')
    const filter = page.getByLabel('Filter, or paste an RFQ')
    await filter.fill('BTC 25d rr 33x')
    await page.keyboard.press('Enter')
    await builder.waitFor(LONG)
    await page.keyboard.press('Escape')
    await builder.waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).not.toBe('nothing')
    await pressNewRfq(page)
    await builder.waitFor()
    expect(await filter.inputValue()).toBe('')
  })
})
