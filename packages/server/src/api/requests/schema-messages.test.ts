import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { schemaMessage } from './schema-messages.ts'

const said = (schema: z.ZodType, input: unknown): string | undefined =>
  schema.safeParse(input, { error: schemaMessage }).error?.issues[0]?.message

describe('a value that does not fit', () => {
  it.each<[string, z.ZodType, unknown]>([
    ['A text is accepted.', z.string(), 7],
    ['A number is accepted.', z.number(), 'x'],
    ['A whole number is accepted.', z.int(), 1.5],
    ['true or false is accepted.', z.boolean(), 'yes'],
    ['A list is accepted.', z.array(z.string()), 'x'],
    ['An object is accepted.', z.object({}), 'x'],
    ['A text of at most 3 characters is accepted.', z.string().max(3), 'long'],
    ['A text of at least 1 character is accepted.', z.string().min(1), ''],
    ['A list of at least 1 entry is accepted.', z.array(z.string()).min(1), []],
    ['A list of at most 2 entries is accepted.', z.array(z.string()).max(2), ['a', 'b', 'c']],
    ['A number of at least 1 is accepted.', z.number().min(1), 0],
    ['A number of at most 9 is accepted.', z.number().max(9), 10],
  ])('is told “%s”', (words, schema, input) => {
    expect(said(schema, input)).toBe(words)
  })

  it('is told the words of its own schema where it has some', () => {
    expect(said(z.string('A decimal number is accepted.'), 7)).toBe('A decimal number is accepted.')
    expect(said(z.string().max(1, 'One letter is accepted.'), 'ab')).toBe('One letter is accepted.')
  })
})
