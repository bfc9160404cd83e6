/**
 * Runs next to the pages in the browser and caches the files that a page needs to open, so that Parley opens without a network and shows that it is
 * offline. It caches only files of the release. API calls do not pass through it, so market data is never served from the cache (decision 0603).
 */

/** Written by the build: the release's id, and its files. */
declare const RELEASE: { readonly id: string; readonly files: readonly string[] }

/** The part of the worker API that is used here. The compiler only knows the API of pages. */
type Lasting = { readonly waitUntil: (work: Promise<unknown>) => void }
type Fetching = { readonly request: Request; readonly respondWith: (answer: Promise<Response>) => void }
type World = {
  readonly skipWaiting: () => Promise<void>
  readonly clients: { readonly claim: () => Promise<void> }
  readonly addEventListener: ((type: 'install' | 'activate', act: (event: Lasting) => void) => void) &
    ((type: 'fetch', act: (event: Fetching) => void) => void)
}
const world = globalThis as unknown as World

const OWN = `parley-${RELEASE.id}`
/** A page that was opened before the last release may still ask for a part of it. */
const RELEASES_KEPT = 2
/** Pages outside the trading page. For these the browser itself reports that it cannot reach them. */
const OTHER_PAGES =
  /^\/(v1|v2|account|agreements|dashboard|dev|docs|feature-flags|operator|trading-desk|healthz|readyz|health|metrics)(\/|$)/

world.addEventListener('install', (event) => event.waitUntil(install()))
world.addEventListener('activate', (event) => event.waitUntil(activate()))
world.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request
  const { origin, pathname } = new URL(url)
  if (method !== 'GET' || origin !== location.origin) return
  if (pathname.startsWith('/assets/')) event.respondWith(fileOf(event.request))
  else if (mode === 'navigate' && !OTHER_PAGES.test(pathname)) event.respondWith(pageOf(event.request))
})

async function install(): Promise<void> {
  const cache = await caches.open(OWN)
  await cache.addAll(['/', '/favicon.svg', ...RELEASE.files])
  await world.skipWaiting()
}

async function activate(): Promise<void> {
  const kept = (await caches.keys()).filter((name) => name.startsWith('parley-') && name !== OWN)
  await Promise.all(kept.slice(0, -(RELEASES_KEPT - 1)).map((name) => caches.delete(name)))
  await world.clients.claim()
}

/** A file's name changes with its content, so a cached file is always the requested one. */
const fileOf = async (request: Request): Promise<Response> => (await caches.match(request, { ignoreVary: true })) ?? fetch(request)

/** Serves the page from the server whenever it responds, so that an old page never replaces a new one. */
async function pageOf(request: Request): Promise<Response> {
  try {
    return await fetch(request)
  } catch (error) {
    const kept = await (await caches.open(OWN)).match('/', { ignoreVary: true })
    if (kept === undefined) throw error
    return kept
  }
}
