/** The rules of the rulebook by chapter, and how the title of a test names the rules that it proves. */
import { readProjectFile } from '../tidy/sources.ts'

export type Rule = { readonly number: string; readonly text: string }
export type Chapter = { readonly title: string; readonly rules: readonly Rule[] }

const NUMBER = String.raw`\d+\.\d+`
const RULE = new RegExp(String.raw`^(?:[-*] )?(?:\*\*)?(${NUMBER})(?:\*\*)?[ .]+(.*(?:\n(?!\n|[-*] ).+)*)`, 'gm')

export const chapters: readonly Chapter[] = readProjectFile('docs/rulebook.md')
  .split('\n## ')
  .slice(1)
  .map((text) => ({
    title: text.split('\n')[0]!,
    rules: [...text.matchAll(RULE)].map(([, number = '', body = '']) => ({ number, text: firstSentence(body.replaceAll('\n', ' ')) })),
  }))
  .filter(({ rules }) => rules.length > 0)

function firstSentence(text: string): string {
  return /^.*?[.:](?= |$)/.exec(text)?.[0].replace(/:$/, '.') ?? text
}

const LIST = new RegExp(`^(${NUMBER}(?:(?:, | and | to | )${NUMBER})*)[ :]`)

/** The rules at the beginning of a title: `4.2 …`, `4.2, 4.3 …`, `5.5 to 5.7 …`, `2.1 and 2.4 …`. */
export function rulesIn(title: string): readonly string[] {
  const list = LIST.exec(title)?.[1] ?? ''
  return list.split(/, | and | (?=\d)(?<!to )/).flatMap((part) => {
    const [first = '', last] = part.split(' to ')
    if (last === undefined) return first === '' ? [] : [first]
    const [chapter, from] = first.split('.').map(Number)
    return Array.from({ length: Number(last.split('.')[1]) - from! + 1 }, (_, n) => `${chapter}.${from! + n}`)
  })
}

const ROW = new RegExp(String.raw`\[\s*'(${NUMBER})',`, 'g')

/** A table whose title prints the first cell proves the rules that its rows begin with. */
export const rulesInRows = (text: string): readonly string[] => [...text.matchAll(ROW)].map(([, number = '']) => number)
