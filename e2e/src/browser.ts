/** People at their browsers: each with a window of their own, and no console error forgiven. */
import { existsSync } from 'node:fs'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import type { DemoUser } from './product.ts'

/** The headless shell comes first: it draws no window of its own and takes half the processor time of a whole Chromium. */
const PLACES = [
  process.env['CHROMIUM_PATH'],
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
]

let launched: Promise<Browser> | undefined

/** One for all files of a test process, which ends it: a window is a context of its own, so nothing of a file is left for the next. */
export const openBrowser = (): Promise<Browser> => (launched ??= launchBrowser())

async function launchBrowser(): Promise<Browser> {
  const executablePath = PLACES.find((path) => path !== undefined && existsSync(path))
  if (executablePath === undefined)
    throw new Error('Chromium is needed: `apt-get install chromium-headless-shell`, or name it in CHROMIUM_PATH.')
  return chromium.launch({ executablePath, headless: true, args: FLAGS })
}

/** Waits end at once on a quiet machine; a busy one may take its time. */
const PATIENCE_MS = 45_000

export type Person = { readonly page: Page; readonly context: BrowserContext; readonly consoleErrors: string[] }

export const sizes = {
  desk: { width: 1600, height: 960 },
  laptop: { width: 1280, height: 720 },
  phone: { width: 390, height: 844 },
} as const

/** Errors that a test causes on purpose are listed; all others are faults. */
export async function openWindow(
  browser: Browser,
  baseUrl: string,
  size: keyof typeof sizes = 'desk',
  timezoneId = 'UTC',
): Promise<Person> {
  const context = await browser.newContext({
    viewport: sizes[size],
    baseURL: baseUrl,
    reducedMotion: 'reduce',
    timezoneId,
    locale: 'en-GB',
  })
  const page = await context.newPage()
  const consoleErrors: string[] = []
  page.on('console', (message) => message.type() === 'error' && consoleErrors.push(message.text()))
  page.on('pageerror', (error) => consoleErrors.push(error.message))
  page.setDefaultTimeout(PATIENCE_MS)
  return { page, context, consoleErrors }
}

/** Runs after a test, so that none of its windows goes on working. */
export async function closeWindows(browser: Browser): Promise<void> {
  for (const context of browser.contexts()) await context.close()
  seats.clear()
  left.clear()
}

/** The person of each window, by its context. */
const seats = new Map<BrowserContext, { readonly key: string; readonly person: Person }>()
/** Windows of which the test is over, by their person. */
const left = new Map<string, Person[]>()

/** A signed-in window; where the file keeps them, one that a test before has left. */
export async function openSeat(
  browser: Browser,
  baseUrl: string,
  user: Credentials,
  size: keyof typeof sizes,
  address = '/',
): Promise<Person> {
  const key = `${baseUrl} ${user.email}`
  const again = left.get(key)?.pop()
  if (again !== undefined) {
    await again.page.setViewportSize(sizes[size])
    await again.page.goto(address)
    return again
  }
  const person = await openWindow(browser, baseUrl, size)
  await openSession(person, user, address)
  seats.set(person.context, { key, person })
  return person
}

/** Runs after a test instead of closing its windows: each begins again as a new one does, for half of what that costs. */
export async function leaveWindows(browser: Browser): Promise<void> {
  for (const context of browser.contexts()) {
    const seat = seats.get(context)
    if (seat !== undefined && context.pages().length === 1 && (await tryToEmpty(seat.person))) {
      left.set(seat.key, [...(left.get(seat.key) ?? []).filter((one) => one !== seat.person), seat.person])
      continue
    }
    seats.delete(context)
    await context.close()
  }
}

/** False where the page does not let itself be emptied, as on an error page of the browser. */
async function tryToEmpty({ page, context, consoleErrors }: Person): Promise<boolean> {
  if (page.url() === 'about:blank') return true
  try {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await context.setOffline(false)
    await page.evaluate(() => {
      localStorage.clear()
      sessionStorage.clear()
    })
    await page.goto('about:blank')
    consoleErrors.length = 0
    return true
  } catch {
    return false
  }
}

/** Through the screen, for what is about coming in. */
export async function signIn(person: Person, user: DemoUser): Promise<void> {
  await person.page.goto('/')
  await person.page.getByLabel('Email').fill(user.email)
  await person.page.getByLabel('Password', { exact: true }).fill(user.password)
  await person.page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await person.page.getByRole('heading', { name: 'Unified Markets' }).waitFor()
}

type Credentials = Pick<DemoUser, 'email' | 'password'> & Partial<Pick<DemoUser, 'desk' | 'isLetIn'>>

/** Signed in by call and then at an address: the cookie and the token are kept as the screen of the sign-in, which has tests of its own, keeps them. */
export async function openSession({ page, context }: Person, user: Credentials, address = '/'): Promise<void> {
  await context.addInitScript(keepToken, await tokenOf(context, user))
  await page.goto(address)
}

/** Before the first page of the product runs, and never again: what the product does with the token stays done. Runs in the page. */
function keepToken(token: string): void {
  const kept = `kept ${token.slice(-16)}`
  if (!location.protocol.startsWith('http') || localStorage.getItem(kept) !== null) return
  localStorage.setItem(kept, '')
  localStorage.setItem('token', token)
}

/** The product knows a moment later of somebody the operator has made. */
async function tokenOf(context: BrowserContext, { email, password, desk, isLetIn }: Credentials): Promise<string> {
  const until = Date.now() + PATIENCE_MS
  for (;;) {
    // A password takes the product 0.2 s of its processor, and a person of the demo needs none.
    const answer =
      isLetIn === true
        ? await context.request.post('/account/demo/sign-in/', { data: { desk } })
        : await context.request.post('/account/login/', { data: { email, password } })
    if (answer.ok()) return ((await answer.json()) as { token: string }).token
    if (Date.now() > until) throw new Error(`${email} is not let in: ${answer.status()} ${await answer.text()}`)
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}
