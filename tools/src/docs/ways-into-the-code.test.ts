/** Documents that lead into the code: the files they name have to exist, and the path of a crossing order can be followed in one sitting. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { readProjectFile, sources } from '../tidy/sources.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const MOST_CHANGES_OF_FOLDER = 16

const text = readProjectFile('docs/life-of-a-trade.md')

/** Each step of the list is in one folder; its lines continue until the next step or an empty line. */
const steps = [...text.matchAll(/^(\d+)\. \*\*`([\w/.-]+)\/`\*\*((?:.|\n(?!\d+\. |\n))*)/gm)].map(([, number, folder = '', said = '']) => ({
  number: Number(number),
  folder,
  files: filesIn(said),
}))

function filesIn(said: string): readonly string[] {
  return [...said.matchAll(/`([\w./-]+\.(?:ts|tsx))`/g)].map(([, file = '']) => file)
}

/** Paths are relative to `packages/`, or to `packages/server/src/` if they name no package. */
const isThere = (path: string): boolean => ['packages/', 'packages/server/src/', ''].some((root) => existsSync(ROOT + root + path))

describe('docs/life-of-a-trade.md', () => {
  it('leads a reader from the HTTP endpoint to both sides with few changes of folder', () => {
    expect(steps.map(({ number }) => number)).toEqual(steps.map((_, place) => place + 1))
    expect(steps.length).toBeGreaterThan(0)
    expect(steps.length).toBeLessThanOrEqual(MOST_CHANGES_OF_FOLDER)
    const unchanged = steps.filter(({ folder }, place) => folder === steps[place + 1]?.folder)
    expect(unchanged).toEqual([])
  })

  it('names existing files', () => {
    const isPathThere = (file: string): boolean => file.includes('/') && isThere(file)
    const inSteps = steps.flatMap(({ folder, files }) => files.filter((file) => !isThere(`${folder}/${file}`) && !isPathThere(file)))
    const elsewhere = filesIn(text).filter((file) => file.includes('/') && !steps.some(({ files }) => files.includes(file)))
    const missing = [...inSteps, ...elsewhere.filter((file) => !isThere(file))]
    const unknown = filesIn(text).filter((file) => !file.includes('/') && !sources.some(({ path }) => path.endsWith(`/${file}`)))
    expect([...missing, ...unknown], 'Name the file that has it now.').toEqual([])
  })
})

describe('the guess test of docs/code-map.md', () => {
  it('names existing files and folders', () => {
    const table = readProjectFile('docs/code-map.md').split('## The guess test')[1] ?? ''
    const paths = [...table.matchAll(/`([a-z]+\/src\/[\w./-]+)`/g)].map(([, path = '']) => path)
    expect(paths.length).toBeGreaterThan(10)
    expect(
      paths.filter((path) => !isThere(path)),
      'Name the file that has it now.',
    ).toEqual([])
  })
})
