/** A browser's first load until the main screen appears: the scripts of the page and of the screen behind the sign-in, as they are served. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import type { Bench, Row } from './row.ts'

const DIST = new URL('../../packages/web/dist/', import.meta.url)
const KIB = 1024
const ASSETS = new URL('assets/', DIST)
/** The screens behind the sign-in, which the page loads as soon as it knows the user. */
const SCREENS = /^Shell-.*\.js$/

const read = (place: URL): string => readFileSync(place, 'utf8')

/**
 * The scripts that the page names, the screens, and everything these need before they run; nothing of the other page, or of what opens with a click.
 */
function scriptsOfFirstLoad(): readonly string[] {
  const named = [...read(new URL('index.html', DIST)).matchAll(/assets\/([\w.-]+\.js)/g)].map(([, file]) => file!)
  const waiting = [...named, ...readdirSync(ASSETS).filter((file) => SCREENS.test(file))]
  const found = new Set<string>()
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file)) continue
    found.add(file)
    const needs = [...read(new URL(file, ASSETS)).matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g)]
    waiting.push(...needs.map(([, needed]) => needed!))
  }
  return [...found]
}

function run(): Promise<readonly Row[]> {
  if (!existsSync(new URL('index.html', DIST))) {
    const what = 'web: first load of the main route'
    return Promise.resolve([{ what, figure: Number.NaN, unit: 'KiB', conditions: 'not built here: npm start builds it' }])
  }
  const scripts = scriptsOfFirstLoad()
  const bodies = scripts.map((file) => readFileSync(new URL(file, ASSETS)))
  const size = (of: (body: Buffer) => number) => bodies.reduce((sum, body) => sum + of(body), 0) / KIB
  return Promise.resolve([
    {
      what: 'web: scripts of the first load of the main route',
      figure: size((body) => brotliCompressSync(body).length),
      unit: 'KiB',
      bar: '<= 220 KiB',
      beside: { what: 'the same, not compressed', figure: size((body) => body.length), unit: 'KiB' },
      conditions: `${scripts.length} files, brotli as the build writes them; the builder of requests and the settings are loaded when they are opened, the dashboard is another page`,
    },
  ])
}

export const bench: Bench = { name: 'web', run }
