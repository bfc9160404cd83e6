/** docs/security.md names the test that proves each requirement. Each test has to exist, and each row has to be complete. */
import { describe, expect, it } from 'vitest'
import { readProjectFile, sources } from '../tidy/sources.ts'

const text = readProjectFile('docs/security.md')
const rows = text
  .slice(text.indexOf('## OWASP ASVS'))
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, ids = '', , status = '', proof = '']) => ({ ids, status, proof }))

const named = [...text.matchAll(/`([\w./-]+\.(?:test|e2e)\.tsx?)` “([^”]+)”/g)].map(([, file = '', title = '']) => ({ file, title }))

/** Titles are quoted in the source in one of three ways. */
const spellings = (title: string): readonly string[] => [title, title.replaceAll("'", "\\'")]

describe('docs/security.md', () => {
  it('names existing tests', () => {
    expect(named.length).toBeGreaterThan(100)
    const missing = named.filter(({ file, title }) => {
      const found = sources.filter(({ path }) => path.endsWith(`/${file}`))
      return !found.some((source) => spellings(title).some((each) => source.text.includes(each)))
    })
    const said = missing.map(
      ({ file, title }) => `${file} “${title}”: no such test; name the one that proves it now, or say that it is open.`,
    )
    expect(said, said.join('\n')).toEqual([])
  })

  it('states for every requirement how it is met, or why it is not', () => {
    expect(rows.length).toBeGreaterThan(120)
    const odd = rows.filter(({ status, proof }) => {
      const isProved = /`[^`]+` “|by construction|document:/.test(proof)
      return proof.length < 4 || !['met', 'n/a', 'open'].includes(status) || (status === 'met' && !isProved)
    })
    expect(odd).toEqual([])
  })

  it('covers each requirement once', () => {
    const ids = rows.flatMap(({ ids: said }) => said.split(', '))
    expect(ids.length).toBe(new Set(ids).size)
    for (const id of ids) expect(id).toMatch(/^\d{1,2}\.\d\.\d{1,2}(–\d{1,2}\.\d\.\d{1,2})?$/)
  })

  it('leaves no requirement of levels 1 and 2 out', () => {
    const said = new Set(rows.flatMap(({ ids }) => ids.split(', ').flatMap(expand)))
    const missing = Object.entries(asked).flatMap(([section, count]) =>
      Array.from({ length: count }, (_, index) => `${section}.${index + 1}`).filter((id) => !said.has(id)),
    )
    expect(missing).toEqual([])
  })
})

/**
 * The number of requirements of levels 1 and 2 in each section; those of level 3 come after them. Chapters 9, 10 and 17 apply as a whole or not at
 * all.
 */
const asked: Readonly<Record<string, number>> = {
  ...{ '1.1': 2, '1.2': 9, '1.3': 11, '1.4': 3, '1.5': 2, '2.1': 3, '2.2': 3, '2.3': 4, '2.4': 1 },
  ...{ '3.2': 2, '3.3': 4, '3.4': 6, '3.5': 5, '3.7': 2, '4.1': 3, '4.2': 1, '4.3': 2, '4.4': 4 },
  ...{ '5.1': 1, '5.2': 3, '5.3': 2, '5.4': 3, '6.1': 3, '6.2': 12, '6.3': 4, '6.4': 4, '6.5': 5, '6.6': 3, '6.8': 4 },
  ...{ '7.1': 3, '7.2': 4, '7.3': 2, '7.4': 5, '7.5': 2, '7.6': 2, '8.1': 2, '8.2': 3, '8.3': 1, '8.4': 1 },
  ...{ '11.1': 2, '11.2': 3, '11.3': 3, '11.4': 4, '11.5': 1, '11.6': 1, '12.1': 3, '12.2': 2, '12.3': 4 },
  ...{ '13.1': 1, '13.2': 5, '13.3': 2, '13.4': 5, '14.1': 2, '14.2': 4, '14.3': 3 },
  ...{ '15.1': 3, '15.2': 3, '15.3': 7, '16.1': 1, '16.2': 5, '16.3': 4, '16.4': 3, '16.5': 3 },
}

/** `3.3.1–3.3.4` means four requirements. */
function expand(said: string): readonly string[] {
  const [first = '', last = first] = said.split('–')
  const section = first.replace(/\.\d+$/, '')
  const [from, to] = [first, last].map((id) => Number(id.split('.').at(-1)))
  return Array.from({ length: Math.max(to! - from! + 1, 0) }, (_, index) => `${section}.${from! + index}`)
}
