/** The code that a browser loads before the main screen appears, as the build writes it. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const DIST = new URL('../../../packages/web/dist/', import.meta.url)
const ASSETS = new URL('assets/', DIST)
/** The screens behind the sign-in, which the page loads as soon as it knows the user. */
const SCREENS = /^Shell-.*\.js$/
const KIB = 1024
const MOST_KIB = 200

const read = (place: URL): string => readFileSync(place, 'utf8')

/** Includes everything that these need before they run. */
function withNeeded(first: readonly string[]): ReadonlySet<string> {
  const waiting = [...first]
  const found = new Set<string>()
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file)) continue
    found.add(file)
    const needs = read(new URL(file, ASSETS)).matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g)
    waiting.push(...[...needs].map(([, needed]) => needed!))
  }
  return found
}

it('the compressed scripts of the first load have at most 200 KiB', () => {
  const named = [...read(new URL('index.html', DIST)).matchAll(/assets\/([\w.-]+\.js)/g)].map(([, file]) => file!)
  const screens = readdirSync(ASSETS).filter((file) => SCREENS.test(file))
  expect([named.length > 0, screens.length]).toEqual([true, 1])
  const files = [...withNeeded([...named, ...screens])]
  const sizes = files.map((file) => readFileSync(new URL(`${file}.br`, ASSETS)).length)
  const kib = sizes.reduce((sum, size) => sum + size, 0) / KIB
  expect(kib, files.join(', ')).toBeLessThanOrEqual(MOST_KIB)
  // The parts that open with a click are not among them, as long as no screen code imports them directly.
  expect(files.filter((file) => /^(RfqBuilder|CommandPalette|TradeCard|SettingsDialog)-/.test(file))).toEqual([])
})
