/** Every exported function is used by the product: a rule that only tests call is not part of it. */
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { importsOf, sources, type Source } from './sources.ts'

const shipped = sources.filter(({ path, isTest }) => /^packages\/[a-z]+\/src\//.test(path) && !isTest)
const isDoor = ({ path }: Source): boolean => /^packages\/[a-z]+\/src\/index\.ts$/.test(path)
/** Entry points that a package has besides its main one (import-law.test.ts). */
const isOtherDoor = ({ path }: Source): boolean => path === 'packages/chain/src/wallet.ts'
/** Files that a person, a worker or a page starts. */
const isStarted = ({ path, text }: Source): boolean =>
  /\/(main|dashboard|operator|market-worker|past-writer|service-worker)\.tsx?$|^packages\/server\/src\/cli\//.test(path) ||
  text.startsWith('#!')
/** The client and the contracts are published packages: other programs call their exports. */
const isPublished = ({ path }: Source): boolean => /^packages\/(client|contracts)\//.test(path)

const codeOf = (text: string): string => text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/.*$/gm, '')
const wordsIn = (text: string): readonly string[] => text.match(/[A-Za-z_$][\w$]*/g) ?? []

const timesSaid = new Map<string, number>()
for (const source of shipped)
  if (!isDoor(source)) for (const word of wordsIn(codeOf(source.text))) timesSaid.set(word, (timesSaid.get(word) ?? 0) + 1)

const DECLARED = /^export (?:async )?(?:const|function\*?|class|interface|type) ([A-Za-z_$][\w$]*)/gm

it('every name that leaves a file is used where the product runs', () => {
  const unused = shipped
    .filter((source) => !isDoor(source) && !isPublished(source))
    .flatMap(({ path, text }) =>
      [...codeOf(text).matchAll(DECLARED)].flatMap(([, name = '']) =>
        timesSaid.get(name) === 1 ? [`${path}: nobody but a test uses ${name}; delete it, or move it to the package's test/.`] : [],
      ),
    )
  expect(unused, unused.join('\n')).toEqual([])
})

it('every file is reached from where the product starts', () => {
  const reached = new Set(shipped.flatMap((source) => importsOf(source).map(({ specifier }) => join(dirname(source.path), specifier))))
  const alone = shipped
    .filter((source) => !isDoor(source) && !isOtherDoor(source) && !isStarted(source) && !reached.has(source.path))
    .map(({ path }) => `${path}: only tests import it; delete it, or move it to the package's test/.`)
  expect(alone, alone.join('\n')).toEqual([])
})
