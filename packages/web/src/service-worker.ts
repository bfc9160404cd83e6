/**
 * Runs beside the pages in the browser and keeps what a page needs to open, so that Parley opens without a network and says that it has none.
 * It keeps files of the release and nothing else: no call passes through it, and an answer about the market is never an old one (decision 0603).
 */

/** Written by the build: the release's id, and its files. */
declare const RELEASE: { readonly id: string; readonly files: readonly string[] }

/** The part of a worker's world that is used here; the compiler knows the world of pages only. */
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
/** Pages that are not the trader's; a browser says itself that it cannot reach them. */
const OTHER_PAGES = /^\/(v1|v2|account|agreements|dashboard|dev|docs|feature-flags|trading-desk|healthz|readyz)(\/|$)/

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

/** A file's name changes with its content: one that is kept is the one that is asked for. */
const fileOf = async (request: Request): Promise<Response> => (await caches.match(request, { ignoreVary: true })) ?? fetch(request)

/** The page of the server wherever it answers, so that an old one never stands before a new one. */
async function pageOf(request: Request): Promise<Response> {
  try {
    return await fetch(request)
  } catch (error) {
    const kept = await (await caches.open(OWN)).match('/', { ignoreVary: true })
    if (kept === undefined) throw error
    return kept
  }
}
