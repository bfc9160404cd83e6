/** Every link in our documents leads to an existing target. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const documents = globSync(['*.md', 'docs/**/*.md', 'packages/*/README.md', 'examples/*.md'], { cwd: ROOT })

it('every link in the documents leads to an existing file', () => {
  const broken = documents.flatMap((document) => {
    const text = readFileSync(join(ROOT, document), 'utf8')
    return [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)(?:#[^)]*)?\)/g)]
      .map((match) => match[1]!)
      .filter((target) => !existsSync(join(ROOT, dirname(document), target)))
      .map((target) => `${document} links to ${target}, which is not there.`)
  })
  expect(broken, broken.join('\n')).toEqual([])
})
