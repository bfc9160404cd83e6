/** Counts everything sent and its outcome, and finds parts of the contracts that were never exercised. */
import type { Call } from '@parley/contracts'
import type { Answer } from '../protocol/answer.ts'
import { isOfAuctions } from '../protocol/vault-writes.ts'
import type { Frame } from '../protocol/wire-socket.ts'
import { calls, doors, isTraded, methods, nameOfCall, type Door } from './calls.ts'

type Tally = { sent: number; reached: number; accepted: number; readonly refusals: Map<string, number> }
type FrameTally = { sent: number; accepted: number; refused: number }

export type Coverage = {
  /** A response to a call made by its own sender. */
  countAnswer(call: Call, answer: Answer): void
  /** A response to a readable frame. */
  countFrame(door: Door, method: string, channel: string | undefined, answer: Frame): void
  /** Counts of one way of sending: replayed, unauthorised, keyed. */
  count(behaviour: string): void
  /** Throws if a call or a frame never succeeded. */
  check(): void
  report(): string
}

/** Refused before a route parses the request. */
const atTheDoor: ReadonlySet<unknown> = new Set([
  'NotAuthenticated',
  'TokenExpired',
  'InvalidSignature',
  'InvalidAccessKey',
  'RateLimited',
  'InsufficientPermissions',
  'StepUpRequired',
  'ParseError',
  'InvalidRequest',
  'InvalidParams',
  'MethodNotFound',
])
const isReached = ({ status, json }: Answer): boolean =>
  status < 400 || !atTheDoor.has((json as Readonly<Record<string, unknown>> | null)?.['error'])
/** Field errors, whether they come from the schema or the rules. */
const isAccepted = ({ status }: Answer): boolean => status < 300

const errorOf = ({ json }: Answer): string => String((json as Readonly<Record<string, unknown>> | null)?.['error'])

/** For a call that depends on more than its schema: how far its requests got. */
const lineOf = ([call, { sent, reached, accepted, refusals }]: readonly [Call, Tally]): string =>
  [
    `${nameOfCall(call)}: ${sent} requests, ${reached} reached it, ${accepted} were done`,
    ...[...refusals].toSorted(([, one], [, other]) => other - one).map(([error, count]) => `${count} ${error}`),
  ].join(', ')

export function createCoverage(): Coverage {
  const tallies = new Map(calls.map((call): [Call, Tally] => [call, { sent: 0, reached: 0, accepted: 0, refusals: new Map() }]))
  const frames = new Map<string, FrameTally>()
  const behaviours = new Map<string, number>()
  for (const { path, channels } of doors) {
    for (const method of methods) frames.set(`${path} ${method}`, { sent: 0, accepted: 0, refused: 0 })
    for (const channel of channels) frames.set(`${path} subscribe ${channel}`, { sent: 0, accepted: 0, refused: 0 })
  }
  const countDone = (name: string, { error }: Frame) => {
    const tally = frames.get(name)
    if (tally === undefined) return
    tally.sent += 1
    if (error === undefined) tally.accepted += 1
    else tally.refused += 1
  }
  const undone = () => [...tallies].filter(([, { accepted }]) => accepted === 0).map(([call]) => call)

  return {
    countAnswer(call, answer) {
      const tally = tallies.get(call)!
      tally.sent += 1
      if (isReached(answer)) tally.reached += 1
      if (isAccepted(answer)) tally.accepted += 1
      else if (isReached(answer)) tally.refusals.set(errorOf(answer), (tally.refusals.get(errorOf(answer)) ?? 0) + 1)
    },
    countFrame({ path }, method, channel, answer) {
      countDone(`${path} ${method}`, answer)
      if (method === 'subscribe' && channel !== undefined) countDone(`${path} subscribe ${channel}`, answer)
    },
    count: (behaviour) => void behaviours.set(behaviour, (behaviours.get(behaviour) ?? 0) + 1),
    check() {
      const never = [...undone().map(nameOfCall), ...[...frames].filter(([, { accepted }]) => accepted === 0).map(([name]) => name)]
      if (never.length > 0) throw new Error(`the fuzz has never done ${never.join(', ')}`)
    },
    report() {
      const all = [...tallies]
      const sum = (member: 'sent' | 'reached' | 'accepted', some = all) => some.reduce((total, [, tally]) => total + tally[member], 0)
      const whole = [...frames].filter(([name]) => name.split(' ').length === 2)
      const never = undone().map((call) => `${nameOfCall(call)}${isTraded(call) ? '' : ' (a person)'}`)
      return [
        `${all.length} calls: ${sum('sent')} requests, ${sum('reached')} reached their call, ${sum('accepted')} were done.`,
        `Never done: ${never.length === 0 ? 'none' : never.join(', ')}.`,
        `${[...behaviours].map(([behaviour, count]) => `${count} ${behaviour}`).join(', ')}.`,
        ...all.filter(([{ method, path }]) => isOfAuctions(path) && method !== 'GET').map(lineOf),
        ...whole.map(([name, { sent, accepted, refused }]) => `${name}: ${sent} frames, ${accepted} done, ${refused} refused.`),
        `${frames.size - whole.length} channels at ${doors.length} doors, each subscribed to.`,
      ].join('\n')
    },
  }
}
