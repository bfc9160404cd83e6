import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { checkMail, isWorthAnotherTry, startProblem } from './problem.mjs'
import { isAtLeast } from './runtime.mjs'

const versions: [version: string, oldest: string, isEnough: boolean][] = [
  ['20.19.0', '20.19.0', true],
  ['20.18.3', '20.19.0', false],
  ['24.0.0', '22.18.0', true],
  ['22.17.9', '22.18.0', false],
  ['18.20.4', '20.19.0', false],
]

const failures: [words: string, advice: RegExp, isWorthAnother: boolean][] = [
  ['npm error code ENOSPC', /disk is full/, false],
  ["npm error EACCES: permission denied, mkdir '/x/node_modules'", /not writable/, false],
  ['npm error network request to http://x failed, reason: ECONNREFUSED', /registry cannot be reached/, true],
  ['npm error code ENOTFOUND', /registry cannot be reached/, true],
  ['npm error code EUSAGE', /npm install/, false],
  ['npm error something new', /in its own words/, true],
]

describe('a failed start is reported in a sentence with what to do', () => {
  it.each(versions)('Node %s is at least %s: %s', (version, oldest, isEnough) => {
    expect(isAtLeast(version, oldest)).toBe(isEnough)
  })

  it.each(failures)('%s', (words, advice, isWorthAnother) => {
    const problem = startProblem(words, 'See npm, in its own words.')
    expect(problem.message).toMatch(advice)
    expect(problem.details === '').toBe(!/own words/.test(problem.message))
    expect(isWorthAnotherTry(words)).toBe(isWorthAnother)
  })

  it('a serve without a way to send email, before anything is installed, in the sentence of the server', () => {
    for (const env of [{ MAIL: 'off' }, { MAIL: 'on' }, { SMTP_URL: 'smtps://mail.example' }]) expect(() => checkMail(env)).not.toThrow()
    const sentence = 'No mail server is configured. Set SMTP_URL and MAIL_FROM, or MAIL=off to keep emails waiting in the database.'
    expect(() => checkMail({ SMTP_URL: '' })).toThrow(sentence)
    expect(readFileSync(new URL('../../../packages/server/src/settings.ts', import.meta.url), 'utf8')).toContain(sentence)
  })
})
