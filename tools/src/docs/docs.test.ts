import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { reference } from './reference.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const pages = reference()
const advice = 'The reference and packages/contracts differ: run `npm run docs` and commit what it writes.'

describe('docs/protocol', () => {
  it.each(pages.map(({ path, text }) => ({ path, text })))('$path says what contracts say', ({ path, text }) => {
    const written = existsSync(root + path) ? readFileSync(root + path, 'utf8') : ''
    expect(written === text, advice).toBe(true)
  })

  it('holds nothing that is not generated', () => {
    const names = readdirSync(`${root}docs/protocol`).filter((name) => name !== 'dist')
    expect(
      names.filter((name) => !pages.some(({ path }) => path.endsWith(`/${name}`))),
      advice,
    ).toEqual([])
  })

  it.each(pages.map(({ path, text }) => ({ path, text })))('$path has no link that leads nowhere', ({ text }) => {
    const names = new Set(pages.map(({ path }) => path.split('/').at(-1)!))
    const links = [...text.matchAll(/\]\(([a-z-]+\.md|README\.md)(#[^)]*)?\)/g)].map(([, name]) => name!)
    expect(links.filter((name) => !names.has(name))).toEqual([])
  })
})
