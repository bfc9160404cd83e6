/** The built web application: its hashed files, cached permanently, and one of its two pages for every address that does not belong to a call. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const API = /^\/(v1|v2|account|feature-flags|trading-desk|healthz|readyz|health|metrics|operator)(\/|\?|$)/i
const DASHBOARD = /^\/dashboard(\/|$)/i
const FILE = /^\/assets\/|\/\.|\.[a-z0-9]{1,12}$/i

type Missing = (request: FastifyRequest, reply: FastifyReply) => FastifyReply

/** The operator's settings by name, which the page reads before any user signs in. */
type PageSettings = Readonly<Record<string, string | undefined>>

/** The host name under which a page was requested, if the page has to compare it with its own address. */
type HostOf = (request: FastifyRequest) => string | undefined

export async function registerWeb(
  app: FastifyInstance,
  webDir: string | undefined,
  settings: PageSettings,
  hostOf: HostOf,
  missing: Missing,
): Promise<void> {
  if (webDir === undefined || !existsSync(join(webDir, 'index.html'))) {
    app.setNotFoundHandler(missing)
    return
  }
  const read = (name: string) => withMessage(withSettings(readFileSync(join(webDir, name), 'utf8'), settings), settings['addresses'])
  const page = read('index.html')
  const dashboard = existsSync(join(webDir, 'dashboard.html')) ? read('dashboard.html') : page
  const sendPage = (request: FastifyRequest, reply: FastifyReply, path: string) =>
    reply
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(withSettings(DASHBOARD.test(path) ? dashboard : page, { host: hostOf(request) }))
  await app.register(fastifyStatic, {
    root: webDir,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
    wildcard: false,
  })
  app.get('/', (request, reply) => sendPage(request, reply, '/'))
  app.setNotFoundHandler((request, reply) => {
    const path = (request.raw.url ?? '/').split('?')[0]!
    // A browser that opens a page sends no credentials. A program sends them, and cannot use a page.
    const isPerson = (request.method === 'GET' || request.method === 'HEAD') && request.headers.authorization === undefined
    return isPerson && !API.test(path) && !FILE.test(path) ? sendPage(request, reply, path) : missing(request, reply)
  })
}

const withSettings = (page: string, settings: PageSettings): string => {
  const written = Object.entries(settings).filter(([, to]) => to !== undefined)
  return page.replace(
    '<title>',
    () => `${written.map(([name, to]) => `<meta name="parley-${name}" content="${escaped(to!)}" />`).join('')}<title>`,
  )
}

/** Seconds within which a page starts even on a slow connection. */
const STARTS_WITHIN = 15

/** Shown if the scripts of the page do not start, as under a path of a proxy. The page removes it when it starts. */
function withMessage(page: string, addresses: string | undefined): string {
  const right = addresses?.split(' ')[0]
  const where =
    right === undefined
      ? 'Open it at an address such as https://parley.example/ and not https://example/parley/.'
      : `Open it at <a href="${escaped(right)}/">${escaped(right)}/</a>.`
  const style = `margin:2rem;font-family:sans-serif;visibility:hidden;animation:late 0s ${STARTS_WITHIN}s forwards`
  const text = `Parley did not start. Its pages need scripts and work only at the root of a host name. ${where}`
  return page.replace(
    '<div id="root"></div>',
    () => `<div id="root"><style>@keyframes late{to{visibility:visible}}</style><p style="${style}">${text}</p></div>`,
  )
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
