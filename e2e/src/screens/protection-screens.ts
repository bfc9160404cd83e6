/** Protections and all my quotes as their users see them, for the pictures in the documentation. */
import type { Browser, Page } from 'playwright-core'
import { openWindow, signIn, type sizes } from '../browser.ts'
import type { DemoDesk, Product } from '../product.ts'
import { directRfqCalls, protectionCalls } from '@parley/contracts'
import { operator } from '../account/operator.ts'
import { rowsOf, ticketOf } from '../direct-rfq/desk-work.ts'
import { desksOf, sits } from '../protection/desks.ts'
import { askDirectly, botOf, openMarketOf, quoteAround } from '../protection/maker-bot.ts'

type Keep = (page: Page, name: string) => Promise<void>

const looks = [
  ['', 'desk', 'dark'],
  ['-laptop', 'laptop', 'light'],
  ['-phone', 'phone', 'dark'],
] as const satisfies readonly (readonly [string, keyof typeof sizes, 'dark' | 'light'])[]

async function openOrders(page: Page, size: keyof typeof sizes): Promise<void> {
  if (size === 'phone') await page.getByRole('button', { name: 'Trade Tape' }).click()
  await page.getByRole('tab', { name: /^Open Orders/ }).click()
  await page
    .getByRole('button', { name: /^Cancel bid / })
    .first()
    .waitFor()
}

export async function protectionScreens(browser: Browser, product: Product, keep: Keep): Promise<void> {
  const desk = product.demo.desks.filter((one) => !one.simulated)[1] as DemoDesk
  const administrator = product.demo.users.find((one) => one.desk === desk.ticker && one.role === 'administrator')!
  const bot = botOf(product, desk)
  for (const currency of ['BTC', 'ETH'] as const) await quoteAround(bot, await openMarketOf(bot, currency), [-40, 40, 44])
  const limit = { product: 'DO', window_ms: 60_000, frozen_ms: 30_000, quantity: '50', delta: '40', vega: '60000' }
  await bot.call(protectionCalls.setLimit, { params: { id: 'btc-size' }, body: limit })
  for (const [suffix, size, theme] of looks) {
    const person = await openWindow(browser, product.baseUrl, size)
    const { page } = person
    await page.goto('/')
    await page.evaluate((chosen) => localStorage.setItem('theme', chosen), theme)
    await signIn(person, administrator)
    await openOrders(page, size)
    await keep(page, `all-my-quotes${suffix}`)
    await page.getByRole('button', { name: /protections of your desk$/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Protections' })
    await dialog.getByRole('region', { name: /^btc-size/ }).waitFor()
    await keep(page, `protections${suffix}`)
    await dialog.getByRole('tab', { name: 'Kill switch' }).click()
    await keep(page, `kill-switch${suffix}`)
    await dialog.getByRole('button', { name: 'Stop the desk' }).click()
    await page.getByRole('dialog', { name: 'Stop the whole desk?' }).waitFor()
    await keep(page, `kill-switch-asked${suffix}`)
    await page.context().close()
  }
  await stoppedScreen(browser, product, keep, administrator)
  await platformScreens(browser, product, keep)
  await declinedScreens(browser, product, keep)
  // The next screens trade as well, and would trigger it.
  await bot.call(protectionCalls.removeLimit, { params: { id: 'btc-size' } })
}

/** Changes the platform state as the operator does: after closed, it is cancel-only at first. */
async function platformScreens(browser: Browser, product: Product, keep: Keep): Promise<void> {
  for (const state of ['UNAVAILABLE', 'AVAILABLE_CANCEL_ONLY']) await operator(product, 'platform', '--state', state)
  for (const [suffix, size] of looks) {
    const { page } = await sits(browser, product, desksOf(product).trader, size)
    await page.getByRole('region', { name: 'State of the platform' }).waitFor()
    await keep(page, `platform-cancel-only${suffix}`)
    await page.context().close()
  }
  await operator(product, 'platform', '--state', 'AVAILABLE')
}

/** The message that a taker reads when a maker has declined. */
async function declinedScreens(browser: Browser, product: Product, keep: Keep): Promise<void> {
  const { maker, taker, makerDesk, takerTrader } = desksOf(product)
  const { rfq } = await askDirectly(taker, makerDesk.ticker)
  await maker.call(directRfqCalls.declineRfq, { params: { id: rfq.id }, body: { reason: 'RISK' } })
  for (const [suffix, size] of looks) {
    const { page } = await sits(browser, product, takerTrader, size)
    const filter = page.getByLabel('Filter, or paste an RFQ')
    await filter.fill(rfq.id)
    await (size === 'phone' ? page.getByRole('button', { name: /BTC Call/ }).first() : rowsOf(page).nth(1)).click()
    if (size !== 'phone') await filter.fill('')
    await (size === 'phone' ? page : ticketOf(page))
      .getByText(/declined after/)
      .first()
      .waitFor()
    await keep(page, `declined${suffix}`)
    await page.context().close()
  }
}

async function stoppedScreen(browser: Browser, product: Product, keep: Keep, administrator: Parameters<typeof signIn>[1]): Promise<void> {
  const person = await openWindow(browser, product.baseUrl, 'desk')
  const { page } = person
  await signIn(person, administrator)
  await page.keyboard.press('m')
  await page.getByRole('tab', { name: 'Kill switch' }).click()
  await page.getByLabel('Reason (visible to your desk)').fill('A program quotes far from the mark')
  await page.getByRole('button', { name: 'Stop the desk' }).click()
  await page.getByRole('button', { name: 'Cancel all and stop' }).click()
  await page.getByRole('alert', { name: 'Trading is stopped' }).waitFor()
  await page.getByRole('dialog', { name: 'Stop the whole desk?' }).waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Protections' }).waitFor({ state: 'detached' })
  await keep(page, 'stopped')
  await page.getByRole('alert', { name: 'Trading is stopped' }).getByRole('button', { name: 'Resume trading' }).click()
  await page.getByRole('dialog', { name: 'Resume trading?' }).getByRole('button', { name: 'Resume trading' }).click()
  await page.getByRole('alert', { name: 'Trading is stopped' }).waitFor({ state: 'detached' })
}
