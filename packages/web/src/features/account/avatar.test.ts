import { expect, it } from 'vitest'
import { avatarColour, initials } from './avatar.ts'

/** The relative luminance of an sRGB colour. White is 1 (WCAG 2.2). */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

// Proves A 2.56, A 3.14.
it('every colour code has a background on which white initials are legible', () => {
  expect(Object.keys(avatarColour)).toEqual(['NV', 'GE', 'TL', 'RD', 'GR', 'OG', 'LC', 'YL'])
  for (const [code, hex] of Object.entries(avatarColour)) expect(1.05 / (luminance(hex) + 0.05), code).toBeGreaterThanOrEqual(4.5)
})

// Proves A 2.55.
it.each([
  ['Ada', 'Moreau', 'AM'],
  ['élodie', 'ångström', 'ÉÅ'],
  ['', 'Moreau', 'M'],
])('the initials of %s %s are %s', (first_name, last_name, shown) => expect(initials({ first_name, last_name })).toBe(shown))
