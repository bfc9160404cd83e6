/** The page of the console for every address below `/operator/`, and the files that it loads if it has an address of its own. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { ConsoleFault } from './console-fault.ts'

const PAGE = /^\/operator(\/|$)/
const CALL = /^\/operator\/api(\/|$)/

export async function registerConsolePage(app: FastifyInstance, webDir: string | undefined): Promise<void> {
  const page = webDir === undefined ? undefined : join(webDir, 'operator.html')
  const text = page !== undefined && existsSync(page) ? readFileSync(page, 'utf8') : undefined
  if (webDir !== undefined && text !== undefined)
    await app.register(fastifyStatic, {
      root: webDir,
      index: false,
      preCompressed: true,
      cacheControl: false,
      wildcard: false,
      globIgnore: ['**/*.html', 'sw.js'],
    })
  app.get('/', (_request, reply) => reply.redirect('/operator/'))
  app.setNotFoundHandler((request, reply) => {
    const path = (request.raw.url ?? '/').split('?')[0]!
    if (text !== undefined && request.method === 'GET' && PAGE.test(path) && !CALL.test(path))
      return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(text)
    throw new ConsoleFault(404, 'NotFound', 'There is no such page or call.')
  })
}
