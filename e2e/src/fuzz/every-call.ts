/**
 * Makes each call of the contracts correctly, and each channel and socket method, in a fixed order, so that complete coverage does not depend on
 * chance.
 */
import { askUntilAllowed } from '../protocol/until-allowed.ts'
import { calls, doors, isTraded, nameOfCall } from './calls.ts'
import type { ExistingObjects } from './inputs.ts'
import { judge } from './judge.ts'
import type { Step } from './step.ts'
import { personSteps } from './right-pass.ts'
import { tradingRights } from './right-trading.ts'
import type { Fuzzed } from './fuzzed.ts'
import { askPolitely } from './sockets.ts'

/** The number of requests and frames sent. Throws at the first that does not succeed. */
export async function doEveryCall(fuzzed: Fuzzed, known: ExistingObjects): Promise<number> {
  const { floor, coverage } = fuzzed
  const steps = [...tradingSteps(fuzzed, known), ...(await personSteps(fuzzed))]
  for (const step of steps) await doStep(fuzzed, step)
  let sent = steps.length
  for (const door of doors) sent += await askPolitely(floor, door, { known, coverage, hidden: fuzzed.hidden, what: 'every channel once' })
  coverage.check()
  return sent
}

/** Reads come first, because a write may end what they read. */
function tradingSteps({ floor }: Fuzzed, known: ExistingObjects): readonly Step[] {
  const rights = tradingRights(floor, known)
  const traded = calls.filter(isTraded)
  const inOrder = [...traded.filter(({ method }) => method === 'GET'), ...traded.filter(({ method }) => method !== 'GET')]
  return inOrder.map(nameOfCall).flatMap((name) => (rights[name] ?? []).map((right): Step => [name, right]))
}

async function doStep({ coverage, hidden }: Fuzzed, [name, make]: Step): Promise<void> {
  const call = calls.find((one) => nameOfCall(one) === name)!
  const { by, path, body, done } = await make()
  const answer = await askUntilAllowed(() => by.send(call.method, path, body))
  const said = `${call.method} ${path} ${JSON.stringify(body) ?? ''}`
  judge(answer, said)
  hidden.check(answer.text, said)
  if (answer.status >= 300) throw new Error(`a right request was not done: ${said} -> ${answer.status} ${answer.text}`)
  coverage.countAnswer(call, answer)
  done?.(answer)
}
