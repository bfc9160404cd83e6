/** The prose check: docs/decisions/0992 explains what it reads and what it may not become. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { countsOf, findingIn, sharesOf, type Finding } from './findings.ts'
import { type Kind } from './patterns.ts'
import { readRecorded } from './recorded.ts'
import { textPages } from './text-pages.ts'
import { readTexts } from './texts.ts'

const texts = readTexts()
const findings = texts.map(findingIn).filter((finding) => finding !== undefined)
const found = (text: string, kind: Kind = 'comment'): string | undefined => findingIn({ kind, path: 'x.ts', line: 1, text })?.name

const shown = ({ path, line, name, instead, text }: Finding): string => `${path}:${line} ${name}; ${instead}\n    ${text}`

describe('the prose of the project', () => {
  it('finds no more old habits in any folder than the last change left there', () => {
    const recorded = readRecorded()
    const grown = Object.entries(countsOf(findings)).filter(([at, count]) => count > (recorded[at] ?? 0))
    const where = new Set(grown.map(([at]) => at))
    const named = findings.filter((finding) => where.has(Object.keys(countsOf([finding]))[0]!)).map(shown)
    expect(grown, named.join('\n')).toEqual([])
  })

  it.each([
    ['screen', 0],
    ['message', 0],
    ['guide', 0],
    ['comment', 5],
    ['page', 4],
  ] as const)('has at most this share of %s texts with an old habit: %d percent', (kind, most) => {
    expect(sharesOf(texts, findings).find((share) => share.kind === kind)!.percent).toBeLessThanOrEqual(most)
  })

  it('is read together in docs/texts, by feature', () => {
    const pages = textPages(texts)
    const stale = pages.filter(({ path, text }) => !existsSync(path) || readFileSync(path, 'utf8') !== text).map(({ path }) => path)
    const gone = readdirSync('docs/texts').filter((name) => !pages.some(({ path }) => path === `docs/texts/${name}`))
    expect([...stale, ...gone], 'Run `npm run docs`, remove pages that are no longer generated, and commit the changes.').toEqual([])
  })

  it('reads texts of every kind', () => {
    expect(sharesOf(texts, findings).filter(({ texts: count }) => count < 100)).toEqual([])
  })

  it.each([
    ['Of a trade, when it was agreed.', 'headless "Of …"'],
    ['The venue says no mark.', 'things that say'],
    ['The size, where there is one.', 'where for if or when'],
    ['Nobody has quoted yet.', 'nobody, somebody, everybody or whoever'],
    ['The quote is shown as it stands.', 'stands, rests or lies for is'],
    ['The price is no number.', 'is no X for not'],
    ['Ask anew.', 'old joints'],
    ['An order can be taken back.', 'private word for a term of the market'],
    ['A second press sends it.', 'press for click'],
    ['Makers are told at once.', 'is told for is notified'],
    ['Nothing of yours is open.', 'possessive after of'],
    ['The order was canceled.', 'American spelling'],
  ])('finds %j', (text, name) => {
    expect(found(text)).toBe(name)
  })

  it.each([
    'Of course an order that rests at the venue stands for itself.',
    'There is no bid.',
    'The file where it is kept.',
    'A resting order rests until it is cancelled.',
    'The price is no longer valid.',
    'Press Enter to send, or press the key again.',
    'The field `said` is published.',
    'Its time in force is GOOD_TILL_CANCELED, and `canceled` is its quantity.',
    'Where do I find my keys?',
    'Dealt with by the reconciliation.',
  ])('leaves %j alone', (text) => {
    expect(found(text)).toBeUndefined()
  })
})
