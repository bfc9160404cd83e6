import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { silent } from '../../log.ts'
import { connect, withDatabase } from '../../postgres/connect.ts'
import { migrate, migrationsFolder } from '../../postgres/migrate.ts'
import { withTestDatabase } from '../../postgres/test-database.ts'
import { hasAcceptedInForce } from '../joining/agreements/in-force.ts'
import { loadAccounts } from '../rows.ts'

const database = withTestDatabase()
const older = mkdtempSync(join(tmpdir(), 'parley-migrations-'))
afterAll(() => rmSync(older, { recursive: true }))

it('what was signed before agreements had versions counts as the first of them', async () => {
  for (const file of readdirSync(migrationsFolder)) if (file < '0011') copyFileSync(join(migrationsFolder, file), join(older, file))
  const name = 'parley_signed_before'
  await database.sql`create database ${database.sql(name)} template template0`
  const sql = connect(withDatabase(database.url, name), { max: 2, name: 'older' })
  try {
    await migrate(sql, silent, older)
    await sql`insert into firm (id, name, created_at) values ('f_1', 'Orrery Ltd', 1)`
    for (const [id, us, nonUs] of [['u_us', true, false] as const, ['u_non', false, true] as const, ['u_none', false, false] as const])
      await sql`
        insert into app_user (id, firm, email, password_hash, first_name, last_name, color, accepted_us_agreement, accepted_non_us_agreement, created_at)
        values (${id}, 'f_1', ${`${id}@orrery.example`}, 'x', 'Ada', 'Orr', 'NV', ${us}, ${nonUs}, 7)`
    await migrate(sql, silent)
    const { users } = await loadAccounts(sql)
    expect([...users.values()].map((user) => [user.id, user.acceptances, hasAcceptedInForce(user)])).toEqual([
      ['u_non', [{ kind: 'non-us', version: '2024-02-29', at: 7 }], true],
      ['u_none', [], false],
      ['u_us', [{ kind: 'us', version: '2021-08-12', at: 7 }], true],
    ])
  } finally {
    await sql.end()
    await database.sql`drop database ${database.sql(name)} with (force)`
  }
})
