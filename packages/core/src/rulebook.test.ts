/** Checks that docs/rulebook.md, the code and the tests name the same rules. Each failure explains what to do. */
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const BOOK = 'docs/rulebook.md'
const read = (path: string): string => readFileSync(ROOT + path, 'utf8')

const files = globSync('{packages/*,e2e}/src/**/*.{ts,tsx}', { cwd: ROOT }).sort()
/** A suite that several tests run proves a rule like they do, so every file that imports vitest or drives the product counts as a test. */
const isTest = (path: string): boolean => /\.e2e\.tsx?$/.test(path) || /from 'vitest'/.test(read(path))
const NUMBER = String.raw`\d+\.\d+`

/** `**4.2** The quantity is …`: one paragraph for each rule. */
const rules = [...read(BOOK).matchAll(new RegExp(String.raw`^(?:[-*] )?(?:\*\*)?(${NUMBER})(?:\*\*)?[ .]`, 'gm'))].map((match) => match[1]!)
const known = new Set(rules)

type Mention = { readonly rule: string; readonly where: string }

function mentions(path: string, pattern: RegExp, rulesIn: (found: string) => readonly string[]): readonly Mention[] {
  const text = read(path)
  return [...text.matchAll(pattern)].flatMap((match) => {
    const where = `${path}:${text.slice(0, match.index).split('\n').length}`
    return rulesIn(match[1]!).map((rule) => ({ rule, where }))
  })
}

/** `4.2, 4.3`, `3.2 3.3`, `5.5 to 5.7`, `2.1 and 2.4`. */
function listed(found: string): readonly string[] {
  return found.split(/, | and | (?=\d)(?<!to )/).flatMap((part) => {
    const [first, last] = part.split(' to ')
    if (last === undefined) return first!.match(new RegExp(NUMBER)) ?? []
    const [chapter, from] = first!.split('.').map(Number)
    const until = Number(last.split('.')[1])
    return Array.from({ length: until - from! + 1 }, (_, n) => `${chapter}.${from! + n}`)
  })
}

const LIST = `(${NUMBER}(?:(?:, | and | to | )${NUMBER})*)`
const IN_WORDS = new RegExp(`[Rr]ulebook ${LIST}`, 'g')
const IN_REFUSAL = new RegExp(String.raw`\brefuse\(\s*'[A-Za-z]+',\s*'(${NUMBER})'`, 'g')

const cited = files
  .filter((path) => !isTest(path))
  .flatMap((path) => [...mentions(path, IN_WORDS, listed), ...mentions(path, IN_REFUSAL, listed)])

/** A title that begins with numbers, or a row of a table that does: `it('4.2 …')`, `it.each([['4.2', …]])`. */
const TITLE = new RegExp(String.raw`\b(?:it|test|describe)(?:\.\w+)*(?:\([^()]*\))?\(\s*['"\x60]${LIST}[ :]`, 'g')
const EACH_TITLE = new RegExp(String.raw`\)\(\s*['"\x60]${LIST}[ :]`, 'g')
const ROW = new RegExp(String.raw`\[\s*'(${NUMBER})',`, 'g')
/** A table proves the rules its rows begin with if its title prints them; other tables begin with prices. */
const hasRuleTables = (path: string): boolean => /\)\(\s*['"\x60]%s /.test(read(path))
const rowsOf = (path: string) => (hasRuleTables(path) ? mentions(path, ROW, listed).filter(({ rule }) => known.has(rule)) : [])

const named = files.filter(isTest).flatMap((path) => [...mentions(path, TITLE, listed), ...mentions(path, EACH_TITLE, listed)])
const proofs = [...named, ...files.filter(isTest).flatMap(rowsOf)]

const missing = (all: readonly Mention[]): readonly string[] => {
  const there = new Set(all.map(({ rule }) => rule))
  return rules.filter((rule) => !there.has(rule))
}

function complain(broken: readonly string[]): void {
  expect(broken, broken.join('\n')).toEqual([])
}

describe('the rulebook', () => {
  it('has rules, each once, numbered without a gap in their chapter', () => {
    expect(rules.length).toBeGreaterThan(40)
    complain(
      rules
        .filter((rule, index) => rules.indexOf(rule) !== index)
        .map((rule) => `${BOOK} has ${rule} twice: give the later one a new number.`),
    )
    complain(
      rules.flatMap((rule, index) => {
        const [chapter, number] = rule.split('.').map(Number)
        const previous = rules[index - 1]?.split('.').map(Number)
        const expected = previous?.[0] === chapter ? previous![1]! + 1 : 1
        return number === expected ? [] : [`${BOOK}: ${rule} stands where ${chapter}.${expected} is expected.`]
      }),
    )
  })

  it('has every rule that the code cites', () => {
    complain(
      cited
        .filter(({ rule }) => !known.has(rule))
        .map(({ rule, where }) => `${where} cites ${rule}, which is not in ${BOOK}: write that rule there, or cite the one that is meant.`),
    )
  })

  it('has every rule that a test names', () => {
    complain(
      named
        .filter(({ rule }) => !known.has(rule))
        .map(
          ({ rule, where }) => `${where} proves ${rule}, which is not in ${BOOK}: write that rule there, or name the one that is meant.`,
        ),
    )
  })

  it('is cited by the code rule by rule', () => {
    complain(
      missing(cited).map(
        (rule) =>
          `${BOOK} ${rule} is cited nowhere: write "rulebook ${rule}" where it is decided, or give it to refuse(…); a rule nobody decides has to go.`,
      ),
    )
  })

  it('is proved rule by rule', () => {
    complain(missing(proofs).map((rule) => `${BOOK} ${rule} has no proof: write a test whose title begins with ${rule}.`))
  })
})
