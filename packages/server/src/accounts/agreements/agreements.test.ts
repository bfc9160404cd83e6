import { describe, expect, it } from 'vitest'
import type { AgreementDocument } from './agreement.ts'
import { acceptedAt, agreementsInForce, dueAgain, earlierAgreements, hasAcceptedInForce, nameOf, openTo, textOf } from './in-force.ts'
import { agreementPage } from './page.ts'

const { us, 'non-us': nonUs } = agreementsInForce
const both: [kind: string, agreement: AgreementDocument][] = [
  ['us', us],
  ['non-us', nonUs],
]
const section = ({ sections }: AgreementDocument, id: string): string => sections.find((each) => each.id === id)!.paragraphs.join('\n')

describe.each(both)('the agreement %s', (kind, agreement) => {
  // Proves A 3.35, A 9.28.
  it('has nine numbered sections and an annex that says when it was updated', () => {
    expect(agreement.kind).toBe(kind)
    expect(agreement.sections.map(({ label }) => label.replace(/ · .*/, ''))).toEqual([
      '1',
      '2',
      '3',
      '4',
      '5',
      '6',
      '7',
      '8',
      '9',
      'Annex',
    ])
    expect(agreement.sections.every(({ id }) => /^[a-z-]+$/.test(id))).toBe(true)
    expect(section(agreement, 'annex')).toMatch(new RegExp(`^Last updated ${agreement.lastUpdated}\\.`))
  })

  it('has a length that can be read from top to bottom', () => {
    const words = textOf(agreement).split(/\s+/).length
    expect(words).toBeGreaterThan(1_500)
    expect(words).toBeLessThan(2_600)
  })

  // Proves A 6.1 to 6.3, A 6.8, A 6.11 to 6.13, A 9.21 to 9.25.
  it.each([
    ['access', 'We may deny, suspend or revoke the access'],
    ['access', 'at any time'],
    ['authorized-users', 'adds and removes Authorized Users'],
    ['authorized-users', 'view-only user'],
    ['authorized-users', 'contact for legal notices'],
    ['authorized-users', 'DOV user'],
    ['authorized-users', 'The taker confirms the maker’s terms'],
    ['authorized-users', 'once both have approved each other'],
    ['liability', 'capped at US$10,000'],
    ['liability', 'liability of each party'],
    ['term', '30 days’ notice'],
    ['disputes', 'law of Singapore'],
    ['disputes', 'arbitration in Singapore'],
    ['disputes', '60 days of talks'],
    ['disputes', 'three arbitrators'],
  ])('has in its section %s: %s', (id, words) => {
    expect(section(agreement, id)).toContain(words)
  })

  it('names its earlier versions, each with a version of its own, and an earlier page names the version in force', () => {
    const other = agreement === us ? nonUs : us
    const earlier = earlierAgreements[agreement.kind]
    expect(earlier.map(({ version }) => version)).not.toContain(agreement.version)
    for (const each of earlier) {
      expect(agreementPage(agreement, { other, earlier })).toContain(`<a href="/agreements/${kind}/${each.version}/">${each.version}</a>`)
      const page = agreementPage(each, { other, earlier: [], replacedBy: agreement })
      expect(page).toContain(`no longer in force. Current version: <a href="/agreements/${kind}/">${agreement.version}</a>`)
      expect(each.sections.map(({ id }) => id)).toEqual(agreement.sections.map(({ id }) => id))
    }
  })

  it('is a page with every paragraph, its items as lists and its marks escaped', () => {
    const page = agreementPage(agreement, { other: agreement === us ? nonUs : us, earlier: earlierAgreements[agreement.kind] })
    for (const { paragraphs } of agreement.sections)
      for (const paragraph of paragraphs) expect(page).toContain(paragraph.replace(/^- /, '<li>').replaceAll('&', '&amp;'))
    expect(page).not.toMatch(/>- |<p><\/p>|<script/)
    expect(page.match(/<ul>/g)).toHaveLength(agreement === us ? 1 : 3)
  })
})

describe('a paragraph for only one group of customers', () => {
  // Proves A 1.5, A 1.6, A 1.14, A 5.43 to 5.58, A 9.19, A 9.20, A 9.26, A 9.27.
  it.each<[kind: 'us' | 'non-us', id: string, words: string]>([
    ['us', 'parties', 'dated 12 AUG 2021'],
    ['us', 'parties', 'US customers stay on the US entity'],
    ['us', 'parties', 'not yet eligible'],
    ['us', 'products', 'eligible at the clearing venue'],
    ['us', 'annex', 'portfolio is over US$500,000'],
    ['non-us', 'parties', 'dated 29 February 2024'],
    ['non-us', 'products', 'include Global RFQ'],
    ['non-us', 'products', 'not yet eligible'],
    ['non-us', 'restricted-persons', '- US persons'],
    ['non-us', 'restricted-persons', '- Canadian persons'],
    ['non-us', 'restricted-persons', 'neither institutional investors nor accredited investors'],
    ['non-us', 'restricted-persons', '- sanctioned parties'],
    ['non-us', 'restricted-persons', 'sanctioned jurisdiction'],
    ['non-us', 'annex', 'bars that person from trading'],
    ['non-us', 'annex', 'above 500,000 EUR'],
    ['non-us', 'annex', 'Professional Client status'],
    ['non-us', 'annex', 'SGD300,000'],
    ['non-us', 'annex', 'above SGD2 million'],
    ['non-us', 'annex', 'up to SGD1 million'],
    ['non-us', 'annex', 'net financial assets are above SGD1 million'],
    ['non-us', 'annex', 'at least two of the following three'],
    ['non-us', 'annex', 'EUR 20,000,000'],
    ['non-us', 'annex', 'EUR 40,000,000'],
    ['non-us', 'annex', 'EUR 2,000,000'],
    ['non-us', 'annex', '10 transactions of significant size per quarter over the previous 4 quarters'],
    ['non-us', 'annex', 'at least 1 year in the financial sector'],
  ])('%s, %s: %s', (kind, id, words) => {
    expect(section(agreementsInForce[kind], id)).toContain(words)
  })
})

describe('who has accepted what', () => {
  const signed = (kind: 'us' | 'non-us', version: string, at = 7) => ({ kind, version, at })
  it.each<[name: string, country: string | null, signatures: ReturnType<typeof signed>[], open: string[], isFine: boolean, due: string[]]>([
    ['neither agreement', null, [], ['us-2026-11-29', 'non-us-2026-11-29'], false, []],
    ['neither, in Singapore', 'SG', [], ['non-us-2026-11-29'], false, []],
    ['the version in force', 'SG', [signed('non-us', '2026-11-29')], ['non-us-2026-11-29'], true, []],
    ['an earlier one', 'SG', [signed('non-us', '2024-02-29')], ['non-us-2026-11-29'], false, ['non-us-2026-11-29']],
    ['both versions', null, [signed('us', '2021-08-12'), signed('us', '2026-11-29')], ['us-2026-11-29'], true, []],
    ['the other agreement', 'US', [signed('non-us', '2026-11-29')], ['us-2026-11-29'], false, []],
  ])('%s', (_name, countryOfResidence, acceptances, open, isFine, due) => {
    const user = { countryOfResidence, acceptances }
    expect(openTo(user).map(nameOf)).toEqual(open)
    expect(hasAcceptedInForce(user)).toBe(isFine)
    expect(dueAgain(user).map(nameOf)).toEqual(due)
  })

  it('is known with its time', () => {
    const user = { countryOfResidence: 'US', acceptances: [signed('us', '2021-08-12', 5), signed('us', '2026-11-29', 9)] }
    expect([acceptedAt(user, us), acceptedAt(user, nonUs)]).toEqual([9, null])
  })
})
