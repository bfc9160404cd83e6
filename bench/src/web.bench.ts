/** What a browser loads before the main screen shows: the scripts of the page and of the screen behind the sign-in, as they are served. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import type { Bench, Row } from './row.ts'

const DIST = new URL('../../packages/web/dist/', import.meta.url)
const KIB = 1024
/** Opened by a press, after the first screen: the builder of requests. */
const LATER = /^RfqBuilder-/

function run(): Promise<readonly Row[]> {
  if (!existsSync(new URL('index.html', DIST))) {
    const what = 'web: first load of the main route'
    return Promise.resolve([{ what, figure: Number.NaN, unit: 'KiB', conditions: 'not built here: npm start builds it' }])
  }
  const scripts = readdirSync(new URL('assets/', DIST)).filter((file) => file.endsWith('.js') && !LATER.test(file))
  const bodies = scripts.map((file) => readFileSync(new URL(`assets/${file}`, DIST)))
  const size = (of: (body: Buffer) => number) => bodies.reduce((sum, body) => sum + of(body), 0) / KIB
  return Promise.resolve([
    {
      what: 'web: scripts of the first load of the main route',
      figure: size((body) => brotliCompressSync(body).length),
      unit: 'KiB',
      bar: '<= 220 KiB',
      beside: { what: 'the same, not compressed', figure: size((body) => body.length), unit: 'KiB' },
      conditions: `${scripts.length} files, brotli as the build writes them; the builder of requests is loaded when it is opened`,
    },
  ])
}

export const bench: Bench = { name: 'web', run }
