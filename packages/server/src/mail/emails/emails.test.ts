import { describe, expect, it } from 'vitest'
import type { Occasion } from '../mail-queue.ts'
import { escape } from './format-html.ts'
import { examples } from '../../../test/email-examples.ts'
import { goodUntil, writeEmail } from './write-email.ts'

const sender = { support: 'help@desk.example', publicUrl: 'https://parley.example' }
const TO = 'ada@orrery.example'

/** The text of the HTML as a person sees it, without its layout. */
const seen = (html: string): string =>
  html
    .replace(/^[\s\S]*<body[^>]*>/, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')

const words = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

describe.each(examples.map((occasion) => [nameOf(occasion), occasion] as const))('the letter %s', (_name, occasion) => {
  const { subject, text, html } = writeEmail(occasion, TO, sender)

  it('says who it is for, what happened, what to do if it was not you, and whom to ask', () => {
    expect(subject.length).toBeGreaterThan(10)
    expect(subject.length).toBeLessThan(100)
    expect(words(text)).toMatch(new RegExp(`Sent to ${TO} because .+\\. Questions: help@desk\\.example Parley, https://parley\\.example$`))
    expect(words(text)).toMatch(
      /If (it was not you|you did not expect this|no one on your desk did this|this person should not be on your desk)/,
    )
  })

  it('has the same facts as text and as HTML, each of them once', () => {
    for (const value of Object.values(occasion).filter((each) => typeof each === 'string' && each !== occasion.kind)) {
      if (/^[A-Z][A-Za-z]+$/.test(value as string) && isChoice(occasion, value as string)) continue
      expect(words(text), String(value)).toContain(value)
      expect(html, String(value)).toContain(escape(String(value)))
    }
    const paragraphs = text.split('\n\n').map(words)
    for (const each of paragraphs.filter((one) => /^[A-Z].*\.$/.test(one) && !one.startsWith('--')))
      expect(words(unescape(seen(html)))).toContain(each)
  })

  it('fetches nothing, runs nothing, and is readable on a dark and a narrow screen', () => {
    expect(html).not.toMatch(/<script|<img|<link|@import|url\(|<form|<iframe|\son\w+=/i)
    expect(html).toContain('prefers-color-scheme: dark')
    expect(html).toContain('<meta name="viewport" content="width=device-width, initial-scale=1">')
    expect(Math.max(...text.split('\n').filter((line) => !line.includes('://')).map((line) => line.length))).toBeLessThanOrEqual(100) // prettier-ignore
  })
})

describe('letters', () => {
  it('have an example of every kind', () => {
    const kinds: Record<Occasion['kind'], true> = {
      Invitation: true,
      PasswordReset: true,
      PasswordChanged: true,
      EmailCode: true,
      FactorChanged: true,
      BackupCodeUsed: true,
      NewSignIn: true,
      AccessChanged: true,
      ApiKeyChanged: true,
      ApiKeyRefused: true,
      RightsSettled: true,
      AdministratorAdded: true,
      VenueAccountFailing: true,
      AgreementDue: true,
      Digest: true,
      DifferencesFound: true,
      TradeToBook: true,
    }
    expect(new Set(examples.map(({ kind }) => kind))).toEqual(new Set(Object.keys(kinds)))
  })

  it('keep any name on its line and out of the markup', () => {
    const evil = 'Eve\r\n\r\nYour password is void: https://evil.example\u202e <b onclick="x()">'
    const { text, html, subject } = writeEmail({ kind: 'AgreementDue', firstName: evil, memberName: evil, agreementTitle: 'T' }, TO, sender)
    expect(text).toContain('Hello Eve Your password is void: https://evil.example <b onclick="x()">,')
    expect(subject).not.toMatch(/[\r\n\u202e]/)
    expect(html).not.toContain('<b onclick')
  })

  it('are good for as long as what they carry works', () => {
    const at = 1_800_000_000_000
    expect(goodUntil({ kind: 'PasswordReset', firstName: 'A', link: '', validMinutes: 30 }, at)).toBe(at + 1_800_000)
    const [invitation] = examples
    expect(goodUntil(invitation!, at)).toBe((invitation as Extract<Occasion, { kind: 'Invitation' }>).expiresAt)
    expect(goodUntil({ kind: 'AgreementDue', firstName: 'A', memberName: 'B', agreementTitle: 'C' }, at)).toBe(Number.MAX_SAFE_INTEGER)
  })
})

function nameOf(occasion: Occasion): string {
  const which = 'change' in occasion ? occasion.change : 'purpose' in occasion ? occasion.purpose : ''
  return `${occasion.kind}${which === '' ? '' : ` ${which}`}`
}

/** Identifiers in the code, for which the email has its own text. */
const isChoice = (occasion: Occasion, value: string): boolean =>
  ('change' in occasion && occasion.change === value) || ('purpose' in occasion && occasion.purpose === value) || isUnsaid(occasion, value)

/** An email about a removal or a suspension names no role. */
const isUnsaid = (occasion: Occasion, value: string): boolean =>
  occasion.kind === 'AccessChanged' && value === occasion.roleName && (occasion.change === 'Removed' || occasion.change === 'Suspended')

const unescape = (html: string): string =>
  html.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&')
