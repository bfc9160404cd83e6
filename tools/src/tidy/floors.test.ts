/**
 * The floors of docs/code-map.md: imports lead down, including type imports, and never in a circle. The message of a failure explains what to do
 * instead.
 */
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { circles, type Arrows } from './circles.ts'
import { floors } from './floors.ts'
import { importsOf, sources, type Source } from './sources.ts'

/** `bench`, `e2e` and `tools` are packages next to `packages`. */
function rootOf(name: string): string {
  const [own = '', ...folders] = name.split('/')
  const above = own === 'bench' || own === 'e2e' || own === 'tools' ? [] : ['packages']
  return [...above, own, 'src', ...folders, ''].join('/')
}

/** Tests are left out, because a test may import whatever shows the behaviour best. The kits of `e2e` are included. */
const filesOf = (name: string): readonly Source[] => sources.filter(({ path, isTest }) => path.startsWith(rootOf(name)) && !isTest)

/** `api` for `api/http/create-http.ts`, and `.` for `main.ts` unless the table names that file. */
const folderOf = (file: string, named: ReadonlyMap<string, number>): string =>
  file.includes('/') ? file.split('/')[0]! : named.has(file) ? file : '.'

/** Both ends as paths relative to the package's `src`. */
type Import = { readonly from: string; readonly to: string; readonly line: number }

const ownImports = (name: string): readonly Import[] =>
  filesOf(name).flatMap(({ path, ...source }) =>
    importsOf({ path, ...source })
      .filter(({ specifier }) => specifier.startsWith('.') && join(dirname(path), specifier).startsWith(rootOf(name)))
      .map(({ specifier, line }) => ({
        from: path.slice(rootOf(name).length),
        to: join(dirname(path), specifier).slice(rootOf(name).length),
        line,
      })),
  )

describe.each(Object.entries(floors))('the floors of %s', (name, ladder) => {
  const floorOf = new Map(ladder.flatMap((folders, floor) => folders.map((folder) => [folder, floor] as const)))
  const imports = ownImports(name)

  it('are a table of all folders', () => {
    const folders = [...new Set(filesOf(name).map(({ path }) => folderOf(path.slice(rootOf(name).length), floorOf)))]
    const homeless = folders.filter((folder) => !floorOf.has(folder))
    const gone = [...floorOf.keys()].filter((folder) => !folders.includes(folder))
    expect(homeless, 'Give the folder a floor in tools/src/tidy/floors.ts, above all that it imports.').toEqual([])
    expect(gone, 'Take the folder out of tools/src/tidy/floors.ts.').toEqual([])
  })

  it('let a folder import only from floors below it', () => {
    const broken = imports
      .map((one) => ({ ...one, own: folderOf(one.from, floorOf), other: folderOf(one.to, floorOf) }))
      .filter(({ own, other }) => own !== other && !(floorOf.get(own)! < floorOf.get(other)!))
      .map(
        ({ from, to, line, own, other }) =>
          `${rootOf(name)}${from}:${line} imports ${to}, and ${other} is not below ${own}: move what both need to a floor below both, ` +
          `or let ${own} take it as an argument, with an interface of its own, from a floor above both.`,
      )
    expect(broken, broken.join('\n')).toEqual([])
  })

  it('have no circle of imports, between folders at any depth nor between files', () => {
    const excused = new Set(
      filesOf(name)
        .filter(({ text }) => EXCUSE.test(text))
        .map(({ path }) => path.slice(rootOf(name).length)),
    )
    const broken = parentsOf(imports).flatMap((parent) =>
      circles(between(imports, parent))
        .filter((circle) => !circle.some((child) => excused.has(join(parent, child))))
        .map(
          (circle) =>
            `${rootOf(name)}${parent}: ${circle.join(', ')} import each other: move what they share into a file or folder of its own below them. ` +
            'Files of one folder may, where a comment in one of them says why they "import each other".',
        ),
    )
    expect(broken, broken.join('\n')).toEqual([])
  })
})

const EXCUSE = /\bimport each other\b/

/** Every folder with imports inside, `''` for the root. */
const parentsOf = (imports: readonly Import[]): readonly string[] => [
  ...new Set(imports.flatMap(({ from, to }) => [...foldersAbove(from), ...foldersAbove(to)])),
]

const foldersAbove = (file: string): readonly string[] => file.split('/').map((_part, depth, parts) => parts.slice(0, depth).join('/'))

/** The imports between the children of a folder; a child is a file or a whole folder. */
function between(imports: readonly Import[], parent: string): Arrows {
  const depth = parent === '' ? 0 : parent.split('/').length
  const childOf = (file: string): string | undefined =>
    parent === '' || file.startsWith(`${parent}/`) ? file.split('/')[depth] : undefined
  const arrows = new Map<string, Set<string>>()
  for (const { from, to } of imports) {
    const [own, other] = [childOf(from), childOf(to)]
    if (own !== undefined && other !== undefined && own !== other) arrows.set(own, (arrows.get(own) ?? new Set()).add(other))
  }
  return arrows
}
