/** The calls of the console have this in common: who asks, from where, and how a body is read. */
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { ConsoleSession } from '../../operator/console/console-sessions.ts'
import { clientAddress, type Trust } from '../http/client-address.ts'
import { ConsoleFault } from './console-fault.ts'

export const API = '/operator/api'

export type Signed = { readonly session: ConsoleSession; readonly token: string; readonly now: number }
/** Throws for a request without a session. */
export type SignedIn = (request: FastifyRequest) => Promise<Signed>

/** For the audit log. */
export const fromIn =
  (options: Trust & { readonly now: () => number }) =>
  (request: FastifyRequest): { readonly address: string; readonly requestId: string; readonly now: number } => ({
    address: clientAddress(request.raw, options),
    requestId: request.id,
    now: options.now(),
  })

export function parse<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const read = schema.safeParse(body ?? {})
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new ConsoleFault(400, 'InvalidRequest', `${issue!.path.join('.') || 'The body'}: ${issue!.message}.`)
}

export function tooMany(waitMs: number): ConsoleFault {
  const seconds = Math.ceil(waitMs / 1000)
  return new ConsoleFault(429, 'RateLimited', `Too many attempts. Try again in ${seconds} second${seconds === 1 ? '' : 's'}.`)
}
