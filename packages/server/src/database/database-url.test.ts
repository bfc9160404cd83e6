import { describe, expect, it } from 'vitest'
import { checkDatabaseUrl } from './database-url.ts'

const FORM = 'Use the form postgres://user:password@host:5432/database.'

describe('DATABASE_URL', () => {
  it.each([
    'postgres://parley:secret@db:5432/parley',
    'postgresql://db/parley?sslmode=verify-full',
    'postgres://parley@localhost/parley?host=/var/run/postgresql',
    'postgres://parley:a,b@db/parley',
  ])('may be %s', (url) => {
    expect(() => checkDatabaseUrl(url)).not.toThrow()
  })

  it.each([
    ['mysql://parley:secret@db/parley', `DATABASE_URL begins with mysql://, and Parley needs PostgreSQL. ${FORM}`],
    ['https://parley:secret@db/parley', `DATABASE_URL begins with https://, and Parley needs PostgreSQL. ${FORM}`],
    [
      'postgres://parley:secret@a:5432,b:5432/parley',
      `DATABASE_URL names several hosts, and Parley connects to one: give the address that leads to the primary, such as that of a proxy. ${FORM}`,
    ],
    [
      'postgres:///parley?host=a,b',
      `DATABASE_URL names several hosts, and Parley connects to one: give the address that leads to the primary, such as that of a proxy. ${FORM}`,
    ],
    ['somewhere', `DATABASE_URL is not a valid address. ${FORM}`],
    ['postgres://parley:secret@db:port/parley', `DATABASE_URL is not a valid address. ${FORM}`],
  ])('may not be %s, which is refused without its password', (url, sentence) => {
    expect(() => checkDatabaseUrl(url)).toThrow(sentence)
    expect(sentence).not.toContain('secret')
  })
})
