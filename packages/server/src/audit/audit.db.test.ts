import { beforeAll, describe, expect, it } from 'vitest'
import { silent } from '../log/log.ts'
import { openTestDatabase, withTestDatabase, type TestDatabase } from '../../test/database.ts'
import { startTestProduct, type TestProduct } from '../../test/product.ts'
import { openBook } from '../accounts/accounts-snapshot.ts'
import { appendAudit, headOf } from './append.ts'
import { checkAudit } from './check.ts'
import { auditPage } from './page.ts'
import { exportAudit, formatOf } from './export.ts'

const change = (index: number) => ({ at: 1_800_000_000_000 + index, desk: 'ORRY', actor: 'operator', action: 'Test', object: `o${index}` })
const write = (sql: TestDatabase['sql'], index: number, detail = {}) => appendAudit(sql, { ...change(index), detail })
/** As the last statement of a transaction that has read the log before. */
const writeInTransaction = (sql: TestDatabase['sql'], index: number, detail = {}) =>
  sql.begin(async (tx) => {
    await headOf(tx)
    await appendAudit(tx, { ...change(index), detail })
  })

/** A change by an attacker who owns the database and disables its guard. */
const tamper = (sql: TestDatabase['sql'], statement: string) =>
  sql.begin(async (tx) => {
    await tx.unsafe('alter table audit alter hash drop not null, disable trigger user')
    await tx.unsafe(statement)
    await tx.unsafe('alter table audit enable trigger user')
  })

const own = async (work: (sql: TestDatabase['sql']) => Promise<void>) => {
  const database = await openTestDatabase()
  await work(database.sql).finally(() => database.close())
}

describe('the audit log', () => {
  it('is one chain, whoever writes in the same moment', () =>
    own(async (sql) => {
      await Promise.all(
        Array.from({ length: 40 }, (_, index) =>
          [write, writeInTransaction][index % 2]!(sql, index, { n: index, name: 'Ünï "quoted"\n', on: true }),
        ),
      )
      const report = await checkAudit(sql)
      expect(report).toEqual({ intact: true, rows: 40, head: await headOf(sql) })
      expect(report.intact && report.head.seq).toBe(40)
    }))

  it('is final: nothing is changed, taken out or emptied', () =>
    own(async (sql) => {
      await write(sql, 1)
      await expect(sql`update audit set actor = 'nobody'`).rejects.toThrow('audit rows are final')
      await expect(sql`update audit set hash = null`).rejects.toThrow('audit rows are final')
      await expect(sql`delete from audit`).rejects.toThrow('audit rows are final')
      await expect(sql`truncate audit`).rejects.toThrow('audit rows are final')
    }))

  it.each([
    ['a changed row', "update audit set object = 'other' where id = 3", 3, 'RowChanged'],
    ['a row taken out', 'delete from audit where id = 3', 4, 'RowChanged'],
    ['the first row taken out', 'delete from audit where id = 1', 2, 'RowChanged'],
    ['a row without its hash', 'update audit set hash = null where id = 2', 2, 'RowWithoutHash'],
    [
      'two rows that have changed places',
      "update audit set object = case id when 2 then 'o3' else 'o2' end where id in (2, 3)",
      2,
      'RowChanged',
    ],
    [
      'a row put in by hand',
      "insert into audit (id, at, actor, action, object) overriding system value values (6, 1, 'x', 'y', 'z')",
      6,
      'RowWithoutHash',
    ],
  ])('shows %s', (_what, statement, seq, why) =>
    own(async (sql) => {
      for (let index = 1; index <= 5; index++) await write(sql, index)
      await tamper(sql, statement)
      expect(await checkAudit(sql)).toMatchObject({ intact: false, seq, why })
    }),
  )

  it('reveals rows deleted at its end to a reader with an earlier head', () =>
    own(async (sql) => {
      for (let index = 1; index <= 3; index++) await write(sql, index)
      const kept = await headOf(sql)
      await write(sql, 4)
      expect(await checkAudit(sql, [kept])).toMatchObject({ intact: true, rows: 4 })
      await tamper(sql, 'delete from audit where id >= 3')
      expect(await checkAudit(sql)).toMatchObject({ intact: true, rows: 2 })
      expect(await checkAudit(sql, [kept])).toMatchObject({ intact: false, seq: 3, why: 'HeadNotFound' })
      await write(sql, 3, { written: 'anew' })
      expect(await checkAudit(sql, [kept])).toMatchObject({ intact: false, seq: 3, why: 'HeadNotFound' })
    }))

  it('takes no row without a hash, and a start mends none that was put in by hand', () =>
    own(async (sql) => {
      await write(sql, 1)
      const byHand = "insert into audit (id, at, actor, action, object) overriding system value values (2, 1, 'x', 'y', 'z')"
      await expect(sql.begin((tx) => tx.unsafe(byHand))).rejects.toThrow('violates not-null constraint')
      await tamper(sql, byHand)
      await (await openBook(sql, silent)).close()
      expect(await checkAudit(sql)).toMatchObject({ intact: false, seq: 2, why: 'RowWithoutHash' })
    }))

  it('has pages of a desk that cost what their rows cost, however many rows there are', () =>
    own(async (sql) => {
      await sql`
        select append_audit(n, 'ORRY', 'u_' || n % 100, 'Test' || n % 50, 'o', null, null, '{}', '{')
        from generate_series(1, 3000) n`
      await sql`analyze audit`
      const readFor = (query: { readonly before: number; readonly actor?: string; readonly action?: string }) =>
        sql.begin(async (tx) => {
          const rowsRead = async () => {
            const [read] = await tx<{ rows: number }[]>`
              select (seq_tup_read + idx_tup_fetch)::int as rows from pg_stat_xact_user_tables where relname = 'audit'`
            return read!.rows
          }
          const before = await rowsRead()
          const page = await auditPage(tx, { desk: 'ORRY', actor: undefined, action: undefined, size: 10, ...query })
          return [page.map(({ seq }) => seq).slice(0, 3), (await rowsRead()) - before]
        })
      expect(await readFor({ before: 10_000 })).toEqual([[3000, 2999, 2998], 10])
      expect(await readFor({ before: 1500 })).toEqual([[1499, 1498, 1497], 10])
      expect(await readFor({ before: 3000, actor: 'u_7' })).toEqual([[2907, 2807, 2707], 10])
      expect(await readFor({ before: 3000, action: 'Test7' })).toEqual([[2957, 2907, 2857], 10])
    }))

  it('takes no secret, and no word about where somebody keeps their columns', () =>
    own(async (sql) => {
      await expect(write(sql, 1, { newPassword: 'x' })).rejects.toThrow('newPassword cannot be stored in the audit log')
      await sql.begin((tx) => appendAudit(tx, { ...change(1), action: 'SavePreferences' }))
      expect(await headOf(sql)).toMatchObject({ seq: 0 })
    }))

  it('is exported as JSON lines that hold everything a hash covers, and as CSV that no spreadsheet runs', () =>
    own(async (sql) => {
      await write(sql, 1, { name: '=1+1' })
      await sql.begin((tx) => appendAudit(tx, { ...change(2), desk: 'KEST', object: '=HYPERLINK("https://evil.example")' }))
      const read = async (format: 'csv' | 'jsonl', desk?: string) => {
        let text = ''
        for await (const line of exportAudit(sql, format, desk)) text += line
        return text
      }
      const lines = (await read('jsonl')).trim().split('\n').map((line) => JSON.parse(line) as { seq: number; hash: string }) // prettier-ignore
      expect(lines.map(({ seq }) => seq)).toEqual([1, 2])
      expect(lines[1]!.hash).toBe((await headOf(sql)).hash)
      expect(await read('csv', 'KEST')).toMatch(
        /^\ufeffseq,at,desk,actor,action,object,address,requestId,detail,hash\r\n2,2027-01-15T08:00:00\.002Z,KEST,operator,Test,"'=HYPERLINK\(""https:\/\/evil\.example""\)",,,\{\},[0-9a-f]{64}\r\n$/,
      )
      expect([formatOf('a.CSV'), formatOf('a.log')]).toEqual(['csv', 'jsonl'])
    }))
})

describe('GET /account/desk/audit/', () => {
  const database = withTestDatabase()
  let product: TestProduct
  let token = ''
  beforeAll(async () => {
    product = await startTestProduct(database.url)
    token = await product.signIn()
    return () => product.close()
  })
  const ask = async (query: string, by = token) =>
    product.send('GET', `/account/desk/audit/${query}`, { headers: { authorization: `Bearer ${by}` } })
  type Page = { next: string | null; results: { seq: number; actor: string; actor_name: string; action: string; hash: string }[] }

  it("shows an administrator who did what on their own desk, the newest first, with people's names", async () => {
    const mine = (await ask('')).json as Page
    expect(mine.results.map(({ seq }) => seq)).toEqual(mine.results.map((_, index) => mine.results.length - index))
    expect(mine.results.at(-1)).toMatchObject({ action: 'CreateDesk', actor: 'operator', actor_name: 'Operator' })
    expect(mine.results.every(({ hash }) => /^[0-9a-f]{64}$/.test(hash))).toBe(true)
    await product.send('PATCH', '/account/user/', { headers: { authorization: `Bearer ${token}` }, body: '{"audio_notifications_enabled":false}' }) // prettier-ignore
    const { results } = (await ask('?action=UpdateUser')).json as Page
    expect(results).toMatchObject([{ action: 'UpdateUser', actor_name: 'Ada Orr' }])
    const byAda = (await ask(`?actor=${results[0]!.actor}`)).json as Page
    expect(new Set(byAda.results.map(({ actor_name }) => actor_name))).toEqual(new Set(['Ada Orr']))
    const others = (await ask('', await product.signIn('kit@kestrel.example'))).json as Page
    const hashes = new Set(mine.results.map(({ hash }) => hash))
    expect(others.results.some(({ hash }) => hashes.has(hash))).toBe(false)
  })

  it('is numbered within the desk, filtered or not, whatever others do meanwhile', async () => {
    const numbers = async () => ((await ask('')).json as Page).results.map(({ seq }) => seq)
    const before = await numbers()
    const theirs = await product.signIn('kit@kestrel.example')
    await product.send('PATCH', '/account/user/', { headers: { authorization: `Bearer ${theirs}` }, body: '{"audio_notifications_enabled":false}' }) // prettier-ignore
    expect(await numbers()).toEqual(before)
    await product.send('PATCH', '/account/user/', { headers: { authorization: `Bearer ${token}` }, body: '{"audio_notifications_enabled":true}' }) // prettier-ignore
    const after = await numbers()
    expect(after).toEqual(after.map((_, index) => after.length - index))
    expect(after).toHaveLength(before.length + 1)
    const [newest] = ((await ask('?action=UpdateUser')).json as Page).results
    expect(newest?.seq).toBe(after[0])
  })

  it('goes on from page to page, and refuses a cursor it did not make', async () => {
    const all = ((await ask('')).json as Page).results.map(({ seq }) => seq)
    const seen: number[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: Page = (await ask(`?page_size=1${cursor === '' ? '' : `&cursor=${cursor}`}`)).json as Page
      seen.push(...page.results.map(({ seq }) => seq))
      cursor = page.next
    }
    expect(seen).toEqual(all)
    expect(await ask('?cursor=abc')).toMatchObject({ status: 400 })
  })

  it('is closed to viewers and keys', async () => {
    expect(await ask('', await product.signIn('vera@orrery.example'))).toMatchObject({ status: 403 })
    expect(await product.signed('GET', '/account/desk/audit/')).toMatchObject({ status: 403 })
  })

  it('tells the head of the chain to the log when the product starts', () => {
    expect(product.logged()).toMatch(/The head of the audit log \{"head":"\d+ [0-9a-f]{64} [0-9a-f]{72}"\}/)
  })
})
