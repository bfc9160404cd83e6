import { describe, expect, it } from 'vitest'
import { countries } from './countries.ts'

describe('the list of countries', () => {
  // Proves A 3.19.
  it('has about 240, each code and each name once, sorted by name', () => {
    expect(countries).toHaveLength(243)
    expect(new Set(countries.map(({ code }) => code)).size).toBe(countries.length)
    expect(new Set(countries.map(({ name }) => name)).size).toBe(countries.length)
    expect(countries.map(({ name }) => name)).toEqual(countries.map(({ name }) => name).toSorted((a, b) => a.localeCompare(b, 'en')))
  })

  it('has codes of two capitals that other lists know, and names in plain words', () => {
    const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
    for (const { code, name } of countries) {
      expect(code).toMatch(/^[A-Z]{2}$/)
      expect(names.of(code), code).toBeDefined()
      expect(name).toBe(name.normalize('NFC').trim())
    }
  })

  // Proves A 5.42.
  it.each(['US', 'GU', 'AS', 'MP', 'PR', 'VI', 'SG', 'CA', 'GB', 'IR'])('has %s, which an agreement or a restriction speaks of', (code) => {
    expect(countries.some((country) => country.code === code)).toBe(true)
  })
})
