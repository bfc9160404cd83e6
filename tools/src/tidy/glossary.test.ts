/** Checks that the retired words of docs/glossary.md do not return in a name, a file or a comment. */
import { describe, expect, it } from 'vitest'
import { freeRelativesIn } from './free-relatives.ts'
import { offencesIn, readPublishedWords, readRetiredWords } from './retired-words.ts'
import { sources, type Source } from './sources.ts'

/** The checker and its examples have to name what they look for. */
const checked = sources.filter(({ path }) => !path.startsWith('tools/src/tidy/'))

const words = readRetiredWords()
const published = readPublishedWords()
const sourceOf = (path: string, text: string): Source => ({ path, text, lines: text.split('\n'), isTest: false })
const foundIn = (path: string, text: string): readonly string[] =>
  offencesIn(sourceOf(path, text), words, published).map(({ line, found }) => `${line} ${found}`)

describe('the glossary', () => {
  it('is used: no name, file or comment has a retired word', () => {
    const broken = checked
      .flatMap((source) => offencesIn(source, words, published))
      .map(({ path, line, found, instead }) => `${path}:${line} ${found}: use ${instead}.`)
    expect(broken, broken.join('\n')).toEqual([])
  })

  it('is enforced: every comment is a sentence with a plain subject', () => {
    const broken = checked.flatMap((source) =>
      freeRelativesIn(source).map(({ line, found }) => `${source.path}:${line} “${found}”: begin with a plain subject.`),
    )
    expect(broken, broken.join('\n')).toEqual([])
  })

  it.each([
    ['/** What is listed. */', 1],
    ['// It closes. Who is slow is told.', 1],
    ['/** Slow consumers get\n * what is left. */', 0],
    ['/** Slow consumers, and\n * Who knows what. */', 0],
    ['// What if it fails? Then nothing.', 0],
  ])('reads %j', (text, count) => {
    expect(freeRelativesIn(sourceOf('bench/src/example.ts', text))).toHaveLength(count)
  })

  it('states for every word what to use instead, and where it is checked', () => {
    expect(words.length).toBeGreaterThan(30)
    const odd = words.filter(({ instead, inNames, inComments }) => instead === '' || inNames.length + inComments.length === 0)
    expect(odd).toEqual([])
  })

  it.each([
    ['a name and its parts', 'const toldAnswer = FATE_KEPT', ['1 toldAnswer', '1 FATE_KEPT']],
    ['a type', 'type Told = string', ['1 Told']],
    ['a comment', '/** Makers\n * are told. */', ['2 “told”']],
    ['code inside a template', 'const text = `told ${fate} told`', ['1 fate']],
    ['no text of the product', `const text = 'the fate' + "told" + \`told \${'note'}\``, []],
    ['no name in a comment', '/** Reads `told_answer`. */', []],
    ['no longer word', 'const denote = untold.notable', []],
    ['no published word', 'view.fired_at = view.lapses_at', []],
  ])('finds %s', (_what, text, found) => {
    expect(foundIn('packages/server/src/engine/example.ts', text)).toEqual(found)
  })

  it('finds a file', () => {
    expect(foundIn('packages/server/src/in-turn.ts', '')).toEqual(['0 packages/server/src/in-turn.ts'])
  })
})
