/** Users at their browsers, each with a separate window. Every console error fails the test. */
import { existsSync, statfsSync } from 'node:fs'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import type { DemoUser } from './product.ts'

/** Prefer the headless shell: it draws no window and needs half the processor time of a full Chromium. */
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
  // Images are rasterised as a whole by one thread, which halves the cost of the browser's GPU process without a graphics card.
  '--num-raster-threads=1',
  '--disable-partial-raster',
  '--disable-lcd-text',
  '--disable-threaded-animation',
]

/** The browser's processes exchange images in memory, which costs a sixth less than files on disk. A container may have too little shared memory. */
const LEAST_SHARED_BYTES = 2 ** 30
const sharedMemory = (): readonly string[] => {
  const there = existsSync('/dev/shm') ? statfsSync('/dev/shm') : undefined
  return there !== undefined && there.bavail * there.bsize >= LEAST_SHARED_BYTES ? [] : ['--disable-dev-shm-usage']
}

let launched: Promise<Browser> | undefined

/** One for all files of a test process, which ends it. Each window has its own context, so nothing carries over from one file to the next. */
export const openBrowser = (): Promise<Browser> => (launched ??= launchBrowser())

async function launchBrowser(): Promise<Browser> {
  const executablePath = PLACES.find((path) => path !== undefined && existsSync(path))
  if (executablePath === undefined)
    throw new Error('The browser tests need Chromium: run `apt-get install chromium-headless-shell`, or set CHROMIUM_PATH.')
  return chromium.launch({ executablePath, headless: true, args: [...FLAGS, ...sharedMemory()] })
}

/** Waits end immediately on a quiet machine; a busy one may need longer. */
const PATIENCE_MS = 45_000

export type Person = { readonly page: Page; readonly context: BrowserContext; readonly consoleErrors: string[] }

export const sizes = {
  desk: { width: 1600, height: 960 },
  laptop: { width: 1280, height: 720 },
  phone: { width: 390, height: 844 },
} as const

type Kind = { readonly baseUrl: string; readonly timezoneId: string }
/** Every window that this process has opened and not closed. */
const opened = new Map<BrowserContext, Person & Kind>()
/** Windows that have been emptied. They behave like new ones at half the cost, because the browser has already compiled the product's code. */
const emptied = new Set<BrowserContext>()
/** Windows whose changes cannot be undone. */
const altered = new WeakSet<BrowserContext>()

/** A page of the product without any running code: an emptied window stays there, so that its storage can be accessed. */
const QUIET_PAGE = '/favicon.svg'

/** Errors that a test causes on purpose are listed; all others are faults. */
export async function openWindow(
  browser: Browser,
  baseUrl: string,
  size: keyof typeof sizes = 'desk',
  timezoneId = 'UTC',
): Promise<Person> {
  const again = [...emptied].map((context) => opened.get(context)!).find((one) => one.baseUrl === baseUrl && one.timezoneId === timezoneId)
  if (again !== undefined) {
    emptied.delete(again.context)
    await again.page.setViewportSize(sizes[size])
    return again
  }
  const context = await browser.newContext({
    // Windows that the page itself opens have this size, whichever test created the context.
    viewport: sizes.desk,
    baseURL: baseUrl,
    reducedMotion: 'reduce',
    timezoneId,
    locale: 'en-GB',
    // Cached files would survive emptying a window. The worker has a separate test and window.
    serviceWorkers: 'block',
  })
  // Includes windows that the page itself opens.
  context.setDefaultTimeout(PATIENCE_MS)
  const person = { page: await context.newPage(), context, consoleErrors: [], baseUrl, timezoneId }
  await person.page.setViewportSize(sizes[size])
  collectErrors(person)
  opened.set(context, person)
  context.once('close', () => {
    opened.delete(context)
    emptied.delete(context)
  })
  return person
}

const LISTENED_TO = ['console', 'pageerror', 'request', 'response', 'websocket'] as const

/** No other code listens to the page after this. */
function collectErrors({ page, consoleErrors }: Person): void {
  for (const event of LISTENED_TO) page.removeAllListeners(event)
  page.on('console', (message) => message.type() === 'error' && consoleErrors.push(message.text()))
  page.on('pageerror', (error) => consoleErrors.push(error.message))
}

/** For tests that give a window a clock, a script or a device, none of which can be removed: the window is closed after the test. */
export function alter({ context }: Pick<Person, 'context'>): void {
  altered.add(context)
}

/** Runs after a test, so that none of its windows keeps working, except those that the next test uses in their current state. */
export async function emptyWindows(browser: Browser, kept?: Person): Promise<void> {
  for (const context of browser.contexts()) {
    const person = opened.get(context)
    if (emptied.has(context) || (kept !== undefined && person?.context === kept.context)) continue
    if (person !== undefined && !altered.has(context) && context.pages().length === 1 && (await tryToEmpty(person))) emptied.add(context)
    else await context.close()
  }
}

/** The beginning and the end of a page's text, where dialogs and messages are. */
const SHOWN_CHARACTERS = 4_000

/** The address, size and text of every open page, for the report of a failed test. */
export async function describeWindows(browser: Browser): Promise<string> {
  const pages = browser.contexts().flatMap((context) => (emptied.has(context) ? [] : context.pages()))
  const described = await Promise.all(
    pages.map(async (page) => {
      const { width = 0, height = 0 } = page.viewportSize() ?? {}
      const text = await page
        .locator('body')
        .ariaSnapshot({ timeout: 5_000 })
        .catch((error: unknown) => `cannot be read: ${String(error)}`)
      const shown = text.length <= 2 * SHOWN_CHARACTERS ? text : `${text.slice(0, SHOWN_CHARACTERS)}\n…\n${text.slice(-SHOWN_CHARACTERS)}`
      return `${page.url()} at ${width} x ${height}\n${shown}`
    }),
  )
  return described.join('\n\n')
}

/** Runs if no test of the same product follows. */
export async function closeWindows(browser: Browser): Promise<void> {
  for (const context of browser.contexts()) await context.close()
}

/** False if the page cannot be emptied, for example if the product does not respond. */
async function tryToEmpty(person: Person): Promise<boolean> {
  const { page, context, consoleErrors } = person
  try {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await context.setOffline(false)
    await page.goto(QUIET_PAGE)
    await page.evaluate(() => {
      localStorage.clear()
      sessionStorage.clear()
    })
    await context.clearCookies()
    await context.clearPermissions()
    await page.mouse.move(0, 0)
    collectErrors(person)
    consoleErrors.length = 0
    return true
  } catch {
    return false
  }
}

/** A window with a signed-in user. */
export async function openSeat(
  browser: Browser,
  baseUrl: string,
  user: Credentials,
  size: keyof typeof sizes,
  address = '/',
): Promise<Person> {
  const person = await openWindow(browser, baseUrl, size)
  await openSession(person, user, address)
  return person
}

/** Signs in on the screen, for tests about signing in. */
export async function signIn(person: Person, user: DemoUser): Promise<void> {
  await person.page.goto('/')
  await person.page.getByLabel('Email').fill(user.email)
  await person.page.getByLabel('Password', { exact: true }).fill(user.password)
  await person.page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await person.page.getByRole('heading', { name: 'Unified Markets' }).waitFor()
}

type Credentials = Pick<DemoUser, 'email' | 'password'> & Partial<Pick<DemoUser, 'desk' | 'isLetIn'>> & { readonly totp_token?: string }

/** Signs in by an API call and then opens an address. Cookie and token are stored as the sign-in screen, which has its own tests, stores them. */
export async function openSession({ page, context }: Pick<Person, 'page' | 'context'>, user: Credentials, address = '/'): Promise<void> {
  if (!page.url().endsWith(QUIET_PAGE)) await page.goto(QUIET_PAGE)
  const token = await tokenOf(context, user)
  await page.evaluate((kept) => localStorage.setItem('token', kept), token)
  await page.goto(address)
}

/** The product learns of a user created by the operator a moment later. */
async function tokenOf(context: BrowserContext, { desk, isLetIn, ...typed }: Credentials): Promise<string> {
  const until = Date.now() + PATIENCE_MS
  for (;;) {
    // A password costs the product 0.2 s of processor time, and the demo's users need none.
    const answer =
      isLetIn === true
        ? await context.request.post('/account/demo/sign-in/', { data: { desk } })
        : await context.request.post('/account/login/', {
            data: { email: typed.email, password: typed.password, totp_token: typed.totp_token },
          })
    if (answer.ok()) return ((await answer.json()) as { token: string }).token
    if (Date.now() > until) throw new Error(`${typed.email} could not sign in: ${answer.status()} ${await answer.text()}`)
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}
