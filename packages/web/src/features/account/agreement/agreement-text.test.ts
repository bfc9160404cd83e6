import { expect, it } from 'vitest'
import { sectionsOf } from './agreement-text.ts'

const text = `Customer Agreement, 12 AUG 2021

1 · Parties and meaning

This agreement is made between two.

At least one of the following is true:

- income;

Annex · US cleared products

Last updated 12 AUG 2021.`

it('a text is split into sections at its headings, and the title is not a section', () =>
  expect(sectionsOf(text)).toEqual([
    {
      id: 's1',
      label: '1 · Parties and meaning',
      paragraphs: ['This agreement is made between two.', 'At least one of the following is true:', '- income;'],
    },
    { id: 's2', label: 'Annex · US cleared products', paragraphs: ['Last updated 12 AUG 2021.'] },
  ]))

it('a text without headings is one section, and an empty text has none', () => {
  expect(sectionsOf('All of it.')).toEqual([{ id: 's0', label: 'Agreement', paragraphs: ['All of it.'] }])
  expect(sectionsOf('')).toEqual([])
})
