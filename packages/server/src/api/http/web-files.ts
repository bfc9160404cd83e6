/** The built web application: its hashed files, cached permanently, and one of its two pages for every address that does not belong to a call. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const API = /^\/(v1|v2|account|feature-flags|trading-desk|healthz|readyz|health|metrics)(\/|\?|$)/i
const DASHBOARD = /^\/dashboard(\/|$)/i
const FILE = /^\/assets\/|\/\.|\.[a-z0-9]{1,12}$/i

type Missing = (request: FastifyRequest, reply: FastifyReply) => FastifyReply

/** The operator's settings by name, which the page reads before any user signs in. */
type PageSettings = Readonly<Record<string, string | undefined>>

export async function registerWeb(
  app: FastifyInstance,
  webDir: string | undefined,
  settings: PageSettings,
  missing: Missing,
): Promise<void> {
  if (webDir === undefined || !existsSync(join(webDir, 'index.html'))) {
    app.setNotFoundHandler(missing)
    return
  }
  const read = (name: string) => withSettings(readFileSync(join(webDir, name), 'utf8'), settings)
  const page = read('index.html')
  const dashboard = existsSync(join(webDir, 'dashboard.html')) ? read('dashboard.html') : page
  const sendPage = (reply: FastifyReply, path: string) =>
    reply
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(DASHBOARD.test(path) ? dashboard : page)
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
  app.get('/', (_request, reply) => sendPage(reply, '/'))
  app.setNotFoundHandler((request, reply) => {
    const path = (request.raw.url ?? '/').split('?')[0]!
    // A browser that opens a page sends no credentials. A program sends them, and cannot use a page.
    const isPerson = (request.method === 'GET' || request.method === 'HEAD') && request.headers.authorization === undefined
    return isPerson && !API.test(path) && !FILE.test(path) ? sendPage(reply, path) : missing(request, reply)
  })
}

const withSettings = (page: string, settings: PageSettings): string => {
  const written = Object.entries(settings).filter(([, to]) => to !== undefined)
  return page.replace(
    '<title>',
    () => `${written.map(([name, to]) => `<meta name="parley-${name}" content="${escaped(to!)}" />`).join('')}<title>`,
  )
}
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
