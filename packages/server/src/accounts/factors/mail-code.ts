/** Six digits by email, which prove that the owner of the address changes a second factor. */
import { randomInt } from 'node:crypto'
import { refuse, type Refusal } from '@parley/core'
import { fault } from '../../calls/fault.ts'
import { Faulted } from '../../calls/route.ts'
import { createRateLimit } from '../../limits/token-bucket.ts'
import { tryOneTime, issueOneTime, voidOneTime } from '../one-time.ts'
import { factorLimits } from './limits.ts'
import { isInactive, type FactorParts, type Person } from './person.ts'

export type CodePurpose = 'disable' | 'regenerate'

const inEmail = { disable: 'TurnOffTwoFactor', regenerate: 'MakeBackupCodes', either: 'ChangeTwoFactor' } as const

export type MailCodes = ReturnType<typeof createMailCodes>

export function createMailCodes({ sql, post }: FactorParts) {
  const mails = createRateLimit(factorLimits.emailCodes)

  return {
    /** Only the code of the last email counts. */
    async send({ user, actor: { now } }: Person, purpose: CodePurpose | undefined): Promise<{ readonly detail: string } | Refusal> {
      if (user.totpEnabledAt === null) return isInactive()
      const wait = mails.take(user.id, now)
      if (wait !== undefined)
        throw new Faulted(
          fault('RateLimited', 'Several codes have already been sent. Use the one in the latest email.', { retryAfterMs: wait }),
        )
      const code = String(randomInt(1_000_000)).padStart(6, '0')
      const named = purpose ?? 'either'
      const lifeMs = factorLimits.emailCodeLifeMs
      const mail = {
        kind: 'EmailCode',
        firstName: user.firstName,
        code,
        purpose: inEmail[named],
        validMinutes: lifeMs / 60_000,
      } as const
      await sql.begin(async (tx) => {
        await voidOneTime(tx, 'email-code', user.id)
        const token = `${user.id} ${code}`
        await issueOneTime(tx, { kind: 'email-code', token, subject: user.id, detail: { purpose: named }, now, lifeMs })
        await post.send(tx, user.email, mail, now)
      })
      return { detail: 'A code was sent to your email address.' }
    },

    /** Undefined if the code is right. It is then used up. */
    async refused({ user, actor: { now } }: Person, typed: string, purpose: CodePurpose): Promise<Refusal | undefined> {
      const code = typed.replace(/\s/g, '')
      const taken = await tryOneTime(sql, 'email-code', user.id, code, { now, attempts: factorLimits.emailCodeAttempts })
      if (taken !== undefined && [purpose, 'either'].includes(String(taken.detail['purpose']))) return undefined
      return refuse('EmailCodeInvalid', '', 'The code is wrong or has expired. Request a new one.')
    },
  }
}
