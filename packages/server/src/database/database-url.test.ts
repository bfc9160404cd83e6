import { describe, expect, it } from 'vitest'
import { checkDatabaseUrl, withoutPassword } from './database-url.ts'
import { readHosts } from './hosts.ts'

const FORM = 'Use the form postgres://user:password@host:5432/database.'

describe('DATABASE_URL', () => {
  it.each([
    'postgres://parley:secret@db:5432/parley',
    'postgresql://db/parley?sslmode=verify-full',
    'postgres://parley@localhost/parley?host=/var/run/postgresql',
    'postgres://parley:a,b@db/parley',
    'postgres://parley:secret@a:5432,b/parley?target_session_attrs=read-write',
    'postgres://parley:secret@[::1]:5432,b/parley?sslmode=verify-full&target_session_attrs=primary',
  ])('may be %s', (url) => {
    expect(() => checkDatabaseUrl(url)).not.toThrow()
  })

  it.each([
    ['mysql://parley:secret@db/parley', `DATABASE_URL begins with mysql://, and Parley needs PostgreSQL. ${FORM}`],
    ['https://parley:secret@db/parley', `DATABASE_URL begins with https://, and Parley needs PostgreSQL. ${FORM}`],
    [
      'postgres://parley:secret@a:5432,b:5432/parley',
      `DATABASE_URL names several hosts; add ?target_session_attrs=read-write, so that Parley uses the one that accepts writes. ${FORM}`,
    ],
    [
      'postgres://parley:secret@a,b/parley?target_session_attrs=any',
      `DATABASE_URL names several hosts; add ?target_session_attrs=read-write, so that Parley uses the one that accepts writes. ${FORM}`,
    ],
    [
      'postgres:///parley?host=a,b',
      `DATABASE_URL names several hosts in its option host; they belong before the name of the database. ${FORM}`,
    ],
    ['postgres://parley:secret@a,/parley?target_session_attrs=read-write', `DATABASE_URL is not a valid address. ${FORM}`],
    ['postgres://parley:secret@a,b:port/parley?target_session_attrs=read-write', `DATABASE_URL is not a valid address. ${FORM}`],
    ['somewhere', `DATABASE_URL is not a valid address. ${FORM}`],
    ['postgres://parley:secret@db:port/parley', `DATABASE_URL is not a valid address. ${FORM}`],
  ])('may not be %s, which is refused without its password', (url, sentence) => {
    expect(() => checkDatabaseUrl(url)).toThrow(sentence)
    expect(sentence).not.toContain('secret')
  })
  it('gives its hosts, with the port of PostgreSQL if none is named', () => {
    expect(readHosts('postgres://parley:a,b@db/parley')).toEqual({ url: 'postgres://parley:a,b@db/parley', hosts: [] })
    expect(readHosts('postgres://parley:a%2Cb@a:6000,[::1]/parley?target_session_attrs=read-write')).toEqual({
      url: 'postgres://parley:a%2Cb@a:6000/parley?target_session_attrs=read-write',
      hosts: [
        { host: 'a', port: 6000 },
        { host: '::1', port: 5432 },
      ],
    })
  })

  it.each([
    ['postgres://parley:a%2Cb@a:1,b:2/parley?x=1', 'postgres://parley@a:1,b:2/parley?x=1', 'a,b'],
    ['postgres://parley:p%40ss:word@db/parley', 'postgres://parley@db/parley', 'p@ss:word'],
    ['postgres://parley:100%@db/parley', 'postgres://parley@db/parley', '100%'],
    ['postgres://parley@db/parley', 'postgres://parley@db/parley', ''],
    ['postgres://db/parley', 'postgres://db/parley', ''],
  ])('%s is given to programs of PostgreSQL without its password', (url, without, password) => {
    expect(withoutPassword(url)).toEqual({ url: without, password })
  })
})
