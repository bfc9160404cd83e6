/** People at their browsers: each with a window of their own, and no console error forgiven. */
import { existsSync, statfsSync } from 'node:fs'
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
  // Pictures are drawn whole and by one thread, which halves what the browser's drawing process costs where there is no graphics card.
  '--num-raster-threads=1',
  '--disable-partial-raster',
  '--disable-lcd-text',
  '--disable-threaded-animation',
]

/** Pictures pass between the browser's processes in memory, which costs a sixth less than files of the disk; a container may have too little of it. */
const LEAST_SHARED_BYTES = 2 ** 30
const sharedMemory = (): readonly string[] => {
  const there = existsSync('/dev/shm') ? statfsSync('/dev/shm') : undefined
  return there !== undefined && there.bavail * there.bsize >= LEAST_SHARED_BYTES ? [] : ['--disable-dev-shm-usage']
}

let launched: Promise<Browser> | undefined

/** One for all files of a test process, which ends it: a window is a context of its own, so nothing of a file is left for the next. */
export const openBrowser = (): Promise<Browser> => (launched ??= launchBrowser())

async function launchBrowser(): Promise<Browser> {
  const executablePath = PLACES.find((path) => path !== undefined && existsSync(path))
  if (executablePath === undefined)
    throw new Error('Chromium is needed: `apt-get install chromium-headless-shell`, or name it in CHROMIUM_PATH.')
  return chromium.launch({ executablePath, headless: true, args: [...FLAGS, ...sharedMemory()] })
}

/** Waits end at once on a quiet machine; a busy one may take its time. */
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
/** Those of them that are emptied: they are as a new one is, and cost half of it, for the browser has compiled the product's code. */
const emptied = new Set<BrowserContext>()
/** Those that stay changed whatever is cleared. */
const altered = new WeakSet<BrowserContext>()

/** Of the product, and without anything of it that runs: an emptied window rests here, where its storage can be reached. */
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
    // Windows that the page opens itself are of this size whatever test the context was made for.
    viewport: sizes.desk,
    baseURL: baseUrl,
    reducedMotion: 'reduce',
    timezoneId,
    locale: 'en-GB',
    // Kept files would outlive the emptying of a window; the worker has a test and a window of its own.
    serviceWorkers: 'block',
  })
  // Of windows too that the page opens itself.
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

/** Nobody else listens to the page afterwards. */
function collectErrors({ page, consoleErrors }: Person): void {
  for (const event of LISTENED_TO) page.removeAllListeners(event)
  page.on('console', (message) => message.type() === 'error' && consoleErrors.push(message.text()))
  page.on('pageerror', (error) => consoleErrors.push(error.message))
}

/** Said by a test that gives a window a clock, a script or a device of its own, which none can be rid of: it is closed after the test. */
export function alter({ context }: Pick<Person, 'context'>): void {
  altered.add(context)
}

/** Runs after a test, so that none of its windows goes on working but the one that the next test finds as it was left. */
export async function emptyWindows(browser: Browser, kept?: Person): Promise<void> {
  for (const context of browser.contexts()) {
    const person = opened.get(context)
    if (emptied.has(context) || (kept !== undefined && person?.context === kept.context)) continue
    if (person !== undefined && !altered.has(context) && context.pages().length === 1 && (await tryToEmpty(person))) emptied.add(context)
    else await context.close()
  }
}

/** Of the text of a page, at its beginning and at its end, where dialogs and messages stand. */
const SHOWN_CHARACTERS = 4_000

/** Every open page's address, size and text, for the report of a test that failed. */
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

/** Runs where no test of the same product follows. */
export async function closeWindows(browser: Browser): Promise<void> {
  for (const context of browser.contexts()) await context.close()
}

/** False where the page does not let itself be emptied, as where the product does not answer. */
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

/** A window in which somebody is signed in. */
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
export async function openSession({ page, context }: Pick<Person, 'page' | 'context'>, user: Credentials, address = '/'): Promise<void> {
  if (!page.url().endsWith(QUIET_PAGE)) await page.goto(QUIET_PAGE)
  const token = await tokenOf(context, user)
  await page.evaluate((kept) => localStorage.setItem('token', kept), token)
  await page.goto(address)
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
