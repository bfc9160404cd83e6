/**
 * The commands of `npm run operator` that the console sends too, with their options. Each is the same function in both (decision 1047). Commands that
 * read or write files, or that print a secret, are not among them.
 */
import { z } from 'zod'

const text = z.string().trim().min(1).max(300)

const on = z.literal(true).optional()
const role = z.enum(['administrator', 'trader', 'viewer', 'prime_viewer', 'dov_user'])
const whole = z.string().regex(/^\d{1,7}$/, 'must be a whole number')

const desk = z.strictObject({ desk: text })
const person = z.strictObject({ email: text })

type ConsoleCommand = {
  readonly options: z.ZodType<Readonly<Record<string, string | true | undefined>>>
  /** It takes something away from a user or a desk, or every user sees it, so it needs the second factor again and a reason. */
  readonly hurts: boolean
}
const harmless = (options: ConsoleCommand['options']): ConsoleCommand => ({ options, hurts: false })
const hurting = (options: ConsoleCommand['options']): ConsoleCommand => ({ options, hurts: true })

const platform = z.union([
  z.strictObject({ state: z.enum(['AVAILABLE', 'UNAVAILABLE', 'AVAILABLE_CANCEL_ONLY']), at: text.optional() }),
  z.strictObject({ cancel: z.string().regex(/^\d{1,9}$/) }),
])
/** The rules of core refuse a text that is too long, with a sentence of their own. */
const announce = z.union([
  z.strictObject({
    text: z.string().trim().min(1).max(2_000),
    until: text,
    from: text.optional(),
    kind: z.enum(['INFORMATION', 'MAINTENANCE', 'INCIDENT']),
    'sign-in': on,
  }),
  z.strictObject({ withdraw: z.string().regex(/^\d{1,9}$/) }),
])
const setRate = z.union([
  z.strictObject({ desk: text, rate: text, most: whole, 'within-ms': whole.optional() }),
  z.strictObject({ desk: text, rate: text, default: z.literal(true) }),
])
const trading = z.strictObject({ desk: text, email: text.optional(), name: text.optional() })

export const consoleCommands = {
  platform: hurting(platform),
  announce: hurting(announce),
  'stop-trading': hurting(trading),
  'resume-trading': hurting(trading),
  'settle-dispute': hurting(z.strictObject({ trade: text, as: z.enum(['FILLED', 'REJECTED']) })),
  'create-desk': harmless(z.strictObject({ ticker: text, name: text, firm: text, maker: on, 'without-limits': on })),
  approve: harmless(z.strictObject({ desk: text, with: text })),
  'set-rate': hurting(setRate),
  'suspend-desk': hurting(desk),
  'restore-desk': harmless(desk),
  'suspend-user': hurting(person),
  'restore-user': harmless(person),
  'disable-user': hurting(person),
  'end-sessions': hurting(person),
  'reset-two-factor': hurting(person),
  'set-role': hurting(z.strictObject({ email: text, desk: text, role })),
  invite: harmless(z.strictObject({ email: text, desk: text, role, first: text.optional(), last: text.optional() })),
  'set-flag': hurting(z.strictObject({ name: text, value: z.enum(['on', 'off']), desks: text.optional() })),
  'restrict-country': hurting(z.strictObject({ country: text })),
  'lift-country': hurting(z.strictObject({ country: text })),
  'restrict-address': hurting(z.strictObject({ address: text })),
  'lift-address': hurting(z.strictObject({ address: text })),
} as const satisfies Readonly<Record<string, ConsoleCommand>>

export type ConsoleCommandName = keyof typeof consoleCommands
