/** Everything that may be wrong with a request, as a value, and its format in the API. */
import { errors, type ErrorBody, type ErrorName } from '@parley/contracts'
import type { Refusal } from '@parley/core'

export type Fault = {
  readonly fault: ErrorName
  readonly message: string
  readonly member?: string | undefined
  readonly value?: unknown
  readonly rule?: string | undefined
  readonly id?: string | undefined
  readonly retryAfterMs?: number | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Set if the status differs from the catalogue. */
  readonly status?: number | undefined
  /** Set if clients look for an exact text in `detail`. */
  readonly detail?: string | undefined
  /** Data that a client needs to continue, in addition to the texts, such as the available second factors. */
  readonly more?: Readonly<Record<string, unknown>> | undefined
  /** The held request that waits for the approval that is missing (rulebook 11.15). */
  readonly heldRequest?: string | undefined
  /** Everything else that is wrong with the same form. */
  readonly also?: readonly Fault[] | undefined
}

export const fault = (name: ErrorName, message: string = errors[name].summary, about: Omit<Fault, 'fault' | 'message'> = {}): Fault => ({
  fault: name,
  message,
  ...about,
})

/** An unknown venue is refused with the published sentence. */
export const enumerationMessage = (member: string, value: unknown, accepted: readonly string[]): string =>
  member === 'venue' && typeof value === 'string'
    ? `Venue "${value.slice(0, 16)}" not supported. It must be one of ${accepted.join(', ')}.`
    : `${member}: must be one of ${accepted.join(', ')}.`

export const isFault = (value: unknown): value is Fault => typeof value === 'object' && value !== null && 'fault' in value

export const statusOf = (wrong: Fault): number => wrong.status ?? errors[wrong.fault].status

/** A refusal by the rules, with the object that it is about. A code outside the catalogue can only be a bug. */
export function faultOf(refusal: Refusal, id: string | undefined): Fault {
  if (!(refusal.refused in errors)) throw new Error(`refusal ${refusal.refused} is not in contracts/src/errors.ts`)
  const also = refusal.also?.map((each) => faultOf(each, id))
  const { refused, message, field: member, rule, retryAfterMs, heldRequest } = refusal
  return fault(refused as ErrorName, message, { member, rule: rule || undefined, id, also, retryAfterMs, heldRequest })
}

/** Contains the request's id, which is in the log too. A server that is still starting has none. */
export function bodyOf(wrong: Fault, requestId?: string): ErrorBody {
  const data = {
    ...(wrong.member === undefined ? {} : { member: wrong.member }),
    ...(wrong.value === undefined ? {} : { value: wrong.value }),
    ...(wrong.rule === undefined ? {} : { rule: wrong.rule }),
    ...(wrong.id === undefined ? {} : { id: wrong.id }),
    ...(wrong.heldRequest === undefined ? {} : { held_request: wrong.heldRequest }),
  }
  return {
    code: errors[wrong.fault].code,
    error: wrong.fault,
    message: wrong.message,
    detail: wrong.detail ?? wrong.message,
    ...(requestId === undefined ? {} : { request_id: requestId }),
    ...(Object.keys(data).length === 0 ? {} : { data }),
  }
}

/** Under /account/, a form reads all its errors by field. Other statuses have `detail` as everywhere. */
export function accountBodyOf(wrong: Fault, requestId?: string): object {
  if (statusOf(wrong) !== 400) return bodyOf(wrong, requestId)
  const byField = Map.groupBy([wrong, ...(wrong.also ?? [])], ({ member }) => member ?? 'non_field_errors')
  return { ...Object.fromEntries([...byField].map(([field, faults]) => [field, faults.map(textOf)])), ...wrong.more }
}

const textOf = ({ member, message }: Fault): string =>
  member !== undefined && message.startsWith(`${member}: `) ? message.slice(member.length + 2) : message
