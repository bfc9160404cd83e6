/** Terms that a taker says in the line of the builder or in its fields, up to what is sent. */
import { directRfqCalls } from '@parley/contracts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Desks } from '../protection/desks.ts'
import { ticketOf } from './desk-work.ts'

/** The side and the time of a request as its line says it, contradicted by the field, copied, sent, and left in the ticket. */
export async function goodForByLine(page: Page, name: string, { taker }: Pick<Desks, 'taker'>): Promise<void> {
  const builder = page.getByRole('dialog', { name: 'New RFQ' })
  const line = builder.getByLabel('Paste or type an RFQ')
  const send = builder.getByRole('button', { name: /^Send RFQ to/ })
  await line.fill(`${name} 30x gf 10m`)
  await expect.poll(() => send.innerText()).toContain('A request is good for 1 minute, 5 minutes, 15 minutes, 30 minutes or 1 hour.')
  await line.fill(`sell ${name} 30x one-way two-way`)
  await expect.poll(() => send.innerText()).toContain('“two-way” is not understood.')
  await line.fill(`sell ${name} 30x one-way`)
  await builder.getByText(/ · 30 · one-way: you sell, and the makers read it$/).waitFor()
  await builder.getByText('and that you sell.').waitFor()
  expect(await builder.getByRole('radio', { name: 'I sell' }).getAttribute('aria-checked')).toBe('true')
  await line.fill(`${name} 30x gf 15m`)
  await builder.getByText('Your side stays hidden.').waitFor()
  await builder.getByText(/ · 30 · good for 15 minutes$/).waitFor()
  await expect.poll(() => builder.getByLabel('Good for').inputValue()).toBe('900000')
  await builder.getByLabel('Good for').selectOption('30 minutes')
  await expect.poll(() => send.innerText()).toContain('The line is not what is below')
  await line.fill('')
  await builder.getByRole('button', { name: 'Copy line' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/ call 30x gf 30m$/)
  await send.click()
  await expect.poll(() => ticketOf(page).innerText()).toMatch(/left (30:00|29:\d\d)/)
  const { results } = await taker.call(directRfqCalls.listRfqs, { query: { role: 'TAKER', page_size: 1 } })
  const [sent] = results
  expect([sent!.good_for_seconds, sent!.expires_at - sent!.created_at]).toEqual([1800, 1_800_000])
}
