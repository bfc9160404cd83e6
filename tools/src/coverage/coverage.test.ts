/** docs/coverage matches the numbers in the tests, and every number in a test exists. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { coveragePages } from './pages.ts'
import { namedRequirements } from './proofs.ts'
import { requirements, subjects } from './requirements.ts'
import { rulesIn } from './rulebook.ts'
import { titlesOf } from './test-titles.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const pages = coveragePages()

describe('docs/coverage', () => {
  it.each(pages.map(({ path, text }) => ({ path, text })))('$path is up to date', ({ path, text }) => {
    const written = existsSync(root + path) ? readFileSync(root + path, 'utf8') : ''
    expect(written === text, 'Tests or requirements have changed: run `npm run docs` and commit what it writes.').toBe(true)
  })

  it('has no page that is not generated', () => {
    const names = pages.map(({ path }) => path.split('/').at(-1)!)
    expect(readdirSync(`${root}docs/coverage`).sort()).toEqual([...names].sort())
  })
})

describe('docs/requirements', () => {
  it('has each number once, ascending in its section', () => {
    const numbers = requirements.map(({ number }) => number)
    expect(new Set(numbers).size).toBe(numbers.length)
    for (const { sections } of subjects)
      for (const section of sections) {
        const own = section.requirements.map(({ number }) => Number(number.split('.')[1]))
        expect(own, section.title).toEqual(own.toSorted((a, b) => a - b))
      }
  })

  it('has every number that a test carries', () => {
    const known = new Set(requirements.map(({ number }) => number))
    const unknown = [...namedRequirements].filter((number) => !known.has(number))
    expect(unknown, 'Write the requirement in docs/requirements, or name the one that is meant.').toEqual([])
  })
})

describe('the numbers of a test', () => {
  const text = `
    // Proves A 2.3, T 9.31 to 9.33.
    it.each<[string, (n: number) => string]>([
      ['a ) in a string', (n) => \`\${n} ( \${'}'}\`], // and ( in a comment
      [/[)/]\\(/.source, String],
    ])('reads %s', () => {})

    describe.skipIf(isWindows)("it's a group", () => {
      test('inside', () => {})
    })
  `

  it('are read from the comment above it, with ranges', () => {
    const [table, group, inside] = titlesOf({ text })
    expect(table).toMatchObject({ title: 'reads %s', proves: ['A 2.3', 'T 9.31', 'T 9.32', 'T 9.33'] })
    expect(group).toMatchObject({ title: "it's a group", proves: [] })
    expect(inside).toMatchObject({ title: 'inside', proves: [] })
    expect(text.slice(group!.from, group!.to).trim().endsWith('})')).toBe(true)
  })

  it('fail if they are not numbers', () => {
    expect(() => titlesOf({ text: "// Proves A2.\nit('', () => {})" })).toThrow('does not name a requirement')
  })

  it.each([
    ['4.2 the quantity', ['4.2']],
    ['4.2, 4.3 and 5.1 the quantity', ['4.2', '4.3', '5.1']],
    ['5.5 to 5.7 orders', ['5.5', '5.6', '5.7']],
    ['16.2 16.8 is filled', ['16.2', '16.8']],
    ['the quantity of 4.2', []],
  ])('of rules are read from the beginning of its title: %s', (title, rules) => {
    expect(rulesIn(title)).toEqual(rules)
  })
})
