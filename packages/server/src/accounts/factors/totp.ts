/** Codes of an authentication app (RFC 6238): SHA-1, six digits, a new one every 30 seconds. */
import { HOTP, Secret, TOTP } from 'otpauth'

const STEP_SECONDS = 30
const DIGITS = 6
const ALGORITHM = 'SHA1'
/** Has the length of the hash, as recommended by RFC 4226, section 4. */
const SECRET_BYTES = 20
/** A code is accepted one step late, to allow for delay, and one step early, for a phone whose clock is ahead (RFC 6238, 5.2). */
const SKEW_STEPS = 1

/** The row that a sealed secret is bound to. */
export const aboutTotp = (user: string): string => `totp ${user}`

/** Base32, the format that apps expect. */
export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

/** The text of the QR code: `otpauth://totp/Parley:ada%40orrery.example?issuer=Parley&secret=…`. */
export const totpAddress = (secret: string, email: string): string =>
  new TOTP({ issuer: 'Parley', label: email, algorithm: ALGORITHM, digits: DIGITS, period: STEP_SECONDS, secret }).toString()

/** The code that an authenticator app shows. Only the demo needs it, because its operator may have no app. */
export const authenticatorCode = (secret: string, now: number): string =>
  new TOTP({ algorithm: ALGORITHM, digits: DIGITS, period: STEP_SECONDS, secret: Secret.fromBase32(secret) }).generate({ timestamp: now })

/** The time step of the code, if it is currently valid. The caller must make sure that it is used only once. */
export function stepOf(secret: string, code: string, now: number): number | undefined {
  if (!/^[0-9]{6}$/.test(code)) return undefined
  const counter = Math.floor(now / 1000 / STEP_SECONDS)
  const delta = HOTP.validate({
    token: code,
    secret: Secret.fromBase32(secret),
    algorithm: ALGORITHM,
    digits: DIGITS,
    counter,
    window: SKEW_STEPS,
  })
  return delta === null ? undefined : counter + delta
}
