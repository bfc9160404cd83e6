/** Files and titles of tests that a document of coverage names: they have to be there. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readProjectFile, sources } from '../tidy/sources.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

/** `web/app/Gate.tsx` is in packages/web/src, `server/test/x.ts` in packages/server/test; the people's tests have a folder of their own. */
export function pathOf(named: string): string {
  const [first = '', ...rest] = named.split('/')
  if (first === 'e2e') return `e2e/src/${rest.join('/')}`
  return `packages/${first}/${rest[0] === 'test' ? '' : 'src/'}${rest.join('/')}`
}

/** Titles are quoted in the source in any of three ways. */
const spellings = (title: string): readonly string[] => [title, title.replaceAll("'", "\\'")]

export type Coverage = {
  /** Cells of each row of a table, but for the heads that are given. */
  readonly rows: readonly (readonly string[])[]
  readonly files: readonly string[]
  readonly proofs: readonly { readonly file: string; readonly title: string }[]
  readonly missingFiles: readonly string[]
  readonly missingProofs: readonly string[]
}

export function readCoverage(document: string, heads: RegExp): Coverage {
  const text = readProjectFile(document)
  const rows = text
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| --') && !heads.test(line))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
  const files = [...text.matchAll(/`((?:web|server|core|contracts|client|venues|e2e)\/[\w./-]+\.\w+)`/g)].map(([, file = '']) => file)
  const proofs = [...text.matchAll(/`([\w./-]+\.(?:test|e2e)\.tsx?)` “([^”]+)”/g)].map(([, file = '', title = '']) => ({ file, title }))
  const isThere = ({ file, title }: { readonly file: string; readonly title: string }): boolean => {
    const source = sources.find(({ path }) => path === pathOf(file))
    return source !== undefined && spellings(title).some((each) => source.text.includes(each))
  }
  return {
    rows,
    files,
    proofs,
    missingFiles: [...new Set(files)].filter((file) => !existsSync(ROOT + pathOf(file))),
    missingProofs: proofs
      .filter((proof) => !isThere(proof))
      .map(({ file, title }) => `${file} “${title}”: no such test; name the one that proves it now, or say that it is open.`),
  }
}
