/** Actions of users at their desks, by role and label. */
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { pressTwice, pressUntil } from '../press-twice.ts'
import { pressNewRfq } from '../press-new-rfq.ts'

export const ticketOf = (page: Page): Locator => page.getByRole('complementary', { name: 'Ticket' })
export const rowsOf = (page: Page): Locator => page.getByRole('grid', { name: 'RFQs' }).getByRole('row')

/** Reads all at the same moment: otherwise one that has disappeared would be waited for. */
export const namesOf = (buttons: Locator): Promise<string[]> =>
  buttons.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''))

type Request = {
  /** By its name in the builder's list; a call spread by default. */
  readonly structure?: string
  readonly quantity: string
  readonly label: string
  readonly makers: readonly string[]
  readonly isAnonymous?: true
  readonly asDraft?: true
}

/** Opens the builder with `N`, uses the offered structure, chooses the makers, and sends or saves it. */
export async function buildRfq(page: Page, request: Request): Promise<void> {
  await pressNewRfq(page)
  const builder = page.getByRole('dialog', { name: 'New RFQ' })
  await builder.getByRole('button', { name: request.structure ?? 'Call Spread', exact: true }).click()
  await builder.getByLabel('Quantity (BTC)').fill(request.quantity)
  await builder.getByRole('button', { name: 'None' }).click()
  for (const maker of request.makers) await builder.getByRole('checkbox', { name: maker }).check()
  await builder.getByLabel(/^Label/).fill(request.label)
  await builder.getByRole('button', { name: request.asDraft === true ? /^Save draft/ : /^Send RFQ to/ }).click()
  await builder.waitFor({ state: 'detached' })
}

/** Quotes the newest RFQ in the table, tighter than the simulated desks do. */
export async function quoteTighter(page: Page): Promise<void> {
  await rowsOf(page).nth(1).click()
  const quote = ticketOf(page).getByRole('region', { name: 'Quote' })
  await quote.getByRole('button', { name: /^Quote \d/ }).waitFor()
  await quote.getByLabel('Width').fill('0.2')
  await sendQuote(quote)
}

/** Sends a new quote from the form in a region or a ticket, and waits until it is live. */
export const sendQuote = (within: Locator): Promise<void> =>
  pressUntil(within.getByRole('button', { name: /^(Again: )?Quote \d/ }), within.getByRole('button', { name: /^Replace quote/ }))

/** Clicks a maker's ask, then Buy, then Buy again to trade. */
export async function lift(page: Page, maker: string): Promise<void> {
  const ticket = ticketOf(page)
  await ticket.getByRole('button', { name: new RegExp(`^Ask .* by ${maker}$`) }).click()
  await pressTwice(ticket.getByRole('button', { name: /^Buy / }), ticket.getByRole('button', { name: /^Again: Buy / }))
}

/** Opens an RFQ from its row. */
export async function openTicketOf(page: Page, { id }: { readonly id: string }): Promise<Locator> {
  await page.locator(`[role="row"][data-row$="${id}"]`).click()
  const ticket = ticketOf(page)
  await ticket.getByText(`r_${id.slice(-4)}`).waitFor()
  return ticket
}

/** Closes dialogs one by one, dismisses messages and moves the pointer away, for the next test on the same page. */
export async function clearPage(page: Page): Promise<void> {
  await page.mouse.move(0, 0)
  await expect
    .poll(async () => {
      const open = await page.locator('dialog[open]').count()
      if (open > 0) await page.keyboard.press('Escape')
      return open
    })
    .toBe(0)
  const dismiss = page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Dismiss' })
  await expect
    .poll(async () => {
      const messages = await dismiss.count()
      if (messages > 0) await dismiss.first().click()
      return messages
    })
    .toBe(0)
}
