/** The project's own source files, read once for all checks. */
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export type Source = { readonly path: string; readonly text: string; readonly lines: readonly string[]; readonly isTest: boolean }

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

export const sources: readonly Source[] = globSync('{packages,e2e,bench,tools,examples}/**/*.{ts,tsx,mjs}', {
  cwd: ROOT,
  exclude: (name) => /node_modules|^dist$|\.cache/.test(typeof name === 'string' ? name : String(name)),
})
  .filter((path) => !/node_modules|\/dist\//.test(path))
  .sort()
  .map((path) => {
    const text = readFileSync(ROOT + path, 'utf8')
    return {
      path,
      text,
      lines: text.split('\n'),
      isTest: /\.(test|e2e|bench)\.tsx?$|-behaviour\.ts$|\/compliance\.ts$|\/stories\/|^packages\/[a-z]+\/test\//.test(path),
    }
  })

export const readProjectFile = (path: string): string => readFileSync(ROOT + path, 'utf8')

/** `packages/core/src/x.ts` -> `core`; `e2e/src/x.ts` -> `e2e`. */
export const packageOf = (path: string): string => (path.startsWith('packages/') ? path.split('/')[1]! : path.split('/')[0]!)

export type Import = { readonly specifier: string; readonly line: number }

export function importsOf(source: Source): readonly Import[] {
  const found: Import[] = []
  const pattern = /^\s*(?:import|export)\b[^'"]*?from\s+['"]([^'"]+)['"]|^\s*import\s+['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm
  for (const match of source.text.matchAll(pattern)) {
    const specifier = match[1] ?? match[2] ?? match[3]!
    found.push({ specifier, line: source.text.slice(0, match.index).split('\n').length })
  }
  return found
}
