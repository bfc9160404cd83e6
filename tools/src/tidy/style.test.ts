/** The rules of STYLE.md that a program can check. */
import { basename } from 'node:path'
import { describe, expect, it } from 'vitest'
import { functionsIn } from './functions.ts'
import { packageOf, sources, type Source } from './sources.ts'

const FILE_LINES = 400
const FUNCTION_LINES = 70

function complain(broken: readonly string[]): void {
  expect(broken, broken.join('\n')).toEqual([])
}

const eachLine = (pick: (source: Source) => boolean, wrong: RegExp, advice: string): string[] =>
  sources
    .filter(pick)
    .flatMap((source) =>
      source.lines.flatMap((line, index) => (wrong.test(line) ? [`${source.path}:${index + 1} ${line.trim()}: ${advice}`] : [])),
    )

/** The line without its comment and strings, whose words do not count. */
const codeOf = (line: string): string =>
  line
    .replace(/^\s*\/?\*.*$/, '')
    .replace(/(['"`])(?:\\.|(?!\1).)*\1/g, '""')
    .replace(/\/\/.*$/, '')

const isOurs = (source: Source): boolean => !source.path.startsWith('tools/src/tidy/')

describe('STYLE.md', () => {
  it('files are named in kebab-case, components in PascalCase', () => {
    const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.(db\.test|property\.test|test|e2e|bench|stories|config))?\.(ts|mjs)$/
    const component = /^([A-Z][A-Za-z0-9]*|[a-z0-9]+(-[a-z0-9]+)*)(\.(test|stories))?\.tsx$/
    const odd = sources
      .map((source) => source.path)
      .filter((path) => !kebab.test(basename(path)) && !component.test(basename(path)) && !path.endsWith('.d.ts'))
    complain(odd.map((path) => `${path}: rename it to kebab-case (a React component: PascalCase.tsx).`))
  })

  it('nothing is called shared, common, utils, types, lib or helpers', () => {
    const odd = sources
      .map((source) => source.path)
      .filter((path) => /(^|\/)(shared|common|utils?|types|lib|helpers?)(\/|\.[a-z]+$)/.test(path))
    complain(odd.map((path) => `${path}: what has no home has no name yet; name it after what it is.`))
  })

  it('a file has one reason to change: at most 400 lines', () => {
    complain(
      sources
        .filter((source) => source.lines.length > FILE_LINES + 1)
        .map((source) => `${source.path}: ${source.lines.length} lines; split it by reason to change.`),
    )
  })

  it('a function fits a screen: at most 70 lines', () => {
    const broken = sources
      .filter((source) => !source.isTest)
      .flatMap((source) =>
        functionsIn(source)
          .filter(({ length }) => length > FUNCTION_LINES)
          .map(({ line, length }) => `${source.path}:${line} is a function of ${length} lines; cut it where it changes subject.`),
      )
    complain(broken)
  })

  it('only named exports', () => {
    complain(eachLine((source) => isOurs(source) && !/\.config\.ts$/.test(source.path), /^export default\b/, 'use a named export.'))
  })

  it('no barrels inside packages', () => {
    const odd = sources
      .map((source) => source.path)
      .filter((path) => /\/index\.tsx?$/.test(path) && !/^(packages\/[a-z]+|e2e|bench|tools)\/src\/index\.tsx?$/.test(path))
    complain(odd.map((path) => `${path}: import the file that has the name; the package's one door is src/index.ts.`))
  })

  it('no enum, no any, no namespace', () => {
    const loose = /^\s*(export )?(const )?enum \w|: any\b|<any>|\bas any\b|^\s*(export )?namespace \w/
    const broken = sources
      .filter(isOurs)
      .flatMap((source) =>
        source.lines.flatMap((line, index) =>
          loose.test(codeOf(line)) ? [`${source.path}:${index + 1} ${line.trim()}: use a union of texts, or the type that it is.`] : [],
        ),
      )
    complain(broken)
  })

  it('nothing is left unfinished, and no test is skipped', () => {
    complain(
      eachLine(
        isOurs,
        /\b(TODO|FIXME|XXX|HACK)\b|not implemented yet|\b(it|test|describe)\.(skip|only|todo)\b|expect\(true\)/,
        'finish it, or say in an issue what is open.',
      ),
    )
  })

  it('tests do not sleep', () => {
    complain(
      eachLine(
        (source) => isOurs(source) && source.isTest && packageOf(source.path) === 'core',
        /setTimeout|setInterval/,
        'advance the clock by hand.',
      ),
    )
  })
})
