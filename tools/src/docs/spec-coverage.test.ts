/** docs/spec-coverage.md says which file does what and which test proves it: each of them has to be there. */
import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readProjectFile, sources } from '../tidy/sources.ts'

const ROOT = new URL('../../../', import.meta.url).pathname
const text = readProjectFile('docs/spec-coverage.md')
const rows = text
  .split('\n')
  .filter((line) => /^\| (?!asked for|screen)/.test(line))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )

/** `web/app/Gate.tsx` is in packages/web/src; the people's tests have a folder of their own. */
function pathOf(named: string): string {
  const [first = '', ...rest] = named.split('/')
  return first === 'e2e' ? `e2e/src/${rest.join('/')}` : `packages/${first}/src/${rest.join('/')}`
}

const files = [...text.matchAll(/`((?:web|server|core|contracts|client|e2e)\/[\w./-]+\.\w+)`/g)].map(([, file = '']) => file)
const proofs = [...text.matchAll(/`([\w./-]+\.(?:test|e2e)\.ts)` “([^”]+)”/g)].map(([, file = '', title = '']) => ({ file, title }))
/** Titles are quoted in the source in any of three ways. */
const spellings = (title: string): readonly string[] => [title, title.replaceAll("'", "\\'")]

describe('docs/spec-coverage.md', () => {
  it('names files that are there', () => {
    expect(files.length).toBeGreaterThan(300)
    const missing = [...new Set(files)].filter((file) => !existsSync(ROOT + pathOf(file)))
    expect(missing, 'Name the files that do it now.').toEqual([])
  })

  it('names tests that are there', () => {
    expect(proofs.length).toBeGreaterThan(200)
    const missing = proofs.filter(({ file, title }) => {
      const source = sources.find(({ path }) => path === pathOf(file))
      return source === undefined || !spellings(title).some((each) => source.text.includes(each))
    })
    const said = missing.map(
      ({ file, title }) => `${file} “${title}”: no such test; name the one that proves it now, or say that it is open.`,
    )
    expect(said, said.join('\n')).toEqual([])
  })

  it('says of every row what proves it, what was decided, or what is open', () => {
    expect(rows.length).toBeGreaterThan(150)
    const odd = rows.filter(
      ([asked = '', done = '', proof = '']) => asked === '' || done === '' || !/” ?|decided: |open: /.test(proof + done),
    )
    expect(odd).toEqual([])
  })
})
