import { describe, expect, it } from 'vitest'
import { findOptions } from './combobox-search.ts'

const options = ['American Samoa', 'Côte d’Ivoire', 'Guinea', 'Guinea-Bissau', 'Papua New Guinea', 'Equatorial Guinea', 'Saint Helena'].map(
  (label) => ({ value: label, label }),
)
const found = (typed: string) => findOptions(options, typed).map(({ label }) => label)

describe('finding one of many by a part of its name', () => {
  it.each([
    ['', options.map(({ label }) => label)],
    ['guin', ['Guinea', 'Guinea-Bissau', 'Papua New Guinea', 'Equatorial Guinea']],
    ['BISS', ['Guinea-Bissau']],
    ["cote d'", ['Côte d’Ivoire']],
    ['elen', ['Saint Helena']],
    ['sa', ['Saint Helena', 'American Samoa', 'Guinea-Bissau']],
    ['zz', []],
  ])('“%s” finds %j', (typed, labels) => expect(found(typed)).toEqual(labels))
})
