/** The tests that carry the number of a requirement or of a rule. */
import { sources, type Source } from '../tidy/sources.ts'
import { rulesIn, rulesInRows } from './rulebook.ts'
import { titlesOf, type TestTitle } from './test-titles.ts'

export type Proof = { readonly path: string; readonly title: string }

export const testFiles: readonly Source[] = sources.filter(({ text }) => /from 'vitest'/.test(text))

const titles = testFiles.map((source) => ({ source, titles: titlesOf(source) }))

const byNumber = new Map<string, Proof[]>()
for (const { source, titles: all } of titles)
  for (const test of all) for (const number of numbersOf(test, source, all)) keep(number, { path: source.path, title: test.title })

export const proofsOf = (number: string): readonly Proof[] => byNumber.get(number) ?? []

/** Numbers of requirements that tests name; a test fails on those that do not exist. */
export const namedRequirements: ReadonlySet<string> = new Set(titles.flatMap(({ titles: all }) => all.flatMap(({ proves }) => proves)))

function keep(number: string, proof: Proof): void {
  const found = byNumber.get(number) ?? []
  byNumber.set(number, found)
  if (!found.some(({ path, title }) => path === proof.path && title === proof.title)) found.push(proof)
}

function numbersOf(test: TestTitle, source: Source, all: readonly TestTitle[]): readonly string[] {
  return [...test.proves, ...rulesIn(test.title), ...(test.title.startsWith('%s ') ? rowsOf(test, source, all) : [])]
}

/** The rows of its own table, or, for a table that is declared above the tests, all rows of the file outside of tests. */
function rowsOf(test: TestTitle, { text }: Source, all: readonly TestTitle[]): readonly string[] {
  const own = rulesInRows(text.slice(test.from, test.to))
  if (own.length > 0) return own
  const firstTest = all[0]?.from ?? text.length
  return rulesInRows(text.slice(0, firstTest))
}
