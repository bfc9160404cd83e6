/** The calls of the operator console, which only the page under `/operator/` makes. Desks have neither the path nor a session for them. */
import { z } from 'zod'
import { consoleCommands } from './console-commands.ts'
import {
  ConsoleAccess,
  ConsoleAnnouncements,
  ConsoleAudit,
  ConsoleBreaks,
  ConsoleFirms,
  ConsoleMail,
  ConsolePasskeys,
  ConsolePeople,
} from './console-lists.ts'
import { ConsoleOverview, ConsoleSession } from './console-views.ts'

const name = z.string().min(1).max(32)
/** Six digits. */
const code = z.string().regex(/^\d{6}$/, 'must have six digits')

/** The output of the browser's own passkey functions (WebAuthn level 3, JSON forms). */
const webAuthn = z.looseObject({})

/** A passkey verifies its holder, so it replaces the name, the password and the code. */
export const signInBody = z.union([
  z.strictObject({ name, password: z.string().min(1).max(512), code }),
  z.strictObject({ passkey: webAuthn }),
])
export const stepUpBody = z.union([z.strictObject({ code }), z.strictObject({ passkey: webAuthn })])
export const newPasskeyBody = z.strictObject({ label: z.string().trim().min(1).max(64), credential: webAuthn })
export const removePasskeyBody = z.strictObject({ id: z.string().min(1).max(256) })
/** The options with which the browser asks for a passkey or creates one. */
export const passkeyOptions = webAuthn
/** The reason is required if the command hurts. */
export const commandBody = z.strictObject({
  options: z.record(z.string(), z.union([z.string(), z.boolean()])),
  why: z.string().trim().max(300).optional(),
})
/** The answer is the sentence that the command prints. */
export const commandAnswer = z.strictObject({ message: z.string() })

/** Pages by their path below `/operator/api/`. Each is read with GET. */
export const consolePages = {
  session: ConsoleSession,
  overview: ConsoleOverview,
  firms: ConsoleFirms,
  people: ConsolePeople,
  access: ConsoleAccess,
  announcements: ConsoleAnnouncements,
  mail: ConsoleMail,
  audit: ConsoleAudit,
  differences: ConsoleBreaks,
  passkeys: ConsolePasskeys,
} as const
export type ConsolePage = keyof typeof consolePages
export type ConsolePages = { readonly [Name in ConsolePage]: z.output<(typeof consolePages)[Name]> }

export const consoleLimits = {
  /** A session ends this long after the sign-in, and sooner if the page is closed. */
  sessionLifeMs: 8 * 3_600_000,
  sessionIdleMs: 30 * 60_000,
  /** How long the second factor counts once it was given again. */
  provedForMs: 5 * 60_000,
  auditShown: 8,
  /** Rows of a list. The command line has all of them. */
  rowsShown: 500,
} as const

export { consoleCommands }
