/** Actions of users in the order book, by role and label. */
import type { Browser, Locator, Page } from 'playwright-core'
import { openSession, openWindow, type Person } from '../browser.ts'
import { namesOf, ticketOf } from '../direct-rfq/desk-work.ts'
import { pressTwice, pressUntil } from '../press-twice.ts'
import { pressNewRfq } from '../press-new-rfq.ts'
import type { DemoUser, Product } from '../product.ts'

/** The requests and sockets of a page at the two base paths of the order book, `/v1/ob` and `/v1/grfq`. */
type Spoken = { readonly calls: Set<string>; readonly sockets: Set<string> }
export type BookPerson = Person & { readonly spoken: Spoken }

function listen(page: Page): Spoken {
  const spoken: Spoken = { calls: new Set(), sockets: new Set() }
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/v1\/(ob|grfq)\//.test(pathname)) spoken.calls.add(`${request.method()} ${pathname.replace(/\/\d+/g, '/{id}')}`)
  })
  page.on('websocket', (socket) => {
    const { pathname } = new URL(socket.url())
    if (/^\/v1\/(ob|grfq)\b/.test(pathname)) spoken.sockets.add(pathname.replace(/\/$/, ''))
  })
  return spoken
}

/** A user who looks at the order book, in a separate window whose requests are recorded from the start. */
export async function sitsAtBook(browser: Browser, { baseUrl }: Product, user: DemoUser): Promise<BookPerson> {
  const person = await openWindow(browser, baseUrl)
  const spoken = listen(person.page)
  await openSession(person, user)
  await showOrderBook(person.page)
  return { ...person, spoken }
}

/** The POST requests of a page at one of the base paths, and everything that it sent to the other one. */
export function spokenAt(base: '/v1/ob' | '/v1/grfq', { calls, sockets }: Spoken) {
  const posts = [...calls].filter((call) => call.startsWith(`POST ${base}/`)).map((call) => call.slice(`POST ${base}`.length))
  return {
    posts: posts.sort(),
    elsewhere: [...calls, ...sockets].filter((one) => one !== base && !one.includes(` ${base}/`)),
    sockets: sockets.size,
  }
}

export const marketsOf = (page: Page): Locator => page.getByRole('grid', { name: 'Markets' }).getByRole('row')
export const bookOf = (page: Page): Locator => ticketOf(page).getByRole('region', { name: 'Order book' })
export const statusOf = (page: Page, market: string): Promise<string> => marketsOf(page).filter({ hasText: market }).first().innerText()

export const showOrderBook = (page: Page): Promise<void> =>
  page.getByRole('radiogroup', { name: 'Flow' }).getByRole('radio', { name: 'Order book' }).click()

/** Opens the builder with `N`, uses the offered structure, and opens its market or joins the existing one. */
export async function openMarket(page: Page, structure: string, as: 'Open' | 'Join' | '(Open|Join)' = 'Open'): Promise<void> {
  await pressNewRfq(page)
  const builder = page.getByRole('dialog', { name: 'New RFQ' })
  await builder.getByRole('button', { name: structure, exact: true }).click()
  await builder.getByRole('button', { name: new RegExp(`^${as} market`) }).click()
  await builder.waitFor({ state: 'detached' })
  await bookOf(page).waitFor()
}

/** Both sides at once, one tick around the middle: tighter than the simulated desks quote. */
export async function quoteBothSides(page: Page, quantity: string): Promise<void> {
  const ticket = ticketOf(page)
  await ticket.getByRole('radio', { name: 'Make' }).click()
  await ticket.getByLabel('Spread from mid, ticks').fill('1')
  await ticket.getByLabel('Bid quantity').fill(quantity)
  await ticket.getByLabel('Ask quantity').fill(quantity)
  await ticket.getByRole('button', { name: 'Set', exact: true }).click()
  await pressUntil(ticket.getByRole('button', { name: /^(Again: )?Quote [\d.−-]+ \/ [\d.−-]+/ }), ticket.getByText(/Ask: Accepted/))
}

/** Selects the desk's own level for editing, shows or hides it, and sends it as a replacement. */
export async function replaceOwn(page: Page, level: string, set: (hidden: Locator) => Promise<void>): Promise<void> {
  const ticket = ticketOf(page)
  const replace = ticket.getByRole('button', { name: /^Replace mine / })
  await bookOf(page).getByRole('button', { name: level, exact: true }).click()
  await replace.waitFor()
  await set(ticket.getByRole('checkbox', { name: 'Hidden' }))
  await replace.click()
  // The response has arrived, so the side is free for the next quote.
  await replace.waitFor({ state: 'detached' })
}

/** The levels of a side as a screen reader reads them, best first. */
export const levels = (page: Page, side: 'Ask' | 'Bid'): Promise<string[]> =>
  namesOf(bookOf(page).getByRole('button', { name: new RegExp(`^${side} `) }))

export const ownLevels = async (page: Page, side: 'Ask' | 'Bid'): Promise<string[]> =>
  (await levels(page, side)).filter((name) => name.endsWith(', yours'))

/** The desk's own best price on a side, once it is on the screen: the message that a quote was accepted may come before the book does. */
export async function ownLevel(page: Page, side: 'Ask' | 'Bid'): Promise<string> {
  const level = bookOf(page)
    .getByRole('button', { name: new RegExp(`^${side} .*, yours$`) })
    .first()
  await level.waitFor()
  return (await level.getAttribute('aria-label'))!
}

/** `Ask 0.0233 for 25, yours` without the owner. */
export const shownAs = (name: string): string => name.replace(/, yours.*$/, '')
export const priceOf = (name: string): string => /^(?:Ask|Bid) (\S+) for/.exec(name)![1]!

/** Buys immediately from the clicked level. */
export async function buyFrom(page: Page, level: string, quantity: string): Promise<void> {
  const ticket = ticketOf(page)
  await bookOf(page).getByRole('button', { name: level, exact: true }).click()
  await ticket.getByLabel('Quantity', { exact: true }).fill(quantity)
  await buyAtOnce(page)
}

/** The quantity that the ticket would buy. */
export async function buyAtOnce(page: Page): Promise<void> {
  const ticket = ticketOf(page)
  await pressTwice(ticket.getByRole('button', { name: /^Buy .*pay / }), ticket.getByRole('button', { name: /^Again: Buy / }))
}

/** Each Esc closes the topmost item: messages one by one, then the ticket. */
export async function closeTicket(page: Page): Promise<void> {
  const none = ticketOf(page).getByText('Select a market')
  for (let messages = 0; messages < 20 && (await none.count()) === 0; messages += 1) await page.keyboard.press('Escape')
  await none.waitFor()
}

/** How many levels of each side the ladder has room for, asks first. */
export const levelsInSight = (page: Page): Promise<readonly number[]> =>
  bookOf(page)
    .getByRole('list', { name: /^(Asks|Bids)$/ })
    .evaluateAll((sides) =>
      sides.map((side) => Math.round(parseFloat(getComputedStyle(side).maxHeight) / (side.querySelector('li')!.offsetHeight + 1))),
    )

/** The prices in a button's name, as `BUY 0.0158`, the bid first. */
export const namedIn = (name: string): readonly string[] => {
  const [bid, ask] = /([\d.]+|[−-][\d.]+) \/ ([\d.]+|[−-][\d.]+)/
    .exec(name)!
    .slice(1)
    .map((text) => Number(text.replace('−', '-')).toFixed(4))
  return [`BUY ${bid}`, `SELL ${ask}`]
}
