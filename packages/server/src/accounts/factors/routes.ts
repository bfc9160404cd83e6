/** The calls about second factors. */
import { factorCalls as calls, type Call } from '@parley/contracts'
import type { Refusal } from '@parley/core'
import { route, type Route, type RouteInput } from '../../calls/route.ts'
import { actorOf, noPerson } from '../actor.ts'
import type { Book } from '../accounts-snapshot.ts'
import type { BackupService } from './backup-service.ts'
import type { MailCodes } from './mail-code.ts'
import type { PasskeyService } from './passkeys.ts'
import type { Person } from './person.ts'
import type { TwoFactor } from './two-factor.ts'

export type FactorRouteParts = {
  readonly book: Book
  readonly twoFactor: TwoFactor
  readonly mailCodes: MailCodes
  readonly backups: BackupService
  readonly passkeys: PasskeyService
}

type FactorRequest = Pick<RouteInput<Call>, 'caller' | 'now' | 'address' | 'requestId' | 'who'>

export function factorRoutes({ book, twoFactor, mailCodes, backups, passkeys }: FactorRouteParts): readonly Route[] {
  const asPerson = async <T>(input: FactorRequest, act: (person: Person) => Promise<T>): Promise<T | Refusal> => {
    const user = book.accounts.users.get(input.caller.user)
    return user === undefined ? noPerson() : act({ actor: actorOf(input), user, session: input.caller.via })
  }
  return [
    route(calls.getTotpQr, (input) => asPerson(input, twoFactor.newSecret)),
    route(calls.enableTotp, (input) => asPerson(input, (person) => twoFactor.enable(person, input.body.totp_token))),
    route(calls.sendTotpEmailToken, (input) => asPerson(input, (person) => mailCodes.send(person, input.body?.purpose ?? undefined))),
    route(calls.disableTotp, (input) => asPerson(input, (person) => twoFactor.disable(person, input.body.totp_token))),
    route(calls.listBackupCodes, (input) => asPerson(input, backups.list)),
    route(calls.regenerateBackupCodes, (input) => asPerson(input, (person) => backups.regenerate(person, input.body.totp_token))),
    route(calls.listPasskeys, (input) => asPerson(input, passkeys.list)),
    route(calls.passkeyOptions, (input) => asPerson(input, passkeys.options)),
    route(calls.addPasskey, (input) => asPerson(input, (person) => passkeys.add(person, input.body.name, input.body.credential))),
    route(calls.renamePasskey, (input) => asPerson(input, (person) => passkeys.rename(person, input.params.id, input.body.name))),
    route(calls.removePasskey, (input) => asPerson(input, (person) => passkeys.remove(person, input.params.id))),
  ]
}
