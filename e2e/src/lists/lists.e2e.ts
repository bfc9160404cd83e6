/** The path of a list RFQ: pasted from a sheet, quoted by its maker, traded, and settled line by line. By keyboard, at both sizes. */
import type { Browser, Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { seriousFindings } from '../accessibility.ts'
import { openSeat, sizes } from '../browser.ts'
import { pressTwice } from '../press-twice.ts'
import type { Product } from '../product.ts'
import { withProductAndBrowser } from '../product-and-browser.ts'
import type { Desks } from '../protection/desks.ts'
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

const byKey = (button: Locator, key = 'Enter') => ({
  click: async (within?: { readonly timeout?: number }) => {
    await button.focus(within)
    await button.press(key, within)
  },
})
const press = (button: Locator, key?: string): Promise<void> => byKey(button, key).click()

async function fits(page: Page): Promise<void> {
  for (const size of ['desk', 'phone'] as const) {
    await page.setViewportSize(sizes[size])
    expect(await seriousFindings(page)).toEqual([])
  }
  await page.setViewportSize(sizes.desk)
}

it('22.2 22.4 22.8 22.10 a sheet is sent, quoted line by line and net, and traded, and a line that the venue rejects undoes no other', async () => {
  const { instruments } = await pickCallSpread(desks.taker, 'BTC')
  const { page, consoleErrors } = await openSeat(browser, product.baseUrl, desks.takerTrader, 'desk', '/rfqs?list=new')
  const [low, high] = instruments.map(({ name }) => name)
  const entry = page.getByRole('textbox', { name: 'Paste or type rows' })
  await entry.waitFor()
  await paste(entry, `Side\tQty\tStructure\nBuy\t50\t${low}\nBuy\t30\tno structure\nSell\t25\t${high}`)
  const send = page.getByRole('button', { name: /^Send 2 lines to/ })
  await send.waitFor()
  await fits(page)
  await page.reload()
  const ticket = page.getByRole('region', { name: 'Send the list' })
  await press(ticket.getByRole('button', { name: 'None' }))
  await press(ticket.getByRole('checkbox', { name: desks.makerDesk.ticker }), 'Space')
  await page.getByRole('button', { name: 'Send 2 lines to 1 maker' }).waitFor()
  await press(send)
  const lines = page.getByRole('grid', { name: 'Lines of the list' })
  await lines.waitFor()

  const asked = await openSeat(browser, product.baseUrl, desks.trader, 'desk', page.url().slice(product.baseUrl.length))
  // One tick from the mark.
  await press(asked.page.getByRole('textbox', { name: 'Ask for line 1' }), 'ArrowUp')
  await press(asked.page.getByRole('textbox', { name: 'Bid for line 2' }), 'ArrowDown')
  await press(asked.page.getByRole('button', { name: /^Quote 2 prices on 2 lines/ }))
  await asked.page.getByText('2 of 2 quotes accepted.').waitFor()
  await press(asked.page.getByRole('textbox', { name: /^Net price/ }), 'ArrowUp')
  await press(asked.page.getByRole('button', { name: /^Quote net/ }))
  await asked.page.getByRole('button', { name: 'Cancel my net price' }).waitFor()
  await fits(asked.page)

  await page.getByRole('radio', { name: /^LIND, net price/ }).waitFor()
  await refuseNextBlock(product, 'not enough margin')
  const trade = (name: RegExp) => byKey(page.getByRole('button', { name }))
  await pressTwice(trade(/^(Again: )?Trade 2 lines at best prices/), trade(/^Again: Trade 2 lines/))
  const receipts = page.getByRole('region', { name: 'Receipts' })
  await receipts.getByText(/^Row [13]: .* Traded with LIND\.$/).waitFor()
  const rejected = await receipts.getByText(/^Row [13]: .* Rejected by DBT: .*not enough margin/).innerText()
  await receipts.getByText('1 of 2 lines traded').waitFor()
  await fits(page)

  await page.reload()
  await receipts.getByText('1 of 2 lines traded').waitFor()
  // Its RFQ is still open. That of a traded line leaves the table soon.
  await press(lines.getByRole('row').nth(rejected.startsWith('Row 1') ? 1 : 2))
  await page.waitForURL(/\?rfq=/)
  await page.goBack()
  await receipts.waitFor()
  expect([consoleErrors, asked.consoleErrors]).toEqual([[], []])
})
