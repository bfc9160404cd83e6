/** An empty list names what is missing and what will appear, and leads on. The types of `Empty` require its parts; this reads what they contain. */
import { expect, it } from 'vitest'
import { sources } from './sources.ts'

const MOST_WORDS = 6
/** Exactly as published. */
const PUBLISHED = 'Unable to load the Agreements. Please reload the page'
const screens = sources.filter(({ path, isTest }) => path.startsWith('packages/web/src/') && path.endsWith('.tsx') && !isTest)

/** The attributes of an element whose values are plain text. */
const textsOf = (element: string): Readonly<Record<string, string>> =>
  Object.fromEntries([...element.matchAll(/\b(title|text)="([^"]*)"/g)].map(([, name, value]) => [name!, value!]))

it('every empty state has a short title without a full stop, and a whole sentence', () => {
  const problems = screens.flatMap(({ path, text }) =>
    [...text.matchAll(/<(?:Empty|PastEmpty)\b[^]*?(?:\baction=|\/>)/g)].flatMap(([element]) => {
      const { title, text: sentence } = textsOf(element)
      return [
        ...(title !== undefined && title !== PUBLISHED && (title.split(' ').length > MOST_WORDS || title.endsWith('.'))
          ? [`${path}: shorten the title “${title}”.`]
          : []),
        ...(sentence !== undefined && !/^[A-Z].*\.$/.test(sentence) ? [`${path}: “${sentence}” is not a sentence.`] : []),
      ]
    }),
  )
  expect(problems, problems.join('\n')).toEqual([])
})

it('no list is empty without one', () => {
  const bare = screens.flatMap(({ path, text }) =>
    [...text.matchAll(/\bempty=\{\s*(?:<[a-z]|['"`]|null|undefined)[^\n]*/g)].map(([found]) => `${path}: “${found}”: use <Empty>.`),
  )
  expect(bare, bare.join('\n')).toEqual([])
})
