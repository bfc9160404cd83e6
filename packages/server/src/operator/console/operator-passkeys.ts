/** The passkeys of operators (decision 1049): the ceremonies and checks are those of users, the rows and the challenges are their own. */
import type { ConsolePasskeysView } from '@parley/contracts'
import { checkPasskey } from '../../accounts/factors/check-passkey.ts'
import { factorLimits } from '../../accounts/factors/limits.ts'
import { createWebauthn, type Unproved, type UsedPasskey } from '../../accounts/factors/webauthn.ts'
import { appendAudit } from '../../audit/append.ts'
import { personAt } from '../../audit/author.ts'
import type { Sql, TransactionSql } from '../../database/sql.ts'
import type { Log } from '../../log/log.ts'
import { OperatorProblem } from '../operator-problem.ts'
import { aboutOperator } from './operator-people.ts'

type PasskeyRows = { readonly sql: Sql; readonly log: Log }
type From = { readonly address: string; readonly requestId: string; readonly now: number }
type Row = { readonly id: string; readonly name: string; readonly user: string; readonly publicKey: Uint8Array; readonly counter: number }
type New = { readonly label: string; readonly credential: Unproved }

export type OperatorPasskeys = ReturnType<typeof createOperatorPasskeys>

/** `url` is the address at which operators open the console. The browser binds passkeys to its host. */
export function createOperatorPasskeys({ sql, log }: PasskeyRows, url: string) {
  const webauthn = createWebauthn(sql, url, 'OPERATORS')
  return {
    /** For a sign-in or a step-up: the authenticator offers the passkeys that it holds. */
    askOptions: (now: number) => webauthn.signInOptions(now),

    async newOptions(name: string, now: number) {
      const known = (await listedPasskeys(sql, name)).map(({ id }) => id)
      if (known.length >= factorLimits.passkeys) throw tooMany()
      return webauthn.registrationOptions({ id: aboutOperator(name), email: name, name: `${name}, operator` }, known, now)
    },

    async add(name: string, { label, credential }: New, { address, requestId, now }: From): Promise<void> {
      const made = await webauthn.verifyRegistration(credential, aboutOperator(name), now)
      if ('reason' in made) {
        log.info({ operator: name, requestId, reason: made.reason }, 'A new passkey was rejected')
        throw new OperatorProblem('The passkey could not be verified. Create it again at the address where you use the console.')
      }
      const { id, publicKey, counter, isSynced } = made
      await sql.begin(async (tx) => {
        // Two passkeys may be added at the same time.
        await tx`select from operator_person where name = ${name} for no key update`
        if ((await listedPasskeys(tx, name)).length >= factorLimits.passkeys) throw tooMany()
        const { count } = await tx`
          insert into operator_passkey (id, name, label, public_key, counter, is_synced, created_at)
          values (${id}, ${name}, ${label}, ${Buffer.from(publicKey)}, ${counter}, ${isSynced}, ${now}) on conflict (id) do nothing`
        if (count === 0) throw new OperatorProblem('This passkey is already registered. Create another one.')
        await appendAudit(tx, {
          at: now,
          actor: personAt(name).actor,
          action: 'AddPasskey',
          object: id,
          address,
          requestId,
          detail: { label },
        })
      })
    },

    async remove(name: string, id: string, { address, requestId, now }: From): Promise<void> {
      await sql.begin(async (tx) => {
        const { count } = await tx`delete from operator_passkey where id = ${id} and name = ${name}`
        if (count === 0) throw new OperatorProblem('You have no passkey with this id. Open the list again.')
        await appendAudit(tx, { at: now, actor: personAt(name).actor, action: 'RemovePasskey', object: id, address, requestId })
      })
    },

    /** The name of the operator, or undefined. The reasons are in the log. */
    async nameOf(answer: Unproved, from: From): Promise<string | undefined> {
      return (await checkPasskey<Row>({ webauthn, log, ...keptPasskeys(sql, from) }, answer, from))?.name
    },
  }
}

/** The rows of the operators' passkeys, for a check. */
const keptPasskeys = (sql: Sql, { address, requestId, now }: From) => ({
  async find(id: string): Promise<Row | undefined> {
    const [row] = await sql<Omit<Row, 'user'>[]>`
      select id, name, public_key as "publicKey", counter from operator_passkey where id = ${id}`
    return row && { ...row, user: aboutOperator(row.name) }
  },
  async store({ id }: Row, { counter, isSynced }: UsedPasskey): Promise<boolean> {
    const { count } = await sql`
      update operator_passkey set counter = ${counter}, last_used_at = ${now}, is_synced = ${isSynced}
      where id = ${id} and (counter < ${counter} or (counter = 0 and ${counter} = 0))`
    return count === 1
  },
  async onCopied({ id, name, counter: kept }: Row, { counter: shown }: UsedPasskey): Promise<void> {
    const change = { at: now, actor: personAt(name).actor, action: 'RefuseCopiedPasskey', object: id, address, requestId }
    await sql.begin((tx) => appendAudit(tx, { ...change, detail: { kept, shown } }))
  },
})

const tooMany = () => new OperatorProblem(`You can have at most ${factorLimits.passkeys} passkeys; remove one first.`)

export const listedPasskeys = (sql: Sql | TransactionSql, name: string) => sql<ConsolePasskeysView['passkeys']>`
  select id, label, created_at, last_used_at, is_synced from operator_passkey where name = ${name} order by created_at, id`
