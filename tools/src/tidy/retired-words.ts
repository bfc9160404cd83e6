/** Reads the glossary's table of retired words as patterns, and finds where they still occur. */
import { readProjectFile, type Source } from './sources.ts'
import { kebab, wordsIn, type Word } from './words-in-sources.ts'

export type RetiredWord = {
  readonly given: string
  readonly instead: string
  readonly inNames: readonly string[]
  readonly inComments: readonly string[]
  readonly folders: readonly string[]
  readonly allowed: readonly string[]
}

export type Offence = { readonly path: string; readonly line: number; readonly found: string; readonly instead: string }

const quoted = (cell: string): readonly string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text)

export function readRetiredWords(): readonly RetiredWord[] {
  const text = readProjectFile('docs/glossary.md')
  return text
    .slice(text.indexOf('## Words we have given up'))
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (given up|-+) /.test(line))
    .map((line) => {
      const [given = '', instead = '', names = '', comments = '', folders = '', allowed = ''] = line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim())
      const cells = { inNames: quoted(names), inComments: quoted(comments), folders: quoted(folders), allowed: quoted(allowed) }
      return { given, instead: instead.replaceAll('`', ''), ...cells }
    })
}

/** Every word in the API reference: members, enumeration values, parts of paths, names of schemas and calls. */
export function readPublishedWords(): ReadonlySet<string> {
  const documents = ['openapi', 'asyncapi'].map((name) => JSON.parse(readProjectFile(`docs/protocol/${name}.json`)) as unknown)
  const words = new Set<string>()
  const walk = (value: unknown, key: string, holder: string): void => {
    if (holder === 'properties' || holder === 'schemas') words.add(key)
    if (holder === 'paths') key.split('/').forEach((part) => words.add(part))
    if (typeof value === 'string' && (holder === 'enum' || key === 'const' || key === 'operationId')) words.add(value)
    if (typeof value !== 'object' || value === null) return
    for (const [name, inner] of Object.entries(value)) walk(inner, name, key)
  }
  documents.forEach((document) => walk(document, '', ''))
  return words
}

const escaped = (pattern: string): string => pattern.replaceAll('.', '\\.').replaceAll('*', '[a-z0-9-]*')

/** `told` in `told-answer` and `is-told`, not in `untold`. */
const inName = (patterns: readonly string[]): RegExp | undefined => {
  const words = patterns.filter((pattern) => !/^[A-Z]/.test(pattern))
  return words.length === 0 ? undefined : new RegExp(`(?<![a-z0-9])(?:${words.map(escaped).join('|')})(?![a-z0-9])`)
}
const inComment = (patterns: readonly string[]): RegExp | undefined =>
  patterns.length === 0
    ? undefined
    : new RegExp(`(?<![\\w-])(?:${patterns.map((pattern) => escaped(pattern).replaceAll('-', '[ -]')).join('|')})(?![\\w-])`, 'i')

type Pattern = { readonly word: RetiredWord; readonly names: RegExp | undefined; readonly comments: RegExp | undefined }

/** Three thousand sources are compared with the same table, and most of their names occur in many of them. */
const patterns = new WeakMap<RetiredWord, Pattern>()
function patternOf(word: RetiredWord): Pattern {
  const pattern = patterns.get(word) ?? { word, names: inName(word.inNames), comments: inComment(word.inComments) }
  patterns.set(word, pattern)
  return pattern
}

const retired = new WeakMap<readonly RetiredWord[], Map<string, readonly RetiredWord[]>>()
/** The words of the table that a name has, in any folder. */
function retiredIn(name: string, words: readonly RetiredWord[]): readonly RetiredWord[] {
  const known = retired.get(words) ?? new Map<string, readonly RetiredWord[]>()
  retired.set(words, known)
  const found = known.get(name) ?? findRetired(name, words)
  known.set(name, found)
  return found
}

function findRetired(name: string, words: readonly RetiredWord[]): readonly RetiredWord[] {
  const spelt = kebab(name)
  return words.filter(
    (word) =>
      !word.allowed.some((each) => spelt.includes(each)) && (word.inNames.includes(name) || patternOf(word).names?.test(spelt) === true),
  )
}

/** The places where a source still has words of the table, each once. Line 0 is the file's own path. */
export function offencesIn(source: Source, words: readonly RetiredWord[], published: ReadonlySet<string>): readonly Offence[] {
  const isHere = ({ folders }: RetiredWord) => folders.length === 0 || folders.some((folder) => source.path.startsWith(`${folder}/`))
  const inComments = words.filter(isHere).map(patternOf)
  const ofName = ({ text, line }: Word): Offence[] => {
    if (published.has(text) || published.has(text.replace(/View$/, ''))) return []
    const found = retiredIn(text, words).find(isHere)
    return found === undefined ? [] : [{ path: source.path, line, found: text, instead: found.instead }]
  }
  const ofComment = ({ text, line }: Word): Offence[] =>
    inComments.flatMap(({ word, comments: pattern }) => {
      const [found] = pattern?.exec(text) ?? []
      return found === undefined ? [] : [{ path: source.path, line, found: `“${found}”`, instead: word.instead }]
    })
  const { names, comments } = wordsIn(source)
  return [{ text: source.path, line: 0 }, ...names].flatMap(ofName).concat(comments.flatMap(ofComment))
}
