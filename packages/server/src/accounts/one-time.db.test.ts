import { beforeAll, describe, expect, it } from 'vitest'
import { migrate } from '../database/migrate.ts'
import { withTestDatabase } from '../../test/database.ts'
import { silent } from '../log/log.ts'
import { tryOneTime, issueOneTime, takeOneTime, voidOneTime } from './one-time.ts'

const database = withTestDatabase()
beforeAll(() => migrate(database.sql, silent))

const now = 1_800_000_000_000
const lifeMs = 60_000
const issue = (subject: string, token: string) =>
  issueOneTime(database.sql, { kind: 'email-code', token, subject, detail: { purpose: 'disable' }, now, lifeMs })
const attempt = (subject: string, code: string, at = now) => tryOneTime(database.sql, 'email-code', subject, code, { now: at, attempts: 5 })

describe('what counts once', () => {
  it('is taken once, also by many at once', async () => {
    await issue('u_1', 'token-1')
    const takers = await Promise.all(Array.from({ length: 8 }, () => takeOneTime(database.sql, 'email-code', 'token-1', now)))
    expect(takers.filter((taken) => taken !== undefined)).toEqual([{ subject: 'u_1', detail: { purpose: 'disable' } }])
  })

  it('is good to the end of its life, and forgotten when the next is made', async () => {
    await issue('u_2', 'token-2')
    expect(await takeOneTime(database.sql, 'email-code', 'token-2', now + lifeMs + 1)).toBeUndefined()
    expect(await takeOneTime(database.sql, 'email-code', 'token-2', now + lifeMs)).toBeDefined()
  })

  it('is void when it is voided', async () => {
    await issue('u_3', 'token-3')
    await voidOneTime(database.sql, 'email-code', 'u_3')
    expect(await takeOneTime(database.sql, 'email-code', 'token-3', now)).toBeUndefined()
  })

  it('is stored as a hash', async () => {
    await issue('u_4', 'token-4')
    expect(JSON.stringify(await database.sql`select encode(token_hash, 'escape') as text, * from one_time`)).not.toContain('token-4')
  })
})

describe('a code that is short enough to guess', () => {
  it('may be right at the fifth attempt, and is void after it', async () => {
    for (const [subject, wrong, isRight] of [
      ['u_5', 4, true],
      ['u_6', 5, false],
    ] as const) {
      await issue(subject, `${subject} 123456`)
      for (let count = 0; count < wrong; count++) expect(await attempt(subject, '000000')).toBeUndefined()
      expect((await attempt(subject, '123456')) !== undefined).toBe(isRight)
    }
  })

  it('is tried five times at most, also by fifty at once', async () => {
    await issue('u_7', 'u_7 123456')
    const codes = [...Array.from({ length: 49 }, () => '000000'), '123456']
    expect((await Promise.all(codes.map((code) => attempt('u_7', code)))).filter((taken) => taken !== undefined)).toEqual([])
  })

  it('is the code of one person, for as long as it lives', async () => {
    await issue('u_8', 'u_8 123456')
    expect(await attempt('u_9', '123456')).toBeUndefined()
    expect(await attempt('u_8', '123456', now + lifeMs + 1)).toBeUndefined()
    expect(await attempt('u_8', '123456', now + lifeMs)).toBeDefined()
  })
})
