/** Checks the response of a passkey of a user or of an operator: the challenge, the signature, and that its counter grows. */
import type { Log } from '../../log/log.ts'
import type { KeptPasskey, Unproved, UsedPasskey, Webauthn } from './webauthn.ts'

type Row = KeptPasskey & { readonly counter: number }

type PasskeyCheck<One extends Row> = {
  readonly webauthn: Webauthn
  readonly log: Log
  readonly find: (id: string) => Promise<One | undefined>
  /** Stores the use if the counter has grown, and returns whether it has. */
  readonly store: (passkey: One, used: UsedPasskey) => Promise<boolean>
  /** For the audit log: it may be a copy. */
  readonly onCopied: (passkey: One, used: UsedPasskey) => Promise<void>
}

/** The passkey, or undefined. The caller cannot distinguish the reasons, which are logged. */
export async function checkPasskey<One extends Row>(
  { webauthn, log, find, store, onCopied }: PasskeyCheck<One>,
  answer: Unproved,
  { now, requestId }: { readonly now: number; readonly requestId?: string | undefined },
): Promise<One | undefined> {
  const refused = (reason: string) => {
    log.info({ reason, requestId }, 'A passkey was rejected')
    return undefined
  }
  const challenge = await webauthn.takeSignIn(answer, now)
  if (challenge === undefined) return refused('the challenge is unknown, already used or too old')
  const { id } = answer
  const passkey = typeof id === 'string' ? await find(id) : undefined
  if (passkey === undefined) return refused('unknown passkey')
  const used = await webauthn.verifySignIn(answer, passkey, challenge)
  if ('reason' in used) return refused(used.reason)
  if (await store(passkey, used)) return passkey
  await onCopied(passkey, used)
  return refused('its counter went backwards, so it may be a copy')
}
