import { beforeEach, describe, expect, it, vi } from 'vitest'
import { withTestDatabase } from '../../test/database.ts'
import { silent, type Log } from '../log/log.ts'
import { createVault } from '../vault/vault.ts'
import { beginning, hashOf, sha256 } from './hash-chain.ts'
import { logJournalHeads, textOfHead } from './journal-heads.ts'
import type { Entry } from './journal.ts'
import { createPostgresJournal } from './postgres-journal.ts'
import { verifyJournals, verifyShard } from './verify-journals.ts'

const database = withTestDatabase()
const shard = { name: 'DBT-BTC', group: 1 }
/** More than are read at once. */
const ROWS = 600

function chained(rows: number): readonly Entry[] {
  const entries: Entry[] = []
  for (let seq = 1; seq <= rows; seq++) {
    const hashBefore = entries.at(-1)?.hash ?? beginning
    const row = { seq, decision: seq, epoch: 1, at: seq, command: 'Say', actor: 'null', event: `{"n":${seq}}`, caller: undefined }
    entries.push({ ...row, hashBefore, hash: hashOf(hashBefore, row) })
  }
  return entries
}

const journalOf = () => createPostgresJournal<never>(database.sql, () => [])
/** An owner of the database can do this after disabling the guard. */
const tamper = (statement: string) =>
  database.sql.begin(async (tx) => {
    await tx.unsafe('alter table journal disable trigger user')
    await tx.unsafe(statement)
    await tx.unsafe('alter table journal enable trigger user')
  })

beforeEach(async () => {
  await tamper('delete from journal; delete from snapshot; delete from shard_lease')
  const journal = journalOf()
  const epoch = await journal.takeOver(shard)
  const entries = chained(ROWS)
  await journal.append(shard, epoch, { entries, notifications: [], rows: [], requests: [] })
  const [state, hash] = ['{"said":3}', entries[ROWS - 1]!.hash]
  await journal.saveSnapshot(shard, { seq: ROWS, at: ROWS, state, stateHash: sha256(state), hash })
})

describe('the journal', () => {
  it.each(['update journal set at = 0', 'delete from journal', 'truncate journal', 'update journal set hash = hash where seq = 1'])(
    'is final, as the audit log is: %s is refused',
    async (statement) => {
      await expect(database.sql.unsafe(statement)).rejects.toThrow('journal rows are final')
    },
  )

  it('is intact if it was not altered, and its old messages and snapshots are still removed', async () => {
    expect(await verifyShard(journalOf(), shard)).toEqual({ rows: ROWS, fault: undefined })
    await journalOf().tidy(shard, { notificationsAfterSeq: ROWS, snapshots: 0 })
    expect(await verifyShard(journalOf(), shard)).toEqual({ rows: ROWS, fault: undefined })
  })

  it.each([
    ['a changed row', `update journal set event = '{"n":0}' where seq = 5`, /^Row 5 has been altered\.$/],
    [
      'a changed row behind the first thousand characters',
      `update journal set at = at + 1 where seq = ${ROWS - 1}`,
      /^Row 599 has been altered\.$/,
    ],
    ['a row taken out', 'delete from journal where seq = 300', /^Row 300 is missing\.$/],
    [
      'rows cut off the end, by the snapshot',
      'delete from journal where seq > 590',
      /^The newest snapshot is of row 600, and the journal ends at row 590\.$/,
    ],
    ['a changed state', `update snapshot set state = '{"said":4}'`, /^The snapshot of row 600 has been altered\.$/],
    ['a state of another journal', `update snapshot set hash = sha256('x')`, /^The snapshot of row 600 belongs to another journal\.$/],
  ])('names %s when it is read beside the market', async (_what, statement, sentence) => {
    await tamper(statement)
    expect((await verifyShard(journalOf(), shard)).fault).toMatch(sentence)
    const errors: string[] = []
    const log: Log = { ...silent, error: (_details: object, words: string) => void errors.push(words) }
    const verification = verifyJournals(journalOf(), [shard], log)
    await vi.waitFor(() => expect(verification.state()).toBe('differs'), { timeout: 20_000, interval: 10 })
    expect(errors).toEqual([expect.stringMatching(/^The journal has been altered\. .* npm run replay -- --check gives details\.$/)])
    await verification.close()
  })

  it('is read until it is known to be intact, or until the product stops', async () => {
    const verification = verifyJournals(journalOf(), [shard], silent)
    expect(verification.state()).toBe('checking')
    await vi.waitFor(() => expect(verification.state()).toBe('intact'), { timeout: 20_000, interval: 10 })
    const stopped = verifyJournals(journalOf(), [shard], silent)
    await stopped.close()
    expect(stopped.state()).toBe('checking')
  })

  it('has its head in the log at each start and stop, signed with a key that no copy of the database holds', async () => {
    const heads: string[] = []
    const info: Log['info'] = (details, words) => void heads.push(`${words} ${(details as { head: string }).head}`)
    const vault = createVault(new Uint8Array(32).fill(7))
    const log = { ...silent, info }
    const logged = await logJournalHeads({ journal: journalOf(), shards: [shard, { name: 'DBT-ETH', group: 2 }], vault, log })
    await logged.close()
    const head = textOfHead({ shard: 'DBT-BTC', ...(await journalOf().last(shard)) })
    expect(heads).toEqual([1, 2].map(() => `The head of a journal ${head} ${vault.sign(head)}`))
    expect(vault.hasSigned(head, vault.sign(head))).toBe(true)
    expect(vault.hasSigned(head.replace('600', '599'), vault.sign(head))).toBe(false)
    expect(createVault(new Uint8Array(32).fill(8)).hasSigned(head, vault.sign(head))).toBe(false)
  })
})
