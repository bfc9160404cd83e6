/** The path of a list RFQ: pasted from a sheet, quoted by its maker, traded, and settled line by line. By keyboard, at both sizes. */
import type { Browser, Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { seriousFindings } from '../accessibility.ts'
import { sizes } from '../browser.ts'
import type { Product } from '../product.ts'
import { withProductAndBrowser } from '../product-and-browser.ts'
import { type Desks, sits } from '../protection/desks.ts'
import { pickCallSpread } from '../structures.ts'
import { refuseNextBlock } from '../venue.ts'

let product: Product
let browser: Browser
let desks: Desks

withProductAndBrowser((opened) => ({ product, browser, desks } = opened))

const paste = (entry: Locator, text: string): Promise<void> =>
  entry.evaluate((field, cells) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', cells)
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)

async function press(button: Locator, key = 'Enter'): Promise<void> {
  await button.focus()
  await button.press(key)
}

async function fits(page: Page): Promise<void> {
  for (const size of ['desk', 'phone'] as const) {
    await page.setViewportSize(sizes[size])
    expect(await seriousFindings(page)).toEqual([])
  }
  await page.setViewportSize(sizes.desk)
}

it('22.2 22.4 22.8 22.10 a sheet is sent, quoted line by line and net, and traded, and a line that the venue rejects undoes no other', async () => {
  const { instruments } = await pickCallSpread(desks.taker, 'BTC')
  const { page, consoleErrors } = await sits(browser, product, desks.takerTrader)
  await page.goto('/rfqs?list=new')
  const [low, high] = instruments.map(({ name }) => name)
  const entry = page.getByRole('textbox', { name: 'Paste or type rows' })
  await entry.waitFor()
  await paste(entry, `Side\tQty\tStructure\nBuy\t50\t${low}\nBuy\t30\tno structure\nSell\t25\t${high}`)
  const send = page.getByRole('button', { name: /^Send 2 lines to/ })
  await send.waitFor()
  const others = page.getByRole('region', { name: 'Send the list' }).getByRole('checkbox', { checked: true })
  for (const one of await others.all())
    if ((await one.locator('..').innerText()).trim() !== desks.makerDesk.ticker) await one.evaluate((box: HTMLInputElement) => box.click())
  await fits(page)
  await page.reload()
  expect(await page.getByRole('grid', { name: 'Rows of the sheet' }).getByRole('row').count()).toBeGreaterThan(0)
  await press(send)
  const lines = page.getByRole('grid', { name: 'Lines of the list' })
  await lines.waitFor()

  const asked = await sits(browser, product, desks.trader)
  await asked.page.goto(page.url().slice(product.baseUrl.length))
  for (const [name, side] of [
    ['Ask for line 1', 'up'],
    ['Bid for line 2', 'down'],
  ] as const) {
    // prettier-ignore
    const field = asked.page.getByRole('textbox', { name })
    await field.focus()
    // One tick from the mark.
    await field.press(side === 'up' ? 'ArrowUp' : 'ArrowDown')
  }
  await press(asked.page.getByRole('button', { name: /^Quote 2 prices on 2 lines/ }))
  await asked.page.getByText('2 of 2 quotes accepted.').waitFor()
  const net = asked.page.getByRole('textbox', { name: /^Net price/ })
  await net.focus()
  await net.press('Shift+ArrowUp')
  await press(asked.page.getByRole('button', { name: /^Quote net/ }))
  await asked.page.getByRole('button', { name: 'Cancel my net price' }).waitFor()
  await fits(asked.page)

  await page.getByRole('radio', { name: /^LIND, net price/ }).waitFor()
  await refuseNextBlock(product, 'not enough margin')
  await press(page.getByRole('button', { name: /^Trade 2 lines at best prices/ }))
  await press(page.getByRole('button', { name: /^Again: Trade 2 lines/ }))
  const receipts = page.getByRole('region', { name: 'Receipts' })
  await receipts.getByText(/^Row [13]: .* Traded with LIND\.$/).waitFor()
  await receipts.getByText(/^Row [13]: .* Rejected by DBT: .*not enough margin/).waitFor()
  await receipts.getByText('1 of 2 lines traded').waitFor()
  await fits(page)

  await page.reload()
  await receipts.getByText('1 of 2 lines traded').waitFor()
  await press(lines.getByRole('row').nth(1))
  await page.waitForURL(/\?rfq=/)
  await page.goBack()
  await receipts.waitFor()
  expect([consoleErrors, asked.consoleErrors]).toEqual([[], []])
}, 60_000)
