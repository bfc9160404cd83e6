/** The valid requests of one round. Sometimes the same request with one wrong member is sent first. */
import type { Call } from '@parley/contracts'
import type { Answer } from '../protocol/answer.ts'
import type { Bot } from '../protocol/bot.ts'
import { pick, shuffled, type Random } from '../random.ts'
import { callAs, signIn, type Session } from '../protocol/session.ts'
import { calls, isTraded, nameOfCall } from './calls.ts'
import { deskWork } from './desk.ts'
import type { ExistingObjects } from './inputs.ts'
import { judge } from './judge.ts'
import { lifeOf } from './life.ts'
import type { Step } from './step.ts'
import { sendAsSomeClient } from './client-behaviours.ts'
import { wrongCopy, type Right, type Sends } from './right.ts'
import { tradingRights } from './right-trading.ts'
import type { Fuzzed } from './fuzzed.ts'
import { venueWork } from './venue-work.ts'

/** A user's life needs emails and password hashes, which are slow, so only one round in this many has one. */
const ROUNDS_A_LIFE = 6
/** The fraction of valid requests that are preceded by a wrong one. */
const WRONG = 0.4
/** The newest ids, for requests of all kinds. */
const THINGS = 12

export type Pass = { readonly random: Random; readonly known: ExistingObjects; readonly seed: number; isLate(): boolean }

/** The number of requests sent. */
export async function sendRight(fuzzed: Fuzzed, pass: Pass): Promise<number> {
  const rights = tradingRights(fuzzed.floor, pass.known)
  let sent = 0
  for (const call of shuffled(calls.filter(isTraded), pass.random)) {
    if (pass.isLate()) return sent
    sent += await sendStep(fuzzed, pass, call, () => pick(pass.random, rights[nameOfCall(call)] ?? [nothing])())
  }
  fuzzed.rounds += 1
  if ((fuzzed.rounds - 1) % ROUNDS_A_LIFE !== 0) return sent
  for (const [name, right] of await personSteps(fuzzed)) {
    if (pass.isLate()) return sent
    sent += await sendStep(
      fuzzed,
      pass,
      calls.find((call) => nameOfCall(call) === name)!,
      right,
    )
  }
  return sent
}

const nothing = (): Promise<Right> => Promise.reject(new Error('nobody has said what a right request of it is'))
const by = (session: () => Session): Sends => ({ send: (method, path, body) => callAs(session(), method, path, body) })

/** The actions of users, in order: a user's life, an administrator's work, and every read with a path parameter. */
export async function personSteps(fuzzed: Fuzzed): Promise<readonly Step[]> {
  const { product } = fuzzed.floor
  const boss = by(() => fuzzed.session)
  const other = await signIn(product, 'LARK')
  const steps = [...lifeOf(product, boss), ...venueWork(product, boss), ...deskWork(boss, by(() => other))] // prettier-ignore
  const names = new Set(steps.map(([name]) => name))
  const plain = calls.filter((call) => !isTraded(call) && call.method === 'GET' && !names.has(nameOfCall(call)))
  return [...steps, ...plain.map((call): Step => [nameOfCall(call), () => ({ by: boss, path: call.path })])]
}

async function sendStep(fuzzed: Fuzzed, { random, seed }: Pass, call: Call, make: () => Right | Promise<Right>): Promise<number> {
  const { floor, coverage, hidden } = fuzzed
  const right = await prepared(make, coverage.count)
  if (right === undefined) return 0
  const said = (body: string) => `seed ${seed}, ${call.method} ${right.path.slice(0, 300)} ${body.slice(0, 600)}`
  const wrong = wrongCopy(right, random)
  const isWrongFirst = wrong !== undefined && fuzzed.rounds > 1 && random() < WRONG
  if (isWrongFirst) {
    const answer = await right.by.send(call.method, right.path, wrong)
    judge(answer, `${said(wrong)}, one member wrong`)
    hidden.check(answer.text, said(wrong))
    coverage.countAnswer(call, answer)
  }
  const body = right.body === undefined ? '' : JSON.stringify(right.body)
  const sender = { baseUrl: floor.product.baseUrl, bot: right.by as Bot, random }
  const answer = isTraded(call)
    ? await sendAsSomeClient(sender, call, { method: call.method, path: right.path, body }, said(body), coverage.count)
    : await right.by.send(call.method, right.path, right.body)
  judge(answer, said(body))
  hidden.check(answer.text, said(body))
  coverage.countAnswer(call, answer)
  if (answer.status < 300) right.done?.(answer)
  keepThing(fuzzed, answer)
  return isWrongFirst ? 2 : 1
}

/** A request whose preparation fails is not sent: earlier requests may have used up what it needs. A server fault fails here too. */
export async function prepared<Made>(make: () => Made | Promise<Made>, count: (behaviour: string) => void): Promise<Made | undefined> {
  try {
    return await make()
  } catch (error) {
    if (/ answered 5\d\d| hangs|nobody has said/.test((error as Error).message)) throw error
    count('not made ready')
    return undefined
  }
}

function keepThing({ things }: Fuzzed, { status, json }: Answer): void {
  const { id } = (json ?? {}) as { readonly id?: unknown }
  if (status >= 300 || typeof id !== 'string') return
  things.push(id)
  if (things.length > THINGS) things.shift()
}
