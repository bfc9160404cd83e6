import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { schemaMessage } from './schema-messages.ts'

const said = (schema: z.ZodType, input: unknown): string | undefined =>
  schema.safeParse(input, { error: schemaMessage }).error?.issues[0]?.message

describe('a value that does not fit', () => {
  it.each<[string, z.ZodType, unknown]>([
    ['Must be a string.', z.string(), 7],
    ['Must be a number.', z.number(), 'x'],
    ['Must be a whole number.', z.int(), 1.5],
    ['Must be true or false.', z.boolean(), 'yes'],
    ['Must be a list.', z.array(z.string()), 'x'],
    ['Must be an object.', z.object({}), 'x'],
    ['Must be a string of at most 3 characters.', z.string().max(3), 'long'],
    ['Must be a string of at least 1 character.', z.string().min(1), ''],
    ['Must be a list of at least 1 entry.', z.array(z.string()).min(1), []],
    ['Must be a list of at most 2 entries.', z.array(z.string()).max(2), ['a', 'b', 'c']],
    ['Must be at least 1.', z.number().min(1), 0],
    ['Must be at most 9.', z.number().max(9), 10],
  ])('is told “%s”', (words, schema, input) => {
    expect(said(schema, input)).toBe(words)
  })

  it('returns the message of its own schema if it has one', () => {
    expect(said(z.string('A decimal number is accepted.'), 7)).toBe('A decimal number is accepted.')
    expect(said(z.string().max(1, 'One letter is accepted.'), 'ab')).toBe('One letter is accepted.')
  })
})
