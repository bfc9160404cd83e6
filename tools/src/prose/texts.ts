/** Every text that people read: what a screen shows, what a program answers or prints, comments, and pages of Markdown. */
import { globSync } from 'node:fs'
import { parseSync } from 'rolldown/utils'
import { readProjectFile, sources, type Source } from '../tidy/sources.ts'
import type { Kind } from './patterns.ts'

export type Text = { readonly kind: Kind; readonly path: string; readonly line: number; readonly text: string }

type Node = { readonly type: string; readonly start: number; readonly end: number; readonly [member: string]: unknown }
type Comment = { readonly type: 'Block' | 'Line'; readonly value: string; readonly start: number; readonly end: number }

/** The patterns and the old words are named in these folders, so that they can be found elsewhere. */
const NAMES_THE_PATTERNS = /^tools\/src\/(?:tidy|prose)\//
/** Users have accepted the earlier versions of the agreements, so their texts never change. */
const ACCEPTED_BEFORE = /^packages\/server\/src\/accounts\/agreements\/earlier\//
/** Statements, styles and selectors are texts of programs. */
const OF_A_PROGRAM =
  /^\s*(?:select|insert|update|delete|create|alter|drop|with|begin|commit|lock|set|truncate|grant|listen|notify)\b[\s\S]*\b(?:from|into|table|set|as|index|on|isolation|transaction|schema|database|function|role|timeout)\b|[{};]\s*$|^[.#\[][\w-]+|\bvar\(--/i
const IS_PROSE = /[A-Za-z]{2,}[,.:;]? +(?:[\w…'’-]+ +)*[A-Za-z]{2,}/
/** Members whose value is a name, a style or a key. */
const NAMES = new Set([
  'className',
  'key',
  'id',
  'type',
  'href',
  'src',
  'path',
  'd',
  'viewBox',
  'transform',
  'style',
  'rel',
  'target',
  'points',
])

const lineAt = (source: string, at: number): number => source.slice(0, at).split('\n').length
const trimmed = (text: string): string => text.replace(/\s+/g, ' ').trim()

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** The texts in code, at any depth. Import paths, types, keys of objects and names of styles are not texts. */
function shownTexts(node: Node, into: { text: string; start: number }[]): void {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
    case 'TSLiteralType':
    case 'TSTypeAliasDeclaration':
    case 'TSInterfaceDeclaration':
      return
    case 'JSXText':
    case 'Literal':
      if (typeof node['value'] === 'string') into.push({ text: node['value'], start: node.start })
      return
    case 'TemplateLiteral': {
      const parts = (node['quasis'] as readonly { readonly value: { readonly cooked: string } }[]).map(({ value }) => value.cooked)
      into.push({ text: parts.join('…'), start: node.start })
      break
    }
    case 'TaggedTemplateExpression':
      return
    case 'JSXAttribute':
    case 'Property': {
      const name = (node['name'] ?? node['key']) as { readonly name?: string } | undefined
      if (name?.name !== undefined && NAMES.has(name.name) && (node['value'] as Node | null)?.type === 'Literal') return
      break
    }
  }
  for (const [member, inner] of Object.entries(node)) {
    if (member === 'key' && node.type === 'Property' && node['computed'] !== true) continue
    for (const each of Array.isArray(inner) ? inner : [inner]) if (isNode(each)) shownTexts(each, into)
  }
}

/** Lines of `//` that follow each other are one comment. */
function joined(comments: readonly Comment[], source: string): readonly { text: string; start: number }[] {
  const whole: { text: string; start: number; end: number; isLine: boolean }[] = []
  for (const { type, value, start, end } of comments) {
    const text = value.replace(/^\*+/, '').replace(/\n\s*\*/g, '\n')
    const last = whole.at(-1)
    if (type === 'Line' && last?.isLine === true && /^\n[ \t]*$/.test(source.slice(last.end, start))) {
      last.text += ` ${text}`
      last.end = end
    } else {
      whole.push({ text, start, end, isLine: type === 'Line' })
    }
  }
  return whole
}

const isInstruction = (text: string): boolean =>
  /^(?:prettier-|oxlint-|oxfmt-|@ts-|@vite|eslint-|#|\/ <ref|Proves [A-Z] |!)/.test(text.trim())

function textsOf(source: Source): readonly Text[] {
  const { program, comments } = parseSync(source.path, source.text)
  const shown: { text: string; start: number }[] = []
  const holdsTexts = !source.isTest && !/\/(?:test|stories)\//.test(source.path) && /^(?:packages|tools|examples)\//.test(source.path)
  if (holdsTexts) shownTexts(program as unknown as Node, shown)
  const kind = source.path.startsWith('packages/web/') ? 'screen' : 'message'
  return [
    ...joined(comments as readonly Comment[], source.text)
      .filter(({ text }) => !isInstruction(text) && IS_PROSE.test(text))
      .map(({ text, start }): Text => ({ kind: 'comment', path: source.path, line: lineAt(source.text, start), text: trimmed(text) })),
    ...shown
      .filter(({ text }) => IS_PROSE.test(text) && !OF_A_PROGRAM.test(text))
      .map(({ text, start }): Text => ({ kind, path: source.path, line: lineAt(source.text, start), text: trimmed(text) })),
  ]
}

/** Generated pages come from texts that are checked at their source; requirements quote the specifications. */
const NOT_WRITTEN_HERE =
  /node_modules|\/dist\/|^docs\/(?:coverage|requirements|screens|texts)\/|^docs\/protocol\/(?:rest-|entities|errors|socket|limits)/
const GUIDES = /^(?:README|CONTRIBUTING)\.md$|README\.md$|^docs\/guides\//

/** The sentences of a page: its paragraphs, list items, headings and cells, without code. Of the change log only the headings. */
function sentencesOf(path: string): readonly Text[] {
  const kind: Kind = GUIDES.test(path) ? 'guide' : 'page'
  const blocks: { text: string; line: number }[] = []
  let isCode = false
  let isOpen = false
  readProjectFile(path)
    .split('\n')
    .forEach((raw, index) => {
      if (/^\s*(?:```|~~~)/.test(raw)) isCode = !isCode
      const isBreak = isCode || /^\s*(?:```|~~~|$|\|?[-| :]+\|?$)/.test(raw)
      const startsOne = /^\s*(?:#|[-*] |\d+\. |\||>|<)/.test(raw)
      if (isBreak) isOpen = false
      else if (path === 'CHANGELOG.md' && !raw.startsWith('#')) isOpen = false
      else if (isOpen && !startsOne) blocks.at(-1)!.text += ` ${raw.trim()}`
      else blocks.push({ text: raw, line: index + 1 })
      if (!isBreak) isOpen = !raw.startsWith('#') && !raw.startsWith('|')
    })
  return blocks.flatMap(({ text, line }) =>
    (text.startsWith('|') ? text.split('|') : [text]).flatMap((piece) =>
      piece
        .replace(/^\s*(?:#+|[-*]|\d+\.|>)\s+/, '')
        .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .replace(/[*_]{1,2}(?=\S)|(?<=\S)[*_]{1,2}/g, '')
        .split(/(?<=[.!?])["”)]?\s+(?=[A-Z`"“(])/)
        .filter((sentence) => IS_PROSE.test(sentence))
        .map((sentence): Text => ({ kind, path, line, text: trimmed(sentence) })),
    ),
  )
}

/** Reads all texts of the project, once. About 2 s. */
export function readTexts(): readonly Text[] {
  const pages = globSync(['*.md', 'docs/**/*.md', 'packages/*/README.md', 'examples/**/*.md'])
    .filter((path) => !NOT_WRITTEN_HERE.test(path))
    .toSorted()
  return [
    ...sources.filter(({ path }) => !NAMES_THE_PATTERNS.test(path) && !ACCEPTED_BEFORE.test(path)).flatMap(textsOf),
    ...pages.flatMap(sentencesOf),
  ]
}
