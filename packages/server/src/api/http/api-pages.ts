/**
 * The API reference for people (built at the start) and for machines (`npm run docs`). Both are generated from the contracts and are served here
 * unchanged.
 */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'

const FOLDER = new URL('../../../../../docs/protocol/', import.meta.url)

const documents = { '/docs/api/openapi.json': 'openapi.json', '/docs/api/asyncapi.json': 'asyncapi.json' } as const

export function registerApiPages(app: FastifyInstance): void {
  for (const [path, name] of Object.entries(documents)) {
    const text = read(name)
    if (text === undefined) continue
    app.get(path, (_request, reply) => reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8').send(text))
  }
  const page = read('dist/api.html')
  if (page === undefined) return
  const headers = { 'content-security-policy': policyOf(page), 'cache-control': 'no-cache' }
  app.get('/docs/api', (_request, reply) => reply.headers(headers).type('text/html; charset=utf-8').send(page))
}

/** Stricter than the policy of other pages: it allows only this page's own style, by hash. */
function policyOf(page: string): string {
  const style = /<style>([\s\S]*?)<\/style>/.exec(page)?.[1] ?? ''
  const hash = createHash('sha256').update(style).digest('base64')
  return `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
}

/** Read once, at the start. A server that was installed without its documents has none. */
function read(name: string): string | undefined {
  const file = fileURLToPath(new URL(name, FOLDER))
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}
